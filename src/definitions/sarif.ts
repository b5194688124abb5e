import { sarifLog, uriOf, type SarifRule } from '../system/findings/sarif.ts';
import type { Severity } from './diff/rules.ts';
import type { PlacedChange } from './places/definition-places.ts';
import type { Problem } from './problem.ts';

/** Maps an absolute path, or an address, to the name of the file in code scanning. */
type NameOf = (file: string) => string;

/** Problems as SARIF. */
export function problemsAsSarif(
  problems: readonly Problem[],
  nameOf: NameOf,
  toolVersion: string,
): object {
  const ids = [...new Set(problems.map(({ rule }) => rule))];
  const results = problems.map(({ severity, rule, message, file, line, column }) => ({
    rule,
    level: severity,
    message,
    uri: uriIn(nameOf, file),
    line,
    column,
  }));
  return sarifLog(
    toolVersion,
    ids.map((id) => ruleOf(problems, id)),
    results,
  );
}

const uriIn = (nameOf: NameOf, file: string): string =>
  /^https?:/.test(file) ? file : uriOf(nameOf(file).split('/'));

const LEVELS = {
  breaking: 'error',
  risky: 'warning',
  safe: 'note',
} as const satisfies Record<Severity, string>;

/** Changes as SARIF, at their places in the new definition. Changes without a file are left out. */
export function changesToSarif(
  changes: readonly PlacedChange[],
  nameOf: NameOf,
  toolVersion: string,
): object {
  const results = changes.flatMap((change) => {
    const { rule, severity, subject, direction, message, newPlace } = change;
    if (newPlace === null) return [];
    const side = direction === null ? '' : ` (${direction})`;
    const { file, line, column } = newPlace;
    const text = `${subject}${side}: ${message}`;
    return [
      { rule, level: LEVELS[severity], message: text, uri: uriIn(nameOf, file), line, column },
    ];
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
