// Slow: each input runs in a process of its own, which can be killed.
/**
 * Small files that once took minutes. Each runs in its own process, which is killed if it hangs: it
 * must only end. `DOCS_FAULTS=all`: all, as large as they were; otherwise a sample.
 * `generated.all.test.ts` counts steps.
 */
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Slug } from '../../src/model/ids.ts';
import { builtTool } from '../support/built.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { git } from '../support/git.ts';
import { platformWith } from '../support/platform.ts';
import { request } from '../support/request.ts';
import { serve } from '../support/serve.ts';
import { sampled } from '../support/sampled.ts';

/** Far more than any of them takes on a busy machine; what once hung took longer still. */
const HANG_MS = 150_000;
vi.setConfig({ testTimeout: 2.5 * HANG_MS });

const ALL = process.env['DOCS_FAULTS'] === 'all';
/** Enough to hang what once hung, where not all of it is tried. */
const some = (count: number): number => (ALL ? count : count / 5);

const tool = builtTool();

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  return temporaryFolder({ 'docs-cli.config.yml': 'content: [{ path: docs }]\n', ...files });
}

async function runIn(
  cwd: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const { exitCode, timedOut, stdout, stderr } = await execa(
    process.execPath,
    [tool.docs, ...argv],
    { cwd, env, reject: false, timeout: HANG_MS, forceKillAfterDelay: 1000, stdin: 'ignore' },
  );
  expect({ timedOut, stderr }).toMatchObject({
    timedOut: false,
    stderr: expect.not.stringMatching(/RangeError|TypeError|is a bug/),
  });
  return { exitCode, stdout, stderr };
}

const run = async (
  files: Readonly<Record<string, string>>,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
) => runIn(await folderOf(files), argv, env);

/** A folder whose page has been committed with another text. */
async function editedFolder(before: string, after: string): Promise<string> {
  const cwd = await folderOf({ [PAGE_FILE]: before });
  git(cwd, 'init', '-q');
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-qm', 'Before');
  await writeFiles(cwd, { [PAGE_FILE]: after });
  return cwd;
}

const PAGE = '---\ntitle: A\n---\n';
const PAGE_FILE = 'docs/v1.0/guide/a.md';
const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `${line(n)}\n`).join('');

describe('settings files', () => {
  test.each([some(60_000)])('a version with %d settings is checked', async (count) => {
    const files = {
      'docs/v1.0/_settings.yaml': lines(count, (n) => `k${n}: v`),
      [PAGE_FILE]: `${PAGE}Text.\n`,
    };
    expect(await run(files, ['check', '--json'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('unknown-setting'),
    });
  });

  test.each([some(20_000)])('a configuration of %d keys is refused', async (count) => {
    const files = { 'docs-cli.config.yml': lines(count, (n) => `k${n}: v`) };
    expect(await run(files, ['check'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/docs-cli\.config\.yml:1:1: There is no setting/),
    });
  });

  test.each([some(100_000)])('a navigation %d levels deep is refused by name', async (depth) => {
    const files = {
      'docs/v1.0/guide/_nav.yaml': `items: ${'['.repeat(depth)}\n`,
      [PAGE_FILE]: `${PAGE}Text.\n`,
    };
    const { exitCode, stdout } = await run(files, ['check']);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/_nav\.yaml/);
    expect(stdout).not.toMatch(/call stack/);
  });

  test('a duplicate key is still an error, at its line', async () => {
    const files = { 'docs-cli.config.yml': 'publish: true\ncontent: []\npublish: false\n' };
    expect(await run(files, ['check'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/docs-cli\.config\.yml:3:1: Map keys must be unique\./),
    });
  });
});

describe('globs', () => {
  test.each(
    sampled(
      [
        ['a disk', '/**/*.md'],
        ['the folders above', '../../../../**/*.md'],
        ['folders above a wildcard', '**/../../*.md'],
        ['millions of numbers', '{1..9999999}.md'],
        ['eight to the fourth', `**/${'{a,b,c,d,e,f,g,h}'.repeat(4)}.md`],
        ['eight to the eighth', `**/${'{a,b,c,d,e,f,g,h}'.repeat(8)}.md`],
        ['a name in every way', `**/${'*a'.repeat(11)}b.md`],
        ['a name in every way by groups', '**/+(a|aa|aaa)b.md'],
      ],
      0,
    ),
  )('that mean %s are refused with their place', async (_, glob) => {
    const config = `content:\n  - path: docs\n    include: ["${glob}"]\n`;
    expect(
      await run({ 'docs-cli.config.yml': config, [PAGE_FILE]: PAGE }, ['check']),
    ).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /docs-cli\.config\.yml:3:\d+: content\[0\]\.include\[0\] must be/,
      ),
    });
  });

  test('that are few and dear enough end with a long name', async () => {
    const globs = ['b', 'c', 'd'].map((end) => `"**/*a*a*a*a${end}.md"`).join();
    const config = `content:\n  - path: docs\n    exclude: [${globs}]\n`;
    const long = `docs/v1.0/guide/${'a'.repeat(240)}.md`;
    expect(
      await run({ 'docs-cli.config.yml': config, [PAGE_FILE]: PAGE, [long]: PAGE }, ['check']),
    ).toMatchObject({ exitCode: 0 });
  });

  test.each([
    [
      'content',
      'content:\n  - path: docs\n    exclude: [GLOBS]\n',
      ['check'],
      /must be a list with at most 200 globs/,
    ],
    ['the command line', '{}\n', ['ref', 'check', 'GLOBS'], /There are too many globs: 201/],
  ])('of which there are 201 are refused in %s', async (_, config, argv, reason) => {
    const many = Array.from({ length: 201 }, (_each, n) => `a*${n}.yaml`);
    const files = {
      'docs-cli.config.yml': config.replace('GLOBS', many.join()),
      [PAGE_FILE]: PAGE,
    };
    const words = argv.flatMap((word) => (word === 'GLOBS' ? many : [word]));
    expect(await run(files, words)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(reason),
    });
  });

  test('on the command line are refused as well', async () => {
    expect(await run({ [PAGE_FILE]: PAGE }, ['ref', 'check', '*a*a*a*a*a.yaml'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/Each pattern must be a glob of at most 4 wildcards/),
    });
  });
});

describe('definitions', () => {
  const HEAD = 'openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: {}\n';

  test.each([some(200_000)])('%d keys below an unknown field', async (count) => {
    const files = { 'a.yaml': `${HEAD}x:\n${lines(count, (n) => `  k${n}: 1`)}` };
    const { exitCode, stdout } = await run(files, ['ref', 'check', 'a.yaml']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/a\.yaml/);
  });

  test.each([some(200_000)])('a difference in %d keys', async (count) => {
    const files = {
      'a.yaml': `${HEAD}x-a:\n${lines(count, (n) => `  k${n}: 1`)}`,
      'b.yaml': `${HEAD}x-a:\n${lines(count, (n) => `  k${n}: 2`)}`,
    };
    expect(await run(files, ['ref', 'diff', 'a.yaml', '--against', 'b.yaml'])).toMatchObject({
      exitCode: 0,
    });
  });

  test('a pattern that takes for ever, and an example for it', async () => {
    const schemas = 'components: { schemas: { A: { type: string, pattern: "^(a|a?)+$", example';
    const files = {
      'docs-cli.config.yml': 'checks: { no-invalid-schema-examples: error }\n',
      'a.yaml': `${HEAD}${schemas}: "${'a'.repeat(50)}!" } } }\n`,
    };
    expect(await run(files, ['ref', 'check', 'a.yaml'])).toMatchObject({ exitCode: 0 });
  });
});

describe.skipIf(process.platform === 'win32')('a pipe that nobody writes to', () => {
  const OWN = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n';
  const referring = (name: string) =>
    `${OWN}components: { schemas: { A: { $ref: "${name}#/S" } } }\n`;
  const LISTED = 'references: [{ file: a.yaml, version: v1.0 }]\n';

  test.each<[string, string, Record<string, string>, readonly string[], number]>(
    sampled<[string, string, Record<string, string>, readonly string[], number]>(
      [
        ['a listed definition', 'a.yaml', { 'docs-cli.config.yml': LISTED }, ['check'], 1],
        [
          'a file behind a $ref',
          'b.yaml',
          { 'a.yaml': referring('b.yaml') },
          ['ref', 'check', 'a.yaml'],
          1,
        ],
        [
          'a text behind a $ref',
          'b.md',
          { 'a.yaml': referring('b.md') },
          ['ref', 'check', 'a.yaml'],
          1,
        ],
        ['a ruleset', 'redocly.yaml', { 'a.yaml': OWN }, ['ref', 'check', 'a.yaml'], 2],
        ['a configuration', 'c.yml', {}, ['check', '--config', 'c.yml'], 2],
        [
          'a list of addresses',
          'list.csv',
          {},
          ['access', 'grant', '--from', 'list.csv', '--yes'],
          2,
        ],
        ['a saved plan', 'plan.json', {}, ['push', '--plan', 'plan.json', '--yes'], 2],
        [
          'the body of a request',
          'in.json',
          {},
          ['api', 'POST', '/page', '--input', 'in.json', '--yes'],
          2,
        ],
      ],
      1,
    ),
  )('is refused as %s', async (_, pipe, files, argv, exitCode) => {
    const env = { DOCS_BASE_URL: 'http://127.0.0.1:9', DOCS_API_KEY: 'key' };
    const whole = { 'docs/v1.0/guide/a.md': `${PAGE}Text.\n`, ...files };
    const cwd = await folderOf(whole);
    await execa('mkfifo', [join(cwd, pipe)]);
    const answer = await runIn(cwd, argv, env);
    expect(answer.exitCode).toBe(exitCode);
    expect(answer.stdout + answer.stderr).toContain('it is a pipe, a device or a socket');
  });

  test('is replaced as a baseline', async () => {
    const baseline = 'docs-cli.baseline.txt';
    const cwd = await folderOf({ [PAGE_FILE]: `${PAGE}Text.\n` });
    await execa('mkfifo', [join(cwd, baseline)]);
    expect(await runIn(cwd, ['check', '--write-baseline'])).toMatchObject({ exitCode: 0 });
  });
});

describe('a review', () => {
  test.each([some(20_000)])('of %d paragraphs, all of them edited', async (count) => {
    const text = (word: string): string =>
      `${PAGE}\n${lines(count, (n) => `Paragraph ${n} has ${word}.\n`)}`;
    const cwd = await editedFolder(text('old words'), text('new words'));

    const found = await runIn(cwd, ['review', '--against', 'HEAD']);

    expect(found).toMatchObject({ exitCode: 0, stderr: '' });
    expect(found.stdout).toContain('1 page: 1 changed');
  });
});

describe('pages', () => {
  const WIDE = (size: number) => ['|a', '|-', '|b'].map((cell) => `${cell.repeat(size / 6)}|`);

  test.each(
    sampled(
      [
        ['brackets', (size: number) => '['.repeat(size)],
        ['stars', (size: number) => '*a_'.repeat(size / 3)],
        ['variables', (size: number) => '%a'.repeat(size / 2)],
        ['one wide table', (size: number) => WIDE(size).join('\n')],
      ],
      0,
    ),
  )('of many %s are formatted, or left with a word', async (_, text) => {
    const fmt = (size: number) =>
      run({ [PAGE_FILE]: `${PAGE}${text(size)}\n` }, ['fmt', '--check']);
    expect(await fmt(some(300_000))).not.toMatchObject({
      stderr: expect.stringMatching(/0\.7 MB/),
    });
    expect(await fmt(1_500_000)).toMatchObject({
      stderr: expect.stringMatching(/a\.md stays as it is: it is longer than 0\.7 MB\./),
    });
  });

  test.each([some(100_000)])('with %d blocks that never end', async (count) => {
    const files = { [PAGE_FILE]: PAGE + '{% callout %}\n'.repeat(count) };
    expect(await run(files, ['check', '--json'])).toMatchObject({ exitCode: 1 });
  });
});

test.each([5_000_000])('an answer of JSON %d levels deep is printed as text', async (depth) => {
  const url = await serve((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end('['.repeat(depth) + ']'.repeat(depth));
  });
  const env = { DOCS_BASE_URL: url, DOCS_API_KEY: 'key' };
  const { exitCode, stdout } = await run({}, ['api', 'GET', '/version', '--json'], env);
  expect(exitCode).toBe(0);
  expect(typeof JSON.parse(stdout).body).toBe('string');
});

describe('the embedded platform', () => {
  const FORM = 'multipart/form-data; ';

  test.each([
    ['boundary=x', '\r\n', /only part/],
    ['boundary=x', '', /cannot be read/],
    ['boundary="x"', '\r\n', /only part/],
    ['boundary="\\x"', '\r\n', /boundary/],
    ['boundary="x', '\r\n', /boundary/],
    ['boundary=x"', '\r\n', /boundary/],
    ['boundary="x "', '\r\n', /boundary/],
    ['boundary=""', '\r\n', /boundary/],
    ['boundary=x; boundary=yy', '\r\n', /boundary/],
    ['b="; boundary=yy; c="; boundary=x', '\r\n', /boundary/],
    [`boundary=${'x'.repeat(71)}`, '\r\n', /boundary/],
    ['charset=utf-8', '\r\n', /boundary/],
  ])('an upload of 90,000 parts with %s, ended by %j, is refused', async (type, end, reason) => {
    const versions = [{ slug: 'v1' as Slug, name: 'v1', published: true }];
    const platform = await platformWith({ seed: { versions, documentations: [], references: [] } });
    onTestFinished(() => platform.close());
    const [version] = Object.keys(
      (await request(platform, 'GET', '/all')).json['version'] as object,
    );
    const mark = `--${/x{71}/.exec(type)?.[0] ?? 'x'}`;
    const part = `${mark}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nab${end}`;
    const answer = await request(platform, 'POST', `/version/${version}/reference`, {
      body: `${part.repeat(90_000)}${mark}--\r\n`,
      headers: { 'Content-Type': FORM + type },
    });
    expect(answer).toMatchObject({ status: 400, text: expect.stringMatching(reason) });
  });
});

describe('the site', () => {
  const LINES: Readonly<Record<string, (count: number) => string>> = {
    'one long word': (count) => 'a'.repeat(count),
    'open brackets': (count) => '['.repeat(count),
    stars: (count) => '*a '.repeat(count),
    'open tags': (count) => '{% tabs %}'.repeat(count),
    'open quotes': (count) => `{% callout title="${'\\"'.repeat(count)}`,
    columns: (count) => `|${' a |'.repeat(count)}\n|${' - |'.repeat(count)}`,
  };

  test.each(sampled(Object.entries(LINES), 1))(
    'is built of a line of %s, and reviewed',
    async (_, line) => {
      const cwd = await editedFolder(`${PAGE}Text.\n`, `${PAGE}${line(some(60_000))}\n`);
      for (const argv of [
        ['build', '--out', 'site'],
        ['review', '--against', 'HEAD', '--out', 'review.html'],
      ]) {
        expect(await runIn(cwd, argv)).toMatchObject({ exitCode: 0 });
      }
    },
  );
});
