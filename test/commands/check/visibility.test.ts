/** What a project says of findings: rules in its configuration, lines that ignore, and what it knows. */
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toHtml, toText } from '../../../src/content/darkdown/convert.ts';
import { canonical } from '../../../src/content/darkdown/print/canonical.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import { RULES } from '../../../src/content/check/rules.ts';
import { loadLibrary } from '../../../src/definitions/library.ts';
import { DEFINITION_RULES } from '../../../src/definitions/rules/rules.ts';
import { createStyle } from '../../../src/ui/style.ts';
import { checkView } from '../../../src/commands/check/view.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';

const CONFIG = 'content: [{ path: docs }]\n';
const page = (body: string): string => `---\ntitle: T\n---\n\n${body}\n`;
const DEAD = '[a](no.md)';

interface Run {
  readonly told: readonly string[];
  readonly exitCode: number;
  readonly baseline: { readonly known: number; readonly gone: number } | null;
  readonly stderr: string;
}

async function check(cwd: string, ...argv: string[]): Promise<Run> {
  const { stdout, stderr, exitCode } = await runDocs(['check', '--json', ...argv], { cwd });
  if (stdout === '') return { told: [], exitCode, baseline: null, stderr };
  const report = JSON.parse(stdout);
  await expectOfSchema('check', report);
  const told = report.findings.map(
    ({ severity, code, file, line }: Record<string, string>) =>
      `${severity} ${code} ${file?.replace('docs/v1/d/', '')}:${line}`,
  );
  return { told, exitCode, baseline: report.baseline, stderr };
}

const folderOf = (body: string, checks = '', more: Record<string, string> = {}) =>
  temporaryFolder({
    'docs-cli.config.yml': CONFIG + checks,
    'docs/v1/d/page.md': page(body),
    ...more,
  });

test('rules of pages are off or graded in the configuration, also in that of a profile', async () => {
  const found = 'broken-link page.md:5';
  const run = async (checks: string, ...argv: string[]) =>
    check(await folderOf(DEAD, checks), ...argv);
  expect(await run('')).toMatchObject({ told: [`error ${found}`], exitCode: 1 });
  expect(await run('checks: { broken-link: warning }\n')).toMatchObject({
    told: [`warning ${found}`],
    exitCode: 0,
  });
  expect(await run('checks: { broken-link: off }\n')).toMatchObject({ told: [], exitCode: 0 });
  const profile = 'profiles: { strict: { checks: { missing-title: error } } }\n';
  const folder = await folderOf(DEAD, profile, { 'docs/v1/d/b.md': 'x\n' });
  expect((await check(folder, '--profile', 'strict')).told).toContain('error missing-title b.md:1');
});

test('a rule that does not exist is an error of the configuration, with the nearest name', async () => {
  const run = await check(await folderOf('x', 'checks: { broken-lnk: off }\n'));
  expect(run).toMatchObject({ exitCode: 2, told: [] });
  expect(run.stderr).toContain('Did you mean broken-link?');
});

test('rules of definitions and of pages stand in one table', async () => {
  const definition = `openapi: 3.0.3\ninfo: { title: A, version: '1' }\nservers: [{ url: https://x.org }]\npaths:\n  /a:\n    get: { responses: {} }\n`;
  const checks =
    'references: [{ file: api.yaml, version: v1 }]\nchecks: { responses-empty: error, broken-link: off, operation-summary: off }\n';
  const folder = await folderOf(DEAD, checks, { 'api.yaml': definition });
  expect((await check(folder)).told).toEqual(['error bad-definition api.yaml:6']);
  const { exitCode, stderr } = await runDocs(['ref', 'check'], { cwd: folder });
  expect([exitCode, stderr]).not.toContain('cannot be used');
});

test('no rule of pages has the name of one of definitions', async () => {
  const library = await loadLibrary();
  const { rules } = await library.createConfig({ extends: ['all'] });
  const theirs = new Set([
    ...DEFINITION_RULES.map((rule) => rule.name),
    ...Object.values(rules).flatMap((each) => Object.keys(each)),
  ]);
  expect(Object.keys(RULES).filter((name) => theirs.has(name))).toEqual([]);
});

test.each([
  ['a paragraph', `[//]: # (docs-check-ignore broken-link)\n${DEAD}`],
  ['a block after empty lines', `[//]: # (docs-check-ignore broken-link)\n\n${DEAD}\nand ${DEAD}`],
  ['a row of a table', `[//]: # (docs-check-ignore broken-link)\n\n| a |\n| - |\n| ${DEAD} |`],
  [
    'several rules, in several lines',
    `[//]: # (docs-check-ignore broken-link, empty-link)\n[//]: # (docs-check-ignore missing-image)\n${DEAD} [](x) ![a](a.png)`,
  ],
  ['a part of a list', `- a\n\n  [//]: # (docs-check-ignore broken-link)\n\n  ${DEAD}`],
  ['the whole file', `Text\n\n${DEAD}\n\n[//]: # (docs-check-ignore-file broken-link)`],
])('a line of a page makes a rule not count for %s', async (_what, body) => {
  expect(await check(await folderOf(body))).toMatchObject({ told: [], exitCode: 0 });
});

test('a line makes no other rule and no later block not count', async () => {
  const folder = await folderOf(
    `[//]: # (docs-check-ignore broken-link)\n\n${DEAD} [](x)\n\n${DEAD}`,
  );
  expect((await check(folder)).told).toEqual([
    'warning empty-link page.md:7',
    'error broken-link page.md:9',
  ]);
});

test.each([
  ['ignores nothing', '[//]: # (docs-check-ignore broken-link)\n\nText', 'unused-ignore page.md:5'],
  ['does not name a rule', '[//]: # (docs-check-ignore)', 'bad-ignore page.md:5'],
  ['names an unknown rule', '[//]: # (docs-check-ignore brokn_link)', 'bad-ignore page.md:5'],
  ['readers see', '<!-- docs-check-ignore broken-link -->', 'bad-ignore page.md:5'],
  [
    'continues a paragraph',
    `Text\n[//]: # (docs-check-ignore broken-link)\n\n${DEAD}`,
    'bad-ignore page.md:6',
  ],
])('a line that %s is told of', async (_what, body, at) => {
  expect((await check(await folderOf(body))).told).toEqual([`warning ${at}`]);
});

test('code that shows such a line is code', async () => {
  const line = '[//]: # (docs-check-ignore broken-link)';
  const body = `\`\`\`\n${line}\n\`\`\`\n\n    ${line}\n\nWrite \`${line}\`.`;
  expect((await check(await folderOf(body))).told).toEqual([]);
});

test('comments do the same in settings', async () => {
  const nav = (comment: string) => ({
    'docs/v1/d/_nav.yaml': `items:\n  - page\n  ${comment}\n`,
  });
  const run = async (comment: string) => (await check(await folderOf('x', '', nav(comment)))).told;
  expect(await run('- nothing')).toEqual(['error nav-without-page _nav.yaml:3']);
  expect(await run('- nothing # docs-check-ignore nav-without-page')).toEqual([]);
  expect(await run('# docs-check-ignore nav-without-page\n  - nothing')).toEqual([]);
  expect(await run('- nothing\n# docs-check-ignore-file nav-without-page')).toEqual([]);
  expect(await run('# docs-check-ignore nav-without-page')).toEqual([
    'warning unused-ignore _nav.yaml:3',
  ]);
});

test('readers do not see a line that ignores, and the platform’s own print keeps it', async () => {
  const line = '[//]: # (docs-check-ignore broken-link)';
  const body = `One\n\n${line}\n\nTwo`;
  expect(await toHtml(body, NO_PROJECT, { highlight: false })).not.toContain('ignore');
  expect(toText(body, NO_PROJECT)).not.toContain('ignore');
  expect(canonical(body)).toBe(`${body}\n`);
});

test('a baseline keeps what is known from being told, whatever is edited around it', async () => {
  const folder = await folderOf(`${DEAD}\n\n[](x)\n\n${DEAD}`);
  expect(await check(folder, '--write-baseline')).toMatchObject({
    told: [],
    exitCode: 0,
    baseline: { known: 3, gone: 0 },
  });
  const baseline = () => readFile(join(folder, 'docs-cli.baseline.txt'), 'utf8');
  const first = await baseline();
  expect(await check(folder)).toEqual({
    told: [],
    exitCode: 0,
    baseline: { known: 3, gone: 0 },
    stderr: '',
  });
  expect((await check(folder, '--no-baseline')).told).toHaveLength(3);

  const edited = page(`New text\n\n${DEAD}\n\n${DEAD}\n\n![new](no.png)\n\n[other](gone.md)`);
  await writeFiles(folder, { 'docs/v1/d/page.md': edited });
  expect(await check(folder)).toMatchObject({
    told: ['error missing-image page.md:11', 'error broken-link page.md:13'],
    exitCode: 1,
    baseline: { known: 2, gone: 1 },
  });
  await check(folder, '--write-baseline');
  expect(await baseline()).not.toBe(first);
  expect((await check(folder)).told).toEqual([]);
});

test('a baseline is sorted, has no places, and is written the same again', async () => {
  const folder = await folderOf(DEAD, '', { 'docs/v1/d/a-b.md': page('[](x)') });
  await check(folder, '--write-baseline');
  const read = () => readFile(join(folder, 'docs-cli.baseline.txt'), 'utf8');
  const text = await read();
  expect(text).toMatchInlineSnapshot(`
    "# Findings that docs check does not report: file, rule, digest of the line and the place in it.
    # Written by docs check --write-baseline; if a line is deleted, its finding is reported again.
    "docs/v1/d/a-b.md" empty-link 9748ab6ecad8
    "docs/v1/d/page.md" broken-link 94ed0f940d7e
    "
  `);
  await check(folder, '--write-baseline');
  expect(await read()).toBe(text);
});

test('a baseline does not hide a finding that comes up in a line where another one was known', async () => {
  const pair = '[a](first.md) and [b](second.md)';
  const folder = await folderOf(pair, '', { 'docs/v1/d/second.md': page('x') });
  await check(folder, '--write-baseline');
  await rename(join(folder, 'docs/v1/d/second.md'), join(folder, 'docs/v1/d/first.md'));
  expect(await check(folder)).toMatchObject({
    told: ['error broken-link page.md:5'],
    baseline: { known: 0, gone: 1 },
  });

  await check(folder, '--write-baseline');
  await writeFiles(folder, { 'docs/v1/d/page.md': page(`- One\n\n  ${pair}`) });
  expect(await check(folder)).toMatchObject({ told: [], baseline: { known: 1, gone: 0 } });
});

test('a baseline of a part of the pages is refused', async () => {
  const folder = await folderOf(DEAD);
  for (const argv of [['v1/d/page'], ['--changed']]) {
    expect((await check(folder, '--write-baseline', ...argv)).exitCode).toBe(2);
  }
});

test('what is gone of a baseline is not told of pages that were not asked about', async () => {
  const folder = await folderOf(DEAD, '', { 'docs/v1/d/other.md': page(DEAD) });
  await check(folder, '--write-baseline');
  await writeFiles(folder, { 'docs/v1/d/page.md': page('x'), 'docs/v1/d/other.md': page('x') });
  expect((await check(folder, 'v1/d/page')).baseline).toEqual({ known: 0, gone: 1 });
  expect((await check(folder)).baseline).toEqual({ known: 0, gone: 2 });
});

test.each([
  ['without a configuration', {}, 'docs init'],
  ['of a configuration', { 'docs-cli.config.yml': CONFIG, 'docs/a.png': '' }, 'docs config'],
])('a folder without pages %s is not a success', async (_what, files, hint) => {
  const folder = await temporaryFolder({ 'note.txt': '', ...files });
  const { exitCode, stdout, stderr } = await runDocs(['check'], { cwd: folder });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain('There are no pages in ');
  expect(stderr).toContain(hint);
});

test('findings are told by file, in lines of the width of the terminal, totals once', async () => {
  const folder = await folderOf(`${DEAD} and [b](../${'long'.repeat(20)}/nothing.md)`, '', {
    'docs/v1/d/second.md': page('[](x)'),
  });
  const report = JSON.parse((await runDocs(['check', '--json'], { cwd: folder })).stdout);
  const style = createStyle({ colour: false, width: 60, now: 0 });
  const text = checkView({ fails: true, written: null, isNamed: false })(report, style);
  expect(text).toMatchInlineSnapshot(`
    "docs/v1/d/page.md
      5:5   error    "no.md" is broken: docs/v1/d/no.md does not
                     exist.  broken-link
      5:20  error    "../longlonglonglonglonglonglonglonglonglon
                     glonglonglonglonglonglonglonglonglong…" is
                     broken:
                     docs/v1/longlonglonglonglonglonglonglonglon
                     glonglonglonglonglonglonglonglonglonglonglo
                     ng/nothing.md does not exist.  broken-link

    docs/v1/d/second.md
      5:1  warning  This link has no text: readers do not see
                    it.  empty-link
                    Give it a text, or remove it"
  `);
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
});
