import type { Slug } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { EntryFacts } from '../page/page-facts.ts';
import { folderOf, isPage, stemOf, withoutExtension } from './layout.ts';
import { pagePath } from './nav.ts';
import type { ArrangedDocumentation, DocumentationFolder, ArrangedPage } from './layout.ts';

type SlugOf = (path: string, facts: EntryFacts) => string;

/** The position and the category of a page in a navigation. */
export interface Listed {
  readonly position: number;
  readonly category: string | null;
}

/**
 * The slug of the page whose children are in the folder of `path`: its file is next to that folder
 * and has the same name. Null if there is none.
 */
function parentOf(
  path: string,
  pages: ReadonlyMap<string, EntryFacts>,
  slugOf: SlugOf,
): Slug | null {
  const folder = folderOf(path);
  const facts = folder === '' ? undefined : pages.get(`${folder}.md`);
  return facts ? (slugOf(`${folder}.md`, facts) as Slug) : null;
}

/** `a.md` sorts before `a/b.md`, and both before `a-b.md`. */
const sortKey = (path: string): string => withoutExtension(path).replaceAll('/', '\0');

/**
 * Pages placed by folders: the `listed` (by path without extension) in their order, then the others
 * by path. A page comes before those below it.
 */
export function arrangeTree(
  { pages }: DocumentationFolder,
  slugOf: SlugOf,
  listed: ReadonlyMap<string, Listed> = new Map(),
): ArrangedDocumentation {
  const categories = new Set<string>();
  const placed: { readonly page: ArrangedPage; readonly position: number; readonly key: string }[] =
    [];
  for (const [path, facts] of pages) {
    if (!isPage(facts)) continue;
    const entry = listed.get(pagePath(path));
    const category = facts.category ?? entry?.category ?? null;
    if (facts.category) categories.add(facts.category);
    const page = {
      path,
      slug: slugOf(path, facts),
      title: facts.title ?? stemOf(path),
      category,
      parent: parentOf(path, pages, slugOf),
      ordered: entry !== undefined,
    };
    placed.push({
      page,
      position: entry?.position ?? Number.MAX_SAFE_INTEGER,
      key: sortKey(path),
    });
  }
  placed.sort((a, b) => a.position - b.position || byCodeUnit(a.key, b.key));
  return { pages: placed.map(({ page }) => page), categories: [...categories] };
}
