/**
 * The result for each page of a source; the sum of all parts is the number of pages that were
 * found. Pure.
 */
import type { CheckedPage, Site } from '../../content/check/linkable-pages.ts';
import type { FoundPage } from '../../importers/import-tool.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FilePath } from '../../model/ids.ts';
import type { HELD_BACK, ImportReport } from './document.ts';

type HeldBack = (typeof HELD_BACK)[number];

/**
 * The result for each page, from the file that was written for it and from the page that `docs
 * push` reads there.
 */
export function importBalance(
  found: readonly FoundPage[],
  written: readonly CheckedPage[],
  site: Site,
): ImportReport['pages'] {
  const pages = new Map(written.map((page) => [page.file, page]));
  const states = found.map((each) => {
    if (each.out === null) return { state: 'left', why: each.why } as const;
    const page = pages.get(each.out as FilePath);
    if (page === undefined) return { state: 'left', why: 'failed' } as const;
    const why = heldBy(page, each.outside === 'hidden', site);
    return why === null ? SHOWN : ({ state: 'held', why } as const);
  });
  const of = <State extends 'left' | 'held'>(state: State) =>
    states.filter((each) => each.state === state) as Extract<
      (typeof states)[number],
      { state: State }
    >[];
  const [held, left] = [of('held'), of('left')];
  return {
    found: found.length,
    imported: found.length - left.length,
    shown: states.filter((each) => each === SHOWN).length,
    heldBack: counted(held.map(({ why }) => why)),
    leftOut: counted(left.map(({ why }) => why)),
    outsideNavigation: found.filter((each) => each.out !== null && each.outside !== null).length,
  };
}

const SHOWN = { state: 'shown' } as const;

const counted = <Why>(reasons: readonly Why[]): { why: Why; pages: number }[] =>
  [...groupBy(reasons, (why) => why)].map(([why, all]) => ({ why, pages: all.length }));

/** Why readers cannot see the page; null if they can. */
function heldBy(
  { restrictions, hasPublished, place }: CheckedPage,
  isHiddenOutside: boolean,
  site: Site,
): HeldBack | null {
  const [reason] = restrictions.reasons;
  if (reason?.kind === 'hidden' && isHiddenOutside) return 'navigation';
  if (reason !== undefined) return reason.by === undefined ? reason.kind : 'above';
  if (!hasPublished) return 'draft';
  const isOpen = site.documentation(place.version, place.documentation)?.published !== false;
  return isOpen ? null : 'unpublished';
}
