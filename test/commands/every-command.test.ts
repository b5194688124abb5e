// Slow: it runs every command in every situation.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { Composition } from '../../src/context.ts';
import { main } from '../../src/main.ts';
import { buildProgram, globalFlags } from '../../src/program.ts';
import { FixedClock } from '../support/clocks.ts';
import { copyFolder, shared, temporaryFolder, type AtEnd } from '../support/folder.ts';
import { createHost, realClock } from '../support/host.ts';
import type { HostOptions, Run } from '../support/host.ts';
import { platformWith } from '../support/platform.ts';
import { expectOfSchema } from '../support/schema.ts';
import { serve } from '../support/serve.ts';
import { openWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { commandsOf } from './commands-of.ts';
import type { Expected, Row, Situation } from './rows.ts';
import { ROWS, SITUATIONS } from './rows.ts';

function tree(): Command {
  const context: Composition = new Composition(createHost({ cwd: '/' }).host, () =>
    globalFlags(program),
  );
  const program: Command = buildProgram(context);
  return program;
}

test('every command of the tree has a row, and no other has', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(
    commandsOf(tree())
      .map(({ name }) => name)
      .toSorted(),
  );
});

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\n## Intro\n\nHow to begin.\n',
  'openapi/petstore.yaml': `openapi: 3.0.3
info: { title: Petstore, version: 1.0.0 }
servers: [{ url: 'https://petstore.example.com' }]
paths:
  /pets:
    get:
      summary: List pets
      operationId: listPets
      responses:
        '200': { description: All of them }
`,
  'other/mkdocs.yml': 'site_name: Other\n',
  'other/docs/index.md': '# Other\n\n!!! note\n    A note.\n',
  'docs/v1.0/guides/errors.md': '---\ntitle: Errors\n---\n\nWhat goes wrong.\n',
};

async function openFullWorld(atEnd?: AtEnd): Promise<World> {
  const users = [{ name: 'Ann', email: 'ann@example.com', role: 'ADMIN' }] as const;
  const world = await openWorld(FILES, { rateLimits: false, users }, atEnd);
  await world.run('push', '--publish', '--yes');
  await world.run('access', 'grant', 'bo@example.com', '--yes');
  await world.run(
    'ref',
    'upload',
    'openapi/petstore.yaml',
    '--in',
    'v1.0',
    '--draft',
    '--create',
    '--yes',
  );
  const [changelog] = await world.platform.admin.changelogs();
  await world.write({
    'docs-cli.config.yml': `content:\n  - path: docs\nchangelogs:\n  news: ${changelog?.id}\n`,
    'docs/changelogs/news/first.md': '---\ntitle: First\ndate: 2026-05-01\n---\n\nNews.\n',
  });
  return world;
}

/** The database that commands of `docs platform` find in this folder. */
async function fillPlatform(folder: string): Promise<void> {
  const served = await platformWith({ folder: join(folder, 'platform') });
  await served.admin.createVersion({ slug: 'v1.0' });
  await served.admin.createDocumentation({ version: 'v1.0', slug: 'guides' });
  await served.close();
}

/** What surrounds a run, by situation. */
async function surroundings(
  situation: Situation,
  world: World,
  interrupt: () => void,
): Promise<{ readonly env: Record<string, string>; readonly terminal: boolean }> {
  const { baseUrl, apiKey } = world.platform;
  const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey, PAGER: 'cat' };
  const terminal = situation === 'terminal';
  switch (situation) {
    case 'no key':
      return { terminal, env: { DOCS_BASE_URL: baseUrl } };
    case 'wrong permission': {
      const key = await world.platform.admin.createKey({
        name: 'none',
        permissions: [],
        versions: null,
      });
      return { terminal, env: { ...env, DOCS_API_KEY: key } };
    }
    case 'platform down':
    case 'json, platform down':
      // Port 1 of this machine: nobody listens there.
      return { terminal, env: { ...env, DOCS_BASE_URL: 'http://127.0.0.1:1/api/v1' } };
    case 'garbage': {
      const origin = await serve((_, response) => {
        response
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end('<!doctype html><h1>Sign in</h1>');
      });
      return { terminal, env: { ...env, DOCS_BASE_URL: `${origin}/api/v1` } };
    }
    case 'Ctrl-C': {
      const origin = await serve(() => interrupt());
      return { terminal, env: { ...env, DOCS_BASE_URL: `${origin}/api/v1` } };
    }
    case 'terminal':
    case 'pipe':
    case 'json':
      return { terminal, env };
    default:
      return situation satisfies never;
  }
}

async function runRow(row: Row, situation: Situation, world: World): Promise<Run> {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  const { env, terminal } = await surroundings(situation, world, interrupt);
  const key = env['DOCS_API_KEY'] ?? '';
  const options: HostOptions = {
    cwd: world.folder,
    env,
    terminal,
    signal: interruption.signal,
    // A spinner starts after a second: on a terminal a second takes a second.
    clock: terminal ? realClock : new FixedClock('2026-06-01T12:00:00Z'),
    ...(row.stdin === undefined ? {} : { stdin: row.stdin.replace('KEY', key) }),
    ...(row.answer === undefined || !terminal ? {} : { answer: row.answer.replace('KEY', key) }),
  };
  const { host, stdout, stderr } = createHost(options);
  if (row.serves) host.stdout.on('data', interrupt);
  const argv = situation.startsWith('json') ? ['--json', ...row.argv] : row.argv;
  const exitCode = await main(argv, host);
  return { exitCode, stdout: stdout(), stderr: stderr() };
}

/** With `--json`, standard error has nothing, or the one document that says why the run failed. */
async function hasOnlyTheError({ exitCode, stderr }: Run): Promise<void> {
  expect(stderr).toMatch(exitCode === 0 ? /^$/ : /^\{"error":.*\}\n$/);
  if (exitCode !== 0) await expectOfSchema('error', JSON.parse(stderr));
}

const unchanged = shared(openFullWorld);

describe.each(Object.entries(ROWS))('docs %s', (_name, row) => {
  // What it writes to the platform, the next situation must not find there.
  const apart = row.argv.includes('--yes')
    ? SITUATIONS.filter((situation) => row.expected[situation].exitCode === 0)
    : [];
  const together = SITUATIONS.filter((situation) => !apart.includes(situation));

  test.each(apart)('%s', async (situation) => {
    expect.hasAssertions();
    await expectRow(row, situation, await openFullWorld());
  });

  test(`changes nothing on the platform: ${together.join('; ')}`, async () => {
    const world = unchanged();
    const before = await platformState(world);
    for (const situation of together) {
      const folder = await temporaryFolder();
      copyFolder(world.folder, folder);
      if (row.argv[0] === 'platform') await fillPlatform(folder);
      await expectRow(row, situation, { ...world, folder });
      const isDone = row.expected[situation].exitCode === 0;
      const files = await ownFiles(isDone ? world.folder : folder);
      expect({ situation, files }).toEqual({ situation, files: await ownFiles(world.folder) });
    }
    expect(await platformState(world)).toEqual(before);
  });
});

/** The row says what happens in this situation. */
async function expectRow(row: Row, situation: Situation, world: World): Promise<void> {
  const run = await runRow(row, situation, world);
  const expected = row.expected[situation];
  expect({ situation, ...seen(run, expected) }).toEqual({
    situation,
    ...expected,
    stderr: run.stderr,
  });
  await isWellFormed(row, situation, run);
}

async function isWellFormed(row: Row, situation: Situation, run: Run): Promise<void> {
  // A spinner may move on a terminal; results never do.
  const plain = situation === 'terminal' ? run.stdout : run.stdout + run.stderr;
  expect(plain.replaceAll('\u001B', 'ESC')).toBe(plain);
  if (situation === 'json' && row.schema !== null) {
    const documents = row.lines ? run.stdout.trimEnd().split('\n') : [run.stdout];
    for (const each of documents) await expectOfSchema(row.schema, JSON.parse(each));
  }
  if (situation.startsWith('json')) await hasOnlyTheError(run);
}

const platformState = async ({ platform: { admin } }: World): Promise<unknown> => ({
  pages: await admin.pages(),
  changelogs: await admin.changelogs(),
});

/** Names of the files that people own. */
async function ownFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => !/^(?:platform|\.docs-cli)(?:\/|$)/.test(name)).toSorted();
}

test.each([
  [2, 'access grant cy@example.com x --dry-run'],
  [2, 'access grant cy@example.com x --yes'],
  [7, 'access revoke nobody@example.com --yes'],
  [2, 'access grant cy@example.com'],
  [1, 'ref upload broken.yaml --in v1.0 --create --yes'],
  [1, 'changelog push --yes'],
  [2, 'push'],
  [5, 'push --yes'],
  [5, 'push --dry-run --fail-on conflict'],
  [5, 'sync --pull --yes'],
  [0, 'push --dry-run'],
  [0, 'status'],
  [2, 'init'],
  [2, 'page delete v1.0/guides/errors'],
  [2, 'page'],
  [2, 'platform key'],
  [2, 'pussh'],
  [2, 'push --nope'],
])('exit code %i of docs %s --json comes without other words', async (exitCode, line) => {
  const world = await openFullWorld();
  await world.write({
    'broken.yaml': 'openapi: 3.0.3\n',
    'docs/changelogs/news/bad.md': 'No header.\n',
    'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\nOurs.\n',
  });
  await world.edit('v1.0/guides/intro', 'Theirs.\n');

  // On a terminal, too: nobody is asked.
  const run = await world.runAs({ terminal: true }, ...line.split(' '), '--json');

  expect(run).toMatchObject({ exitCode });
  await hasOnlyTheError(run);
});

/** With what was said, which tells why it is not as expected. */
const seen = (run: Run, expected: Expected) => ({
  ...observed(run, expected),
  stderr: run.stderr,
});

/** The run in the terms of what is expected: equal to it where it is as it should be. */
function observed({ exitCode, stdout, stderr }: Run, expected: Expected): Expected {
  const empty = expected.stdout === 'any' ? 'any' : 'nothing';
  const full = expected.stdout === 'nothing' ? 'result' : expected.stdout;
  const line = errorLine(stderr);
  const error = line !== null && line.includes(expected.error ?? '\u0000') ? expected.error : line;
  return { exitCode, stdout: stdout === '' ? empty : full, error };
}

/** The one line that says what went wrong; null if nothing did. */
function errorLine(stderr: string): string | null {
  const lines = stderr
    .split('\n')
    .map((line) => (line.startsWith('{"error":') ? `error ${line}` : line))
    .filter((line) => line.startsWith('error '));
  return lines.length > 1 ? `${lines.length} errors` : (lines[0] ?? null);
}
