/** The plan: what would be done, as data. Made by `sync/plan`, shown by `ui`, carried out by `sync/apply`. */
import type { FilePath, PageId, PageKey } from './ids.ts';
import type { Note } from './local.ts';

/** What of a page is compared apart from the rest, and sent apart. */
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

/** The page is made: its draft, in `category` where there is one. */
export interface Create extends InFile {
  readonly kind: 'create';
  readonly title: string;
  readonly category: string | null;
  readonly notes: readonly Note[];
}

/** The file moved since base, the platform did not: `fields` are sent, and the slug always. */
export interface Update extends InFile, OnPlatform {
  readonly kind: 'update';
  readonly fields: readonly Field[];
  /** The key before, where the slug changes: the page's URL changes with it. */
  readonly from: PageKey | null;
  /** Readers have a text of the page: a title and a slug are not drafted, and change for them as soon as they are sent. */
  readonly isShown: boolean;
  /** The commit whose push the lock does not know of, where the body it left is what is replaced. */
  readonly commit: string | null;
  readonly notes: readonly Note[];
}

/** What was sent last becomes what readers see. For a page that is yet to be made `id` is null. */
export interface Publish extends InFile {
  readonly kind: 'publish';
  readonly id: PageId | null;
  /** The draft that would go out was not written by this folder. */
  readonly foreignDraft: boolean;
  /** Why it is not done unless `--allow-listed` is given: the file is not meant for all readers, the page is listed. */
  readonly held: 'unlisted' | 'hidden' | 'audience' | null;
  /** Only if the page has no other change that carries them. */
  readonly notes: readonly Note[];
}

/** Both sides agree, base did not know yet: only the lock changes. */
export interface Adopt extends InFile, OnPlatform {
  readonly kind: 'adopt';
}

/** The platform moved since base, the file did not. */
export interface Pull extends InFile, OnPlatform {
  readonly kind: 'pull';
  readonly fields: readonly Field[];
  /** The key after, where the slug changed: the page's URL changed with it. */
  readonly to?: PageKey;
  /** The page has no file yet: `file` is made. Left out: it has. */
  readonly newFile?: true;
  /** It is written into the file in this run. Left out: only shown. */
  readonly taken?: true;
}

/**
 * Both moved, apart. `group` is 'no-base' where neither lock nor git knows what they last shared, and 'deleted-but-edited' where the file is gone
 * and the page, changed since base, was to be deleted.
 */
export interface Conflict extends At {
  readonly kind: 'conflict';
  /** Null: it is gone. */
  readonly file: FilePath | null;
  readonly id: PageId | null;
  readonly fields: readonly Field[];
  readonly group: 'diverged' | 'no-base' | 'gone-but-edited' | 'deleted-but-edited';
  /** Where merging was asked for and possible: `clean` is written and sent, `markers` is written, for a person to settle. */
  readonly merge?: 'clean' | 'markers';
  /** What the platform has was merged or pulled into the file, and the file is again as it was before that. */
  readonly undone?: true;
}

/** In the lock and on the platform; its file is gone. */
export interface Orphan extends OnPlatform {
  readonly kind: 'orphan';
  /** Why it stays in a run that deletes such pages. Left out: this run deletes none. */
  readonly kept?: string;
  /** It stays because of what the run found out about other pages or of the platform, and another run may delete it. */
  readonly isLeft?: true;
}

/** In the lock, and on the platform as base has it; its file is gone. The page is deleted permanently. */
export interface Delete extends OnPlatform {
  readonly kind: 'delete';
  readonly title: string;
  /** Readers have a text of the page. */
  readonly isShown: boolean;
}

/** In the lock; its documentation is visible and the page is no longer in it. */
export interface Gone extends OnPlatform {
  readonly kind: 'gone';
  readonly file: FilePath | null;
}

/** Cannot be put where its path says. */
export interface Unplaced {
  readonly kind: 'unplaced';
  readonly key: PageKey | null;
  readonly file: FilePath;
  readonly reason: string;
  /** From 1. */
  readonly line?: number;
}

/** Nothing to do, but the header says what the API cannot write, which was not shown yet. */
export interface Unchanged extends InFile, OnPlatform {
  readonly kind: 'unchanged';
  readonly notes: readonly Note[];
}

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

export interface Plan {
  readonly changes: readonly Change[];
  /** Pages with nothing to do and nothing to say. */
  readonly unchanged: number;
  /** Pages on the platform that no lock line and no file claims. */
  readonly remoteOnly: number;
}
