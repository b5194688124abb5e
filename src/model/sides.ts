/** The sides of a page that `sync/plan` compares; the third one is `LocalPage`. */
import { Failure } from './failure.ts';
import type { LocalPage } from './local.ts';
import type { Moment } from './time.ts';
import type { Digest, DocumentationId, Instant, PageId, PageKey, Slug, VersionId } from './ids.ts';

/**
 * What local and remote last had in common: a line of the lock. The platform reprints what it
 * stores, so each body has two digests: of the text as it was sent, to compare with files, and as
 * it was read back, to compare with the platform.
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
  /**
   * Set if `updated` does not prove that the page is unchanged: it is as recent as its answer
   * (dates have whole seconds), or our own write did not change it. Commands that show or take
   * changes read such a page.
   */
  readonly racy?: true;
  /**
   * States that one side had before it got what the line records (`sync/record/line`),
   * newest last: digests of the file before a pull or a merge and of the page before a write, and
   * keys of the file before it followed the page's slug. A side that is back in one of them has
   * lost what the other side had: a person decides.
   */
  readonly formerStates?: readonly (Digest | PageKey)[];
  /**
   * The text that docs itself wrote into the file from a draft that readers do not see: by a pull,
   * or by a merge, unless a person had to resolve all of it. No push publishes it while the file has
   * it.
   */
  readonly foreignDraft?: Digest;
  /**
   * That draft, as the platform had it before anything else was written over it: it tells which
   * words of the file somebody else wrote, however often the rest is edited and sent. Without a
   * `foreignDraft` after a merge whose lines a person resolves, as long as the page has it.
   */
  readonly theirDraft?: Digest;
  /**
   * Set with the `foreignDraft` of a page whose own text has a sentence of the draft of another
   * page: that sentence, by its letters. Without it, or once readers see it, the text is a person's.
   */
  readonly copied?: Digest;
}

/** Whether the line's `foreignDraft` is a person's text but for the sentence that it names. */
export const hasOnlyCopy = ({ theirDraft, copied }: BasePage): boolean =>
  copied !== undefined && theirDraft === undefined;

/**
 * The file's text for readers, or else its newest one, if it still is the line's `foreignDraft`, or
 * the file's own. The newest one also if it has more than that. Null if somebody wrote other texts.
 */
export const foreignDraftIn = (
  line: Pick<BasePage, 'foreignDraft'> | undefined,
  { head, published, foreignDraft }: Pick<LocalPage, 'head'> & Partial<LocalPage>,
  remote?: Pick<RemotePage, 'keptDraft'>,
): Digest | null => {
  if (foreignDraft === null) return null;
  const drafts = [line?.foreignDraft, foreignDraft].filter((draft) => draft !== undefined);
  if (drafts.length === 0) return null;
  if (published && drafts.includes(published)) return published;
  return remote?.keptDraft ?? (drafts.includes(head) ? head : null);
};

/**
 * A page as the platform has it. A body that equals the file's or the one sent last, as stored or
 * in canonical form, is described by that text's digest; any other body by its own.
 */
export interface RemotePage {
  readonly id: PageId;
  readonly title: string;
  readonly slug: Slug;
  readonly updated: Instant;
  readonly listed: boolean;
  /** The digest of `contentDraft ?? contentPublished`, unless `isOverPublished`. Null: neither. */
  readonly head: Digest | null;
  /** What readers see. Null: nothing yet. */
  readonly published: Digest | null;
  /** There is a draft that differs from what readers see. */
  readonly unpublished: boolean;
  /** Digests of `contentDraft` and `contentPublished` as the platform has them. */
  readonly stored: { readonly draft: Digest | null; readonly published: Digest | null };
  /**
   * Somebody published a text that the line does not record, and this folder saved a draft over it
   * unseen. `head` is then the published text, because nobody here decided about it.
   */
  readonly isOverPublished: boolean;
  /**
   * Set if the line has a `foreignDraft`: the file's text for readers, or else its newest one, if it
   * changed and still has something that the draft changes in what readers see: after a formatter, a
   * merge by git, or an edit elsewhere in the text.
   */
  readonly keptDraft?: Digest;
  /** Set with `keptDraft` if nothing tells any more which words are the draft's. */
  readonly isDraftUnknown?: true;
  /** As in `BasePage`. */
  readonly racy: boolean;
  /** When it was read, or null if only the list of all pages shows it. */
  readonly at: Moment | null;
  /**
   * The commit whose push left the page as it is, if the lock lacks that push. That push is then
   * base.
   */
  readonly commit: string | null;
  /** Set if the lock had that push, and git set the lock back. */
  readonly undoes?: true;
}

/** The version and the documentation that a page is in. */
export interface PlaceById {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
}

/** Where pages of a documentation belong, or why they cannot be placed. */
export type Placement =
  | ({ readonly kind: 'visible' } & PlaceById)
  | { readonly kind: 'hidden'; readonly reason: string };

/**
 * Which versions and documentations are published, as far as the platform reported it. In others,
 * readers see no page.
 */
export interface PublishedPlaces {
  readonly versions: ReadonlyMap<VersionId, { readonly published: boolean }>;
  readonly documentations: ReadonlyMap<DocumentationId, boolean>;
}

/** The ids of a placement. Throws `Failure('not-found')` if the place does not exist. */
export function placeById(placement: Placement): PlaceById {
  if (placement.kind === 'hidden') throw new Failure('not-found', placement.reason);
  return placement;
}

/**
 * Whether readers will find the page once its draft is published. A page that was never published
 * counts as listed, because the platform does not report whether it is.
 */
export const willBeListed = (listed: boolean, published: string | null): boolean =>
  listed || published === null;
