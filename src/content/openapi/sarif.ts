import { relative, sep } from 'node:path';
import { sarifLog, uriOf, type SarifRule } from '../sarif.ts';
import type { Severity } from './diff/changes.ts';
import type { PlacedChange } from './places/change-places.ts';
import type { Problem } from './problem.ts';

/** Problems as SARIF. */
export function toSarif(problems: readonly Problem[], root: string, toolVersion: string): object {
  const ids = [...new Set(problems.map(({ rule }) => rule))];
  const results = problems.map(({ severity, rule, message, file, line, column }) => ({
    rule,
    level: severity,
    message,
    uri: uriIn(root, file),
    line,
    column,
  }));
  return sarifLog(
    toolVersion,
    ids.map((id) => ruleOf(problems, id)),
    results,
  );
}

/** Relative to the project, as code scanning wants it. */
const uriIn = (root: string, file: string): string =>
  /^https?:/.test(file) ? file : uriOf(relative(root, file).split(sep));

const LEVELS = {
  breaking: 'error',
  risky: 'warning',
  safe: 'note',
} as const satisfies Record<Severity, string>;

/** Changes as SARIF, at their places in the new definition: those that are in no file are left out. */
export function changesToSarif(
  changes: readonly PlacedChange[],
  root: string,
  toolVersion: string,
): object {
  const results = changes.flatMap((change) => {
    const { rule, severity, subject, direction, message, newPlace } = change;
    if (newPlace === null) return [];
    const side = direction === null ? '' : ` (${direction})`;
    const { file, line, column } = newPlace;
    const text = `${subject}${side}: ${message}`;
    return [{ rule, level: LEVELS[severity], message: text, uri: uriIn(root, file), line, column }];
  });
  const ids = [...new Set(results.map(({ rule }) => rule))];
  return sarifLog(
    toolVersion,
    ids.map((id) => ({ id })),
    results,
  );
}

/** A rule, and why it matters if that is known. */
function ruleOf(problems: readonly Problem[], id: string): SarifRule {
  const why = problems.find(({ rule }) => rule === id)?.why;
  return typeof why === 'string' ? { id, fullDescription: { text: `${why}.` } } : { id };
}
