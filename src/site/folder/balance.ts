/** What happens to all page files of a folder: each is shown, held back or left out. */
import type { FilePath } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import type { RestrictionKind } from '../../model/local.ts';
import { pagesOf } from '../site-source.ts';
import type { SiteView } from '../site-view.ts';
import type { FolderSite } from './folder-site.ts';

export interface PageBalance {
  /** Files of pages and posts that the reader can open. */
  readonly shown: ReadonlySet<FilePath>;
  /** Files that a reader with these audiences does not get. */
  readonly heldBack: ReadonlyMap<FilePath, HeldBack>;
  /** Files that no site shows, with the reason as the end of a sentence. */
  readonly leftOut: ReadonlyMap<FilePath, string>;
}

export interface HeldBack {
  /** The end of a sentence: `hidden`, `a draft`. */
  readonly why: string;
  /** The audience, if it is the only reason why the page is held back; otherwise null. */
  readonly audience: string | null;
}

const HELD: Readonly<Record<RestrictionKind, string>> = {
  'not-yet': 'not for readers yet',
  audience: 'for an audience',
  hidden: 'hidden',
  unlisted: 'unlisted',
  gate: 'with a part for an audience',
};

export function balanceOf(site: FolderSite, view: SiteView): PageBalance {
  const shown = new Set<FilePath>();
  for (const { page } of view.pages()) {
    const file = site.fileOf(page.key);
    if (file !== undefined) shown.add(file);
  }
  const leftOut = new Map(site.leftOut.map(({ file, reason }) => [file, reason]));
  const heldBack = new Map<FilePath, HeldBack>();
  const hold = (file: FilePath, why: string, audience: string | null = null): void => {
    if (!shown.has(file) && !leftOut.has(file)) heldBack.set(file, { why, audience });
  };
  for (const { candidates } of site.folders) {
    for (const { file, key, restrictions } of candidates) {
      const [reason] = restrictions.reasons;
      const { version, documentation } = placeOf(key);
      const isOpen = view.documentation(version, documentation) !== undefined;
      const why = isOpen ? 'a draft' : 'in a section that is not published';
      const audience = reason?.kind === 'audience' ? restrictions.audience : null;
      hold(file, reason ? HELD[reason.kind] : why, audience);
    }
  }
  for (const changelog of site.site.changelogs) {
    for (const page of pagesOf(changelog.navigation)) {
      const file = site.fileOf(page.key);
      if (file !== undefined) hold(file, 'not published');
    }
  }
  return { shown, heldBack, leftOut };
}
