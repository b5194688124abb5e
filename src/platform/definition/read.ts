import {
  type Definition,
  type DefinitionFormat,
  readDefinition,
} from '../../definitions/read-definition.ts';
import { Failure } from '../../model/failure.ts';
import { tryJson } from '../../model/fields.ts';

/** The format of a stored definition. The text was parsed before it was stored, so only the two formats have to be distinguished. */
export function formatOf(text: string): DefinitionFormat {
  return /^\s*\{/.test(text) && tryJson(text) !== undefined ? 'json' : 'yaml';
}

/** A definition for the start of a platform. Rejects with `Failure('content')` and the place if it cannot be read. */
export async function definitionOrFail(text: string, file: string): Promise<Definition> {
  const reading = await readDefinition(Buffer.from(text), file);
  if (reading.ok) return reading.definition;
  const { place, message } = reading.problem;
  throw new Failure('content', message, {
    place,
    hint: 'docs ref check shows everything that is wrong',
  });
}
