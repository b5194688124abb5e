/** An export is converted once: by `docs export --extract` or, packed or not, `docs import`. */
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readArchive } from '../../../src/content/archive/read-texts.ts';
import { readProject } from '../../../src/content/export/read-export.ts';
import { findLinks } from '../../../src/content/links/find-links.ts';
import { bodiesOf, parsePageFile } from '../../../src/content/page/page-file.ts';
import { listFiles } from '../../../src/content/folder/list-folder.ts';
import { start } from '../../platform/support/platform.ts';
import { saved, unzip, zipFile } from '../../platform/support/zip.ts';
import { CORPUS, hasCorpus } from '../../support/corpus.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { openWorld } from '../../support/world.ts';
import type { World } from '../../support/world.ts';
import type { TestPlatform } from '../../support/platform.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const CONFIG = 'content:\n  - path: docs\n';

/** Slugs of versions by their names. */
const VERSIONS = {
  'v1.0': 'v1.0',
  'v2-0': 'v2.0',
  v3: 'Version 3',
  next: '版本 1',
  last: '章节 1',
};
/** Slugs of documentations by their titles. */
const DOCUMENTATIONS = { guide: 'User guide', 'guide-2': 'User guide', ref: '参考', 'a-b': 'A/B' };

/** A platform with those, and pages that link across them by their slugs. */
async function namedWorld(versions: Readonly<Record<string, string>> = VERSIONS): Promise<World> {
  const slugs = Object.keys(versions);
  const files = new Map([['docs-cli.config.yml', CONFIG]]);
  for (const [at, [version, name]] of Object.entries(versions).entries()) {
    const other = slugs[(at + 1) % slugs.length] ?? '';
    const links = `See [B](/guide/b), [there](/${other}/ref/a), [here](/${version}/a-b/a).`;
    const news = `[New](/${other}/guide/new-in-${other})`;
    files.set(`docs/${version}/_settings.yaml`, `name: '${name}'\n`);
    files.set(`docs/${version}/guide/new-in-${version}.md`, page('New', news));
    for (const [documentation, title] of Object.entries(DOCUMENTATIONS)) {
      const folder = `docs/${version}/${documentation}`;
      files.set(`${folder}/_settings.yaml`, `title: '${title}'\n`);
      files.set(`${folder}/a.md`, page('A', links));
      files.set(`${folder}/b.md`, page('B', `B of ${version}/${documentation}.`));
    }
  }
  const world = await openWorld(Object.fromEntries(files));
  expect(await world.run('push', '--yes', '--publish')).toMatchObject({ exitCode: 0 });
  return world;
}

async function planned(world: World, cwd: string) {
  const run = await world.runAs({ cwd }, 'push', '--dry-run', '--json');
  expect(run).toMatchObject({ exitCode: 0 });
  const { plan, remoteOnly } = JSON.parse(run.stdout) as {
    plan: { kind: string }[];
    remoteOnly: number;
  };
  return { kinds: [...new Set(plan.map(({ kind }) => kind))], pages: plan.length, remoteOnly };
}

const filesBelow = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      listFiles(folder).files.map(
        async (file) => [file, await readFile(join(folder, file), 'utf8')] as const,
      ),
    ),
  );

test('an extracted export has the slugs of the platform and relative links, and there is nothing to push', async () => {
  const world = await namedWorld();
  const folder = await temporaryFolder({ 'docs-cli.config.yml': CONFIG });

  const { exitCode, stdout } = await world.runAs({ cwd: folder }, 'export', '--extract', 'docs');
  const written = listFiles(join(folder, 'docs')).files.length;
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `✔ ${written} files: docs\n` });

  expect(await planned(world, folder)).toEqual({ kinds: ['adopt'], pages: 45, remoteOnly: 0 });
  const a = await readFile(join(folder, 'docs/v3/a-b/a.md'), 'utf8');
  expect(a).toContain('[B](../guide/b.md), [there](../../next/ref/a.md), [here](/v3/a-b/a)');
  expect(await world.runAs({ cwd: folder }, 'check')).toMatchObject({ exitCode: 0 });
});

test('two versions with one name get slugs of their own when an export is extracted', async () => {
  const world = await namedWorld({ one: 'Same', two: 'Same', three: 'Other' });
  const folder = await temporaryFolder({ 'docs-cli.config.yml': CONFIG });

  await world.runAs({ cwd: folder }, 'export', '--extract', 'docs');

  const { files } = listFiles(join(folder, 'docs'));
  expect(new Set(files.map((file) => file.split('/')[0]))).toEqual(
    new Set(['one', 'two', 'three']),
  );
});

test('docs import of the ZIP and of the unpacked export give the same files, with the slugs that links tell', async () => {
  const world = await namedWorld();
  await world.run('export', '-o', 'export.zip', '--extract', 'extracted');
  const { entries } = await archiveOf(world.platform);
  await writeFiles(
    world.folder,
    Object.fromEntries(entries.map(([at, text]) => [`x/${at}`, text])),
  );

  const zip = await runDocs(['import', 'export.zip', '--out', 'a', '--json'], {
    cwd: world.folder,
  });
  const unpacked = await runDocs(['import', 'x', '--out', 'b'], { cwd: world.folder });

  expect(JSON.parse(zip.stdout)).toMatchObject({
    tool: 'export',
    pages: { found: 45, imported: 45 },
    failed: [],
    check: { errors: 0 },
  });
  expect(unpacked).toMatchObject({ exitCode: 0 });
  const extracted = await filesBelow(join(world.folder, 'extracted'));
  expect(await filesBelow(join(world.folder, 'a'))).toEqual(extracted);
  expect(await filesBelow(join(world.folder, 'b'))).toEqual(extracted);
});

const EXPORT: readonly (readonly [path: string, text: string])[] = [
  [
    'v1/Guides/settings.json',
    '{"slug": "handbook", "description": null, "wide": false, "locale": "de_de"}',
  ],
  [
    'v1/Guides/1 Intro.md',
    '---\ntype: page\ntitle: Intro\nlisted: false\nslug: start\ntags: a, b\n---published\n\nHello.\n\n',
  ],
  ['v1/Guides/2 Group.md', '---\ntype: category\ntitle: Group\n---'],
  [
    'v1/Guides/3 Group.md',
    '---\ntype: page\ntitle: Group\nlisted: true\nslug: group\n---draft\n\nNew.\n\n---published\n\nOld.\n\n',
  ],
  [
    'v1/Guides/Group/1 Child.md',
    '---\ntype: page\ntitle: Child\nlisted: true\nslug: child\n---published\n\n[Up](<../1 Intro.md#top>)\n\n',
  ],
  [
    'v1/Guides/Group/2 Site.md',
    '---\ntype: link\ntitle: Below\nurl: https://example.com/below\n---',
  ],
  ['v1/Guides/Group/3 More.md', '---\ntype: label\ntitle: "More": all of it\n---'],
  ['v1/Guides/4 Site.md', '---\ntype: link\ntitle: Site\nurl: https://example.com\n---'],
  ['v1/Guides/5 separator.md', '---\ntype: separator\n---'],
  ['v1/Guides/5 Resources.md', '---\ntype: label\ntitle: Resources\n---'],
  [
    'v1/Guides/6 Last\nline?.md',
    '---\ntype: page\ntitle: Last\n line?\nlisted: true\nslug: last\n---published\n\nEnd.\n\n',
  ],
  ['v1/refs/pets.yaml', 'openapi: 3.0.3\n'],
  ['changelogs/news/_settings.yaml', 'title: News\n'],
  ['changelogs/news/first.md', "---\ntitle: 'First'\npublished: true\n---\n\nPost.\n"],
  ['assets/a/picture.png', 'PNG'],
];

test('order, categories, links, separators, settings, sections and what is beside pages are converted', async () => {
  const cwd = await temporaryFolder();
  const file = await zipFile(EXPORT);

  expect(await runDocs(['import', file, '--out', 'docs'], { cwd })).toMatchObject({ exitCode: 0 });

  expect(await filesBelow(join(cwd, 'docs'))).toEqual({
    'v1/_settings.yaml': 'name: v1\n',
    'v1/handbook/_settings.yaml': 'title: Guides\nwide: false\nlocale: de_de\n',
    'v1/handbook/_nav.yaml': [
      'items:',
      '  - start',
      '  - category: Group',
      '    items:',
      '      - page: group',
      '        items:',
      '          - group/child',
      '          - link:',
      '              title: Below',
      "              url: 'https://example.com/below'",
      `          - label: '"More": all of it'`,
      '      - link:',
      '          title: Site',
      "          url: 'https://example.com'",
      '  - separator',
      '  - label: Resources',
      '  - last',
      '',
    ].join('\n'),
    'v1/handbook/start.md':
      '---\ntype: page\ntitle: Intro\nlisted: false\ntags: a, b\n---\n\nHello.\n',
    'v1/handbook/group.md':
      '---\ntype: page\ntitle: Group\nlisted: true\n---draft\n\nNew.\n\n---published\n\nOld.\n',
    'v1/handbook/group/child.md':
      '---\ntype: page\ntitle: Child\nlisted: true\n---\n\n[Up](<../start.md#top>)\n',
    'v1/handbook/last.md': '---\ntype: page\ntitle: Last\n line?\nlisted: true\n---\n\nEnd.\n',
    'v1/refs/pets.yaml': 'openapi: 3.0.3\n',
    'changelogs/news/_settings.yaml': 'title: News\n',
    'changelogs/news/first.md': "---\ntitle: 'First'\npublished: true\n---\n\nPost.\n",
    'assets/a/picture.png': 'PNG',
  });
});

test('what cannot be a file on every system, or is dangerous as one, is named, and the others are imported', async () => {
  const cwd = await temporaryFolder();
  const text = (slug: string): string => `---\ntitle: T\nslug: ${slug}\n---\n\nText.\n`;
  const file = await zipFile([
    ['v1/Guides/1 A.md', text('con')],
    ['v1/Guides/2 B.md', text('-rf')],
    ['v1/Guides/3 C.md', text('good')],
    ['v1/Guides/4 D.md', text('Good')],
    ['changelogs/.git/hooks/post.md', 'x'],
    ['assets/.bashrc', 'x'],
    ['assets/ok.txt', 'x'],
  ]);

  const run = await runDocs(['import', file, '--out', 'docs', '--json'], { cwd });

  expect(run.exitCode).toBe(7);
  const { failed } = JSON.parse(run.stdout) as { failed: { file: string }[] };
  expect(failed.map((each) => each.file)).toEqual([
    'v1/Guides/1 A.md',
    'v1/Guides/2 B.md',
    'v1/Guides/4 D.md',
    'changelogs/.git/hooks/post.md',
    'assets/.bashrc',
  ]);
  expect(listFiles(join(cwd, 'docs')).files).toEqual([
    'assets/ok.txt',
    'v1/_settings.yaml',
    'v1/guides/_nav.yaml',
    'v1/guides/_settings.yaml',
    'v1/guides/good.md',
  ]);
});

const COMMANDS = [
  ['push', '--yes'],
  ['sync', '--yes'],
  ['pull', '--yes'],
  ['status'],
  ['diff'],
  ['review'],
  ['page', 'get', 'docs/Version 1/Guide/1 One.md'],
  ['check'],
  ['fmt', '--check'],
  ['build', '--out', 'site'],
  ['init', '--force', '--yes', '--no-check'],
];

test.each(COMMANDS)('docs %s in an export names the command that converts it', async (...argv) => {
  const env = { DOCS_API_KEY: 'key', DOCS_BASE_URL: 'http://127.0.0.1:1/api/v1' };
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': CONFIG,
    'docs/Version 1/Guide/settings.json': '{}',
    'docs/Version 1/Guide/1 One.md': page('One', 'Text.'),
  });

  const run = await runDocs(argv, { cwd, env });

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('"docs" is an export: its files are named by titles.');
  expect(run.stderr).toContain('Convert it once: docs import docs --out <new folder>');
});

test('a documentation of an export that is mapped is refused, and converted by the command that the hint names', async () => {
  const config = 'content:\n  - path: docs\n    version: v2.0\n    documentation: intro\n';
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': config,
    'docs/1 One.md': '---\ntitle: One\nslug: one\n---\n\n[Two](<One/1 Two.md>)\n',
    'docs/One/1 Two.md': page('Two', 'Text.'),
  });
  const refused = await runDocs(['check'], { cwd });

  expect(refused.stderr).toContain('docs import docs --in v2.0/intro --out <new folder>');
  const run = await runDocs(['import', 'docs', '--in', 'v2.0/intro', '--out', 'pages'], { cwd });

  expect(run).toMatchObject({ exitCode: 0 });
  expect(await readFile(join(cwd, 'pages/v2.0/intro/one.md'), 'utf8')).toContain(
    '[Two](<one/two.md>)',
  );
});

test('an export has places of its own, so --in is refused', async () => {
  const cwd = await temporaryFolder();
  const file = await zipFile(EXPORT);

  const run = await runDocs(['import', file, '--in', 'v1.0/guide', '--out', 'docs'], { cwd });

  expect(run).toMatchObject({ exitCode: 2 });
  expect(run.stderr).toContain('Leave out --in');
});

test('a platform that starts from an export has the slugs that its names tell, and none twice', () => {
  const { versions, notes } = readProject(
    new Map(
      ['v1.0', 'Version 2.0', '版本一', '版本二'].map((name) => [`${name}/Guide/1 A.md`, 'A']),
    ),
  );

  expect(versions.map(({ slug }) => slug)).toEqual(['v1.0', 'version-2-0', '版本一', '版本二']);
  expect(notes).toEqual([]);
});

test('a platform that starts from an export has the slugs that its links tell, and gives back an equal export', async () => {
  const world = await namedWorld();
  const { file, entries } = await archiveOf(world.platform);

  const archive = readProject(await readArchive(file));
  const second = await start({ seed: EMPTY, archive, rateLimits: false });
  onTestFinished(() => second.close());

  const { versions, notes } = archive;
  expect(Object.fromEntries(versions.map(({ slug, name }) => [slug, name]))).toEqual(VERSIONS);
  for (const { documentations } of versions) {
    expect(documentations.map(({ slug }) => slug).toSorted()).toEqual(
      Object.keys(DOCUMENTATIONS).toSorted(),
    );
  }
  expect(notes.join('\n')).toContain('v2.0: links use the slug "v2-0"');
  expect((await archiveOf(second)).entries).toEqual(entries);
});

const EMPTY = { versions: [], documentations: [], references: [] };

async function archiveOf(platform: TestPlatform) {
  const response = await fetch(`${platform.baseUrl}/export`, {
    headers: { 'X-Api-Key': platform.apiKey },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { file: await saved(bytes), entries: [...(await unzip(bytes))] };
}

test.runIf(hasCorpus)(
  'a real export is converted, pushed and pulled, with every word and whole links',
  async () => {
    const folder = await temporaryFolder({ 'docs-cli.config.yml': CONFIG });
    await cp(join(CORPUS, 'export-layout'), join(folder, 'export'), { recursive: true });
    const imported = await runDocs(['import', 'export', '--out', 'docs', '--json'], {
      cwd: folder,
    });
    const { pages, failed } = JSON.parse(imported.stdout) as { pages: unknown; failed: unknown };
    expect({ exitCode: imported.exitCode, pages, failed }).toEqual({
      exitCode: 0,
      pages: expect.objectContaining({ found: 83, imported: 83, leftOut: [] }) as unknown,
      failed: [],
    });
    const before = await filesBelow(join(folder, 'docs'));
    expect(words(Object.entries(before))).toEqual(
      words(Object.entries(await filesBelow(join(folder, 'export')))),
    );

    const world = await openWorld({ 'docs-cli.config.yml': CONFIG }, { seedFolder: folder });
    const pushed = await world.runAs({ cwd: folder }, 'push', '--yes', '--publish');
    const copy = await temporaryFolder({ 'docs-cli.config.yml': CONFIG, 'docs/.keep': '' });
    const pulled = await world.runAs({ cwd: copy }, 'pull', '--yes');

    expect(pushed).toMatchObject({ exitCode: 0 });
    expect(pulled).toMatchObject({ exitCode: 0 });
    const after = await filesBelow(join(copy, 'docs'));
    expect(words(Object.entries(after))).toEqual(words(Object.entries(before)));
    expect(await world.runAs({ cwd: folder }, 'push', '--dry-run')).toMatchObject({ exitCode: 0 });
  },
);

/** The bodies of pages, without the targets of links, in any order. */
function words(files: readonly (readonly [path: string, text: string])[]): readonly string[] {
  return files
    .filter(([path]) => path.endsWith('.md'))
    .flatMap(([, text]) => {
      const { draft, published } = bodiesOf(parsePageFile(text));
      return [draft, published].filter((body) => body !== null && body !== '') as string[];
    })
    .map((body) => {
      let rest = body;
      for (const { start: at, end, kind } of [...findLinks(body)].toReversed())
        if (kind === 'link') rest = rest.slice(0, at) + rest.slice(end);
      return rest;
    })
    .toSorted();
}
