/** The three sides of a page that `sync/plan` compares; the local one is `LocalPage`. */
import type { Digest, DocumentationId, Instant, PageId, PageKey, Slug, VersionId } from './ids.ts';

/**
 * What local and remote last had in common: a line of the lock. The platform reprints what it stores, so a body has two
 * digests: the one that was sent, in which the files are compared, and the one read back, in which the platform is.
 */
export interface BasePage {
  readonly key: PageKey;
  readonly id: PageId;
  readonly title: string;
  readonly slug: Slug;
  /** As last seen. The page is read where the snapshot's differs (`sameInstant`). */
  readonly updated: Instant;
  /** `headerDigest` of the file whose notes were shown; null: none were yet. */
  readonly header: Digest | null;
  /** The newest text as it was sent. */
  readonly sent: Digest;
  /** What readers see, in the terms of the files; null: never published. */
  readonly sentPublished: Digest | null;
  /** `contentDraft` as read back; null: there was none. */
  readonly draft: Digest | null;
  /** `contentPublished` as read back; null: never published. */
  readonly published: Digest | null;
  /** Why `updated` does not tell whether the page changed since. Left out: it does. */
  readonly unproven?: Unproven;
  /** The file was merged with what the platform has, and was not sent since. */
  readonly merging?: Merging;
  /** Its file was in no content folder when it was sent: that none has it proves nothing. */
  readonly outside?: true;
  /** Where its file was last seen, below the folder of its documentation. Left out: directly in it, or nobody saw. */
  readonly folder?: string;
  /** Digests of what the file was before texts of the platform were taken over into it (`sync/lock/previous-states`), the newest last. */
  readonly replaced?: readonly Digest[];
}

/**
 * Why a page's date proves nothing. `fresh`: it was as new as the answer that told it, and dates have whole seconds: an edit in the
 * same second leaves it as it is. `still`: a write did not move it. `drift`: the platform had something of the page that this folder
 * did not write and the line does not tell. `over`: the same, and it is a text that somebody had published unseen before this folder put
 * its draft over it.
 */
export type Unproven = 'fresh' | 'still' | 'drift' | 'over';

/** Whether the platform had something that the line does not tell, whatever it was. */
export const hasDrift = ({ unproven }: Pick<BasePage, 'unproven'>): boolean =>
  unproven === 'drift' || unproven === 'over';

/** What was merged into a file. It is base as long as the file has it; all else in the line is what was base before. */
export interface Merging {
  readonly title: string;
  /** The newest text, as read back. */
  readonly theirs: Digest;
  /** Digests of what the file was before (`sync/lock/previous-states`): a file that is so again has nothing of the platform's. */
  readonly undone: readonly Digest[];
}

/**
 * A page as the platform has it. Bodies are named in the terms of the files: a body that equals the file's, or what was sent last, as
 * stored or in canonical form, carries that digest; any other carries its own.
 */
export interface RemotePage {
  readonly id: PageId;
  readonly title: string;
  readonly slug: Slug;
  readonly updated: Instant;
  readonly listed: boolean;
  /** `contentDraft ?? contentPublished`, unless there is `over`; null: the page has no content at all. */
  readonly head: Digest | null;
  /** What readers see; null: nothing yet. */
  readonly published: Digest | null;
  /** There is a draft that is not what readers see. */
  readonly unpublished: boolean;
  /** Digests of `contentDraft` and `contentPublished` as the platform has them. */
  readonly stored: { readonly draft: Digest | null; readonly published: Digest | null };
  /**
   * The draft, in the terms of the files, where this folder put it over a text that somebody had published unseen: that text is `head` then,
   * for nobody here decided about it.
   */
  readonly over?: Digest | undefined;
  /** As of the line that a look at the page makes. */
  readonly unproven?: Unproven | undefined;
  /** The commit whose file this head equals, where it is a push that the lock does not know of. It is base then. */
  readonly commit: string | null;
}

/** Where pages of a documentation go, or why they cannot. */
export type Placement =
  | {
      readonly kind: 'visible';
      readonly version: VersionId;
      readonly documentation: DocumentationId;
    }
  | { readonly kind: 'hidden'; readonly reason: string };
