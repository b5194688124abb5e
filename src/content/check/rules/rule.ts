/** A rule of `docs check`: what it is about, how grave it is, and what is told of it to somebody who asks. */
export interface Rule {
  readonly severity: 'error' | 'warning';
  /** A sentence that is true of every finding of the rule. */
  readonly says: string;
  /** Why it matters, in sentences. */
  readonly why: string;
  /** Breaks this rule, and no other. Null if no text can show it: `why` says what it looks like. */
  readonly wrong: Example | null;
  /** As it should be. */
  readonly right: Example | null;
}

/** The text below the header of a page or, if it begins with `---`, all of the page; or files by their paths in a content folder. */
export type Example = string | Readonly<Record<string, string>>;

/** Where the page of an example lies that has no other files. */
const PAGE = 'v1/d/page.md';

/** The files of an example. */
export function filesOfExample(example: Example): Readonly<Record<string, string>> {
  if (typeof example !== 'string') return example;
  const isWhole = example.startsWith('---\n');
  return { [PAGE]: isWhole ? example : `---\ntitle: Page\n---\n\n${example}\n` };
}
