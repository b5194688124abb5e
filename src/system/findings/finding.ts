import type { Place } from './place.ts';

/** A problem at one place that a rule found. */
export interface Finding<Rule extends string = string, File extends string = string, Fix = never> {
  readonly rule: Rule;
  readonly severity: 'error' | 'warning';
  readonly place: Place<File>;
  readonly message: string;
  /** What to do, or why it matters; null if the message contains that. */
  readonly hint: string | null;
  /** The fix; null unless it is certainly right. */
  readonly fix: Fix | null;
}

/** The fields of a finding that lists show. They show no hint. */
export type ListedFinding = Pick<Finding, 'rule' | 'severity' | 'place' | 'message'>;

/** The same finding, or another value with a place, with another name for its file. */
export const renamed = <Placed extends { readonly place: Place }>(
  found: Placed,
  nameOf: (file: string) => string,
): Placed =>
  Object.assign({}, found, { place: { ...found.place, file: nameOf(found.place.file) } });
