/** Recognises files whose slug changed by their text or title, so that their page keeps its id. Pure. */
import { groupBy } from '../../model/group-by.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { sameTitle } from '../lock/stored-page.ts';
import { documentationKey } from '../../model/ids.ts';
import type { ClueScene, Unpaired } from './unpaired.ts';

type Left = Pick<Unpaired, 'files' | 'lines' | 'pair' | 'doubt'>;

/** Pairs files that have the same text as a page of the same documentation whose file is gone. If several have that text, the title decides. */
export function sameText(left: Left): void {
  const old = groupBy(left.lines.values(), ({ key, sent }) => `${documentationKey(key)} ${sent}`);
  const fresh = groupBy(left.files.values(), ({ key, head }) => `${documentationKey(key)} ${head}`);
  for (const [name, pages] of fresh) {
    const lost = old.get(name) ?? [];
    if (pairOne(left, pages, lost)) continue;
    const titles = groupBy(lost, ({ title }) => title);
    for (const [title, same] of groupBy(pages, (page) => page.title)) {
      pairOne(left, same, titles.get(title) ?? []);
    }
  }
}

/**
 * Pairs files that were also edited but have the title of a page of the same documentation whose file is
 * gone. If another page of the documentation has that title too, it remains unclear whether the file was
 * renamed.
 */
export function uniqueTitle(left: Unpaired, scene: ClueScene): void {
  if (left.lines.size > 0) pairByTitle(left, titlesElsewhere(left, scene));
}

/** The same. `isElsewhere`: whether another page, on either side, has the title in its documentation. */
export function pairByTitle(left: Left, isElsewhere: (page: LocalPage) => boolean): void {
  const lost = groupBy(left.lines.values(), titleIn);
  const fresh = groupBy(left.files.values(), titleIn);
  for (const [title, pages] of fresh) {
    const candidates = lost.get(title);
    if (candidates === undefined) continue;
    if (pages.some(isElsewhere) || !pairOne(left, pages, candidates)) {
      for (const { key } of pages) left.doubt(key);
    }
  }
}

const titleIn = ({ key, title }: { readonly key: PageKey; readonly title: string }): string =>
  `${documentationKey(key)} ${title}`;

/** Pairs the two if there is exactly one of each. Returns whether it did. */
function pairOne(left: Left, fresh: readonly LocalPage[], lost: readonly BasePage[]): boolean {
  const [page] = fresh;
  const [line] = lost;
  if (!page || !line || fresh.length > 1 || lost.length > 1) return false;
  left.pair(page.key, line.key);
  return true;
}

/**
 * Tells whether a new file may be a page of its own, judging by its title: another page of its documentation
 * has it, or an interrupted run was creating it.
 */
export function titlesElsewhere(
  { pages }: Pick<Unpaired, 'pages'>,
  { local, lock, snapshot, writes }: ClueScene,
): (page: LocalPage) => boolean {
  const making = new Set(writes.creates.map(({ key }) => key));
  // Titles of pages that both lock and folder have, in either's wording.
  const staying = new Set<string>();
  for (const page of local.pages.values()) {
    const line = lock.pages.get(page.key);
    if (line) staying.add(titleIn(page)).add(titleIn(line));
  }
  return (page) => {
    if (making.has(page.key) || staying.has(titleIn(page))) return true;
    const placement = snapshot.placement(page.key);
    if (placement.kind !== 'visible') return false;
    // Any of these may be the new file's own page, created by a run whose lock was not kept.
    for (const { documentationId, title } of pages.values()) {
      if (documentationId === placement.documentation && sameTitle(title, page.title)) return true;
    }
    return false;
  };
}

/** A warning about new files that may or may not be renamed ones. Empty if there are none. */
export function unclearRenames(keys: readonly PageKey[]): readonly string[] {
  const [first] = keys;
  if (first === undefined) return [];
  const what =
    keys.length === 1
      ? `${first} may be a renamed page, but was edited too, and others have its title`
      : `${first} and ${keys.length - 1} more may be renamed pages, but were edited too, and others have their titles`;
  return [
    `${what}: the old pages stay, and new ones are created. To keep a page, push its new file name first, then the edit.`,
  ];
}
