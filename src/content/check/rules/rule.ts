/** A rule of `docs check`: its severity, and the texts that explain it. */
export interface Rule {
  readonly severity: 'error' | 'warning';
  /** A sentence that is true of every finding of the rule. */
  readonly says: string;
  /** Why it matters, in sentences. */
  readonly why: string;
  /**
   * An example that breaks only this rule. Null if no text can show it; then `why` describes it.
   */
  readonly wrong: Example | null;
  /** The same example without the mistake. */
  readonly right: Example | null;
}

/** A page's text below the header, or a whole page, which begins with `---`; or files by path. */
export type Example = string | Readonly<Record<string, string>>;

/** The path of an example's page if the example has no other files. */
const PAGE = 'v1/d/page.md';

export function filesOfExample(example: Example): Readonly<Record<string, string>> {
  if (typeof example !== 'string') return example;
  const isWhole = example.startsWith('---\n');
  return { [PAGE]: isWhole ? example : `---\ntitle: Page\n---\n\n${example}\n` };
}
