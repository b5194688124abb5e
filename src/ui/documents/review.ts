/** A stretch of a block's text. `behind`: it reads the same, and what is behind it differs, such as a link's target. */
export interface ReviewedPart {
  readonly state: 'same' | 'behind' | 'removed' | 'added';
  readonly text: string;
}

export interface ReviewedBlock {
  readonly state: 'added' | 'removed' | 'changed';
  /** `paragraph`, `heading`, `row`, `code`, …. */
  readonly kind: string;
  /** The heading that it stands under; null: none. */
  readonly under: string | null;
  readonly parts: readonly ReviewedPart[];
}

/** What differs and does not show. Null: that side does not have it. */
export interface UnseenChange {
  /** `link target`, `alt text`, the name of a header field or of an attribute. */
  readonly what: string;
  /** The words or the block that it is of; `header`. */
  readonly of: string;
  readonly old: string | null;
  readonly new: string | null;
}

export interface ReviewedPage {
  /** version/documentation/slug, and ` (draft)` for the draft of a page that has two texts. */
  readonly name: string;
  readonly title: { readonly old: string | null; readonly new: string | null };
  readonly file: string | null;
  /** `unseen`: what differs does not show. `source`: the page is only written another way. */
  readonly state: 'added' | 'removed' | 'changed' | 'unseen' | 'source';
  /** What else is to be known of it; null: nothing. */
  readonly note: string | null;
  readonly blocks: readonly ReviewedBlock[];
  readonly unseen: readonly UnseenChange[];
}

/** What a review found. `docs/json/review.schema.json`. */
export interface ReviewReport {
  readonly old: string;
  readonly new: string;
  readonly pages: readonly ReviewedPage[];
}
