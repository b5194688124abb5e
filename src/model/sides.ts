/** The sides of a page that `sync/plan` compares; the third one is `LocalPage`. */
import type { Digest, DocumentationId, Instant, PageId, PageKey, Slug, VersionId } from './ids.ts';

/**
 * What local and remote last had in common: a line of the lock. The platform reprints what it stores, so each
 * body has two digests: of the text as it was sent, to compare with files, and as it was read back, to
 * compare with the platform.
 */
export interface BasePage {
  readonly key: PageKey;
  readonly id: PageId;
  readonly title: string;
  readonly slug: Slug;
  /** As last seen. If the snapshot's date differs (`sameInstant`), the page is read. */
  readonly updated: Instant;
  /** The `headerDigest` of the file whose notes were shown. Null: none were shown yet. */
  readonly header: Digest | null;
  /** The newest text, as it was sent. */
  readonly sent: Digest;
  /** What readers see, as the files have it. Null: never published. */
  readonly sentPublished: Digest | null;
  /** `contentDraft` as read back. Null: there was none. */
  readonly draft: Digest | null;
  /** `contentPublished` as read back. Null: never published. */
  readonly published: Digest | null;
  /** Why `updated` does not prove that the page is unchanged. Left out: it does. */
  readonly unproven?: Unproven;
  /** The file was merged with the platform's text and not sent since. */
  readonly merging?: Merging;
  /** When it was sent, its file was outside of all content folders. So it proves nothing that none of them has it. */
  readonly outside?: true;
  /** The folder in which its file was last seen, relative to the folder of its documentation. Left out: directly in that folder, or unknown. */
  readonly folder?: string;
  /**
   * The digest of the page before its last write, including the date (`sync/lock/before-write`). If the page
   * is in that state again, the write is lost.
   */
  readonly before?: Digest;
  /** Digests of the file's states before it took over texts from the platform (`sync/lock/previous-states`), newest last. */
  readonly replaced?: readonly Digest[];
}

/**
 * Why a page's date proves nothing.
 *
 * - `fresh`: it was as recent as the answer that contained it. Dates have whole seconds, so an edit within
 *   the same second does not change them.
 * - `still`: a write did not change it.
 * - `drift`: the platform had something that this folder did not write and that the line does not record.
 * - `over`: the same, and it is a text that somebody had published unseen before this folder put its draft
 *   over it.
 */
export type Unproven = 'fresh' | 'still' | 'drift' | 'over';

/** Whether the platform had something that the line does not record. */
export const hasDrift = ({ unproven }: Pick<BasePage, 'unproven'>): boolean =>
  unproven === 'drift' || unproven === 'over';

/** What was merged into a file. It is base as long as the file contains it; the rest of the line is the base from before the merge. */
export interface Merging {
  readonly title: string;
  /** The newest text, as read back. */
  readonly theirs: Digest;
  /** Digests of the file's earlier states (`sync/lock/previous-states`). A file in such a state has nothing from the platform. */
  readonly undone: readonly Digest[];
}

/**
 * A page as the platform has it. A body that equals the file's or the one sent last, as stored or in
 * canonical form, is described by that text's digest; any other body by its own.
 */
export interface RemotePage {
  readonly id: PageId;
  readonly title: string;
  readonly slug: Slug;
  readonly updated: Instant;
  readonly listed: boolean;
  /** The digest of `contentDraft ?? contentPublished`, unless `over` is set. Null: the page has no content at all. */
  readonly head: Digest | null;
  /** What readers see. Null: nothing yet. */
  readonly published: Digest | null;
  /** There is a draft that differs from what readers see. */
  readonly unpublished: boolean;
  /** Digests of `contentDraft` and `contentPublished` as the platform has them. */
  readonly stored: { readonly draft: Digest | null; readonly published: Digest | null };
  /**
   * Set if this folder put its draft over a text that somebody had published unseen: the digest of that
   * draft, as the files have it. `head` is then the published text, because nobody here decided about it.
   */
  readonly over?: Digest | undefined;
  /** The mark for the line that results from a look at the page. */
  readonly unproven?: Unproven | undefined;
  /** The commit whose file equals this head, if it is a push that the lock does not know of. That text is then base. */
  readonly commit: string | null;
}

/** Where pages of a documentation belong, or why they cannot be placed. */
export type Placement =
  | {
      readonly kind: 'visible';
      readonly version: VersionId;
      readonly documentation: DocumentationId;
    }
  | { readonly kind: 'hidden'; readonly reason: string };
