import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ImportReport } from '../../../src/commands/import/document.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import {
  DOCUSAURUS,
  DOCUSAURUS_VERSIONS,
  GITBOOK,
  MINTLIFY,
  MKDOCS,
  VITEPRESS,
} from '../../support/import-sites.ts';
import type { Files } from '../../support/import-sites.ts';
import { missingWords, pageWords, sourceWords } from '../../support/import-words.ts';
import { expectOfSchema } from '../../support/schema.ts';

const CONFIG = 'content:\n  - path: docs\n';

/** A project with the sources of another tool beside it. */
const projectWith = (source: Files): Promise<string> =>
  temporaryFolder({
    'docs-cli.config.yml': CONFIG,
    ...Object.fromEntries(
      Object.entries(source).map(([path, text]) => [`source/site/${path}`, text]),
    ),
  });

const importInto = (cwd: string, ...argv: string[]) =>
  runDocs(['import', 'source/site', '--out', 'docs', ...argv], { cwd });

/** All files below a folder with their texts, by path. */
function textsBelow(folder: string, below = ''): Map<string, string> {
  const texts = new Map<string, string>();
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  for (const { name, ...entry } of entries
    .map((each) => ({ name: each.name, isFolder: each.isDirectory() }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? name : `${below}/${name}`;
    if (entry.isFolder) for (const [file, text] of textsBelow(folder, path)) texts.set(file, text);
    else texts.set(path, readFileSync(join(folder, path), 'utf8'));
  }
  return texts;
}

/** Parts of pages are words of the page that includes them. */
const isPage = (path: string): boolean =>
  /\.mdx?$/.test(path) && !/(?:^|\/)_|snippets\/|includes\/|parts\/|SUMMARY/.test(path);

const SITES: readonly (readonly [site: string, files: Files, issues: readonly string[]])[] = [
  ['docusaurus', DOCUSAURUS, ['missing-image']],
  ['docusaurus with versions and translations', DOCUSAURUS_VERSIONS, []],
  ['vitepress', VITEPRESS, []],
  ['mkdocs', MKDOCS, []],
  ['gitbook', GITBOOK, []],
  ['mintlify', MINTLIFY, []],
];

describe.each(SITES)('docs import of %s', (site, files, codes) => {
  test('gives pages that say the same, with whole links, and the same ones again', async () => {
    const cwd = await projectWith(files);
    const first = await importInto(cwd);
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    const texts = textsBelow(join(cwd, 'docs'));
    const shown = [...texts]
      .filter(([path]) => /\.(?:md|yaml)$/.test(path))
      .map(([path, text]) => `=== ${path}\n${text}`);
    await expect(`${first.stdout}\n${shown.join('\n')}`).toMatchFileSnapshot(
      `../../golden/import/${site.replaceAll(' ', '-')}.txt`,
    );

    const [source, result] = [new Map<string, number>(), new Map<string, number>()];
    for (const [path, text] of Object.entries(files)) if (isPage(path)) sourceWords(text, source);
    for (const [path, text] of texts) if (path.endsWith('.md')) pageWords(text, result);
    expect(missingWords(source, result)).toEqual([]);

    const check = await runDocs(['check', '--json'], { cwd });
    const { findings } = JSON.parse(check.stdout) as {
      findings: { severity: string; code: string }[];
    };
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code }) => code)).toEqual(codes);
    const warnings = findings.length - errors.length;

    const format = await runDocs(['fmt', '--check'], { cwd });
    expect(format.exitCode).toBe(0);

    const again = await importInto(cwd, '--json');
    const report = JSON.parse(again.stdout) as ImportReport;
    await expectOfSchema('import', report);
    expect(report.tool).toBe(site.split(' ')[0]);
    expect(report.check).toEqual({ errors: errors.length, warnings });
    expect(report.files).toMatchObject({ written: 0, removed: 0, restored: [], kept: [] });
    expectWhole(report, Object.keys(files));
    expect(textsBelow(join(cwd, 'docs'))).toEqual(texts);
    expect((await importInto(cwd)).stdout).toContain('nothing changed');
  });
});

/** Expects that the page files of the source are what the parts of the report add up to. */
function expectWhole({ pages }: ImportReport, files: readonly string[]): void {
  const { found, shown, imported, heldBack, leftOut } = pages;
  const sum = (parts: readonly { readonly pages: number }[]): number =>
    parts.reduce((all, part) => all + part.pages, 0);
  expect(found).toBe(files.filter((file) => /\.mdx?$/.test(file)).length);
  expect(imported).toBe(shown + sum(heldBack));
  expect(found).toBe(imported + sum(leftOut));
}

const SMALL: Files = {
  'mkdocs.yml': 'site_name: Small\n',
  'docs/index.md': '# Small\n\n[Two](two.md)\n',
  'docs/two.md': '# Two\n\nText.\n',
};

test('an import keeps files that were changed since, and removes its own that are not needed', async () => {
  const cwd = await projectWith(SMALL);
  await importInto(cwd);
  const page = join(cwd, 'docs/v1.0/site/introduction.md');
  await writeFile(page, 'edited\n');
  await rm(join(cwd, 'source/site/docs/two.md'));
  const again = await importInto(cwd, '--json');
  expect((JSON.parse(again.stdout) as ImportReport).files).toEqual({
    written: 1,
    unchanged: 2,
    removed: 1,
    restored: [],
    kept: ['v1.0/site/introduction.md'],
  });
  expect(readFileSync(page, 'utf8')).toBe('edited\n');
  expect((await importInto(cwd)).stdout).toContain('kept v1.0/site/introduction.md');
  expect((await importInto(cwd, '--force')).stdout).toContain('kept v1.0/site/introduction.md');
  expect(readFileSync(page, 'utf8')).toBe('edited\n');
  await rm(page);
  expect((await importInto(cwd)).stdout).toContain('new v1.0/site/introduction.md');
  expect(readFileSync(page, 'utf8')).toContain('title: Small');
});

test('an import writes into no folder that holds something else, and not over its source', async () => {
  const cwd = await projectWith(SMALL);
  await writeFiles(cwd, { 'docs/mine.md': 'mine\n' });
  expect(await importInto(cwd)).toMatchObject({ exitCode: 2, stdout: '' });
  expect([...textsBelow(join(cwd, 'docs')).keys()]).toEqual(['mine.md']);
  expect(await importInto(cwd, '--force')).toMatchObject({ exitCode: 0 });
  expect(readFileSync(join(cwd, 'docs/mine.md'), 'utf8')).toBe('mine\n');
  for (const out of ['source/site', 'source', '.']) {
    const run = await runDocs(['import', 'source/site', '--out', out, '--force'], { cwd });
    expect(run.stderr).toContain('is the source folder, or contains it');
    expect(run.exitCode).toBe(2);
  }
});

test('a file that is neither a folder nor a ZIP is refused as a source', async () => {
  const cwd = await projectWith(SMALL);
  await writeFiles(cwd, { 'page.md': 'a page\n' });
  const run = await runDocs(['import', 'page.md', '--out', 'docs'], { cwd });
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain('page.md is neither a folder nor a ZIP.');
});

test('an output inside of the source is not part of the source', async () => {
  const cwd = await projectWith(SMALL);
  const run = () => runDocs(['import', 'source/site', '--out', 'source/site/docs/out'], { cwd });
  const first = await run();
  const again = await run();
  expect([first.exitCode, again.exitCode]).toEqual([0, 0]);
  expect(again.stdout).toContain('nothing changed');
});

test('a page that is not text is told with exit code 7, and the others are imported', async () => {
  const cwd = await projectWith(SMALL);
  await writeFiles(cwd, {});
  await writeFile(join(cwd, 'source/site/docs/bad.md'), Buffer.from([0xff, 0xfe, 0x41]));
  const run = await importInto(cwd, '--json');
  expect(run.exitCode).toBe(7);
  const report = JSON.parse(run.stdout) as ImportReport;
  expect(report.failed.map(({ file }) => file)).toEqual(['docs/bad.md']);
  expectWhole(report, ['docs/index.md', 'docs/two.md', 'docs/bad.md']);
  expect(report.pages).toMatchObject({ imported: 2, leftOut: [{ why: 'failed', pages: 1 }] });
});

test('a line of mkdocstrings stays as text, and is listed', async () => {
  const cwd = await projectWith({
    ...SMALL,
    'docs/two.md': '# Two\n\nText.\n\n::: lapwing.Station\n    :members: read\n',
  });
  const report = JSON.parse((await importInto(cwd, '--json')).stdout) as ImportReport;
  expect(report.issues).toEqual([
    {
      file: 'docs/two.md',
      line: 5,
      kind: 'container',
      says: 'The documentation of lapwing.Station is generated from its code: "::: lapwing.Station" was kept as text.',
    },
  ]);
});

describe('an import ends with the command that suits the folder', () => {
  test.each([
    ['pages', 'docs init --content pages sets up the folder.'],
    ['../elsewhere', 'docs init in ../elsewhere sets up the folder.'],
  ])('without settings, of %s', async (out, next) => {
    const root = await temporaryFolder({ 'here/mkdocs.yml': '', 'here/docs/index.md': '# One\n' });
    const cwd = join(root, 'here');

    const run = await runDocs(['import', '.', '--out', out], { cwd });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain(`Next: ${next}`);
  });

  test('with settings, and problems that the source had', async () => {
    const cwd = await projectWith({ ...SMALL, 'docs/two.md': '# Two\n\n[No](none.md)\n' });
    const run = await importInto(cwd);
    expect(run.stdout).toContain('docs check finds 1 error in them');
    expect(run.stdout).toContain('Next: docs check lists the problems.');
  });
});

test('a folder without a sign of a tool needs --from', async () => {
  const cwd = await projectWith({ 'one.md': '# One\n' });
  expect((await importInto(cwd)).stderr).toContain('It is not clear which tool');
  expect(await importInto(cwd, '--from', 'vitepress')).toMatchObject({ exitCode: 0 });
  expect((await importInto(cwd, '--from', 'gitbook', '--in', 'v1')).exitCode).toBe(2);
  expect((await runDocs(['import', 'nowhere', '--out', 'x'], { cwd })).exitCode).toBe(2);
});

test.each([
  [
    'docusaurus.config.js',
    "module.exports = { presets: [['classic', { docs: { path: '../docs' } }]] };",
  ],
  ['mkdocs.yml', 'site_name: S\ndocs_dir: ../docs\n'],
  ['.vitepress/config.js', "export default { srcDir: '../docs' }"],
])('pages outside of the named folder are not looked for elsewhere: %s', async (config, text) => {
  const cwd = await temporaryFolder({
    [`source/site/${config}`]: text,
    'source/site/README.md': '# About the site\n',
    'source/docs/one.md': '# One\n',
  });
  const run = await importInto(cwd);
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('"source/site" has no pages');
  expect(run.stderr).toContain(
    'Name the folder above: the configuration has the pages in "../docs"',
  );
  const above = await runDocs(['import', 'source', '--out', 'docs', '--json'], { cwd });
  expect((JSON.parse(above.stdout) as ImportReport).pages.imported).toBe(1);
});
