/** The name that a page has for a moment while others that took each other's slugs change places. It says whose it is: a run may end before the next step. */
import type { FilePath, PageId, PageKey, Slug } from '../../model/ids.ts';
import { Failure } from '../../model/failure.ts';
import { placeOf, documentationKey } from '../../model/ids.ts';
import type { LocalPage, LocalProject, PageTexts, UnplacedFile } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Lock } from '../lock/lock.ts';
import { lineAfterMove } from '../lock/pulled-line.ts';

const START = 'docs-cli-moving-';

/** The slug that the page has for that moment. */
export const thirdSlug = (id: PageId): Slug => `${START}${id}` as Slug;

/** Folder and lock, as the run that was killed would have left them. */
interface Sides {
  readonly lock: Lock;
  readonly local: LocalProject;
}

/** A file that has its old name still, beside the one that it was about to get: `to` is the name that links lead to. */
export interface HalfMove {
  readonly from: FilePath;
  readonly to: FilePath;
}

interface Found extends Sides {
  readonly halfMoves: readonly HalfMove[];
}

/**
 * Finds the pages that a run which was killed left under their third name. The lock gets a line for such a page, as that run would have
 * written it. A file with two names counts once, by the one that it was about to get, for links to it lead there already. A file that nothing
 * is known of is unplaced: no page is ever made with such a slug. `isOneFile`: whether two files are one by two names.
 */
export function withThirdNames(
  { lock, local }: Sides,
  isOneFile: (a: LocalPage, b: LocalPage) => boolean,
): Found {
  const moving = [...local.pages.values()].filter(({ key }) => key.includes(START));
  if (moving.length === 0) return { lock, local, halfMoves: [] };
  const lines = new Map(lock.pages);
  const pages = new Map(local.pages);
  const unplaced: UnplacedFile[] = [...local.unplaced];
  const halfMoves: HalfMove[] = [];
  for (const page of moving) {
    const line = lines.get(page.key) ?? lineOf(page.key, placeOf(page.key).slug, lock);
    const first = [...pages.values()].find((one) => one !== page && isOneFile(one, page));
    const isTaken = line !== undefined && line.key !== page.key && pages.has(line.key);
    if (!line || (isTaken && first?.key !== line.key)) {
      pages.delete(page.key);
      unplaced.push({ file: page.file, reason: LEFT });
      continue;
    }
    // The lock knows the third name already: the file was about to leave it for the other one.
    const isLeaving = line.key === page.key && first !== undefined && !lines.has(first.key);
    const [now, other] = isLeaving ? [first, page] : [page, first];
    if (other) {
      pages.delete(other.key);
      halfMoves.push({ from: other.file, to: now.file });
    }
    if (line.key === now.key) continue;
    lines.delete(line.key);
    lines.set(now.key, lineAfterMove(line, now.key));
  }
  return { lock: { ...lock, pages: lines }, local: { ...local, pages, unplaced }, halfMoves };
}

const LEFT = 'has a name that only a pull gives for a moment: give it one of its own';

function lineOf(key: PageKey, slug: Slug, { pages }: Lock): BasePage | undefined {
  for (const line of pages.values()) {
    const isIts = thirdSlug(line.id) === slug;
    if (isIts && documentationKey(line.key) === documentationKey(key)) return line;
  }
  return undefined;
}

const LINK = new RegExp(`/${START}(\\d+)`, 'g');

/**
 * Throws `Failure('content')` if a text links to a page that is under its third name: the platform has no page of that name, and readers would
 * find nothing.
 */
export function refuseThirdNames(texts: PageTexts, { pages }: Lock): void {
  for (const text of [texts.draft, texts.published]) {
    for (const [, id] of text?.matchAll(LINK) ?? []) {
      const isMoving = [...pages.values()].some((line) => line.id === Number(id));
      if (isMoving) throw new Failure('content', MOVING, { hint: 'Finish it first: docs pull' });
    }
  }
}

const MOVING = 'It links to a page that a pull was giving another slug when it was stopped.';
