/** A reference's definition as readers get it. */
import { VARIABLE } from '../content/darkdown/read/variable.ts';
import { boundedVariables } from '../content/darkdown/write/resolver.ts';
import type { SiteReference } from './site.ts';
import type { SiteSource } from './source.ts';

/** Keys whose texts are for readers. */
const TEXTS = new Set(['title', 'summary', 'description']);

/** A title with the values of variables. */
export const titleWith = (title: string, variables: ReadonlyMap<string, string>): string =>
  title.replace(VARIABLE, (all, name: string) => variables.get(name) ?? all);

/** As JSON, with the values of variables in its texts; `null`: it cannot be read. */
export async function definitionText(
  reference: SiteReference,
  source: SiteSource,
): Promise<string | null> {
  const definition = await source.definition(reference);
  if (definition === null) return null;
  const variable = boundedVariables((name) => source.variable(name));
  return JSON.stringify(definition, (key, value: unknown) =>
    typeof value === 'string' && TEXTS.has(key) && value.includes('%')
      ? value.replace(VARIABLE, (all, name: string) => variable(name) ?? all)
      : value,
  );
}
