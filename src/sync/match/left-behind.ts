/** Pages that something hid, and that lost it because a file was moved without its folder, or a folder without its file. */
import { posix } from 'node:path';
import { documentationKey, isDirectlyIn, placeOf, withSlug } from '../../model/ids.ts';
import type { PageKey, Slug } from '../../model/ids.ts';
import { documentationOf, restrictionWords } from '../../model/local.ts';
import type { LocalPage, UnplacedFile } from '../../model/local.ts';
import type { Run } from '../run.ts';
import { localPagesBelow } from '../write/staying.ts';

/**
 * The selected ones of such pages: none is sent. Neither is a page that was renamed without their
 * folder: if its new name was, the lock would no longer tell what hides the others, and the next
 * push would publish them.
 */
export function leftBehind(run: Run, selected: (key: PageKey) => boolean): readonly UnplacedFile[] {
  const found = new Map<PageKey, UnplacedFile>();
  for (const each of [...inLostFolders(run), ...belowRenamed(run)])
    if (selected(each.key)) found.set(each.key, each);
  return [...found.values()];
}

/** A page that is not sent. */
interface Left extends UnplacedFile {
  readonly key: PageKey;
}

function belowRenamed({ folder: { local, renamed } }: Run): Left[] {
  return [...renamed].flatMap(([key, was]) => {
    const page = local.pages.get(key);
    if (page?.restriction === undefined) return [];
    const below = localPagesBelow(was, local).filter(
      ({ restriction }) => restriction === undefined,
    );
    if (below.length === 0) return [];
    const name = placeOf(was).slug;
    const reason = `belongs to ${was}, which is ${page.file} now, and pages that it hides are still in a folder "${name}": rename that folder, too`;
    return [page, ...below].map((each) => ({ key: each.key, file: each.file, reason }));
  });
}

/**
 * Drafts that lost the page above them, if a page that is not for all readers lost its folder: one
 * beside theirs, or one with its name elsewhere in the documentation.
 */
function inLostFolders({ folder: { local, renamed }, lock }: Run): Left[] {
  const all = [...local.pages.values()];
  const lineOf = ({ key }: LocalPage) => lock.pages.get(renamed.get(key) ?? key);
  const isOpenDraft = (page: LocalPage): boolean =>
    page.published !== null && page.restriction === undefined && lineOf(page)?.published === null;
  // The digest tells that the page had another page above it.
  const moved = all.filter(
    (page) =>
      isOpenDraft(page) && ![null, undefined, page.headerDigest].includes(lineOf(page)?.header),
  );
  if (moved.length === 0) return [];
  const folders = new Set(all.map(({ file }) => posix.dirname(file)));
  const alone = all.filter(
    ({ file, restriction }) => restriction !== undefined && !folders.has(withoutEnding(file)),
  );
  const files = new Set(all.map(({ file }) => withoutEnding(file)));
  /** The folders around a page in its documentation, without those that have a page. */
  const lostAround = ({ key, file }: LocalPage): readonly string[] => {
    const home = documentationOf(local.documentations, placeOf(key))?.folder;
    const found: string[] = [];
    for (let at = posix.dirname(file); at.startsWith(`${home}/`); at = posix.dirname(at))
      if (!files.has(at)) found.push(at);
    return found;
  };
  const names = new Set(renamed.values());
  /** Whether the page of a folder is one of the lock that has no file: nothing hides what is below it. */
  const isDeleted = (at: string, { key }: LocalPage): boolean => {
    const was = withSlug(key, posix.basename(at) as Slug);
    return lock.pages.has(was) && !local.pages.has(was) && !names.has(was);
  };
  return moved.flatMap((page) => {
    const lost = lostAround(page);
    const hiding = alone.find(
      (other) =>
        isDirectlyIn(other.key, documentationKey(page.key)) &&
        lost.some(
          (at) =>
            (posix.dirname(at) === posix.dirname(other.file) ||
              posix.basename(at) === posix.basename(withoutEnding(other.file))) &&
            !(isDeleted(at, page) && lineOf(other) !== undefined),
        ),
    );
    if (hiding?.restriction === undefined) return [];
    const reason = `is in a folder without a page, and ${hiding.key}, which is ${restrictionWords(hiding.restriction)}, has no folder: if they belong together, move one of them to the other`;
    const below = localPagesBelow(page.key, local).filter(isOpenDraft);
    return [page, ...below].map(({ key, file }) => ({ key, file, reason }));
  });
}

const withoutEnding = (file: string): string => file.replace(/\.[^./]+$/, '');
