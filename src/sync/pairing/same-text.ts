/** Recognises files whose slug changed by their text or title, so that their page keeps its id. Pure, except that `exchangedFiles` reads pages. */
import { groupBy } from '../../model/group-by.ts';
import { documentationKey, placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, UnplacedFile } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { cyclesIn, exchangeIn } from '../exchange.ts';
import { moved, sameTitle } from '../lock/stored-page.ts';
import { lookAtEach } from '../pool.ts';
import type { BothSides } from '../read-sides.ts';
import type { SyncDeps } from '../session.ts';
import { Unpaired } from './unpaired.ts';
import type { ClueScene } from './unpaired.ts';

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

/** What became of files that are another page than the one with their key. */
export interface ExchangedFiles {
  /** From keys of files to those of their lines. */
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  /** Files that wait until no page has their slug. */
  readonly refused: readonly UnplacedFile[];
}

/**
 * A file whose key has a line is that line's page, unless its text or title is that of another line. If that
 * line's page has the file's key on the platform, it is that page. If not, but the page of the file's own line
 * is in another file, the names were exchanged or handed on: then the file is refused, because no page gets a
 * slug that another page has; a new file that ends such a row is the page that it shows. `edited`: files with
 * a line and another text. `fresh`: files without a line. `lost`: lines without a file.
 */
export async function exchangedFiles(
  edited: readonly LocalPage[],
  fresh: readonly LocalPage[],
  lost: readonly BasePage[],
  { lock: { pages: lines }, snapshot, recent }: BothSides,
  deps: SyncDeps,
): Promise<ExchangedFiles> {
  const candidates = [...lost, ...edited.flatMap(({ key }) => lines.get(key) ?? [])];
  const left = new Unpaired([...edited, ...fresh], candidates, () => new Map());
  sameText(left);
  pairByTitle(left, ({ key, title }) => lines.get(key)?.title === title);
  const found = [...left.renamed];
  const renamed = new Map<PageKey, PageKey>();
  const refused: UnplacedFile[] = [];
  const asked = found.flatMap(([now, was]) => {
    const line = lines.get(was);
    const summary = line && snapshot.pages.get(line.id);
    const mayBeThere = lines.has(now) && line && summary && moved(line, summary);
    return mayBeThere ? [{ now, was, id: line.id }] : [];
  });
  await lookAtEach(asked, deps, (page, { now, was }) => {
    if (page?.slug === placeOf(now).slug) renamed.set(now, was);
    if (page) recent.keep(page);
  });

  const here = new Map(found.filter(([now]) => !renamed.has(now)));
  const to = new Map(Array.from(here, ([now, was]) => [was, now]));
  const refuse = (now: PageKey, was: PageKey, reason: string): void => {
    const page = edited.find(({ key }) => key === now);
    if (page) refused.push({ key: now, file: page.file, reason });
    renamed.set(now, was);
  };
  for (const cycle of cyclesIn(to)) {
    for (const was of cycle) refuse(to.get(was) ?? was, was, `${exchangeIn(cycle)} ${STEPS}`);
  }
  for (const [now, was] of here) {
    if (!lines.has(now) || renamed.has(now)) continue;
    let end = to.get(now);
    while (end !== undefined && lines.has(end)) end = to.get(end);
    const last = end && here.get(end);
    if (end === undefined || last === undefined) continue;
    refuse(now, was, `${was} keeps its slug: ${now} is in its place. Run docs push again`);
    renamed.set(end, last);
  }
  return { renamed, refused };
}

const STEPS =
  'Give one of them a slug that no page has and push; then give it its own slug and push again';
