/** Matches the pages of two folders, and selects the texts to compare. */
import { withAbsoluteLinks } from '../../../content/links/link-targets.ts';
import type { FilePath, PageKey } from '../../../model/ids.ts';
import { placeOf } from '../../../model/ids.ts';
import { byCodeUnit } from '../../../model/order.ts';
import type { PagePair, PageVersion } from '../../../site/review/review.ts';
import type { FolderOfTexts } from '../../../content/folder/folder-of-texts.ts';
import { leftOutIn, pagesIn } from './folder-pages.ts';
import type { FolderPage } from './folder-pages.ts';
import type { Pictures } from './pictures.ts';
import { differ, looksAround, resolverOf, sharedIn, surroundings } from './page-surroundings.ts';
import type { AroundPages } from './page-surroundings.ts';

/** One side: its pages, and their surroundings. */
export interface FolderSide {
  readonly pages: ReadonlyMap<PageKey, FolderPage>;
  readonly around: AroundPages;
  /** Why files of pages are not sent, as a sentence continues after "This file". */
  readonly leftOut: ReadonlyMap<FilePath, string>;
}

/** A page of one side, or the same page on both sides. */
interface Both {
  readonly old: FolderPage | undefined;
  readonly new: FolderPage | undefined;
  /** Why the file that the page has now is not sent. Null: it is, or there is none. */
  readonly leftOut: string | null;
}

/** Reads one side. `pictures`: those of its files; undefined for an export, which has none. */
export async function folderSide(
  read: readonly FolderOfTexts[],
  pictures?: Pictures,
): Promise<FolderSide> {
  const leftOut = leftOutIn(read);
  const pages = pagesIn(read, pictures === undefined, leftOut);
  return { pages, leftOut, around: surroundings(pages.values(), await sharedIn(read), pictures) };
}

/** Whether a page is selected. Its file and key on either side count. */
export type IsMeant = (page: FolderPage) => boolean;

/**
 * The texts to compare, in order of key. Pages with one key are a pair. So are pages for which one
 * of `clues`, tried in order, gives a result that no other page of either side has.
 * `isElsewhereToo`: pages with equal texts may read differently in other surroundings.
 */
export function* pairsOf(
  old: FolderSide,
  next: FolderSide,
  clues: readonly ((page: FolderPage) => string)[],
  isMeant: IsMeant,
  isElsewhereToo = differ(old.around, next.around),
): Generator<PagePair> {
  for (const both of bothOf(old, next, clues)) {
    const { old: before, new: after } = both;
    if (![before, after].some((page) => page && isMeant(page))) continue;
    const isEqual =
      before?.text === after?.text &&
      before?.key === after?.key &&
      before?.title === after?.title &&
      // Pages and sections above it may hide it.
      ['parent', 'navigation', 'listed', 'hidden', 'audience', 'published'].every(
        (name) => before?.header.get(name) === after?.header.get(name),
      );
    if (isEqual && !(isElsewhereToo && looksAround(before?.text ?? ''))) continue;
    yield* pairsOfPage(both, old.around, next.around);
  }
}

function bothOf(
  old: FolderSide,
  next: FolderSide,
  clues: readonly ((page: FolderPage) => string)[],
): Both[] {
  const found: Both[] = [];
  const left = { old: new Map(old.pages), new: new Map(next.pages) };
  const take = (before: FolderPage, after: FolderPage): void => {
    const { leftOut } = after;
    const isNew = before.leftOut !== null && leftOut === null;
    const isGone = before.leftOut === null && leftOut !== null;
    found.push({ old: isNew ? undefined : before, new: isGone ? undefined : after, leftOut });
    left.old.delete(before.key);
    left.new.delete(after.key);
  };
  for (const [key, page] of old.pages) {
    const other = next.pages.get(key);
    if (other) take(page, other);
  }
  for (const clue of clues) {
    const named = onlyOnes(left.new.values(), clue);
    for (const [name, page] of onlyOnes(left.old.values(), clue)) {
      const other = named.get(name);
      if (other) take(page, other);
    }
  }
  for (const page of left.old.values()) {
    found.push({ old: page, new: undefined, leftOut: next.leftOut.get(page.file) ?? null });
  }
  for (const page of left.new.values()) {
    found.push({ old: undefined, new: page, leftOut: page.leftOut });
  }
  const keyOf = ({ old: before, new: after }: Both): string => (after ?? before)?.key ?? '';
  return found.toSorted((a, b) => byCodeUnit(keyOf(a), keyOf(b)));
}

/** Pages by the result of a clue. Leaves out pages that share a result. */
function onlyOnes(
  pages: Iterable<FolderPage>,
  clue: (page: FolderPage) => string,
): Map<string, FolderPage> {
  const found = new Map<string, FolderPage | null>();
  for (const page of pages) {
    const name = clue(page);
    if (name !== '') found.set(name, found.has(name) ? null : page);
  }
  return new Map([...found].flatMap(([name, page]) => (page ? [[name, page]] : [])));
}

/** The text that readers see, and the draft, if there is one. */
function* pairsOfPage(
  { old, new: next, leftOut }: Both,
  oldAround: AroundPages,
  nextAround: AroundPages,
): Generator<PagePair> {
  const page = next ?? old;
  if (!page) return;
  const formerFile = old && old.file !== page.file ? old.file : undefined;
  const names = { file: page.file, formerFile, note: noteOf(old, next, leftOut) };
  const texts = (['published', 'draft'] as const).map((which) => ({
    which,
    old: versionOf(old, which, oldAround),
    new: versionOf(next, which, nextAround),
  }));
  const isDraftOnly = texts[0]?.old === undefined && texts[0]?.new === undefined;
  for (const { which, ...sides } of texts) {
    if (!sides.old && !sides.new) continue;
    const name = which === 'draft' && !isDraftOnly ? `${page.key} (draft)` : page.key;
    yield { name, ...names, ...sides };
  }
}

function noteOf(
  old: FolderPage | undefined,
  next: FolderPage | undefined,
  leftOut: string | null,
): string | null {
  if (leftOut !== null) return `Its file ${leftOut}. It is left out of pushes and builds.`;
  if (!next)
    return 'Its file is gone: the page stays until docs push --prune or docs page delete removes it.';
  if (!old) return null;
  const isSame =
    placeOf(old.key).slug === placeOf(next.key).slug &&
    old.header.get('documentation') === next.header.get('documentation');
  return isSame ? null : `Its key was ${old.key}.`;
}

function versionOf(
  page: FolderPage | undefined,
  which: 'published' | 'draft',
  around: AroundPages,
): PageVersion | undefined {
  const body = page?.bodies[which] ?? null;
  if (!page || body === null) return undefined;
  const { key, file, title, header } = page;
  const text = withAbsoluteLinks(body, { file, version: placeOf(key).version }, around.files);
  return { title, header, body: { text, resolver: resolverOf(page, around) } };
}

/** The pages of either side that `names` mean. */
export async function selectPages(
  names: readonly string[],
  sides: readonly FolderSide[],
  pathBase: { readonly root: string; readonly workingFolder: string },
): Promise<IsMeant> {
  if (names.length === 0) return () => true;
  const { selectFiles } = await import('../page-folders/selected-files.ts');
  const pages = sides.flatMap((side) => [...side.pages.values()]);
  const isSelected = await selectFiles(
    names,
    { files: pages.map(({ file }) => file), keys: pages.map(({ key, file }) => [key, file]) },
    pathBase,
  );
  return ({ file }) => isSelected(file);
}
