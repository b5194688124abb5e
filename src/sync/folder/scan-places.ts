/** Turns placed files into pages. */
import { digestOf } from '../../content/digest.ts';
import type { Candidate as PlacedFile } from '../../content/folder/read-folder.ts';
import { noteKey, notesOf } from '../../content/page/page-facts.ts';
import type { Digest, PageKey } from '../../model/ids.ts';
import type { LocalPage, LocalProject, UnresolvedLinks, Note } from '../../model/local.ts';
import type { KnownPage } from './scan-files.ts';
import type { DigestsToday } from './scan-links.ts';

/** A file with a place that another file may claim too. */
export type ScannedFile = PlacedFile<KnownPage>;

interface Noted {
  readonly notes: readonly Note[];
  readonly headerDigest: Digest;
}

/** `digestsOf` must return digests for today's link targets. */
export function localPages(
  candidates: readonly ScannedFile[],
  digestsOf: (candidate: ScannedFile) => DigestsToday,
): Pick<LocalProject, 'pages' | 'unresolved'> {
  const pages = new Map<PageKey, LocalPage>();
  const unresolvedLinks: UnresolvedLinks[] = [];
  const noted = new Map<string, Noted>();
  for (const candidate of candidates) {
    const { key, file, page, known } = candidate;
    const { head, published, unresolved } = digestsOf(candidate);
    if (unresolved.length > 0) unresolvedLinks.push({ key, targets: unresolved });
    const { title, category } = page;
    const { restricted } = known.facts;
    const id = noteKey(known.facts, page);
    const found = noted.get(id) ?? {
      notes: notesOf(known.facts, page),
      headerDigest: digestOf(id),
    };
    noted.set(id, found);
    const { notes, headerDigest } = found;
    const said = { key, file, title, head, published, category, restricted, notes, headerDigest };
    pages.set(key, said);
  }
  return { pages, unresolved: unresolvedLinks };
}
