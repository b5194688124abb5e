/** A scan after edits that change no page's place, name or notes: what the last scan worked out holds, but for the digests of their texts. */
import { isDeepStrictEqual } from 'node:util';
import type { FilePath } from '../model/ids.ts';
import type { LocalProject } from '../model/local.ts';
import { unpacked } from './last-scan.ts';
import type { LastScan } from './last-scan.ts';
import { readChanged } from './scan-files.ts';
import type { FileReader, KnownPage } from './scan-files.ts';
import { digestsToday, pageMapOf, withTwins } from './scan-links.ts';

/**
 * The outcome of `last` with the digests that the `changed` files have now; null where more than texts changed, and all has to be worked
 * out again. Reads no other file.
 */
export function rescan(
  last: LastScan,
  changed: ReadonlySet<string>,
  reader: FileReader,
): LocalProject | null {
  const read = readTexts(changed, reader);
  if (read === null) return null;
  const local = unpacked(last, reader.cache.rows());
  const revised = [...local.pages.values()].flatMap((page) => {
    const known = read.get(page.file);
    return known ? [{ ...page, known }] : [];
  });
  // A file without a page of its own: two of them may claim one key.
  if (revised.length < read.size) return null;
  const digestsOf = digestsToday(() => pageMapOf(withTwins(local)), reader);
  const loose = new Map(local.loose.map(({ key, targets }) => [key, targets]));
  for (const candidate of revised) {
    const { known: _, ...page } = candidate;
    const { loose: targets, ...digests } = digestsOf(candidate);
    local.pages.set(page.key, { ...page, ...digests });
    if (targets.length > 0) loose.set(page.key, targets);
    else loose.delete(page.key);
  }
  return { ...local, loose: Array.from(loose, ([key, targets]) => ({ key, targets })) };
}

/** The changed files, as page files that say of themselves what they said before; null where any does not. */
function readTexts(
  changed: ReadonlySet<string>,
  reader: FileReader,
): ReadonlyMap<FilePath, KnownPage> | null {
  const read = new Map<FilePath, KnownPage>();
  for (const [name, known] of reader.cache.lastKnown(changed)) {
    if (!('facts' in known)) return null;
    const file = name as FilePath;
    const now = readChanged(reader, file);
    if (now === null || 'problem' in now || !isDeepStrictEqual(said(now), said(known))) return null;
    read.set(file, now);
  }
  return read.size === changed.size ? read : null;
}

/** All that a page's place and notes are made of. What its links lead to is looked up with the digests. */
function said(page: KnownPage) {
  const { targets: _, ...facts } = page.facts;
  return [facts, page.marked];
}
