import type { DefinitionFormat } from '../../definitions/read.ts';
import { tryJson } from '../../model/fields.ts';

/** The format of a stored definition. The text was parsed before it was stored, so only the two formats have to be told apart. */
export function formatOf(text: string): DefinitionFormat {
  return /^\s*\{/.test(text) && tryJson(text) !== undefined ? 'json' : 'yaml';
}
