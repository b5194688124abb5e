import { readFileSync, writeFileSync } from 'node:fs';
import { cp, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';

const FILES = {
  'docs-cli.config.yml': 'content: [{ path: docs }]\n',
  'docs/v1/d/good.md': '---\ntitle: Good\n---\n\nText.\n',
  'docs/v1/d/old.md':
    '---\nslug: old\ntags:\ntitle: Old: one\n---\n* one\n* two\n\n\n$plugin[{\n    "type": "callout",\n    "data": {\n        "text": "Hi",\n        "type": "info"\n    }\n}]$\n',
};

test('writes what is not in canonical form, once', async () => {
  const folder = await temporaryFolder(FILES);
  const run = (...argv: string[]) => runDocs(['fmt', ...argv], { cwd: folder });
  const check = await run('--check');
  const diff = await run('--diff');
  const read = () => readFile(join(folder, 'docs/v1/d/old.md'), 'utf8');
  expect(await read()).toBe(FILES['docs/v1/d/old.md']);
  const json = await run('--json');
  await expectOfSchema('fmt', JSON.parse(json.stdout));
  expect(await read()).toBe(
    '---\ntitle: Old: one\nslug: old\ntags: \n---\n\n- one\n- two\n\n{% callout %}\nHi\n{% /callout %}\n',
  );
  const again = await run('--check');
  expect([check, diff, json, again].map(({ exitCode }) => exitCode)).toEqual([1, 0, 0, 0]);
  const text = [check, diff, again].map(({ stdout, stderr }) => `${stdout}--- stderr\n${stderr}`);
  await expect(text.join('\n')).toMatchFileSnapshot('../../golden/fmt/fmt.txt');
});

test('formats only what was named', async () => {
  const folder = await temporaryFolder(FILES);
  expect(await runDocs(['fmt', '--check', 'v1/d/good'], { cwd: folder })).toMatchObject({
    exitCode: 0,
  });
  expect(await runDocs(['fmt', '--check', 'nothing'], { cwd: folder })).toMatchObject({
    exitCode: 2,
  });
});

test('leaves a page alone that is edited while others are written', async () => {
  const bad = '---\ntitle: Page\n---\n* one\n';
  const folder = await temporaryFolder({
    'docs-cli.config.yml': FILES['docs-cli.config.yml'],
    'docs/v1/d/a.md': bad,
    'docs/v1/d/b.md': bad,
  });
  const [first, second] = [join(folder, 'docs/v1/d/a.md'), join(folder, 'docs/v1/d/b.md')];
  const { signal } = new AbortController();
  // Asked before each page.
  signal.throwIfAborted = () => {
    if (readFileSync(first, 'utf8') !== bad) writeFileSync(second, `${bad}* edited\n`);
  };
  const { exitCode, stdout, stderr } = await runDocs(['fmt'], { cwd: folder, signal });
  expect(await readFile(second, 'utf8')).toBe(`${bad}* edited\n`);
  expect(stderr).toContain('docs/v1/d/b.md stays as it is: it changed in the meantime.');
  expect(stdout).toContain('1 of 2 pages rewritten, 1 left as it is');
  expect(stderr).toContain('1 page was not formatted.');
  expect(exitCode).toBe(1);
});

test.each([[[]], [['--check']], [['docs/v1/d']]])(
  'ends with 1 if a page cannot be read, and with 0 for what is no page: %j',
  async (argv) => {
    const folder = await temporaryFolder({
      'docs-cli.config.yml': FILES['docs-cli.config.yml'],
      'docs/v1/d/a.md': '---\ntitle: A\n---\n\nText.\n',
      'docs/v1/d/gone.md': '---\ntitle: B\n---\n\nText.\n',
      'docs/stray.md': 'It has no place.\n',
      'parts/c.md': 'Text.\n',
    });
    await symlink('../../../parts', join(folder, 'docs/v1/d/parts'));
    expect(await runDocs(['fmt', ...argv], { cwd: folder })).toMatchObject({ exitCode: 0 });
    await rm(join(folder, 'docs/v1/d/gone.md'));
    await symlink('nowhere.md', join(folder, 'docs/v1/d/gone.md'));

    const { exitCode, stderr } = await runDocs(['fmt', ...argv], { cwd: folder });

    expect(stderr).toContain('docs/v1/d/gone.md stays as it is: it is a broken symbolic link.');
    expect(stderr).toContain('1 page was not formatted.');
    expect(exitCode).toBe(1);
  },
);

test('leaves a page alone whose words it would change, names them, and ends with 1', async () => {
  // The reader finds the end of such a value by guessing, and may guess wrong.
  const odd =
    '{% code-steps %}\n{% step title="A" description="say "hi" to\n{{% x %}}" %}\n{% /step %}\n{% /code-steps %}\n';
  const folder = await temporaryFolder({
    'docs-cli.config.yml': FILES['docs-cli.config.yml'],
    'docs/v1/d/a.md': `---\ntitle: A\n---\n\n${odd}`,
    'docs/v1/d/b.md': '---\ntitle: B\n---\n\n* one\n',
  });
  const { exitCode, stdout, stderr } = await runDocs(['fmt'], { cwd: folder });
  expect(await readFile(join(folder, 'docs/v1/d/a.md'), 'utf8')).toContain(odd);
  expect(await readFile(join(folder, 'docs/v1/d/b.md'), 'utf8')).toContain('- one');
  expect(stderr).toMatch(
    /docs\/v1\/d\/a\.md stays as it is: its words would change \(`description`.*\)\.\n/,
  );
  expect(stderr).toContain('1 page was not formatted.');
  expect(stdout).toContain('1 of 2 pages rewritten, 1 left as it is');
  expect(exitCode).toBe(1);
});

describe('what the tool itself gives people to start with is canonical and has no findings', () => {
  const flawsIn = async (folder: string) => {
    const fmt = await runDocs(['fmt', '--check'], { cwd: folder });
    const check = await runDocs(['check'], { cwd: folder });
    return {
      codes: [fmt.exitCode, check.exitCode],
      said:
        fmt.stderr +
        check.stderr +
        check.stdout.replace(/^✔ \d+ pages?(?: and \d+ definitions?)? checked, /, ''),
    };
  };
  const NONE = { codes: [0, 0], said: 'no problems\n' };

  test('the sample that docs demo pushes', async () => {
    const folder = await temporaryFolder({});
    await cp('sample', folder, { recursive: true });
    expect(await flawsIn(folder)).toEqual(NONE);
  });

  test.each([[[]], [['--in', 'v1.0/guide']]])('the first page of docs init %j', async (options) => {
    const folder = await temporaryFolder({});
    const init = await runDocs(['init', '--yes', '--no-check', ...options], { cwd: folder });
    expect(init).toMatchObject({ exitCode: 0 });
    expect(await flawsIn(folder)).toEqual(NONE);
  });
});

test.each([
  ['1 page to be rewritten', { 'docs/v1/d/a.md': '* One\n' }],
  ['1 of 2 pages to be rewritten', { 'docs/v1/d/a.md': '* One\n', 'docs/v1/d/b.md': 'One\n' }],
  ['2 pages to be rewritten', { 'docs/v1/d/a.md': '* One\n', 'docs/v1/d/b.md': '* Two\n' }],
  ['1 page left as it is', { 'docs/v1/d/a.md': 'x'.repeat(700_001) }],
])('counts pages as people do: %s', async (said, files) => {
  const config = { 'docs-cli.config.yml': FILES['docs-cli.config.yml'] };
  const cwd = await temporaryFolder({ ...config, ...files });
  const { stdout } = await runDocs(['fmt', '--check'], { cwd });
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(said);
});
