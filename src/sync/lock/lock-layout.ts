import type { Fields } from '../../model/fields.ts';
import { tryJson } from '../../model/fields.ts';

/** Restores a lock that a formatter has changed: still JSON, but no longer one entry per line. */

const SECTIONS = ['versions', 'documentations', 'pages'] as const;

/** The same entries, one per line. Null if the text is not a lock. If two entries have the same key, only the last survives, as in all JSON. */
export function inLines(text: string): string | null {
  const lock = fieldsOf(tryJson(text));
  const format = lock?.['docs-cli-lock'];
  return lock && typeof format === 'number' ? [...linesOf(lock, format), ''].join('\n') : null;
}

function* linesOf(lock: Fields, format: number): Generator<string> {
  yield '{';
  yield `"docs-cli-lock": ${format},`;
  if (typeof lock['needs'] === 'string') yield `"needs": ${JSON.stringify(lock['needs'])},`;
  for (const name of SECTIONS) {
    yield `"${name}": {`;
    for (const [key, value] of Object.entries(fieldsOf(lock[name]) ?? {}))
      if (key !== '') yield `${JSON.stringify(key)}: ${JSON.stringify(value)},`;
    yield '"": null},';
  }
  yield '}';
}

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined;
