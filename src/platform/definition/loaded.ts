import { readDefinition, type Definition } from '../../definitions/read.ts';
import { Failure } from '../../model/failure.ts';

/** A definition for the start of a platform. Rejects with `Failure('content')` and the place if it cannot be read. */
export async function definitionOrFail(text: string, file: string): Promise<Definition> {
  const reading = await readDefinition(Buffer.from(text), file);
  if (reading.ok) return reading.definition;
  const { line, column, message } = reading.problem;
  throw new Failure('content', message, {
    place: { file, line, column },
    hint: 'docs ref check shows everything that is wrong',
  });
}
