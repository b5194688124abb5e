import { posix } from 'node:path';
import { groupBy } from '../../model/group-by.ts';
import type { Slug } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import { settingsText } from '../settings/settings-file.ts';
import { slugOfName, slugOfTitle } from '../slug.ts';
import type { HeaderFacts } from '../page/page-facts.ts';
import { parseArchiveName } from './archive-name.ts';
import { folderOf, isPage } from './layout.ts';
import type { ArrangedDocumentation, DocumentationFolder, Layout, ArrangedPage } from './layout.ts';

interface Entry {
  readonly path: string;
  readonly facts: HeaderFacts;
  readonly number: number;
  readonly name: string;
}

const titleOf = ({ facts, name }: Entry): string => facts.title ?? name;
const slugOf = (entry: Entry): Slug => (entry.facts.slug ?? slugOfTitle(titleOf(entry))) as Slug;

/** The entries of every folder in their order: by number; those without a number last, by name. */
function entriesByFolder(pages: ReadonlyMap<string, HeaderFacts>): Map<string, Entry[]> {
  const entries = [...pages].flatMap(([path, facts]): Entry[] => {
    const parsed = parseArchiveName(posix.basename(path));
    return parsed ? [{ path, facts, number: parsed.number ?? Infinity, name: parsed.name }] : [];
  });
  entries.sort((a, b) =>
    a.number === b.number ? byCodeUnit(a.name, b.name) : a.number - b.number,
  );
  return groupBy(entries, ({ path }) => folderOf(path));
}

/** Pages depth first, each before the pages in the folder of its title. Of two siblings with the same title, the first one has the folder. */
function arrange({ pages }: DocumentationFolder): ArrangedDocumentation {
  const folders = entriesByFolder(pages);
  const placed: ArrangedPage[] = [];
  const categories = new Set<string>();
  take('', null, null);
  for (const folder of [...folders.keys()].toSorted(byCodeUnit)) take(folder, null, null);
  return { pages: placed, categories: [...categories] };

  function take(folder: string, parent: Slug | null, inherited: string | null): void {
    const entries = folders.get(folder) ?? [];
    folders.delete(folder);
    let category = inherited;
    for (const entry of entries) {
      const { type } = entry.facts;
      if (type === 'category' && folder === '') {
        category = titleOf(entry);
        categories.add(category);
      } else if (type === 'separator' && folder === '') category = null;
      else if (isPage(entry.facts)) takePage(entry, folder, parent, category);
    }
  }

  function takePage(
    entry: Entry,
    folder: string,
    parent: Slug | null,
    inherited: string | null,
  ): void {
    const { path, facts, name, number } = entry;
    const category = facts.category ?? inherited;
    const slug = slugOf(entry);
    if (facts.category) categories.add(facts.category);
    const ordered = number !== Infinity;
    placed.push({ path, slug, title: titleOf(entry), category, parent, ordered });
    take(folder === '' ? name : `${folder}/${name}`, slug, category);
  }
}

/** The layout of an export: `<n> <Title>.md`, with names in place of slugs (DARKDOWN, 8.1). */
export const exportLayout: Layout = {
  kind: 'export',
  settingsName: 'settings.json',
  version: (folder) => ({ slug: slugOfName(folder), name: folder, published: true }),
  documentation: (folder, settings) => {
    const slug = settingsText(settings, 'slug');
    return { slug: slug ?? slugOfName(folder), title: folder, isNamed: slug === null };
  },
  arrange,
  reference: (name) =>
    /\.(?:ya?ml|json)$/i.test(name) ? slugOfTitle(name.replace(/\.[^.]+$/, '')) : null,
};
