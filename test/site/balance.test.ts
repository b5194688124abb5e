/** Every page file is shown, held back or left out: for the site as for a push, and none is lost. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PUBLIC } from '../../src/content/page/visibility.ts';
import { Failure } from '../../src/model/failure.ts';
import type { Project } from '../../src/model/project.ts';
import { balanceOf } from '../../src/site/folder/balance.ts';
import { FolderSite } from '../../src/site/folder/folder-site.ts';
import { SiteView } from '../../src/site/site-view.ts';
import { scan } from '../../src/sync/folder/scan.ts';
import { temporaryFolder } from '../support/folder.ts';
import { lay, oddFolder } from '../support/odd-folders.ts';
import { page, siteOf } from './folder-of.ts';

/** The page files that a push knows; null if it stops because of settings, or an export. */
async function ofPush(project: Project) {
  try {
    const { pages, unplaced } = await scan(project, { remember: false });
    return {
      found: [...pages.values(), ...unplaced].map(({ file }) => file),
      leftOut: unplaced.map(({ file }) => file),
    };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

const inOrder = (files: Iterable<string>): string[] => [...new Set(files)].toSorted();

test(
  'a site and a push find the same page files and leave out the same, and the counts add up',
  { timeout: 60_000 },
  async () => {
    const root = await temporaryFolder({ 'outside.md': 'Text.\n', 'outside/a.md': 'Text.\n' });
    await fc.assert(
      fc.asyncProperty(oddFolder, async (folder) => {
        const project = await lay(root, folder);
        const push = await ofPush(project);
        if (push === null) return;
        const site = await FolderSite.open(project);
        const view = new SiteView(site.site, PUBLIC);
        const { shown, heldBack, leftOut } = balanceOf(site, view);
        const found = [...shown, ...heldBack.keys(), ...leftOut.keys()];
        expect(found).toHaveLength(new Set(found).size);
        expect(inOrder(found)).toEqual(inOrder(push.found));
        expect(inOrder(leftOut.keys())).toEqual(inOrder(push.leftOut));
        expect(shown.size).toBe([...view.pages()].length);
        const named = new Set(site.problems.map(({ place }) => place.file));
        expect([...leftOut.keys()].filter((file) => !named.has(file))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  },
);

test('pages and posts that are held back are listed by reason', async () => {
  const post = (published: boolean): string =>
    `---\ntitle: Post\npublished: ${published}\n---\n\nText.\n`;
  const { source, view } = await siteOf({
    'docs/v1/guide/a.md': page('A'),
    'docs/v1/guide/hidden.md': page('B', '', 'hidden: true\n'),
    'docs/v1/guide/hidden/below.md': page('C'),
    'docs/v1/guide/unlisted.md': page('D', '', 'listed: false\n'),
    'docs/v1/guide/gated.md': page('E', '', 'audience: staff\n'),
    'docs/v1/guide/not-yet.md': page('F', '', 'draft: true\n'),
    'docs/v1/guide/draft.md': '---\ntitle: G\n---draft\n\nText.\n',
    'docs/v1/later/x.md': page('H'),
    'docs/v1/later/_settings.yaml': 'title: Later\npublished: false\n',
    'docs/changelogs/news/one.md': post(true),
    'docs/changelogs/news/two.md': post(false),
    'docs/changelogs/news/bad.md': 'No header\n',
    'docs/loose.md': page('I'),
    'docs/README.md': 'About.\n',
  });
  const { shown, heldBack, leftOut } = balanceOf(source, view);
  expect([...shown].toSorted()).toEqual(['docs/changelogs/news/one.md', 'docs/v1/guide/a.md']);
  expect(Object.fromEntries(Array.from(heldBack, ([file, { why }]) => [file, why]))).toEqual({
    'docs/v1/guide/hidden.md': 'hidden',
    'docs/v1/guide/hidden/below.md': 'hidden',
    'docs/v1/guide/unlisted.md': 'unlisted',
    'docs/v1/guide/gated.md': 'for an audience',
    'docs/v1/guide/not-yet.md': 'not for readers yet',
    'docs/v1/guide/draft.md': 'a draft',
    'docs/v1/later/x.md': 'in a section that is not published',
    'docs/changelogs/news/two.md': 'not published',
  });
  expect([...leftOut.keys()].toSorted()).toEqual(['docs/changelogs/news/bad.md', 'docs/loose.md']);
});
