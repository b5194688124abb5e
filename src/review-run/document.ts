/** A part of a block's text. `behind`: the text is the same, but something else differs, such as its style or a link's target. */
export interface ReviewedPart {
  readonly state: 'same' | 'behind' | 'removed' | 'added';
  readonly text: string;
}

export interface ReviewedBlock {
  /** `moved`: it is told where it is now. */
  readonly state: 'added' | 'removed' | 'changed' | 'moved';
  /** `paragraph`, `heading`, `row`, `code`, …. */
  readonly kind: string;
  /** The heading above it; null if there is none. */
  readonly under: string | null;
  readonly parts: readonly ReviewedPart[];
  /** Visible differences that are not words. If the block has others inside, `parts` is its first line. */
  readonly looks: readonly AttributeChange[];
}

/** A difference that is not a word. Null: that side does not have it. */
export interface AttributeChange {
  /** `level`, `type`, `style`, `container`, `link target`, `alt text`, the name of a header field or of an attribute. */
  readonly what: string;
  /** The words or the block that it belongs to; `header`. */
  readonly of: string;
  readonly old: string | null;
  readonly new: string | null;
}

export interface ReviewedPage {
  /** version/documentation/slug, with ` (draft)` for the draft of a page that has two texts. */
  readonly name: string;
  readonly title: { readonly old: string | null; readonly new: string | null };
  readonly file: string | null;
  /** `unseen`: the differences are not visible. `source`: only the source differs. */
  readonly state: 'added' | 'removed' | 'changed' | 'unseen' | 'source';
  /** Anything else to know about the page; null if there is nothing. */
  readonly note: string | null;
  /** What the header says to readers: fields that decide who sees the page, and where. */
  readonly looks: readonly AttributeChange[];
  readonly blocks: readonly ReviewedBlock[];
  /** Differences that are not visible. */
  readonly unseen: readonly AttributeChange[];
}

/** A settings file that differs: of the project, a version or a documentation, or a navigation. */
export interface ReviewedSettings {
  readonly file: string;
  /** `source`: it sets the same as before. */
  readonly state: 'added' | 'removed' | 'changed' | 'source';
  /** Its lines, as of a block of code. */
  readonly blocks: readonly ReviewedBlock[];
}

/** The result of a review. `docs/json/review.schema.json`. */
export interface ReviewReport {
  readonly old: string;
  readonly new: string;
  readonly pages: readonly ReviewedPage[];
  /** Only compared with a git revision, and if no page was named. */
  readonly settings: readonly ReviewedSettings[];
  /** Files of the documentation that changed, and that are not shown. Empty in the same cases. */
  readonly others: readonly string[];
}
