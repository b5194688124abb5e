import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibilityOf } from '../../src/content/page/visibility.ts';
import type { Reader } from '../../src/content/page/visibility.ts';
import { pagesOf } from '../../src/site/site-source.ts';
import type { WholeSite } from '../../src/site/site-source.ts';
import { SiteView } from '../../src/site/site-view.ts';
import { documentation, pageAt, siteWith, visibilityInput } from './any-site.ts';

const reader: fc.Arbitrary<Reader> = fc.record({
  audiences: fc.uniqueArray(fc.constantFrom('partners', 'staff')).map((ids) => new Set(ids)),
  drafts: fc.boolean(),
});

test('a navigation contains every page once, whatever its layout lists', () => {
  fc.assert(
    fc.property(documentation, ({ pages, navigation }) => {
      const found = [...pagesOf(navigation)].map(({ slug }) => slug);
      expect(found.toSorted()).toEqual(pages.map(({ page }) => page.slug).toSorted());
    }),
  );
});

test('the navigation of a reader contains exactly the pages that the rule allows, each once', () => {
  fc.assert(
    fc.property(documentation, reader, ({ pages, navigation }, who) => {
      const view = new SiteView(siteWith(navigation), who);
      const shown = view.documentation('v1', 'guide')?.pages.map(({ slug }) => slug) ?? [];
      const wanted = pages.filter(
        ({ page }) => visibilityOf(page.visibilityInput, who).inNavigation,
      );
      expect(shown.toSorted()).toEqual(wanted.map(({ page }) => page.slug).toSorted());
    }),
  );
});

test('links, lists of pages, breadcrumbs and addresses contain no page that the reader cannot open', () => {
  fc.assert(
    fc.property(documentation, reader, ({ pages, navigation }, who) => {
      const view = new SiteView(siteWith(navigation), who);
      const opens = new Set(
        pages.flatMap(({ page }) =>
          visibilityOf(page.visibilityInput, who).opens ? [page.slug] : [],
        ),
      );
      for (const { page } of pages) {
        const place = { version: 'v1', section: 'guide', page: page.slug };
        expect(view.find(place) !== undefined).toBe(opens.has(page.slug));
        for (const child of view.children(page)) expect(opens).toContain(child.slug);
        const above = view.above(page).filter((each) => typeof each !== 'string');
        for (const each of above) expect(opens).toContain(each.slug);
      }
      expect([...view.pages()].map(({ page }) => page.slug).toSorted()).toEqual(
        [...opens].toSorted(),
      );
    }),
  );
});

test('all pages in the navigation and in search can be opened, and no hidden page is in either', () => {
  fc.assert(
    fc.property(visibilityInput, reader, (of, who) => {
      const { opens, linked, inNavigation, inSearch } = visibilityOf(of, who);
      expect(opens || !(linked || inNavigation || inSearch)).toBe(true);
      expect(of.hidden && (inNavigation || inSearch)).toBe(false);
      expect(opens && of.audience !== null && !who.audiences.has(of.audience)).toBe(false);
    }),
  );
});

test('drafts make no difference for readers of published pages', () => {
  fc.assert(
    fc.property(visibilityInput, reader, (of, { audiences }) => {
      const who = { audiences, drafts: false };
      expect(visibilityOf({ ...of, hasDraft: !of.hasDraft }, who)).toEqual(visibilityOf(of, who));
      expect(visibilityOf(of, who).opens && !of.hasPublished).toBe(false);
    }),
  );
});

test('only readers of drafts see an unpublished version or documentation', () => {
  const site = siteWith([
    {
      kind: 'page',
      icon: null,
      items: [],
      page: pageAt(0, {
        listed: true,
        hidden: false,
        audience: null,
        hasPublished: true,
        hasDraft: false,
      }),
    },
  ]);
  const [version] = site.versions;
  if (!version) throw new Error('there is a version');
  const closed: WholeSite = { ...site, versions: [{ ...version, published: false }] };
  const place = { version: 'v1', section: 'guide', page: 'p0' };

  expect(new SiteView(closed, { audiences: new Set(), drafts: false }).find(place)).toBeUndefined();
  expect(new SiteView(closed, { audiences: new Set(), drafts: true }).find(place)).toBeDefined();
});
