/** The lines of a journal: intents and outcomes. ADR 52. */
import type { Digest, DocumentationId, PageId, PageKey, Slug } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';

interface AboutPage {
  readonly key: PageKey;
  /** `Clock.now` when the intent was recorded. */
  readonly at: number;
}

/** A page is about to be created. */
export interface CreateIntent extends AboutPage {
  readonly op: 'create';
  readonly documentation: DocumentationId;
  readonly title: string;
  readonly sent: Digest;
}

/** A page's title, slug or draft is about to be written. */
export interface UpdateIntent extends AboutPage {
  readonly op: 'update';
  readonly id: PageId;
  readonly title: string | null;
  readonly slug: Slug;
  /** The digest of the content. Null: no content is sent. */
  readonly sent: Digest | null;
}

/** A page's draft is about to be published. */
export interface PublishIntent extends AboutPage {
  readonly op: 'publish';
  readonly id: PageId;
}

/** A page is about to be deleted. */
export interface DeleteIntent extends AboutPage {
  readonly op: 'delete';
  readonly id: PageId;
}

/** A write that is about to be sent. */
export type Intent = SavingIntent | DeleteIntent;

/** A write that may send a text. */
export type ContentIntent = CreateIntent | UpdateIntent;

/** A write after which the page exists. */
export type SavingIntent = ContentIntent | PublishIntent;

/** `line` replaces the line that the lock had for `was`. */
export interface Advance {
  readonly line: BasePage;
  readonly was: PageKey;
}

/** The page `gone` was deleted. Its line under `was` is removed, unless another page has taken that key. */
export interface Removal {
  readonly gone: PageId;
  readonly was: PageKey;
}

/** A change to the lock's lines. */
export type Step = Advance | Removal;

/** A line of the journal. */
export type JournalEntry =
  | { readonly intent: number; readonly write: Intent }
  | { readonly outcome: number; readonly advance: Step | null };
