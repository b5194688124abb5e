/** The guard: refuses a plan that looks like an accident. Pure; imports only `model`. */
import type { Plan, Update } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';

/** A reason to refuse the plan. */
export interface GuardRefusal {
  readonly message: string;
  readonly hint: string;
}

/** What the guard judges. */
export interface Circumstances {
  readonly plan: Plan;
  /** Pages in the lock. */
  readonly lockPages: number;
  /** The platform was asked and has none of them. */
  readonly isOtherProject: boolean;
  /** Pages in the folder. */
  readonly localPages: number;
  /** The run covers only selected pages, so missing pages prove nothing. */
  readonly narrowed: boolean;
  /** Documentations that lose pages and have no page left in the folder. */
  readonly emptied: readonly string[];
  /** For each documentation that loses pages, how many it loses and how many the lock knows. */
  readonly deletedFrom: readonly DeletedFrom[];
  /** Content folders without any page whose documentations lose pages. */
  readonly emptyContents: readonly EmptyContent[];
  readonly deletedFolders: readonly DeletedFolder[];
  /** The run sends nothing. An emptied folder may be the reason for a pull. */
  readonly filesOnly?: boolean;
  /** Pages whose updates are explained by commits (`git/explained-updates`). Only the rule on the number of updates uses it. */
  readonly explained?: ReadonlySet<PageKey>;
}

/** How many pages of a documentation would be deleted. */
export interface DeletedFrom {
  /** As `version/documentation`. */
  readonly name: string;
  readonly deleted: number;
  readonly known: number;
}

/** A folder inside a documentation that would lose all its pages; at least two. */
export interface DeletedFolder {
  /** The path, starting with the documentation. */
  readonly path: string;
  readonly documentation: string;
  readonly deleted: number;
}

/** A content folder that contains no page. */
export interface EmptyContent {
  readonly path: string;
  /** Pages of its documentations that would be deleted. */
  readonly deleted: number;
}

/** A smaller number of pages alone is never refused: the plan lists each of them. */
const MANY = 20;

const HINT =
  'Check the folder and the key; if the plan is right, run the command again with --force';

const OTHER_PROJECT =
  'Give this platform a profile, with a lock file of its own (docs config --help); to create all pages here: docs push --recreate --force';

/**
 * Returns the reasons to refuse the plan; empty if there are none. Ids tell whether the lock is of this
 * project; the URL cannot, because all customers of the live platform share one.
 */
export function guard(circumstances: Circumstances): readonly GuardRefusal[] {
  const rules = circumstances.filesOnly ? [] : RULES;
  const accidents = rules.flatMap((rule) => rule(circumstances));
  return [...otherProject(circumstances), ...accidents.map((message) => ({ message, hint: HINT }))];
}

/** Returns a message for each accident that the plan looks like. */
type Rule = (circumstances: Circumstances) => readonly string[];

const RULES: readonly Rule[] = [
  emptied,
  massDeletion,
  emptyContents,
  emptiedFolders,
  mostDeleted,
  deletedFolders,
  massUpdate,
];

function otherProject({ lockPages, isOtherProject }: Circumstances): readonly GuardRefusal[] {
  if (!isOtherProject) return [];
  const which = lockPages === 1 ? 'The page' : `None of the ${lockPages} pages`;
  const message = `${which} in the lock file is ${lockPages === 1 ? 'not ' : ''}on this platform: the lock file seems to be another project's.`;
  return [{ message, hint: OTHER_PROJECT }];
}

/**
 * Refuses if no page is left, or if at least `MANY` files and more than half of all are gone. Fewer are
 * listed in the plan, and their deletion has its own rules. A lower limit would hurt: an orphan keeps its
 * lock line, so a small project that dropped most of its pages on purpose would need `--force` in every run.
 */
function emptied({ plan, lockPages, localPages, narrowed }: Circumstances): readonly string[] {
  if (narrowed || lockPages === 0) return [];
  if (localPages === 0) return [`The folder has no pages, but the lock file has ${lockPages}.`];
  const orphans = plan.changes.filter(({ kind }) => kind === 'orphan' || kind === 'delete').length;
  if (orphans < MANY || orphans * 2 <= lockPages) return [];
  return [`${orphans} of the ${lockPages} pages in the lock file no longer have a file.`];
}

/** The same rule for a run of selected pages, if it deletes them. */
function massDeletion({ plan, lockPages, narrowed }: Circumstances): readonly string[] {
  const deleted = plan.changes.filter(({ kind }) => kind === 'delete').length;
  if (!narrowed || deleted < MANY || deleted * 2 <= lockPages) return [];
  return [`${deleted} of the ${lockPages} pages in the lock file would be deleted at once.`];
}

/** If a documentation's folder is empty or missing, it looks as if all its pages had been deleted. This is suspicious at any number. */
function emptiedFolders({ emptied, localPages }: Circumstances): readonly string[] {
  const [first] = emptied;
  if (first === undefined || localPages === 0) return [];
  const [more, whose] =
    emptied.length === 1 ? ['', 'its'] : [` and ${emptied.length - 1} more`, 'their'];
  return [`No page of ${first}${more} still has a file, and ${whose} pages would be deleted.`];
}

/**
 * An empty content folder was more likely never filled than emptied. Other folders may hold the rest of the
 * same documentation, so `emptiedFolders` does not see it.
 */
function emptyContents({ emptyContents, localPages }: Circumstances): readonly string[] {
  if (localPages === 0) return [];
  return emptyContents.map(
    ({ path, deleted }) =>
      `The content folder "${path}" has no pages, and ${count(deleted)} of its documentation would be deleted.`,
  );
}

/** Applies to any number of pages: a documentation usually disappears as a whole because its folder was moved or replaced by another. */
function mostDeleted({ deletedFrom, emptied }: Circumstances): readonly string[] {
  return deletedFrom
    .filter(({ name, deleted, known }) => isMost(deleted, known) && !emptied.includes(name))
    .map(
      ({ name, deleted, known }) =>
        `${deleted} of the ${known} pages of ${name} in the lock file would be deleted.`,
    );
}

/** A folder that was not checked out looks like one whose pages were deleted. Skips documentations that another rule already reports as a whole. */
function deletedFolders({
  deletedFolders,
  deletedFrom,
  emptied,
}: Circumstances): readonly string[] {
  const said = new Set([
    ...emptied,
    ...deletedFrom.flatMap(({ name, deleted, known }) => (isMost(deleted, known) ? name : [])),
  ]);
  return deletedFolders.filter(({ documentation }) => !said.has(documentation)).map(folderMessage);
}

/** The message about a folder that would lose all its pages; also shown with `--force`. */
export const folderMessage = ({ path, deleted }: DeletedFolder): string =>
  `No page of the folder ${path} still has a file, and all ${deleted} would be deleted.`;

const isMost = (deleted: number, known: number): boolean => deleted > 1 && deleted * 2 > known;

const count = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`);

function massUpdate(circumstances: Circumstances): readonly string[] {
  const updates = updatesIn(circumstances).length;
  const { localPages } = circumstances;
  if (updates < MANY || updates * 2 <= localPages) return [];
  return [
    `${updates} of the folder's ${localPages} pages would be updated at once, and no commit explains them.`,
  ];
}

/** The updates that no commit explains. */
function updatesIn({ plan, explained }: Circumstances): readonly Update[] {
  return plan.changes.filter(
    (change): change is Update => change.kind === 'update' && !explained?.has(change.key),
  );
}

/** The updates that are refused unless commits explain them. */
export const unexplained = (circumstances: Circumstances): readonly Update[] =>
  !circumstances.filesOnly && massUpdate(circumstances).length > 0 ? updatesIn(circumstances) : [];
