import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { listFiles } from '../../src/content/folder/list-folder.ts';
import { withRelativeLinks } from '../../src/content/links/link-targets.ts';
import { withBodies } from '../../src/content/page/page-edit.ts';
import { bodiesOf, parsePageFile, printPageFile } from '../../src/content/page/page-file.ts';
import type { FilePath, PageKey } from '../../src/model/ids.ts';
import type { Project } from '../../src/model/project.ts';
import { scan } from '../../src/sync/folder/scan.ts';
import { TextReader } from '../../src/sync/folder/found-folder.ts';
import { originOf } from '../../src/sync/folder/scan-links.ts';
import { CORPUS, hasCorpus } from '../support/corpus.ts';
import { contentAt, projectAt } from '../support/project.ts';
import { realFolder } from '../support/real-folder.ts';

const state = mkdtempSync(join(tmpdir(), 'docs-scan-'));
afterAll(() => rmSync(state, { recursive: true }));

const projectOf = (layout: string): Project => ({
  ...projectAt(CORPUS, [contentAt(layout)]),
  stateFolder: relative(CORPUS, join(state, layout)) as FilePath,
});

describe.skipIf(!hasCorpus)('real content', () => {
  test('in the repository layout has a place for every page', async () => {
    const local = await scan(projectOf('repository-layout'));
    expect(local.layouts).toEqual(['repository']);
    expect(local.unplaced).toEqual([]);
    expect(local.pages.size).toBe(154);
    expect(local.versions).toEqual([{ slug: 'v1.0', name: 'v1.0', published: true }]);
    const [documentation] = local.documentations;
    expect(documentation).toMatchObject({ slug: 'support-center', title: 'Support Center' });
    expect(documentation?.categories).toHaveLength(12);
    const page = local.pages.get('v1.0/support-center/editor-mcp-server' as PageKey);
    expect(page).toMatchObject({ category: 'AI' });
    expect(page).not.toHaveProperty('restriction');
    expect([...local.pages.keys()].slice(0, 3)).toEqual([
      'v1.0/support-center/getting-started',
      'v1.0/support-center/first-steps',
      'v1.0/support-center/project-structure',
    ]);
  });

  test('in the early layout has a place for every page', async () => {
    const local = await scan(projectOf('early-layout'));
    expect(local.layouts).toEqual(['early']);
    expect(local.unplaced).toEqual([]);
    expect(local.pages.size).toBe(47);
    expect(local.documentations).toHaveLength(4);
  });

  test('converted from an export has a place for every page', async () => {
    const root = await realFolder('export-layout');
    const local = await scan(projectAt(root, [contentAt('.')]));
    expect(local.layouts).toEqual(['repository']);
    expect(local.unplaced).toEqual([]);
    expect(local.pages.size).toBe(83);
    expect(local.versions.map(({ slug }) => slug)).toEqual(['faq', 'faq-cn', 'quick-start']);
    const key = 'quick-start/rak811-lora-evaluation-board/lora-p2p-mode' as PageKey;
    expect(local.pages.get(key)).toMatchObject({ category: 'Product Configuration' });
    const drafts = [...local.pages.values()].filter(({ published }) => published === null);
    const both = [...local.pages.values()].filter((page) => page.published !== page.head);
    expect(drafts).toHaveLength(1);
    expect(both).toHaveLength(2);
  });

  test.each(['repository-layout', 'early-layout', 'export-layout'])(
    'in the %s: every file is printed as it was, and writing its texts back changes no byte',
    async (layout) => {
      for (const path of listFiles(join(CORPUS, layout)).files) {
        const text = readFileSync(join(CORPUS, layout, path), 'utf8');
        expect(printPageFile(parsePageFile(text))).toBe(text);
      }
      const root = await realFolder(layout);
      const project = projectAt(root, [contentAt('.')]);
      const local = await scan(project, { remember: false });
      const texts = new TextReader(project, local);
      for (const page of local.pages.values()) {
        const file = readFileSync(join(root, page.file), 'utf8');
        const before = bodiesOf(parsePageFile(file));
        const sent = texts.read(page);
        const back = (side: 'draft' | 'published'): string | null => {
          const body = sent[side];
          const own = before[side] ?? '';
          return body === null ? null : withRelativeLinks(body, originOf(page), texts.pages, own);
        };
        const bodies = { draft: back('draft'), published: back('published') };
        expect(bodies).toEqual(before);
        expect(withBodies(file, bodies)).toBe(file);
      }
    },
  );

  test('in the repository layout: relative links become absolute, and become relative again without the old file', async () => {
    const project = projectOf('repository-layout');
    const local = await scan(project);
    const texts = new TextReader(project, local);
    let links = 0;
    for (const page of local.pages.values()) {
      const { published } = texts.read(page);
      const own = bodiesOf(parsePageFile(readFileSync(join(CORPUS, page.file), 'utf8'))).published;
      links += published === own ? 0 : 1;
      expect(withRelativeLinks(published ?? '', originOf(page), texts.pages)).toBe(own);
    }
    expect(links).toBeGreaterThan(100);
  });

  test('scanned again is the same, from the cache', async () => {
    const project = projectOf('repository-layout');
    const first = await scan(project);
    expect(await scan(project)).toEqual(first);
  });
});
