/** Two PostgreSQL servers of their own: a primary, and a synchronous standby that has every commit. */
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

const INSTALLED = '/usr/lib/postgresql';

/** The programs of the newest server that is installed, where Debian has them; '' if there is none. */
const BIN = (existsSync(INSTALLED) ? readdirSync(INSTALLED) : [])
  .toSorted((a, b) => Number(b) - Number(a))
  .map((version) => join(INSTALLED, version, 'bin'))
  .find((bin) => existsSync(join(bin, 'initdb')));

export const HAS_SERVERS = BIN !== undefined;

if (!HAS_SERVERS) {
  process.stderr.write('No PostgreSQL server is installed: the test of a failover is skipped.\n');
}

/** A server does not run as root. */
const isRoot = process.getuid?.() === 0;

const asServer = (program: string, ...argv: readonly string[]) => {
  const command = join(BIN ?? '', program);
  // What it starts must not hold the pipes of this process.
  return isRoot
    ? run('runuser', ['-u', 'postgres', '--', command, ...argv], { cwd: '/' })
    : run(command, argv, { cwd: '/' });
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function start(folder: string, name: string, port: number) {
  const where = ['-D', join(folder, name), '-l', join(folder, `${name}.log`)];
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  return asServer('pg_ctl', ...where, '-w', '-o', options, 'start');
}

export interface PostgresPair {
  /** The primary's, of an empty database. */
  readonly url: URL;
  /** Ends the primary as a crash of its machine does: nothing is finished. */
  kill(): Promise<void>;
  /** Makes the standby the primary. Resolves to its port. */
  promote(): Promise<number>;
}

/** Both end with the test. A commit on the primary waits until the standby has it. */
export async function openPostgresPair(): Promise<PostgresPair> {
  // Not in the folder of the tests, which only their user may enter.
  const folder = await mkdtemp('/tmp/docs-pair-');
  if (isRoot) chownSync(folder, Number(execFileSync('id', ['-u', 'postgres']).toString()), 0);
  const end = (name: string) =>
    asServer('pg_ctl', '-D', join(folder, name), '-m', 'immediate', 'stop').catch(() => undefined);
  onTestFinished(async () => {
    await Promise.all([end('primary'), end('standby')]);
    await rm(folder, { recursive: true, force: true });
  });

  await asServer(
    'initdb',
    '-D',
    join(folder, 'primary'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '-N',
  );
  const [port, other] = [await freePort(), await freePort()];
  await start(folder, 'primary', port);
  const copy = ['-D', join(folder, 'standby'), '-R', '-c', 'fast', '--no-sync'];
  await asServer('pg_basebackup', ...copy, '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres');
  await start(folder, 'standby', other);

  const url = new URL(`postgres://postgres@127.0.0.1:${port}/postgres`);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await client.query('SELECT pg_reload_conf()');
  await client.query('CREATE DATABASE docs');
  await client.end();
  url.pathname = 'docs';
  return {
    url,
    kill: async () => {
      const [pid = ''] = (await readFile(join(folder, 'primary/postmaster.pid'), 'utf8')).split(
        '\n',
      );
      process.kill(Number(pid), 'SIGKILL');
    },
    promote: async () => {
      await asServer('pg_ctl', '-D', join(folder, 'standby'), '-w', 'promote');
      return other;
    },
  };
}
