/** What is told of a rule to somebody who asks about it. */
export interface RulePage {
  /** Why it matters, in sentences. */
  readonly why: string;
  /** Breaks this rule, and no other. Null if no text can show it: `why` says what it looks like. */
  readonly wrong: Example | null;
  /** As it should be. */
  readonly right: Example | null;
}

/** The text below the header of a page or, if it begins with `---`, all of the page; or files by their paths in a content folder. */
export type Example = string | Readonly<Record<string, string>>;
