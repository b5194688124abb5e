// Slow: it asks before every write of every command.
/**
 * The key reaches the platform it is for, and nothing else: no output, no file but the store, no
 * other origin. And nothing is written to the platform that nobody agreed to.
 */
import type { RequestListener } from 'node:http';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { copyFolder, temporaryFolder } from '../support/folder.ts';
import { createHost, realClock, runDocs } from '../support/host.ts';
import { expectOfSchema } from '../support/schema.ts';
import { main } from '../../src/main.ts';
import { Composition } from '../../src/context.ts';
import { createApi } from '../../src/api/api.ts';
import { isWriting } from '../../src/consent.ts';
import { OPERATIONS, type Operation, type OperationName } from '../../src/model/operations.ts';
import { buildProgram, globalFlags } from '../../src/program.ts';
import type { HostOptions, Run } from '../support/host.ts';
import type { World } from '../support/world.ts';
import { commandsOf } from './commands-of.ts';
import { clock, fail, filesBelow, FILES, KEY, leaks, remembering } from './marked-key.ts';
import { ROWS } from './rows.ts';
import { openWritersWorld, WRITERS, type Writer } from './sync/writers.ts';

describe('a cloned folder whose config file names an address', () => {
  const cloned = (url: string): Record<string, string> => ({
    ...FILES,
    'docs-cli.config.yml': `baseUrl: ${url}\ncontent:\n  - path: docs\nprofiles:\n  evil:\n    baseUrl: ${url}\n`,
  });
  const EVIL = 'https://evil.example/api/v1';

  test.each([
    [['push', '--yes']],
    [['version', 'list']],
    [['--profile', 'evil', 'users']],
    [['api', 'GET', '/users']],
  ])('gets no key of the environment: docs %j', async (argv) => {
    const folder = await temporaryFolder(cloned(EVIL));
    const run = await runDocs(argv, { cwd: folder, env: { DOCS_API_KEY: KEY }, clock });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('DOCS_API_KEY is not sent to https://evil.example');
    expect(run.stderr).not.toContain(KEY);
  });

  test('gets no key from `docs login` either, unless the user names it', async () => {
    const folder = await temporaryFolder(cloned(EVIL));
    const run = await runDocs(['login'], { cwd: folder, stdin: KEY, clock });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('chose the address https://evil.example, not you');
    expect(await filesBelow(folder)).not.toContainEqual(expect.stringContaining('keys.json'));
  });

  test('may name this machine', async () => {
    const { url, requests } = await remembering((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    });
    const folder = await temporaryFolder(cloned(url));
    const run = await runDocs(['users'], { cwd: folder, env: { DOCS_API_KEY: KEY }, clock });

    expect(run.exitCode).toBe(0);
    expect(requests.map(({ headers }) => headers['x-api-key'])).toEqual([KEY]);
  });
});

test('a key goes over HTTPS or to this machine, wherever the address came from', async () => {
  const folder = await temporaryFolder(FILES);
  const env = { DOCS_API_KEY: KEY, DOCS_BASE_URL: 'http://docs.example.com/api/v1' };
  const { host, stderr } = createHost({ cwd: folder, env, clock });

  expect(await main(['users'], host)).toBe(2);
  expect(stderr()).not.toContain(KEY);
});

test('a kept key is used for its own origin only', async () => {
  const folder = await temporaryFolder(FILES);
  const answer: RequestListener = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  };
  const mine = await remembering((request, response) => {
    if (request.url?.includes('/search') === true) {
      const hits = {
        hits: [],
        nbHits: 0,
        page: 0,
        nbPages: 0,
        hitsPerPage: 1,
        query: '',
        basepath: '',
        host: '',
      };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(hits));
    } else answer(request, response);
  });
  const other = await remembering(answer);
  // No tools of the system on the path: the key is kept in the file.
  const at = (url: string) => ({
    cwd: folder,
    clock,
    stdin: KEY,
    env: { DOCS_BASE_URL: url, PATH: '' },
  });

  expect(await runDocs(['login'], at(mine.url))).toMatchObject({ exitCode: 0 });
  expect(await runDocs(['users'], at(mine.url))).toMatchObject({ exitCode: 0 });
  expect(await runDocs(['users'], at(other.url))).toMatchObject({ exitCode: 4 });
  expect(other.requests).toEqual([]);
});

test('a key on standard input is taken, whoever sits at the terminal', async () => {
  const folder = await temporaryFolder(FILES);
  const { url, requests } = await remembering(fail);
  const env = { DOCS_BASE_URL: url, PATH: '' };
  await runDocs(['login'], { cwd: folder, env, clock, stdin: KEY, consoleAnswer: 'other\r' });

  expect(requests.at(0)?.headers['x-api-key']).toBe(KEY);
});

test('a key that is typed is not shown', async () => {
  const folder = await temporaryFolder(FILES);
  const { url, requests } = await remembering(fail);
  const env = { DOCS_BASE_URL: url };
  const run = await runDocs(['login'], {
    cwd: folder,
    env,
    clock,
    terminal: true,
    answer: `${KEY}\r`,
  });

  expect(requests.at(0)?.headers['x-api-key']).toBe(KEY);
  expect(await leaks(folder, [run.stdout, run.stderr])).toEqual([]);
});

/** What no command sends but `docs api`, which sends anything. */
const BY_API_ALONE: readonly OperationName[] = ['createPost'];

/** The operations that were called, but for those that read. */
const written = ({ platform }: World): string[] =>
  Object.keys(platform.requests.byOperation())
    .filter((name) => OPERATIONS[name as OperationName].method !== 'GET')
    .toSorted();

const requestsOf = ({ platform }: World): number =>
  Object.values(platform.requests.byOperation()).reduce((sum, count) => sum + count, 0);

async function textsBelow(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = (await filesBelow(folder)).toSorted();
  const read = async (file: string) => [file, await readFile(file, 'utf8')] as const;
  return new Map(await Promise.all(files.map(read)));
}

const runWriter = (
  world: World,
  { argv, stdin }: Writer,
  options: Partial<HostOptions>,
  ...more: string[]
): Promise<Run> =>
  world.runAs({ ...(stdin === undefined ? {} : { stdin }), ...options }, ...argv, ...more);

const nobody = (why: string): string =>
  `error This command asks for confirmation, and ${why}.\n` +
  '  --yes confirms in advance; --dry-run only shows the plan\n';

describe.each(Object.entries(WRITERS))('docs %s, which writes to the platform,', (name, writer) => {
  test('makes no request where --yes is not given and nobody can be asked', async () => {
    const world = await openWritersWorld();
    const before = await textsBelow(world.folder);
    const situations: [string, Partial<HostOptions>, ...string[]][] = [
      ['no terminal is available', {}],
      ['no terminal is available', { env: { CI: 'true' } }],
      ['--no-input asks nothing', { terminal: true, consoleAnswer: 'y\r' }, '--no-input'],
      [
        'nothing is asked where CI is set',
        { terminal: true, consoleAnswer: 'y\r', env: { CI: '1' } },
      ],
    ];

    for (const [why, options, ...more] of situations) {
      const run = await runWriter(world, writer, options, ...more);
      expect(run).toEqual({ exitCode: 2, stdout: '', stderr: nobody(why) });
    }

    expect(requestsOf(world)).toBe(0);
    expect(await textsBelow(world.folder)).toEqual(before);
  });

  test('does so with --yes, and is refused without also where nothing is left to do', async () => {
    const world = await openWritersWorld();

    expect(await runWriter(world, writer, {}, '--yes')).toMatchObject({ exitCode: 0 });
    expect(written(world)).toEqual(writer.sends.toSorted());
    world.platform.requests.reset();
    expect(await runWriter(world, writer, {})).toMatchObject({
      exitCode: 2,
      stderr: nobody('no terminal is available'),
    });
    expect(requestsOf(world)).toBe(0);
  });

  test('writes nothing with --dry-run, and wants no --yes for it', async () => {
    const world = await openWritersWorld();

    expect(await runWriter(world, writer, {}, '--dry-run')).toMatchObject({ exitCode: 0 });
    const { stdout } = await runWriter(world, writer, {}, '--dry-run', '--json');
    await expectOfSchema(ROWS[name]?.schema ?? '', JSON.parse(stdout));
    expect(written(world)).toEqual([]);
  });

  test('asks a person, and writes nothing after a no', async () => {
    const world = await openWritersWorld();
    const onTheStreams = { terminal: true, answer: 'n\r' };
    // A list that comes on standard input leaves no keyboard there.
    const situations = [
      { consoleAnswer: 'n\r' },
      ...(writer.stdin === undefined ? [onTheStreams] : []),
    ];

    for (const options of situations) {
      const run = await runWriter(world, writer, options);
      expect(run.exitCode).toBe(1);
      expect(run.stderr).toContain('error Nothing was ');
    }

    expect(written(world)).toEqual([]);
  });

  test('does it after a yes past redirected streams', async () => {
    const world = await openWritersWorld();

    const consoleAnswer = `${writer.yes ?? 'y'}\r`;

    expect(await runWriter(world, writer, { consoleAnswer })).toMatchObject({
      exitCode: 0,
    });
    expect(written(world)).toEqual(writer.sends.toSorted());
  });
});

describe('the table of commands that write', () => {
  test('has every command that says of itself that it writes', () => {
    const context: Composition = new Composition(createHost({ cwd: '/' }).host, () =>
      globalFlags(program),
    );
    const program = buildProgram(context);
    const writing = commandsOf(program).filter(({ command }) => isWriting(command));

    expect(Object.keys(WRITERS).toSorted()).toEqual(writing.map(({ name }) => name).toSorted());
    for (const { command } of writing) {
      expect(command.options.map(({ long }) => long)).toContain('--dry-run');
    }
  });

  test('sends every operation of the platform that writes', () => {
    const writes = Object.entries<Operation>(OPERATIONS)
      .filter(([, { method }]) => method !== 'GET')
      .map(([name]) => name);
    const sent = new Set(Object.values(WRITERS).flatMap(({ sends }) => sends));
    for (const operation of BY_API_ALONE) sent.add(operation);

    expect([...sent].toSorted()).toEqual(writes.toSorted());
  });

  test('is complete: without --yes no command at all sends what writes', async () => {
    const world = await openWritersWorld();
    for (const { argv, serves } of Object.values(ROWS)) {
      if (serves === true) continue;
      const cwd = await temporaryFolder();
      copyFolder(world.folder, cwd);
      const bare = argv.filter((word) => word !== '--yes');
      await world.runAs({ cwd, stdin: world.platform.apiKey }, ...bare);
      expect({ argv, written: written(world) }).toEqual({ argv, written: [] });
    }
  });
});

test('the client sends no write that was not agreed to, whichever command forgot to ask', async () => {
  const world = await openWritersWorld();
  const api = createApi({
    baseUrl: world.platform.baseUrl,
    key: world.platform.apiKey,
    clock,
    timeoutMs: 1000,
    maxWaitMs: 0,
    env: {},
    userAgent: 'test',
    mayWrite: () => false,
  });

  await expect(api.access.grant('ann@example.com', null)).rejects.toThrow('was not agreed to');
  await expect(api.raw({ method: 'DELETE', path: '/page/1' })).rejects.toThrow('was not agreed to');
  await api.close();
  expect(requestsOf(world)).toBe(0);
});

test.each([
  [['pull']],
  [['push', '--check']],
  [['push', '--dry-run']],
  [['push', '--out', 'plan.json']],
  [['sync', '--check']],
  [['api', 'GET', '/version']],
])('docs %j writes nothing to the platform and wants no --yes', async (argv) => {
  const world = await openWritersWorld();
  const run = await world.run(...argv);

  expect(run.stderr).not.toContain('no terminal is available');
  expect(written(world)).toEqual([]);
});

describe('revoking most of the active readers at once', () => {
  const list = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, n) => `reader-${from + n}@example.com\n`).join('');

  async function openProtected(readers: number): Promise<World> {
    const world = await openWritersWorld();
    await runWriter(
      world,
      { argv: ['access', 'grant', '-'], sends: [], stdin: list(0, readers) },
      {},
      '--yes',
    );
    world.platform.requests.reset();
    return world;
  }

  test.each([
    ['20 of 39', 38, 20, 5],
    ['20 of 40', 39, 20, 0],
    ['19 of 20', 19, 19, 0],
  ])('%s', async (_, readers, revoked, exitCode) => {
    // One reader is there already.
    const world = await openProtected(readers);
    const writer = { argv: ['access', 'revoke', '-'], sends: [], stdin: list(0, revoked) };

    expect(await runWriter(world, writer, {}, '--yes')).toMatchObject({ exitCode });
    expect(written(world)).toEqual(exitCode === 0 ? ['revokeAccess'] : []);
  });

  test('needs --force', async () => {
    const world = await openProtected(30);
    const writer = { argv: ['access', 'revoke', '-'], sends: [], stdin: list(0, 30) };

    const refused = await runWriter(world, writer, {}, '--yes');
    expect(refused.stderr).toContain(
      '30 of the 31 active readers would lose their access at once.',
    );
    const dry = await runWriter(world, writer, {}, '--dry-run');
    expect(dry.exitCode).toBe(refused.exitCode);
    expect(dry.stdout).toContain('reader-0@example.com would lose access');
    expect(dry.stderr).toBe(refused.stderr.slice(refused.stderr.indexOf('error ')));
    const forced = await runWriter(world, writer, {}, '--dry-run', '--force');
    expect(forced).toMatchObject({ exitCode: 0, stderr: 'Nothing was changed.\n' });
    expect(await runWriter(world, writer, {}, '--yes', '--force')).toMatchObject({ exitCode: 0 });
    expect(written(world)).toEqual(['revokeAccess']);
  });

  test('counts those who may read: the expired are cleared away without asking', async () => {
    const world = await openProtected(0);
    const grant = { argv: ['access', 'grant', '-'], sends: [], stdin: list(0, 30) };
    await runWriter(world, grant, {}, '--yes', '--expires', '1d');
    const later = { ...realClock, now: () => Date.now() + 3 * 86_400_000 };
    const revoke = { argv: ['access', 'revoke', '-'], sends: [], stdin: list(0, 30) };

    expect(await runWriter(world, revoke, { clock: later }, '--yes')).toMatchObject({
      exitCode: 0,
    });
  });
});

test.each([
  ['https://127.0.0.1:1', '0', true],
  ['https://127.0.0.1:1', '1', false],
  ['http://127.0.0.1:1', '0', false],
])(
  'certificates that are not checked are warned about: %s with NODE_TLS_REJECT_UNAUTHORIZED=%s',
  async (url, value, isWarned) => {
    const env = { DOCS_BASE_URL: url, DOCS_API_KEY: KEY, NODE_TLS_REJECT_UNAUTHORIZED: value };
    const run = await runDocs(['list'], { cwd: await temporaryFolder(), env, clock });
    expect(run.exitCode).not.toBe(0);
    expect(run.stderr.includes('warning NODE_TLS_REJECT_UNAUTHORIZED=0')).toBe(isWarned);
  },
);
