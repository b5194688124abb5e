/**
 * Finds files that are another page than their key says: file names were exchanged or passed on.
 */
import { placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, UnplacedFile } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { cyclesIn, exchangeIn } from '../exchange.ts';
import { moved } from '../lock/stored-page.ts';
import { lookAtEach } from '../pool.ts';
import type { Run } from '../run.ts';
import type { SyncDeps } from '../deps.ts';
import { sameText, uniqueTitle } from './same-text.ts';
import { Unpaired } from './unpaired.ts';

/** The result for files that belong to another page than their key says. */
export interface ExchangedFiles {
  /** From keys of files to those of their lines. */
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  /** Files that wait until no page has their slug. */
  readonly refused: readonly UnplacedFile[];
}

/**
 * A file whose key has a line is that line's page, unless its text or title is that of another
 * line. If that line's page has the file's key on the platform, the file is that page. If not, but
 * another file has the page of the file's own line, the names were exchanged or passed on. The file
 * is refused, because no page gets a slug that another page has. A new file at the end of such a
 * chain is the page with its text or title. `edited`: files with a line and another text. `fresh`:
 * files without a line. `lost`: lines without a file.
 */
export async function exchangedFiles(
  edited: readonly LocalPage[],
  fresh: readonly LocalPage[],
  lost: readonly BasePage[],
  { lock: { pages: lines }, platform: { snapshot, recent } }: Run,
  deps: SyncDeps,
): Promise<ExchangedFiles> {
  const candidates = [...lost, ...edited.flatMap(({ key }) => lines.get(key) ?? [])];
  const left = new Unpaired([...edited, ...fresh], candidates, () => new Map());
  sameText(left);
  uniqueTitle(left, ({ key, title }) => lines.get(key)?.title === title);
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
