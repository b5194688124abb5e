import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { ApiOptions } from './api.run.ts';
import { several } from '../arguments.ts';
import { writing } from '../../consent.ts';

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export const apiCommand = (context: Context): Command =>
  writing(new Command('api'), ({ args }) => WRITES.has(args[0]?.toUpperCase() ?? ''))
    .summary('send any request to the platform')
    .description(
      "Sends any request, with the key and within the platform's limits, and prints the answer as it is. With --json the output is a " +
        'document with status, headers and body. A refusal is also printed, and sets the exit code. Every method except GET and HEAD asks first; ' +
        'without a terminal it needs --yes.',
    )
    .argument('<method>', 'GET, HEAD, POST, PUT, PATCH or DELETE')
    .argument('<path>', 'path after the base URL, such as /page/17')
    .option(
      '-f, --field <key=value>',
      'query parameter of a GET, otherwise a field of the JSON body; key:=value is JSON, such as published:=true',
      several,
    )
    .option('--input <file>', 'body of the request; - is standard input')
    .option('--content-type <type>', 'type of the body (default: application/json)')
    .option(
      '--paginate',
      'follow `cursor` to the last page, and print a JSON line for each page',
      false,
    )
    .option('-n, --dry-run', 'show the request, and stop', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs api GET /version
  $ docs api GET /all -f published=true
  $ docs api PUT /version/1234 -f published:=true --yes
  $ docs api GET /audit -f scopes=users -f hits=100 --paginate`,
    )
    .action(async (method: string, path: string, options: ApiOptions) => {
      const { sendAny } = await import('./api.run.ts');
      await sendAny(context, method, path, options);
    });
