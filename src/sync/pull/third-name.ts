/** The temporary name of a page while others exchange slugs. It contains the page's id, because the run may end before the next step. */
import type { FilePath, PageId, PageKey, Slug } from '../../model/ids.ts';
import { Failure } from '../../model/failure.ts';
import { placeOf, documentationKey } from '../../model/ids.ts';
import type { LocalPage, LocalProject, PageTexts, UnplacedFile } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Lock } from '../lock/lock.ts';
import { lineAfterMove } from '../lock/pulled-line.ts';

const START = 'docs-cli-moving-';

/** The temporary slug of a page. */
export const thirdSlug = (id: PageId): Slug => `${START}${id}` as Slug;

/** Folder and lock, as the killed run would have left them. */
interface Sides {
  readonly lock: Lock;
  readonly local: LocalProject;
}

/** A file that still has its old name beside its new one. `to` is the name that links lead to. */
export interface HalfMove {
  readonly from: FilePath;
  readonly to: FilePath;
}

interface Found extends Sides {
  readonly halfMoves: readonly HalfMove[];
}

/**
 * Finds pages that a killed run left under their temporary names, and gives the lock the lines that the
 * killed run would have written. A file with two names counts once, under the new name, because links lead
 * there already. A temporary name without a known page is unplaced, so that no page is ever created with such
 * a slug. `isOneFile`: whether two paths are the same file.
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
    // The lock has the temporary name already, so the file was about to leave it for the other name.
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

const LEFT = 'has a name that pulls use temporarily: give it another name';

function lineOf(key: PageKey, slug: Slug, { pages }: Lock): BasePage | undefined {
  for (const line of pages.values()) {
    const isIts = thirdSlug(line.id) === slug;
    if (isIts && documentationKey(line.key) === documentationKey(key)) return line;
  }
  return undefined;
}

const LINK = new RegExp(`/${START}(\\d+)`, 'g');

/**
 * Throws `Failure('content')` if a text links to a page under its temporary name: the platform has no such
 * page, and the link would be broken for readers.
 */
export function refuseThirdNames(texts: PageTexts, { pages }: Lock): void {
  for (const text of [texts.draft, texts.published]) {
    for (const [, id] of text?.matchAll(LINK) ?? []) {
      const isMoving = [...pages.values()].some((line) => line.id === Number(id));
      if (isMoving) throw new Failure('content', MOVING, { hint: 'Finish it first: docs pull' });
    }
  }
}

const MOVING = 'It links to a page whose slug a pull was changing when it was stopped.';
