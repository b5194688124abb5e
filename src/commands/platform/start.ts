import type { ServeOptions } from './start.run.ts';
import { isIP } from 'node:net';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../../context.ts';
import { databaseOption } from './database-option.ts';
import { collects, portNumber } from '../arguments.ts';
import { API_REVISIONS } from '../../model/operations.ts';
import type { UserRole } from '../../model/resources.ts';

export const platformStartCommand = (context: Context): Command =>
  new Command('start')
    .summary('start it, until Ctrl-C or SIGTERM')
    .description(
      'Starts the embedded platform on this machine and serves until Ctrl-C or SIGTERM. Prints its address and a key ' +
        'that may do everything; on a database, a key only if it has none yet. With --json as one line of JSON: {"baseUrl", "apiKey", "pid", ' +
        '"changelogs"}, with --site also ' +
        '"siteUrl", with --metrics-port "metricsUrl".',
    )
    .option('--port <number>', 'port to listen on; 0: any free one', portNumber, 0)
    .addOption(
      new Option(
        '--listen <address>',
        'address to listen on, for a proxy that speaks TLS; default: 127.0.0.1',
      ).argParser(ipAddress),
    )
    .option(
      '--host-name <name...>',
      'names under which it is reached, besides those of this machine',
    )
    .option(
      '--trusted-proxy <address...>',
      'addresses or ranges of proxies whose X-Forwarded-For is trusted',
    )
    .addOption(
      new Option(
        '--metrics-port <number>',
        'serve metrics for Prometheus on this port; 0: any free one; default: none',
      ).argParser(portNumber),
    )
    .addOption(
      new Option(
        '--metrics-listen <address>',
        'address to serve metrics on; default: 127.0.0.1',
      ).argParser(ipAddress),
    )
    .addOption(
      new Option(
        '--log <format>',
        'log requests and events on standard error, one line of JSON each',
      ).choices(['json']),
    )
    .addOption(
      new Option(
        '--drain <seconds>',
        'how long /readyz answers 503 before the port closes, for a load balancer; default: 0',
      ).argParser(drainSeconds),
    )
    .option('--site', 'show its pages to readers, at the same address', false)
    .option('--data <folder>', 'keep everything in this folder; default: in memory')
    .addOption(databaseOption())
    .option(
      '--from <folder|export.zip>',
      'create the versions, documentations, categories, references and changelogs that a folder names, or load an export with its pages',
    )
    .addOption(
      choice(
        '--api <revision>',
        'revision of the API: the older contract, or the service as it is today',
        API_REVISIONS,
        'classic',
      ),
    )
    .addOption(
      choice('--plan <plan>', 'plan of the project', ['free', 'grow', 'enterprise'], 'enterprise'),
    )
    .addOption(
      new Option(
        '--protection <kind>',
        'who may read; not with --site, which everybody on this machine may read; default: email-invite',
      ).choices(['none', 'email-invite']),
    )
    .option(
      '--user <name:email:role>',
      'a user; role: admin, publisher, writer, reviewer',
      collects(addUser),
      [],
    )
    .option(
      '--rate-limits',
      'enforce the rate limits of the service; default: only with --data or --database',
    )
    .option('--no-rate-limits', 'do not enforce rate limits')
    .addOption(
      choice(
        '--remaining <kind>',
        'what X-RateLimit-Remaining counts',
        ['consumed', 'remaining'],
        'consumed',
      ),
    )
    .addOption(
      choice(
        '--taken-slugs <kind>',
        'what to do when a requested slug is taken',
        ['refuse', 'suffix'],
        'refuse',
      ),
    )
    .option('--reprint', 'reprint bodies before storing them, as the live platform does', false)
    .addOption(
      choice(
        '--dates <kind>',
        'how a change sets "updated": to its second, not at all, or always later',
        ['seconds', 'frozen', 'strict'],
        'seconds',
      ),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ docs platform start --from docs
  $ docs platform start --from export.zip
  $ docs platform start --from export.zip --site
  $ docs platform start --from docs --api 2026
  $ docs platform start --data ~/docs-platform --port 4000 --user "Ada:ada@example.com:admin"
  $ docs platform start --database postgres://docs@db.example.com/docs --port 4000
  $ docs platform start --listen 0.0.0.0 --port 4000 --host-name docs.example.com --trusted-proxy 10.0.0.0/8
  $ docs platform start --database postgres://docs@db.example.com/docs --port 4000 --metrics-port 9464 --log json --drain 10
  $ docs platform start --json > platform.json &`,
    )
    .action(async (flags: ServeOptions) => {
      const { serve } = await import('./start.run.ts');
      await serve(context, flags);
    });

function ipAddress(text: string): string {
  if (isIP(text) === 0) throw new InvalidArgumentError('It is an IP address, such as 0.0.0.0.');
  return text;
}

/** An hour is more than any load balancer needs. */
const MAX_DRAIN_SECONDS = 3600;

function drainSeconds(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : MAX_DRAIN_SECONDS + 1;
  if (seconds > MAX_DRAIN_SECONDS) {
    throw new InvalidArgumentError(`It is a number of seconds from 0 to ${MAX_DRAIN_SECONDS}.`);
  }
  return seconds;
}

const choice = (
  flag: string,
  description: string,
  choices: readonly string[],
  preset: string,
): Option => new Option(flag, description).choices(choices).default(preset);

const ROLES: Readonly<Record<string, UserRole>> = {
  admin: 'ADMIN',
  publisher: 'PUBLISHER',
  writer: 'WRITER',
  reviewer: 'REVIEWER',
};

function addUser(text: string, users: ServeOptions['user']): ServeOptions['user'] {
  const [, name, email, role = ''] = /^([^:]+):([^:@\s]+@[^:@\s]+):(\w+)$/.exec(text) ?? [];
  const known = ROLES[role.toLowerCase()];
  if (name === undefined || email === undefined || known === undefined) {
    throw new InvalidArgumentError('It looks like "Ada Lovelace:ada@example.com:admin".');
  }
  return [...users, { name, email, role: known }];
}
