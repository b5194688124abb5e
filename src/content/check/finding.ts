import type { FilePath } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import { RULES } from './rules.ts';
import type { RuleCode } from './rules.ts';

/** Replaces a part of one line of a file. */
export interface Edit {
  readonly line: number;
  readonly column: number;
  /** How many code units are removed. */
  readonly length: number;
  readonly text: string;
}

/** How a finding is fixed: in the file itself, or by a line in the navigation. */
export type Fix =
  | { readonly kind: 'edits'; readonly edits: readonly Edit[] }
  | { readonly kind: 'without-bom' }
  | { readonly kind: 'with-lf' }
  | { readonly kind: 'nav'; readonly navFile: FilePath; readonly page: string };

/** One statement about one place. Lines and columns count from 1; columns are in code units. */
export interface Finding {
  readonly code: RuleCode;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** What to do, if the message does not say it. */
  readonly hint: string | null;
  readonly file: FilePath;
  readonly line: number;
  readonly column: number;
  readonly fix: Fix | null;
}

interface Found {
  readonly file: FilePath;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  readonly hint?: string | null;
  readonly fix?: Fix | null;
}

/** A finding of a rule, with the rule's severity. */
export const finding = (code: RuleCode, found: Found): Finding => ({
  code,
  severity: RULES[code].severity,
  message: found.message,
  hint: found.hint ?? null,
  file: found.file,
  line: found.line ?? 1,
  column: found.column ?? 1,
  fix: found.fix ?? null,
});

/** Sorted by file, then by place. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => {
    const place = byCodeUnit(a.file, b.file) || a.line - b.line || a.column - b.column;
    return place || byCodeUnit(a.code, b.code);
  });
}

/** Text from a file for use in a message: short, and in double quotes. */
export const quoted = (text: string): string =>
  `"${text.length > 80 ? `${text.slice(0, 79)}…` : text}"`;
