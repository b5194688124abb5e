import { readdir } from 'node:fs/promises';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/main.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { createHost, runDocs } from '../../support/host.ts';
import { HAS_POSTGRES, newDatabase } from '../../support/postgres.ts';
import { request } from '../../support/request.ts';
import { expectOfSchema } from '../../support/schema.ts';

const SECRET = 'correct-horse';

interface Running {
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

async function startOn(cwd: string, env: Record<string, string>, argv: readonly string[]) {
  const stop = new AbortController();
  const { host, stdout, stderr } = createHost({ cwd, env, signal: stop.signal });
  const serving = main(['platform', 'start', ...argv], host);
  await Promise.race([once(host.stdout, 'data'), serving]);
  return {
    line: stdout(),
    stop: async () => {
      stop.abort();
      return { exitCode: await serving, stdout: stdout(), stderr: stderr() };
    },
  };
}

/** An empty database, and its address with a password that the server does not ask for. */
async function addressWithPassword(): Promise<string> {
  const { url, drop } = await newDatabase();
  onTestFinished(drop);
  const address = new URL(url);
  address.password = SECRET;
  return address.href;
}

describe.skipIf(!HAS_POSTGRES)('on PostgreSQL', () => {
  test('two instances serve one project, the first start makes a key, and a key made outside works on both', async () => {
    const cwd = await temporaryFolder({ 'docs/v1.0/guide/_settings.yaml': 'title: Guide\n' });
    const address = await addressWithPassword();
    const env = { DOCS_PLATFORM_DATABASE: address };
    const argv = ['--json', '--from', '.'];
    const first = await startOn(cwd, env, argv);
    const second = await startOn(cwd, {}, [...argv, '--database', address]);
    const [one, other] = [first, second].map(({ line }) => JSON.parse(line) as Running);
    if (!one || !other) throw new Error('two were started');
    await expectOfSchema('platform-start', one);
    await expectOfSchema('platform-start', other);
    expect(one.apiKey).toMatch(/./);
    expect(other.apiKey).toBeNull();

    const made = await runDocs(['platform', 'key', 'create', '--json'], { cwd, env });
    const { apiKey } = JSON.parse(made.stdout) as { apiKey: string };
    for (const { baseUrl } of [one, other]) {
      const answer = await request({ baseUrl, apiKey }, 'GET', '/version');
      expect(answer.json).toMatchObject([{ slug: 'v1.0' }]);
    }
    const hidden = await runDocs(['platform', 'unpublish', 'v1.0', '--database', address], { cwd });
    expect(hidden).toMatchObject({ exitCode: 0 });
    for (const ended of [await first.stop(), await second.stop(), made, hidden]) {
      expect(ended.exitCode).toBe(0);
      expect(ended.stdout + ended.stderr).not.toContain(SECRET);
    }
  });

  test('says where it keeps everything, without the password', async () => {
    const address = await addressWithPassword();
    const started = await startOn(await temporaryFolder(), {}, ['--database', address]);
    const { stdout, stderr } = await started.stop();
    const { host, pathname } = new URL(address);
    expect(stdout).toContain(`Kept in PostgreSQL at ${host}${pathname}`);
    expect(stdout + stderr).not.toContain(SECRET);
  });
});

test.each([
  [`postgres://docs:${SECRET}@127.0.0.1:1/docs`, 1, 'Cannot use the database 127.0.0.1:1/docs'],
  [`mysql://docs:${SECRET}@127.0.0.1/docs`, 2, 'The address of the database cannot be read.'],
])(
  'a database that cannot be used is refused without its password (%s)',
  async (address, exitCode, message) => {
    const cwd = await temporaryFolder();
    const env = { DOCS_PLATFORM_DATABASE: address };
    for (const argv of [
      ['platform', 'start'],
      ['platform', 'start', '--json', '--verbose'],
      ['platform', 'key', 'create', '--json'],
      ['platform', 'publish', 'v1', '--verbose'],
    ]) {
      const run = await runDocs(argv, { cwd, env });
      expect(run.exitCode).toBe(exitCode);
      expect(run.stderr).toContain(message);
      expect(run.stdout + run.stderr).not.toContain(SECRET);
    }
  },
);

test.each([
  ['copy', '--from', `postgres:/docs:${SECRET}@127.0.0.1/docs`, '--to', 'x'],
  ['copy', '--from', 'x', '--to', `mysql://docs:${SECRET}@127.0.0.1/docs`],
  ['copy', '--from', `Postgres://docs:${SECRET}@127.0.0.1/docs`, '--to', 'x'],
  ['start', '--data', `postgres://docs:${SECRET}@127.0.0.1/docs`],
  ['key', 'create', '--data', `postgres:/docs:${SECRET}@127.0.0.1/docs`],
  ['publish', 'v1', '--data', `mysql://docs:${SECRET}@127.0.0.1/docs`],
])(
  'an address where a folder is expected is refused without its password: %s %s',
  async (...argv) => {
    const cwd = await temporaryFolder();
    const run = await runDocs(['platform', ...argv, '--verbose'], { cwd });
    expect(run).toMatchObject({ exitCode: 2 });
    expect(run.stdout + run.stderr).not.toContain(SECRET);
    expect(await readdir(cwd)).toEqual([]);
  },
);

test('a variable without an address is not taken for none', async () => {
  const cwd = await temporaryFolder();
  const env = { DOCS_PLATFORM_DATABASE: '' };
  const run = await runDocs(['platform', 'start'], { cwd, env });
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('DOCS_PLATFORM_DATABASE is empty.');
  expect(run.stderr).toContain('Give it an address, or unset it to keep everything in memory');
});

test('a folder and a database at once are refused, and so is neither', async () => {
  const cwd = await temporaryFolder();
  const both = ['platform', 'start', '--data', 'x', '--database', 'postgres://127.0.0.1/docs'];
  expect(await runDocs(both, { cwd })).toMatchObject({ exitCode: 2 });
  const neither = await runDocs(['platform', 'key', 'create'], { cwd });
  expect(neither).toMatchObject({ exitCode: 2 });
  expect(neither.stderr).toContain('--database');
});
