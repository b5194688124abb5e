import type { Finding } from '../system/findings/finding.ts';
import { ruleNames, type SarifRule } from '../system/findings/sarif.ts';
import type { TextPosition } from '../system/findings/place.ts';

/**
 * A finding that is not a rule's. The reader itself reports `encoding`, `syntax`, `duplicate-key`,
 * `nesting`, `aliases`, `circle`, `not-openapi`, `bundle`, `size`.
 *
 * @param file absolute path, or the URL of a remote reference that was allowed
 */
export const problemIn = (
  file: string,
  rule: string,
  message: string,
  { line, column }: TextPosition = { line: 1, column: 1 },
): Finding => ({
  severity: 'error',
  rule,
  message,
  hint: null,
  place: { file, line, column },
  fix: null,
});

/**
 * The rules of findings about definitions, with their reasons, which are the hints of the findings.
 */
export const definitionRules = (findings: readonly Finding[]): SarifRule[] =>
  ruleNames(findings).map((id) => {
    const why = findings.find(({ rule }) => rule === id)?.hint;
    return typeof why === 'string' ? { id, fullDescription: { text: `${why}.` } } : { id };
  });
