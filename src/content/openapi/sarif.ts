import { relative, sep } from 'node:path';
import { sarifLog, uriOf, type SarifRule } from '../sarif.ts';
import type { Problem } from './problem.ts';

/** Problems as SARIF. */
export function toSarif(problems: readonly Problem[], root: string, toolVersion: string): object {
  const ids = [...new Set(problems.map(({ rule }) => rule))];
  const results = problems.map(({ severity, rule, message, file, line, column }) => ({
    rule,
    level: severity,
    message,
    // Relative to the project, as code scanning wants it.
    uri: /^https?:/.test(file) ? file : uriOf(relative(root, file).split(sep)),
    line,
    column,
  }));
  return sarifLog(
    toolVersion,
    ids.map((id) => ruleOf(problems, id)),
    results,
  );
}

/** A rule, and why it matters where that is known. */
function ruleOf(problems: readonly Problem[], id: string): SarifRule {
  const why = problems.find(({ rule }) => rule === id)?.why;
  return typeof why === 'string' ? { id, fullDescription: { text: `${why}.` } } : { id };
}
