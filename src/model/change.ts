/** The plan: what would be done, as data. Made by `sync/plan`, shown by `commands/shared/plan-text`, carried out by `sync/run/apply`. */
import type { FilePath, PageId, PageKey } from './ids.ts';
import type { Note, RestrictionKind } from './local.ts';

/** The parts of a page that are compared and sent separately. */
export type Field = 'title' | 'slug' | 'body';

interface At {
  readonly key: PageKey;
}

interface InFile extends At {
  readonly file: FilePath;
}

interface OnPlatform extends At {
  readonly id: PageId;
}

/** The page is created with a draft, in `category` if there is one. */
export interface Create extends InFile {
  readonly kind: 'create';
  readonly title: string;
  readonly category: string | null;
  /**
   * The former key, in another documentation, if git moved the file from there. The former page
   * stays.
   */
  readonly movedFrom?: PageKey;
  readonly notes: readonly Note[];
}

/** Only the file changed since base. Sends `fields`, and always the slug. */
export interface Update extends InFile, OnPlatform {
  readonly kind: 'update';
  readonly fields: readonly Field[];
  /** The old key if the slug changes, and with it the page's URL. */
  readonly from: PageKey | null;
  /** The page is published. Title and slug have no draft: readers see changes to them at once. */
  readonly isShown: boolean;
  /** The commit whose push is replaced, if the lock lacks that push. */
  readonly commit: string | null;
  /** Whether git set file and lock back to before that commit. */
  readonly undoes?: true;
  /** Those of `fields` that changed on the platform as well: the file was chosen (`--ours`). */
  readonly overrides?: readonly Field[];
  readonly notes: readonly Note[];
}

/** The text that was sent last is published. `id` is null if the page does not exist yet. */
export interface Publish extends InFile {
  readonly kind: 'publish';
  readonly id: PageId | null;
  /** Whether the draft that would be published was not written by this folder. */
  readonly foreignDraft: boolean;
  /**
   * Why it is not published. `foreign`: the file lacks the draft. `pulled`: docs itself wrote the
   * draft into the file. Otherwise the page is listed although its file is not for all readers;
   * `--allow-listed` publishes it, unless it is `not-yet` for readers.
   */
  readonly held: RestrictionKind | 'foreign' | 'pulled' | null;
  /** The reason in words: `for an audience, by guide/secret`. */
  readonly heldBy?: string;
  /** Empty if another change of the page contains them. */
  readonly notes: readonly Note[];
}

/** The `heldBy` of a `pulled` page whose draft a person may have changed, but nobody can tell. */
export const UNKNOWN_DRAFT = 'a pulled draft, and nothing here tells which words';

/** Whether it is held because somebody else wrote its draft. `docs page publish` publishes it. */
export const isForeign = ({ held }: Publish): boolean => held === 'foreign' || held === 'pulled';

/** Whether it is held because its file is not for all readers. */
export const isRestricted = (change: Publish): boolean =>
  change.held !== null && !isForeign(change);

/** Both sides agree, but base does not record it yet. Only the lock changes. */
export interface Adopt extends InFile, OnPlatform {
  readonly kind: 'adopt';
}

/** Only the platform changed since base. */
export interface Pull extends InFile, OnPlatform {
  readonly kind: 'pull';
  readonly fields: readonly Field[];
  /** The new key if the slug changed, and with it the page's URL. */
  readonly to?: PageKey;
  /** The page is published. Only with `to`. */
  readonly isShown?: true;
  /** The page has no file yet: `file` is created. */
  readonly newFile?: true;
  /** The text is a draft that readers do not see. */
  readonly draft?: true;
  /** This run writes the change into the file. Left out: it is only shown. */
  readonly taken?: true;
  /** Those of `fields` that changed in the file as well: the platform was chosen (`--theirs`). */
  readonly overrides?: readonly Field[];
}

/**
 * Both sides changed, differently. `no-base`: neither lock nor git knows what they last shared.
 * `gone-but-edited`: the page is gone and the file was edited. `deleted-but-edited`: the page
 * should be deleted because its file is gone, but it changed since base.
 */
export interface Conflict extends At {
  readonly kind: 'conflict';
  /** Null: the file is gone. */
  readonly file: FilePath | null;
  readonly id: PageId | null;
  readonly fields: readonly Field[];
  readonly group: 'diverged' | 'no-base' | 'gone-but-edited' | 'deleted-but-edited';
  /** Set if merging was requested and is possible. `markers`: a person must resolve the result. */
  readonly merge?: 'clean' | 'markers';
  /**
   * Set if the platform's text was merged or pulled into the file, and the file was then set back.
   */
  readonly undone?: true;
  /** What happened to the page after it was compared, as the requested merge found out. */
  readonly again?: 'changed' | 'removed';
}

/** On the platform, but its file is gone. */
export interface Orphan extends OnPlatform, Moved {
  readonly kind: 'orphan';
  /**
   * Why `--prune` does not delete the page. Left out: it deletes it unless somebody has changed it
   * since.
   */
  readonly kept?: string;
  /**
   * Set if a commit removed or moved its file, and the lock lacks the page: only a person can
   * delete it.
   */
  readonly inLock?: false;
  /** Whether the page is published. Left out: unknown. */
  readonly isShown?: boolean;
}

interface Moved {
  /** The new key, in another documentation, if its file moved there. */
  readonly movedTo?: PageKey;
}

/** In the lock, and on the platform as base has it, but its file is gone. The page is deleted permanently. */
export interface Delete extends OnPlatform, Moved {
  readonly kind: 'delete';
  readonly title: string;
  /** The page is published. */
  readonly isShown: boolean;
  /** It has a draft that somebody wrote on the platform, and that a pull brought. */
  readonly draft?: true;
}

/** In the lock, but no longer in its documentation, which is visible. */
export interface Gone extends OnPlatform {
  readonly kind: 'gone';
  readonly file: FilePath | null;
}

/** A file that cannot be put where its path says. */
export interface Unplaced {
  readonly kind: 'unplaced';
  readonly key: PageKey | null;
  readonly file: FilePath;
  readonly reason: string;
  /** From 1. */
  readonly line?: number;
}

/** Nothing to do, but the header contains something that the API cannot write and that was not shown yet. */
export interface Unchanged extends InFile, OnPlatform {
  readonly kind: 'unchanged';
  readonly notes: readonly Note[];
}

/** One entry of a plan: what becomes of one page, or of one file. */
export type Change =
  | Create
  | Update
  | Publish
  | Adopt
  | Pull
  | Conflict
  | Orphan
  | Delete
  | Gone
  | Unplaced
  | Unchanged;

export type ChangeKind = Change['kind'];

/** What a run would do, as plain data: saved plans and `--json` contain it. */
export interface Plan {
  readonly changes: readonly Change[];
  /** Pages with nothing to do and nothing to show. */
  readonly unchanged: number;
  /** Pages on the platform that no lock line and no file claims. */
  readonly remoteOnly: number;
}

/** What `--fail-on` accepts, in the order of its messages. */
export const FAIL_ON_KINDS = [
  'conflict',
  'accident',
  'unplaced',
  'gone',
  'pull',
  'orphan',
  'held',
  'delete',
] as const satisfies readonly (ChangeKind | 'accident' | 'held')[];

/** A kind that `--fail-on` takes. */
export type FailOnKind = (typeof FAIL_ON_KINDS)[number];

/** Whether a push that finds it writes nothing; the exit code is then 5, not 7. */
export const stopsPush = (kind: FailOnKind): boolean => kind === 'conflict' || kind === 'accident';

/** Which of the requested kinds a plan has. */
export interface FailOnVerdict {
  readonly kinds: readonly FailOnKind[];
  /** Only kinds that occur. */
  readonly found: readonly { readonly kind: FailOnKind; readonly number: number }[];
  readonly exitCode: 0 | 5 | 7;
}
