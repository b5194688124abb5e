/** Turns the project's structure into the entries of its archive: the layout of exports, with ordered names. Pure. */
import {
  foldPath,
  safeName,
  archiveFile,
  CHANGELOGS_FOLDER,
  settingsFileOf,
} from '../../content/file-names.ts';
import { groupBy } from '../../model/group-by.ts';
import { formatOf } from '../definition/read.ts';
import {
  DEFAULT_SETTINGS,
  type DocumentationRow,
  type NavMarkRow,
  storedSettings,
} from '../resources/documentations.ts';
import type { ReferenceRow } from '../resources/references.ts';
import type { VersionRow } from '../resources/versions.ts';
import { markText } from './page-text.ts';

export type ExportEntry =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly pageId: number };

/** A page's place, without its texts. */
export interface PlacedPageRow {
  readonly id: number;
  readonly title: string;
  readonly categoryId: number | null;
  readonly parentId: number | null;
  readonly position: number;
}

export interface ExportedDocumentation {
  readonly documentation: DocumentationRow;
  readonly marks: readonly NavMarkRow[];
  readonly pages: readonly PlacedPageRow[];
}

export interface ExportedVersion {
  readonly version: VersionRow;
  readonly documentations: readonly ExportedDocumentation[];
  readonly references: readonly ReferenceRow[];
}

type Item =
  | { readonly kind: 'page'; readonly page: PlacedPageRow }
  | { readonly kind: 'mark'; readonly mark: NavMarkRow };

export function* entriesOf(versions: readonly ExportedVersion[]): Generator<ExportEntry> {
  const versionNames = new FolderNames();
  // Reserved by the layout, like `refs` below.
  versionNames.take(CHANGELOGS_FOLDER);
  for (const { version, documentations, references } of versions) {
    const folder = versionNames.take(version.name);
    const names = new FolderNames();
    // Reserved by the layout: a documentation with that title gets another folder name.
    names.take('refs');
    for (const documentation of documentations) {
      yield* documentationEntries(
        `${folder}/${names.take(documentation.documentation.title)}`,
        documentation,
        version.published === 1,
      );
    }
    for (const { slug, published, draft, isPublished } of references) {
      const text = published ?? draft;
      if (text === null) continue;
      const path = `${folder}/refs/${safeName(slug)}.${formatOf(text)}`;
      yield { path, text };
      if (published === null || isPublished === 0)
        yield { path: settingsFileOf(path), text: 'published: false\n' };
    }
  }
}

function* documentationEntries(
  folder: string,
  { documentation, marks, pages }: ExportedDocumentation,
  isVersionPublished: boolean,
): Generator<ExportEntry> {
  const settings = { ...DEFAULT_SETTINGS, ...storedSettings(documentation.settings) };
  // The layout has no settings for a version, so an unpublished version is noted in its
  // documentations.
  const isShown = isVersionPublished && documentation.published === 1;
  // The settings may come from an export in which it was not published.
  const shown = { published: isShown ? undefined : false };
  const text = JSON.stringify({ slug: documentation.slug, ...settings, ...shown }, null, 4);
  yield { path: `${folder}/settings.json`, text: phpEscapes(text) };
  const children = groupBy(pages, ({ parentId }) => parentId);
  yield* folderEntries(folder, topLevel(marks, pages), children);
}

/** As PHP's `json_encode` prints: slashes escaped, everything outside ASCII as `\uXXXX`. */
const phpEscapes = (json: string): string =>
  json
    .replaceAll('/', String.raw`\/`)
    // One UTF-16 unit at a time: surrogate pairs become two escapes.
    .replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

/** Pages and marks in the reader's order, as one list: a category is followed by its content. */
function topLevel(marks: readonly NavMarkRow[], pages: readonly PlacedPageRow[]): Item[] {
  const items: Item[] = [
    ...pages.filter(({ parentId }) => parentId === null).map((page) => pageItem(page)),
    ...marks.map((mark): Item => ({ kind: 'mark', mark })),
  ].toSorted((a, b) => positionOf(a) - positionOf(b));
  const inside = groupBy(items, categoryOf);
  const ordered: Item[] = [];
  for (const item of uncategorisedFirst(inside.get(null) ?? [])) {
    ordered.push(item);
    const category = asCategory(item);
    if (category) ordered.push(...(inside.get(category.id) ?? []));
  }
  return ordered;
}

/** The category that an item is; null for every other item. */
const asCategory = (item: Item): NavMarkRow | null =>
  item.kind === 'mark' && item.mark.kind === 'category' ? item.mark : null;

const pageItem = (page: PlacedPageRow): Item => ({ kind: 'page', page });

const positionOf = (item: Item): number =>
  item.kind === 'page' ? item.page.position : item.mark.position;

const categoryOf = (item: Item): number | null =>
  item.kind === 'page' ? item.page.categoryId : item.mark.categoryId;

/** In this layout, everything after a category belongs to it, up to a separator. Pages without a category therefore come first. */
function uncategorisedFirst(items: readonly Item[]): Item[] {
  const ordered: Item[] = [];
  let categories: Item[] = [];
  for (const item of items) {
    if (asCategory(item)) categories.push(item);
    else if (item.kind === 'mark' && item.mark.kind === 'separator') {
      ordered.push(...categories, item);
      categories = [];
    } else ordered.push(item);
  }
  return [...ordered, ...categories];
}

function* folderEntries(
  folder: string,
  items: readonly Item[],
  children: ReadonlyMap<number | null, readonly PlacedPageRow[]>,
): Generator<ExportEntry> {
  const names = new FolderNames();
  for (const [index, item] of items.entries()) {
    const number = index + 1;
    if (item.kind === 'mark') {
      const { mark } = item;
      const title = mark.kind === 'separator' ? 'separator' : mark.title;
      yield { path: `${folder}/${archiveFile(number, title)}`, text: markText(mark) };
      continue;
    }
    const { id, title } = item.page;
    yield { path: `${folder}/${archiveFile(number, title)}`, pageId: id };
    const below = children.get(id);
    if (below)
      yield* folderEntries(`${folder}/${names.take(title)}`, below.map(pageItem), children);
  }
}

/** Assigns names in one folder. Adds a number to a name that is taken, or would be on some system. */
export class FolderNames {
  readonly #taken = new Set<string>();

  take(title: string): string {
    const name = safeName(title);
    for (let n = 1; ; n += 1) {
      const candidate = n === 1 ? name : `${name} (${n})`;
      const folded = foldPath(candidate);
      if (this.#taken.has(folded)) continue;
      this.#taken.add(folded);
      return candidate;
    }
  }
}
