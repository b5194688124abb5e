import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  foldPath,
  isSafeName,
  safeName,
  archiveFile,
  parseArchiveName,
} from '../../../src/content/file-names.ts';
import { withNavEntry } from '../../../src/content/layouts/nav.ts';
import {
  destinationOf,
  headerForNewPage,
  pathForNewPage,
} from '../../../src/content/layouts/new-page.ts';
import type { PageWithoutFile } from '../../../src/content/layouts/new-page.ts';
import { newPageText, withTitle } from '../../../src/content/page/page-edit.ts';
import type { FilePath, Slug } from '../../../src/model/ids.ts';
import type { LayoutKind } from '../../../src/model/local.ts';
import { scan } from '../../../src/sync/folder/scan.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { contentAt, projectAt } from '../../support/project.ts';

const page = (slug: string, title: string): PageWithoutFile => ({
  slug: slug as Slug,
  title,
  listed: true,
  category: null,
});

const at = (kind: LayoutKind, slug: string, title = 'T', files: string[] = []): string =>
  pathForNewPage(
    { kind, folder: 'docs/v1/guide' as FilePath },
    page(slug, title),
    files as FilePath[],
  );

describe('a new page', () => {
  test('gets the path that its layout requires', () => {
    expect(at('repository', 'a-b')).toBe('docs/v1/guide/a-b.md');
    expect(at('early', 'a-b')).toBe('docs/v1/guide/a-b.md');
    expect(at('plain', 'con')).toBe('docs/v1/guide/_con.md');
  });

  test('is refused if another file is the same on some system, or its slug cannot be a file name', () => {
    expect(() => at('repository', 'Guide', 'T', ['docs/v1/guide/guide.md'])).toThrow(/exists/);
    expect(() => at('repository', 'é', 'T', ['docs/v1/guide/e\u0301.md'])).toThrow(/exists/);
    expect(() => at('repository', 'con')).toThrow(/every system/);
    expect(() => at('repository', '_nav')).toThrow(/every system/);
  });

  test.each(['repository', 'early', 'plain'] as const)(
    'written in the %s layout, and into a new documentation, is found under its key',
    async (kind) => {
      const seeds: Record<LayoutKind, Record<string, string>> = {
        repository: { 'docs/v1/_settings.yaml': '', 'docs/v1/guide/a.md': 'a\n' },
        early: { 'docs/v1/settings.yaml': '', 'docs/v1/guide/a.md': 'a\n' },
        plain: { 'docs/a.md': 'a\n' },
      };
      const isMapped = kind === 'plain';
      const project = projectAt(await temporaryFolder(seeds[kind]), [
        {
          ...contentAt('docs'),
          version: (isMapped ? 'v1' : null) as Slug | null,
          documentation: (isMapped ? 'guide' : null) as Slug | null,
        },
      ]);
      const before = await scan(project);
      for (const documentation of isMapped ? ['guide'] : ['guide', 'other-guide']) {
        const destination = destinationOf(project, before, {
          version: { slug: 'v1' as Slug, name: 'v1', published: true },
          documentation: {
            slug: documentation as Slug,
            title: "The 'other': guide",
            published: true,
          },
        });
        expect(destination).toMatchObject({ kind });
        if (!destination) continue;
        const isPlain = kind === 'plain';
        const wanted = page(isPlain || kind === 'early' ? 'aux' : 'new-page', 'Title: x');
        const path = pathForNewPage(destination, wanted, []);
        const bodies = { draft: null, published: 'text' };
        const text = newPageText(headerForNewPage(kind, path, wanted), bodies);
        const writes = [...destination.settings, { path, text }];
        await writeFiles(project.root, Object.fromEntries(writes.map((w) => [w.path, w.text])));
        const after = await scan(project);
        expect(after.unplaced).toEqual([]);
        expect([...after.pages.values()].find(({ file }) => file === path)).toMatchObject({
          key: `v1/${documentation}/${wanted.slug}`,
          title: 'Title: x',
        });
      }
    },
  );
});

describe('names', () => {
  test('are safe on every system, and safe names are unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 300 })), (text) => {
        const name = safeName(text);
        expect(isSafeName(name)).toBe(true);
        expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}]|^\.|[. ]$|^$/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(201);
        expect(foldPath(foldPath(name))).toBe(foldPath(name));
      }),
      { numRuns: 1000 },
    );
  });

  test.each(['CON', 'nul.md', 'com1', 'LPT9.txt'])('%s is a device on some system', (name) => {
    expect(isSafeName(name)).toBe(false);
  });

  test('in an archive are parsed to number and title', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999 }), fc.string(), (number, title) => {
        const name = parseArchiveName(archiveFile(number, title));
        expect(name).toEqual({ number, name: safeName(title) });
      }),
    );
  });
});

describe('_nav.yaml', () => {
  const nav =
    '# order\nitems:\n  - category: Start\n    items:\n      - a # first\n  - separator\n  - b\n';

  test('gets a new page at the end or in its category, and keeps comments', async () => {
    expect(await withNavEntry(nav, 'c', null)).toBe(`${nav}  - c\n`);
    expect(await withNavEntry(nav, 'c', 'Start')).toBe(
      nav.replace('first\n', 'first\n      - c\n'),
    );
    expect(await withNavEntry(nav, 'c', 'Nowhere')).toBe(`${nav}  - c\n`);
  });

  test('is unchanged if it lists the page, and an empty one gets a list', async () => {
    expect(await withNavEntry(nav, 'b', null)).toBe(nav);
    expect(await withNavEntry('', 'c', null)).toBe('items:\n  - c\n');
    expect(await withNavEntry('items:\n', 'c', null)).toBe('items:\n  - c\n');
  });
});

test('a new title also changes the title in the sidebar if both were the same', () => {
  const text = '---\ntitle: A\nindex_title: A\n---\n\nx\n';
  expect(withTitle(text, 'B')).toBe('---\ntitle: B\nindex_title: B\n---\n\nx\n');
  expect(withTitle(text.replace('index_title: A', 'index_title: Short'), 'B')).toBe(
    '---\ntitle: B\nindex_title: Short\n---\n\nx\n',
  );
});
