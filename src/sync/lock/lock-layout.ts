import type { Fields } from '../../model/fields.ts';
import { tryJson } from '../../model/fields.ts';

/** A lock that a formatter laid out differently: still JSON, but not an entry a line any more. */

const SECTIONS = ['versions', 'documentations', 'pages'] as const;

/** The same entries, one a line; null if the text is not a lock. Of two entries with one key JSON knows the last alone. */
export function inLines(text: string): string | null {
  const lock = fieldsOf(tryJson(text));
  const format = lock?.['docs-cli-lock'];
  return lock && typeof format === 'number' ? [...linesOf(lock, format), ''].join('\n') : null;
}

function* linesOf(lock: Fields, format: number): Generator<string> {
  yield '{';
  yield `"docs-cli-lock": ${format},`;
  if (typeof lock['needs'] === 'string') yield `"needs": ${JSON.stringify(lock['needs'])},`;
  if (typeof lock['dates'] === 'string') yield `"dates": ${JSON.stringify(lock['dates'])},`;
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
