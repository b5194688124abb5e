/** Sites with any navigation. */
import * as fc from 'fast-check';
import { pageKey } from '../../src/model/ids.ts';
import type { Slug } from '../../src/model/ids.ts';
import { navigationOf } from '../../src/site/folder/navigation.ts';
import type { NavPage } from '../../src/site/folder/navigation.ts';
import type { NavItem } from '../../src/site/folder/nav-items.ts';
import type { VisibilityInput } from '../../src/content/page/visibility.ts';
import type { SidebarEntry, WholeSite, SitePage } from '../../src/site/site-source.ts';

export const visibilityInput: fc.Arbitrary<VisibilityInput> = fc.record({
  listed: fc.boolean(),
  hidden: fc.boolean(),
  audience: fc.constantFrom(null, null, 'partners', 'staff'),
  hasPublished: fc.boolean(),
  hasDraft: fc.boolean(),
});

export const pageAt = (index: number, of: VisibilityInput): SitePage => {
  const place = {
    version: 'v1' as Slug,
    documentation: 'guide' as Slug,
    slug: `p${index}` as Slug,
  };
  const title = `Page ${index}`;
  return {
    key: pageKey(place),
    ...place,
    title,
    navTitle: title,
    description: '',
    visibilityInput: of,
  };
};

/** Ordered pages, at the top or below earlier ones; a navigation may list some differently. */
export const documentation = fc
  .array(
    fc.record({
      of: visibilityInput,
      below: fc.option(fc.nat(), { nil: null }),
      category: fc.constantFrom(null, 'A', 'B'),
    }),
    { maxLength: 25 },
  )
  .chain((rows) => {
    const pages = rows.map(({ of, below, category }, index): NavPage => {
      const parent = below === null || index === 0 ? null : (`p${below % index}` as Slug);
      return { page: pageAt(index, of), path: `p${index}.md`, category, parent };
    });
    const { items } = fc.letrec<{ item: NavItem; items: NavItem[] }>((tie) => ({
      item: fc.oneof(
        { maxDepth: 3 },
        fc.constant<NavItem>({ kind: 'separator' }),
        fc.constant<NavItem>({ kind: 'label', title: 'L', icon: null }),
        fc.record({
          kind: fc.constant('category' as const),
          title: fc.constantFrom('A', 'B', 'C'),
          icon: fc.constantFrom(null, 'gear'),
          items: tie('items'),
        }),
        fc.record({
          kind: fc.constant('page' as const),
          page: fc.nat({ max: 30 }).map((index) => `p${index}`),
          icon: fc.constantFrom(null, 'gear'),
          items: tie('items'),
        }),
      ),
      items: fc.array(tie('item'), { maxLength: 6 }),
    }));
    return items.map((listed) => ({ pages, navigation: navigationOf(pages, listed) }));
  });

export const siteWith = (navigation: readonly SidebarEntry[]): WholeSite => ({
  title: 'Home',
  colour: null,
  changelogs: [],
  versions: [
    {
      slug: 'v1' as Slug,
      name: 'v1',
      published: true,
      references: [],
      documentations: [
        {
          version: 'v1' as Slug,
          slug: 'guide' as Slug,
          title: 'Guide',
          description: '',
          published: true,
          language: 'en',
          showsLastChange: false,
          collapsesCategories: false,
          navigation,
        },
      ],
    },
  ],
});
