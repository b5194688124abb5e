import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seedFrom } from '../../../src/commands/shared/seed-folder.ts';
import { main } from '../../../src/main.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { createHost, runDocs, type HostOptions } from '../../support/host.ts';
import { unzip } from '../../platform/support/zip.ts';
import { request, type Json } from '../../support/request.ts';
import { expectOfSchema } from '../../support/schema.ts';

const FILES = {
  'docs/v1.0/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1.0/guide/intro.md': '---\ntitle: Intro\n---\n\nText\n',
};

interface Running {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly pid: number;
  readonly changelogs: readonly { readonly id: number; readonly path: string }[];
}

/** Starts a platform, calls `use` with its first line once it is there, and stops it as SIGTERM would. */
async function whileServing(
  argv: readonly string[],
  options: Omit<HostOptions, 'signal'>,
  use: (running: Running) => Promise<void>,
): Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }> {
  const stop = new AbortController();
  const { host, stdout, stderr } = createHost({ ...options, signal: stop.signal });
  const serving = main(['platform', 'start', ...argv], host);
  await Promise.race([once(host.stdout, 'data'), serving]);
  try {
    if (argv.includes('--json')) await use(JSON.parse(stdout()));
  } finally {
    stop.abort();
  }
  return { exitCode: await serving, stdout: stdout(), stderr: stderr() };
}

test('its first line says where it is, and it serves until it is told to stop', async () => {
  const cwd = await temporaryFolder(FILES);

  const run = await whileServing(['--json', '--from', '.'], { cwd }, async (running) => {
    await expectOfSchema('platform-start', running);
    expect(running.pid).toBe(process.pid);
    const env = { DOCS_BASE_URL: running.baseUrl, DOCS_API_KEY: running.apiKey };
    expect(await runDocs(['push', '--yes'], { cwd, env })).toMatchObject({ exitCode: 0 });
  });

  expect(run.exitCode).toBe(0);
  expect(run.stdout.trimEnd().split('\n')).toHaveLength(1);
});

test('changelogs of a folder are there under the ids that the start tells, and come back with an export', async () => {
  const post = (title: string, date: string) =>
    `---\ntitle: '${title}'\ndate: '${date}'\npublished: true\n---\n\n**${title}** is here.\n`;
  const cwd = await temporaryFolder({
    ...FILES,
    'docs/changelogs/news/_settings.yaml': "title: 'What is new'\n",
    'docs/changelogs/news/two.md': post('Two', '2026-02-02'),
    'docs/changelogs/news/one.md': post('One', '2026-02-01 14:30:00'),
  });
  const posts = async ({ baseUrl, apiKey, changelogs }: Running) => {
    expect(changelogs).toMatchObject([{ path: 'news', title: 'What is new' }]);
    const { json } = await request(
      { baseUrl, apiKey },
      'GET',
      `/changelog/${changelogs[0]?.id}/post`,
    );
    return json['posts'];
  };
  const expected = [
    { slug: 'two', title: 'Two', published: true, content: '**Two** is here.' },
    { slug: 'one', created: '2026-02-01T14:30:00+00:00' },
  ];

  await whileServing(['--json', '--from', 'docs'], { cwd }, async (running) => {
    expect(await posts(running)).toMatchObject(expected);
    const env = { DOCS_BASE_URL: running.baseUrl, DOCS_API_KEY: running.apiKey };
    expect(await runDocs(['push', '--yes'], { cwd, env })).toMatchObject({ exitCode: 0 });
    const exported = await runDocs(['export', '--output', 'all.zip'], { cwd, env });
    expect(exported).toMatchObject({ exitCode: 0 });
    const { bytes } = await request(running, 'GET', '/export?version_slug=v1.0');
    expect([...(await unzip(bytes)).keys()].join()).not.toContain('changelogs');
  });
  await whileServing(['--json', '--from', 'all.zip'], { cwd }, async (running) => {
    expect(await posts(running)).toMatchObject(expected);
  });
});

test('changelogs of a folder have the ids of its configuration, if nobody else has them', async () => {
  const cwd = await temporaryFolder({
    ...FILES,
    'docs-cli.config.yml':
      'content: [{ path: docs }]\nchangelogs: { news: 7701, late: 5, other: 7701 }\n',
    ...Object.fromEntries(
      ['news', 'late', 'new', 'other'].map((name) => [
        `docs/changelogs/${name}/_settings.yaml`,
        `title: ${name}\n`,
      ]),
    ),
  });
  const argv = ['--json', '--from', '.', '--data', 'data'];
  const told: unknown[] = [];
  for (let start = 0; start < 2; start += 1) {
    await whileServing(argv, { cwd }, async ({ changelogs }) => {
      told.push(Object.fromEntries(changelogs.map(({ path, id }) => [path, id])));
    });
  }
  const ids = told[0] as Readonly<Record<string, number>>;
  expect(ids).toMatchObject({ news: 7701, late: 5 });
  expect(new Set(Object.values(ids)).size).toBe(4);
  expect(told[1]).toEqual(ids);
});

test('a post that is malformed is named, with its line', async () => {
  const cwd = await temporaryFolder({
    ...FILES,
    'docs/changelogs/news/one.md': '---\ntitle: One\ndate: [\n---\n',
  });
  const { exitCode, stderr } = await runDocs(['platform', 'start', '--from', 'docs'], { cwd });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('changelogs/news/one.md:');
});

test('a plain folder has no place on the platform: it says how to give it one, and that works', async () => {
  const cwd = await temporaryFolder({ 'pages/intro.md': '# Intro\n' });
  const start = () => whileServing(['--from', '.'], { cwd }, async () => {});

  expect((await start()).stdout).toContain('\n  docs init --in v1.0/guide\n');
  const init = await runDocs(['init', '--in', 'v1.0/guide', '--yes'], { cwd });
  expect(init).toMatchObject({ exitCode: 0 });
  const placed = (await start()).stdout;
  expect(placed).toContain('1 version, 1 documentation,');
  expect(placed).not.toContain('docs init');
});

test.each([
  [['--api', 'classic'], { listed: true, slug: 'guide' }],
  [['--api', '2026'], { listed: false, slug: undefined }],
  [[], { listed: true, slug: 'guide' }],
])('one folder of data is served with %j as that revision has it', async (flags, expected) => {
  const cwd = await temporaryFolder(FILES);
  const start = ['--json', '--from', '.', '--data', 'data'];
  await whileServing(start, { cwd }, async ({ baseUrl, apiKey }) => {
    const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey };
    await runDocs(['push', '--yes'], { cwd, env });
  });

  await whileServing([...start, ...flags], { cwd }, async (running) => {
    const { json } = await request(running, 'GET', '/all');
    const [page = {}] = Object.values(json['page'] as Json) as Json[];
    const [documentation = {}] = Object.values(json['documentation'] as Json) as Json[];
    expect({ listed: page['listed'], slug: documentation['slug'] }).toEqual(expected);
  });
});

test('what is pushed into a data folder is there at the next start, with the same key', async () => {
  const cwd = await temporaryFolder(FILES);
  const start = ['--json', '--from', '.', '--data', 'data'];
  let first = '';
  await whileServing(start, { cwd }, async ({ baseUrl, apiKey }) => {
    first = apiKey;
    const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey };
    await runDocs(['push', '--yes'], { cwd, env });
  });

  await whileServing(start, { cwd }, async ({ baseUrl, apiKey }) => {
    expect(apiKey).toBe(first);
    const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey };
    const again = await runDocs(['push', '--json', '--yes'], { cwd, env });
    expect(JSON.parse(again.stdout)).toMatchObject({ summary: { unchanged: 1 }, applied: [] });
  });
});

test('for people it says what to type next', async () => {
  const cwd = await temporaryFolder(FILES);

  const run = await whileServing(['--from', '.'], { cwd, terminal: true }, async () => undefined);

  const stable = run.stdout
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4000')
    .replace(/DOCS_API_KEY=\S+/, 'DOCS_API_KEY=…')
    .replace(/Changelogs: \d+/, 'Changelogs: 1');
  await expect(stable).toMatchFileSnapshot('../../golden/platform/start.txt');
});

test.each([
  ['free', 1, 'plan'],
  ['enterprise', 0, ''],
])('--plan %s: an export ends with %d', async (plan, exitCode, words) => {
  const cwd = await temporaryFolder(FILES);

  await whileServing(['--json', '--plan', plan], { cwd }, async ({ baseUrl, apiKey }) => {
    const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey };
    const run = await runDocs(['export', '-o', 'all.zip'], { cwd, env });
    expect(run.exitCode).toBe(exitCode);
    expect(run.stderr).toMatch(new RegExp(words, 'i'));
  });
});

test('--user makes users, with their roles', async () => {
  const cwd = await temporaryFolder(FILES);
  const argv = [
    '--json',
    '--user',
    'Ada Lovelace:ada@example.com:admin',
    '--user',
    'Bo:bo@example.com:WRITER',
  ];

  await whileServing(argv, { cwd }, async ({ baseUrl, apiKey }) => {
    const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey };
    const users = JSON.parse((await runDocs(['users', '--json'], { cwd, env })).stdout);
    expect(users).toMatchObject([
      { name: 'Ada Lovelace', email: 'ada@example.com', role: 'ADMIN' },
      { name: 'Bo', email: 'bo@example.com', role: 'WRITER' },
    ]);
  });
});

test('key create makes a key that may do what was said, and no more', async () => {
  const cwd = await temporaryFolder(FILES);
  await whileServing(['--json', '--from', '.', '--data', 'data'], { cwd }, async ({ baseUrl }) => {
    const made = await runDocs(
      ['platform', 'key', 'create', '--data', 'data', '--json', '--permission', 'project.read'],
      { cwd },
    );
    const document = JSON.parse(made.stdout);
    await expectOfSchema('platform-key-create', document);
    const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: document.apiKey };
    expect(await runDocs(['status'], { cwd, env })).toMatchObject({ exitCode: 0 });
    expect(await runDocs(['push', '--yes'], { cwd, env })).toMatchObject({ exitCode: 4 });
  });
});

test('pages that a key with a user creates carry that user', async () => {
  const cwd = await temporaryFolder(FILES);
  const argv = ['--json', '--from', '.', '--data', 'data', '--user', 'Ada:ada@example.com:writer'];
  await whileServing(argv, { cwd }, async ({ baseUrl }) => {
    const make = ['platform', 'key', 'create', '--data', 'data', '--json', '--user'];
    const made = await runDocs([...make, 'ada@example.com'], { cwd });
    const document = JSON.parse(made.stdout);
    await expectOfSchema('platform-key-create', document);
    const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: document.apiKey };
    expect(await runDocs(['push', '--yes'], { cwd, env })).toMatchObject({ exitCode: 0 });
    const report = await runDocs(['report', 'v1.0', '--json'], { cwd, env });
    const ada = { id: expect.any(Number), email: 'ada@example.com', name: 'Ada' };
    expect(JSON.parse(report.stdout).pages).toMatchObject([
      { hasDraft: true, createdBy: ada, updatedBy: ada, sourceCreatedBy: ada },
    ]);

    const unknown = await runDocs([...make, 'bo@example.com'], { cwd });
    expect(unknown).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(unknown.stderr).error.message).toBe('User "bo@example.com" not found.');
  });
});

test('key create names what is wrong', async () => {
  const cwd = await temporaryFolder(FILES);
  await whileServing(['--json', '--data', 'data'], { cwd }, async () => undefined);
  const run = await runDocs(['platform', 'key', 'create', '--data', 'data', '--in', 'v7'], { cwd });

  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toContain('"v7"');
});

test('key create makes no platform where there is none', async () => {
  const cwd = await temporaryFolder();
  const run = await runDocs(['platform', 'key', 'create', '--data', 'typo'], { cwd });

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain(`There is no platform in ${join(cwd, 'typo')}.`);
  expect(await readdir(cwd)).toEqual([]);
});

test('a folder that it is started from stays as it was', async () => {
  const folder = await temporaryFolder({ 'docs/v1.0/guide/page.md': 'text\n' });
  await seedFrom(folder, createHost({ cwd: folder }).host);
  expect(await readdir(folder)).toEqual(['docs']);
});

test('a folder with other files is refused, and stays as it is', async () => {
  const cwd = await temporaryFolder(FILES);

  const run = await runDocs(['platform', 'start', '--data', 'docs'], { cwd });

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('docs holds other files, and no platform.');
  expect(await readdir(join(cwd, 'docs'))).toEqual(['v1.0']);
});

test('one process serves a folder at a time; git ignores what is in it', async () => {
  const cwd = await temporaryFolder();
  const argv = ['--data', 'kept', '--json'];

  await whileServing(argv, { cwd }, async () => {
    const second = await runDocs(['platform', 'start', ...argv], { cwd });
    expect(second).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(second.stderr).error.message).toMatch(/^Another docs platform start serves /);
  });

  expect(await readFile(join(cwd, 'kept/.gitignore'), 'utf8')).toBe('*\n');
  expect(await whileServing(argv, { cwd }, async () => undefined)).toMatchObject({ exitCode: 0 });
});
