import type { DefinitionFormat } from '../../content/openapi/read.ts';

/** What a stored definition is written in. It was parsed before it was stored: this only tells the two apart. */
export function formatOf(text: string): DefinitionFormat {
  if (!/^\s*\{/.test(text)) return 'yaml';
  try {
    JSON.parse(text);
    return 'json';
  } catch {
    return 'yaml';
  }
}
