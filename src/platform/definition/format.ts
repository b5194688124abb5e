import type { DefinitionFormat } from '../../content/openapi/read.ts';
import { tryJson } from '../../model/fields.ts';

/** What a stored definition is written in. It was parsed before it was stored: this only tells the two apart. */
export function formatOf(text: string): DefinitionFormat {
  return /^\s*\{/.test(text) && tryJson(text) !== undefined ? 'json' : 'yaml';
}
