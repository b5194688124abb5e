/** Who sees what is one rule, for the site, its search, the API's search, links and lists. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearchQuery } from '../../src/content/search/query.ts';
import { isShown, PUBLIC, visibilityOf, WRITER } from '../../src/content/page/visibility.ts';
import type { VisibilityInput, Reader, Visibility } from '../../src/content/page/visibility.ts';
import { readProject } from '../../src/content/export/read-export.ts';
import { createStore } from '../../src/platform/store.ts';
import { PLATFORM } from '../../src/platform/store.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { StoreSite } from '../../src/platform/site/store-site.ts';
import { answerTo } from '../../src/site/answer.ts';
import { FixedClock } from '../support/clocks.ts';
import { stageOf } from '../site/folder-of.ts';
import { allPages } from '../../src/platform/resources/pages.ts';
import { changeVersion, visibleVersions } from '../../src/platform/resources/versions.ts';
import {
  allDocumentations,
  publishDocumentation,
} from '../../src/platform/resources/documentations.ts';
import { searchSections } from '../../src/platform/resources/search.ts';
import { around } from '../../src/platform/resources/surroundings-queries.ts';
import { loadExport } from '../../src/platform/import/load.ts';

const visibilityInput: fc.Arbitrary<VisibilityInput> = fc
  .record({
    listed: fc.boolean(),
    hidden: fc.boolean(),
    audience: fc.constantFrom(null, null, 'partners'),
    hasPublished: fc.boolean(),
    hasDraft: fc.boolean(),
  })
  .filter(({ hasPublished, hasDraft }) => hasPublished || hasDraft);

const project = fc.record({
  version: fc.boolean(),
  documentation: fc.boolean(),
  pages: fc.array(fc.record({ visibilityInput, below: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  }),
});

const header = (title: string, lines: string): string =>
  `---\ntype: page\ntitle: ${title}\n${lines}`;

/** Words that only one page has. */
const wordOf = (index: number): string => `word${'abcdefghij'[index]}`;

function fileOf(
  { listed, hidden, audience, hasPublished, hasDraft }: VisibilityInput,
  index: number,
) {
  const lines = [
    `listed: ${listed}\nslug: p${index}\n`,
    hidden ? 'hidden: 1\n' : '',
    audience === null ? '' : `audience: ${audience}\n`,
  ];
  const text = `\n\nHere is ${wordOf(index)}.\n\n`;
  const draft = hasDraft ? `---draft${text}` : '';
  const published = hasPublished ? `---published${text}` : '';
  return header(`Page ${index}`, lines.join('')) + draft + published;
}

/** An export: a page that all may read and that names every other, which are below it or beside it. */
function textsOf(
  pages: readonly { readonly visibilityInput: VisibilityInput; readonly below: boolean }[],
) {
  const links = pages.map((_, index) => `[auto$](/guide/p${index})`).join(' ');
  const all = `${header('All', 'listed: true\nslug: all\n')}---published\n\n${links}\n\n{% index-list /%}\n\n`;
  const files = pages.map(({ visibilityInput: of, below }, index): [string, string] => [
    `v1/Guide/${below ? 'All/' : ''}${index + 2} Page ${index}.md`,
    fileOf(of, index),
  ]);
  return new Map([['v1/Guide/1 All.md', all], ...files]);
}

test('site, search and links follow the same rule about who sees what', async () => {
  await fc.assert(
    fc.asyncProperty(project, async ({ version, documentation, pages }) => {
      const database = await openSqlite(null);
      const clock = new FixedClock();
      const store = createStore(database, {
        api: 'classic',
        clock,
        takenSlugs: 'refuse',
        reprint: false,
        dates: 'seconds',
      });
      await loadExport(store, readProject(textsOf(pages)), PLATFORM);
      const [whole] = await visibleVersions(store, null);
      const [guide] = await allDocumentations(store);
      if (!whole || !guide) throw new Error('the export was loaded');
      await publishDocumentation(store, guide.id, documentation, PLATFORM);
      const edit = { slug: undefined, name: undefined, published: version };
      await changeVersion(store, whole.id, edit, PLATFORM, null);
      const site = new StoreSite(store);
      const { source, view } = await site.now();
      const stage = stageOf(view);
      const at = async (path: string): Promise<string | null> => {
        const answer = await answerTo(path, source, stage);
        return answer.status === 200 ? answer.body : null;
      };
      const surrounds = (reader: Reader) =>
        isShown({ published: version && documentation }, reader);
      const wanted = (
        of: VisibilityInput,
        what: keyof Visibility,
        reader: Reader = PUBLIC,
      ): boolean => surrounds(reader) && visibilityOf(of, reader)[what];
      const links = pages.map((_, index) => `/guide/p${index}`);
      const page = (await allPages(store)).find((each) => each.slug === 'all');
      if (!page) throw new Error('the page was loaded');
      const linked = async (reader: Reader) => {
        const questions = { links, variables: [], syncedBlocks: [], children: true };
        return around(store, page, { scope: null, reader })(questions);
      };
      const found = { reader: await linked(PUBLIC), writer: await linked(WRITER) };
      const all = await at('/v1/guide/all');
      const llms = await at('/llms.txt');
      expect(all !== null).toBe(surrounds(PUBLIC));

      for (const [index, { visibilityInput: of, below }] of pages.entries()) {
        const path = `/v1/guide/p${index}`;
        const title = `Page ${index}`;
        const word = wordOf(index);
        const asked = { terms: parseSearchQuery(word), version: undefined, offset: 0, limit: 5 };
        expect((await at(path)) !== null).toBe(wanted(of, 'opens'));
        expect((await at(`${path}.md`)) !== null).toBe(wanted(of, 'opens'));
        expect((await searchSections(store, asked, null)).total > 0).toBe(wanted(of, 'inSearch'));
        expect((await site.find(word, 'v1', false, 5)).length > 0).toBe(wanted(of, 'inSearch'));
        expect(found.reader.links.has(`/guide/p${index}`)).toBe(wanted(of, 'linked'));
        expect(found.writer.links.has(`/guide/p${index}`)).toBe(wanted(of, 'linked', WRITER));
        const children = found.reader.children.map((child) => child.title);
        expect(children.includes(title)).toBe(below && visibilityOf(of, PUBLIC).inNavigation);
        expect(llms?.includes(`[${title}]`)).toBe(wanted(of, 'inNavigation'));
        expect(all?.includes(title) ?? false).toBe(wanted(of, 'linked'));
      }
      await database.close();
    }),
    { numRuns: 60 },
  );
});
