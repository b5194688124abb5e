/** The guard: refuses a plan that looks like an accident. Pure; imports only the vocabulary. */
import type { Plan, Update } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';

/** A finding of the guard. */
export interface Refusal {
  readonly message: string;
  readonly hint: string;
}

/** What the guard judges. */
export interface Circumstances {
  readonly plan: Plan;
  /** Pages of the lock, and how many of their ids the platform shows; null if it was not asked. */
  readonly lockPages: number;
  readonly lockPagesSeen: number | null;
  /** Pages in the folder. */
  readonly localPages: number;
  /** The run was narrowed to some pages: then what is missing from it says nothing. */
  readonly narrowed: boolean;
  /** Documentations of pages that are to be deleted in which the folder has no page left. */
  readonly emptied: readonly string[];
  /** Documentations of pages that are to be deleted, with how many these are and how many pages the lock has of it. */
  readonly deletedFrom: readonly DeletedFrom[];
  /** Content folders without any page, of whose documentations pages are to be deleted. */
  readonly emptyContents: readonly EmptyContent[];
  readonly deletedFolders: readonly DeletedFolder[];
  /** Nothing is to be sent: an emptied folder is what a pull may be for. */
  readonly filesOnly?: boolean;
  /** Pages whose update commits explain (`git/explained-updates`). Only the number of updates is judged by it. */
  readonly explained?: ReadonlySet<PageKey>;
}

/** How much of a documentation is to be deleted. */
export interface DeletedFrom {
  /** `version/documentation`. */
  readonly name: string;
  readonly deleted: number;
  readonly known: number;
}

/** A folder below that of a documentation, of which all pages are to be deleted: at least two. */
export interface DeletedFolder {
  /** With the documentation that it is in. */
  readonly path: string;
  readonly documentation: string;
  readonly deleted: number;
}

/** A content folder that holds no page. */
export interface EmptyContent {
  readonly path: string;
  /** Pages of its documentations that are to be deleted. */
  readonly deleted: number;
}

/** Fewer pages than this are never an accident by their number: the plan lists each of them. */
const MANY = 20;

const HINT = 'Check the folder and the key; if it is meant, run it again with --force.';

const OTHER_PROJECT =
  'Give this platform a profile, with a lock file of its own (docs config --help); to make all pages here: docs push --recreate --force';

/**
 * What speaks against carrying out the plan; empty: nothing. A project is known by its ids, never by its URL: all customers of
 * the live platform share one.
 */
export function guard(circumstances: Circumstances): readonly Refusal[] {
  const rules = circumstances.filesOnly
    ? [otherProject]
    : [
        otherProject,
        emptied,
        massDeletion,
        emptyContents,
        emptiedFolders,
        mostDeleted,
        deletedFolders,
        massUpdate,
      ];
  return rules.flatMap((rule) => rule(circumstances));
}

function otherProject({ lockPages, lockPagesSeen }: Circumstances): readonly Refusal[] {
  if (lockPages === 0 || lockPagesSeen !== 0) return [];
  const which = lockPages === 1 ? 'The page' : `None of the ${lockPages} pages`;
  const message = `${which} in the lock file is ${lockPages === 1 ? 'not ' : ''}on this platform: the lock file seems to be another project's.`;
  return [{ message, hint: OTHER_PROJECT }];
}

/**
 * No page is left, or most files are gone and at least `MANY`. Fewer are listed, and what deletes them has rules of its own: as
 * an orphan keeps its line of the lock, a small project that dropped most of its pages on purpose would want `--force` for ever.
 */
function emptied({ plan, lockPages, localPages, narrowed }: Circumstances): readonly Refusal[] {
  if (narrowed || lockPages === 0) return [];
  if (localPages === 0) {
    return [
      { message: `The folder holds no pages; the lock file knows ${lockPages}.`, hint: HINT },
    ];
  }
  const orphans = plan.changes.filter(({ kind }) => kind === 'orphan' || kind === 'delete').length;
  if (orphans < MANY || orphans * 2 <= lockPages) return [];
  const message = `${orphans} of the ${lockPages} pages in the lock file have no file any more.`;
  return [{ message, hint: HINT }];
}

/** The same of a run that was narrowed, if it deletes them. */
function massDeletion({ plan, lockPages, narrowed }: Circumstances): readonly Refusal[] {
  const deleted = plan.changes.filter(({ kind }) => kind === 'delete').length;
  if (!narrowed || deleted < MANY || deleted * 2 <= lockPages) return [];
  const message = `${deleted} of the ${lockPages} pages in the lock file would be deleted at once.`;
  return [{ message, hint: HINT }];
}

/** A folder that is empty or missing looks as if all its pages had been deleted, however few they are. */
function emptiedFolders({ emptied, localPages }: Circumstances): readonly Refusal[] {
  const [first] = emptied;
  if (first === undefined || localPages === 0) return [];
  const more = emptied.length === 1 ? '' : ` and ${emptied.length - 1} more`;
  const message = `No page of ${first}${more} has a file any more, and its pages would be deleted.`;
  return [
    { message: emptied.length === 1 ? message : message.replace(' its ', ' their '), hint: HINT },
  ];
}

/** A content folder that is empty was rather not filled than emptied, and other folders may be for the same documentation. */
function emptyContents({ emptyContents, localPages }: Circumstances): readonly Refusal[] {
  if (localPages === 0) return [];
  return emptyContents.map(({ path, deleted }) => ({
    message: `The content folder "${path}" holds no page, and ${count(deleted)} of its documentation would be deleted.`,
    hint: HINT,
  }));
}

/** Whatever their number: a documentation mostly goes as a whole by a folder that is elsewhere, or by another that is in its place. */
function mostDeleted({ deletedFrom, emptied }: Circumstances): readonly Refusal[] {
  return deletedFrom
    .filter(({ name, deleted, known }) => isMost(deleted, known) && !emptied.includes(name))
    .map(({ name, deleted, known }) => ({
      message: `${deleted} of the ${known} pages that the lock file has of ${name} would be deleted.`,
      hint: HINT,
    }));
}

/** A folder that was not checked out looks just like one whose pages were deleted. What is said of the whole documentation says it of its folders. */
function deletedFolders(circumstances: Circumstances): readonly Refusal[] {
  const { deletedFolders, deletedFrom, emptied } = circumstances;
  const said = new Set([
    ...emptied,
    ...deletedFrom.flatMap(({ name, deleted, known }) => (isMost(deleted, known) ? name : [])),
  ]);
  return deletedFolders
    .filter(({ documentation }) => !said.has(documentation))
    .map((folder) => ({ message: folderMessage(folder), hint: HINT }));
}

/** What is said of a folder that goes as a whole, with `--force` too. */
export const folderMessage = ({ path, deleted }: DeletedFolder): string =>
  `No page of the folder ${path} has a file any more, and all ${deleted} would be deleted.`;

const isMost = (deleted: number, known: number): boolean => deleted > 1 && deleted * 2 > known;

const count = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`);

function massUpdate(circumstances: Circumstances): readonly Refusal[] {
  const updates = updatesIn(circumstances).length;
  const { localPages } = circumstances;
  if (updates < MANY || updates * 2 <= localPages) return [];
  const message = `${updates} of the folder's ${localPages} pages would be updated at once, and no commit explains them.`;
  return [{ message, hint: HINT }];
}

/** Those that count. */
function updatesIn({ plan, explained }: Circumstances): readonly Update[] {
  return plan.changes.filter(
    (change): change is Update => change.kind === 'update' && !explained?.has(change.key),
  );
}

/** The updates that are refused unless something explains them. */
export const unexplained = (circumstances: Circumstances): readonly Update[] =>
  !circumstances.filesOnly && massUpdate(circumstances).length > 0 ? updatesIn(circumstances) : [];
