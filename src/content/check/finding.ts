import type { FilePath } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Finding } from '../../system/findings/finding.ts';
import type { Place, TextPosition } from '../../system/findings/place.ts';
import { RULES } from './rules.ts';
import type { RuleCode } from './rules.ts';

/** Replaces a part of one line of a file. */
export interface Edit extends TextPosition {
  /** The number of code units to remove. */
  readonly length: number;
  readonly text: string;
}

/** How to fix a finding: in the file itself, or by a line in the navigation. */
export type Fix =
  | { readonly kind: 'edits'; readonly edits: readonly Edit[] }
  | { readonly kind: 'without-bom' }
  | { readonly kind: 'with-lf' }
  | { readonly kind: 'nav'; readonly navFile: FilePath; readonly page: string };

/** A finding of `docs check` in a file. */
export type CheckFinding = Finding<RuleCode, FilePath, Fix>;

/** What a rule returns. Without a line, the finding is about the whole file. */
type Found = Pick<CheckFinding, 'message'> &
  Partial<Pick<CheckFinding, 'hint' | 'fix'> & TextPosition> &
  Pick<Place<FilePath>, 'file'>;

/** A finding of a rule, with the rule's severity. */
export const finding = (
  rule: RuleCode,
  { file, line = 1, column = 1, message, hint = null, fix = null }: Found,
): CheckFinding => ({
  rule,
  severity: RULES[rule].severity,
  place: { file, line, column },
  message,
  hint,
  fix,
});

/** The finding with its hint in the message, for lists, which show only the message. */
export const withHint = (found: CheckFinding): CheckFinding =>
  found.hint === null ? found : { ...found, message: `${found.message} ${found.hint}` };

/** Findings sorted by file, then by place. */
export function inOrder(findings: readonly CheckFinding[]): CheckFinding[] {
  return findings.toSorted(({ place: a, rule: one }, { place: b, rule: other }) => {
    const order = byCodeUnit(a.file, b.file) || a.line - b.line || a.column - b.column;
    return order || byCodeUnit(one, other);
  });
}

/** Text from a file for use in a message: short, and in double quotes. */
export const quoted = (text: string): string =>
  `"${text.length > 80 ? `${text.slice(0, 79)}…` : text}"`;
