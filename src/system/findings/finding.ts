import type { Place } from './place.ts';

/** What is wrong at one place, as a rule says it. */
export interface Finding<Rule extends string = string, File extends string = string, Fix = never> {
  readonly rule: Rule;
  readonly severity: 'error' | 'warning';
  readonly place: Place<File>;
  readonly message: string;
  /** What to do, or why it matters; null if the message says it. */
  readonly hint: string | null;
  /** How it is fixed; null if that is not beyond doubt. */
  readonly fix: Fix | null;
}

/** What lists of findings show of one: its message is all that they say. */
export type ListedFinding = Pick<Finding, 'rule' | 'severity' | 'place' | 'message'>;

/** The same finding, or another thing with a place, under another name of its file. */
export const renamed = <Placed extends { readonly place: Place }>(
  found: Placed,
  nameOf: (file: string) => string,
): Placed =>
  Object.assign({}, found, { place: { ...found.place, file: nameOf(found.place.file) } });
