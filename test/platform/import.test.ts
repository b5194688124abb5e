import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listFiles } from '../../src/content/folder/list-folder.ts';
import { bodiesOf, normalBody, parsePageFile } from '../../src/content/page/page-file.ts';
import { readArchive } from '../../src/content/archive/read-texts.ts';
import { countItems, readProject } from '../../src/content/export/read-export.ts';
import { main } from '../../src/main.ts';
import { CORPUS, hasCorpus } from '../support/corpus.ts';
import { realFolder } from '../support/real-folder.ts';
import { temporaryFolder } from '../support/folder.ts';
import { createHost } from '../support/host.ts';
import { openWorld } from '../support/world.ts';
import { request } from '../support/request.ts';
import { start } from './support/platform.ts';
import { saved, unzip, zipFile } from './support/zip.ts';
import type { TestPlatform } from '../support/platform.ts';

const EMPTY = { versions: [], documentations: [], references: [] };

async function exportedBytes(platform: TestPlatform): Promise<Buffer> {
  const response = await fetch(`${platform.baseUrl}/export`, {
    headers: { 'X-Api-Key': platform.apiKey },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const exported = async (platform: TestPlatform) => unzip(await exportedBytes(platform));

/** A platform with what the archive holds, closed after the test. */
async function loaded(file: string): Promise<TestPlatform> {
  const archive = readProject(await readArchive(file));
  const platform = await start({ seed: EMPTY, archive, rateLimits: false });
  onTestFinished(() => platform.close());
  return platform;
}

/** The archive of `platform`, and that of another platform that loaded it. */
async function roundTrip(platform: TestPlatform) {
  const bytes = await exportedBytes(platform);
  const again = await loaded(await saved(bytes));
  return { before: [...(await unzip(bytes))], after: [...(await exported(again))] };
}

const DEFINITION =
  'openapi: 3.0.3\ninfo: { title: Petstore, version: 1.0.0 }\npaths:\n  /pets: { get: { responses: { "200": { description: All } } } }\n';

/** Titles and bodies that are hard to name files after and to tell from markers. */
const title = fc.oneof(
  fc.constantFrom(
    'Guide',
    'guide',
    'Guide',
    'a/b',
    'Line\nbreak',
    '...',
    'con',
    'Größe: 1 (2)',
    ' ',
  ),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
);
const body = fc.oneof(
  fc.constantFrom(
    '',
    '\n',
    'text',
    'text\n',
    '\n\ntext\n\n\n',
    '---',
    '---draft\nno section',
    '  \r\nx',
  ),
  fc.string({ maxLength: 30 }),
);
const page = fc.record({
  title,
  content: body,
  published: fc.option(body.filter((text) => !text.includes('---draft'))),
  category: fc.option(fc.constantFrom('First', 'Second')),
  parent: fc.option(fc.nat(5)),
});

describe('an export that is loaded', () => {
  test(
    'gives the same export again, whatever pages it contains',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(page, { maxLength: 8 }), async (pages) => {
          const platform = await start({
            seed: {
              versions: [{ slug: 'v1' as never, name: 'Version: 1', published: true }],
              documentations: [
                {
                  version: 'v1' as never,
                  slug: 'own-slug' as never,
                  title: 'Guides/Tours',
                  categories: ['First', 'Second'],
                },
              ],
              references: [
                {
                  version: 'v1' as never,
                  slug: 'pets' as never,
                  file: 'p.yaml' as never,
                  definition: DEFINITION,
                },
              ],
            },
            rateLimits: false,
          });
          try {
            await fill(platform, pages);
            const { before, after } = await roundTrip(platform);
            expect(after).toEqual(before);
          } finally {
            await platform.close();
          }
        }),
        { numRuns: 25 },
      );
    },
  );

  test('keeps order, categories, links, separators, parents, settings, drafts and unlisted pages', async () => {
    const files: [string, string][] = [
      [
        'v1/Guides/settings.json',
        '{\n    "slug": "handbook",\n    "description": "All \\u00fcber\\/under",\n    "wide": false,\n    "sticky": false,\n    "collapsed": true,\n    "collapsedCategories": false,\n    "showLastUpdated": false,\n    "locale": "de_de"\n}',
      ],
      [
        'v1/Guides/1 Intro.md',
        '---\ntype: page\ntitle: Intro\nlisted: false\nslug: start\ntags: a, b\nhidden: 1\n---published\n\nHello.\n\n',
      ],
      ['v1/Guides/2 Group.md', '---\ntype: category\ntitle: Group\n---'],
      [
        'v1/Guides/3 Group.md',
        '---\ntype: page\ntitle: Group\nlisted: true\nslug: group\n---draft\n\nNew.\n\n---published\n\nOld.\n\n',
      ],
      [
        'v1/Guides/Group/1 Child.md',
        '---\ntype: page\ntitle: Child\nlisted: true\nslug: child\n---draft\n\n\n\n',
      ],
      ['v1/Guides/4 Site.md', '---\ntype: link\ntitle: Site\nurl: https://example.com\n---'],
      ['v1/Guides/5 Resources.md', '---\ntype: label\ntitle: Resources\n---'],
      ['v1/Guides/6 separator.md', '---\ntype: separator\n---'],
      [
        'v1/Guides/7 Last.md',
        '---\ntype: page\ntitle: Last\nlisted: true\nslug: last\n---published\n\nEnd.\n\n',
      ],
      ['v1/refs/pets.yaml', DEFINITION],
    ];
    const platform = await loaded(await zipFile(files));

    expect([...(await exported(platform))]).toEqual(files);
    const pages = await platform.admin.pages();
    expect(
      pages.map(({ slug, draft, published, listed }) => [slug, draft, published, listed]),
    ).toEqual([
      ['start', null, 'Hello.', false],
      ['group', 'New.', 'Old.', true],
      ['child', '', null, true],
      ['last', null, 'End.', true],
    ]);
    const { json } = await request(platform, 'GET', '/search?query=End.');
    expect(json).toMatchObject({ nbHits: 1 });
  });

  test('says that readers do not see a documentation until somebody publishes it', async () => {
    const platform = await loaded(
      await zipFile([
        ['v1/Guides/settings.json', '{ "slug": "guides", "published": false }'],
        ['v1/Guides/1 Intro.md', 'Hello.'],
      ]),
    );
    const settings = async () => (await exported(platform)).get('v1/Guides/settings.json');
    expect(await settings()).toContain('"published": false');
    await platform.admin.publishDocumentation('v1', 'guides');
    expect(await settings()).not.toContain('published');
  });

  test('does not change existing content', async () => {
    const file = await zipFile([['v1/Guides/1 Intro.md', 'Hello.']]);
    const platform = await loaded(file);
    const [page] = await platform.admin.pages();
    await platform.admin.editor().edit(page?.id ?? 0, { content: 'Edited.' });

    await platform.admin.load(readProject(await readArchive(file)));

    expect((await platform.admin.pages()).map(({ draft }) => draft)).toEqual(['Edited.']);
  });

  test('gives two pages with one slug two slugs, and the start reports it', async () => {
    const project = readProject(
      new Map([
        ['v/d/1 A.md', '---\nslug: x\n---\n\na\n'],
        ['v/d/2 B.md', '---\nslug: x\n---\n\nb\n'],
      ]),
    );
    expect(project.notes).toEqual(['v/d/B: the slug x is taken; it gets x-1.']);
  });

  test('counts pages with synced blocks, because an export does not contain these', () => {
    const { notes } = readProject(
      new Map([
        ['v/d/1 A.md', '---\nslug: a\n---published\n\n{% synced id="x" /%}\n\n'],
        [
          'v/d/A/1 B.md',
          '---\nslug: b\n---draft\n\n{% callout %}\n$plugin[{"type":"synced-block","data":{"syncedBlockId":"x"}}]$\n{% /callout %}\n\n',
        ],
        ['v/d/2 C.md', '---\nslug: c\n---published\n\n`{% synced id="x" /%}`\n\n'],
      ]),
    );
    expect(notes).toEqual([
      '2 pages show synced blocks, which an export does not contain: they stay empty.',
    ]);
  });
});

async function fill(
  platform: TestPlatform,
  pages: readonly {
    readonly title: string;
    readonly content: string;
    readonly published: string | null;
    readonly category: string | null;
    readonly parent: number | null;
  }[],
): Promise<void> {
  const documentation = await platform.admin.documentationId('v1', 'own-slug');
  const editor = platform.admin.editor();
  const ids: number[] = [];
  for (const { title, content, published, category, parent } of pages) {
    const first = published ?? content;
    const id = await editor.create(documentation, {
      title,
      content: first,
      ...(category === null ? {} : { categoryTitle: category }),
    });
    if (published !== null) {
      await editor.publish(id);
      if (content !== '') await editor.edit(id, { content });
    }
    const above = parent === null ? undefined : ids[parent];
    if (above !== undefined) await editor.move(id, above);
    ids.push(id);
  }
}

describe('docs platform start --from export.zip', () => {
  test('reports what it loaded', async () => {
    const file = await zipFile([
      ['v1/Guides/1 Intro.md', 'Hello.'],
      ['v1/Guides/Intro/1 More.md', 'More.'],
    ]);
    const folder = await temporaryFolder();
    const { host, stdout } = createHost({ cwd: folder, signal: AbortSignal.abort() });
    expect(await main(['platform', 'start', '--from', file], host)).toBe(0);
    expect(stdout()).toContain('1 version, 1 documentation, 0 references, 2 pages\nIn memory');
  });

  test.each<readonly [what: string, file: () => Promise<string>, reason: string]>([
    [
      'a path out of the archive',
      () => patched('v/d/1 Aa.md', '../../Aa.md'),
      'invalid relative path',
    ],
    ['an absolute path', () => patched('v/d/1 Aa.md', '/v/d/1 A.md'), 'absolute path'],
    [
      'a path that is not plain',
      () => patched('v/d/1 Aa.md', 'v/d/a/./.md'),
      'leads out of the archive',
    ],
    ['an entry twice', () => patched('v/d/2 Aa.md', 'v/d/1 Aa.md'), 'appears twice'],
    ['a changed text', () => patched('Some text', 'Same text'), 'is corrupt (checksum mismatch)'],
    ['a link', () => zipFile([['v/d/1 A.md', '/etc/passwd']], 0o120777), 'is a link or a device'],
    [
      'text that is not UTF-8',
      () => zipFile([['v/d/1 A.md', Buffer.from([0xe9])]]),
      'is not valid UTF-8',
    ],
    [
      'what unpacks to far more',
      () => zipFile([['v/d/1 A.md', 'x'.repeat(40 << 20)]]),
      'times its size',
    ],
    [
      'a definition that is none',
      () =>
        zipFile([
          ['v/d/1 A.md', ''],
          ['v/refs/x.yaml', 'a: 1\n'],
        ]),
      'v/refs/x.yaml:1:1',
    ],
    [
      'an archive without pages',
      () => zipFile([['readme.md', 'x']]),
      'does not contain a documentation',
    ],
    ['a text instead of a ZIP', () => saved(Buffer.from('no zip')), 'cannot be loaded'],
  ])('refuses %s', async (_what, file, reason) => {
    const folder = await temporaryFolder();
    const { host, stderr, stdout } = createHost({ cwd: folder, signal: AbortSignal.abort() });
    expect(await main(['platform', 'start', '--from', await file()], host)).toBe(1);
    expect(stderr()).toContain(reason);
    expect(stdout()).toBe('');
  });
});

/** An archive whose bytes were tampered with: one text in place of another of the same length. */
async function patched(from: string, to: string): Promise<string> {
  const file = await zipFile([
    ['v/d/1 Aa.md', 'Some text'],
    ['v/d/2 Aa.md', 'More text'],
  ]);
  expect(to).toHaveLength(from.length);
  const bytes = (await readFile(file)).toString('latin1').replaceAll(from, to);
  return saved(Buffer.from(bytes, 'latin1'));
}

describe.skipIf(!hasCorpus)('real content (skipped without DOCS_CORPUS)', () => {
  test.each(['repository-layout', 'early-layout', 'export-layout'])(
    '%s, pushed completely: export, import and export give the same archive',
    { timeout: 120_000 },
    async (layout) => {
      const folder = await realFolder(layout);
      const world = await openWorld({}, { seedFolder: folder, rateLimits: false });
      await cp(folder, world.folder, { recursive: true });
      await world.run('push', '--publish', '--yes', '--allow-listed');
      const pages = await world.platform.admin.pages();
      expect(pages.length).toBeGreaterThan(40);

      const { before, after } = await roundTrip(world.platform);
      expect(after).toEqual(before);
      expect(before.length).toBeGreaterThan(pages.length);
    },
  );

  test('a real export is loaded with all its pages, and its own export is the same', async () => {
    const folder = join(CORPUS, 'export-layout');
    const texts = new Map<string, string>();
    for (const path of listFiles(folder).files)
      texts.set(path, await readFile(join(folder, path), 'utf8'));
    const files = [...texts].filter(([path]) => /\.(?:md|json)$/.test(path));
    const platform = await loaded(await zipFile(files));

    const held = new Set(
      (await platform.admin.pages()).map(({ published }) => normalBody(published ?? '')),
    );
    const real = files.filter(
      ([path, text]) => path.endsWith('.md') && text.includes('type: page'),
    );
    expect(await platform.admin.pages()).toHaveLength(real.length);
    const lost = real
      .map(([, text]) => bodiesOf(parsePageFile(text)).published)
      .filter((published) => published !== null && !held.has(published));
    expect(lost).toEqual([]);
    expect(countItems(readProject(texts)).pages).toBe(real.length);
    const { before, after } = await roundTrip(platform);
    expect(after).toEqual(before);
  });
});
