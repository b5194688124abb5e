import { readDefinition, type Definition } from '../../content/openapi/read.ts';
import { Failure } from '../../model/failure.ts';

/** A definition that a platform is started with. Rejects with `Failure('content')`, naming the place, where it cannot be read. */
export async function loadedDefinition(text: string, file: string): Promise<Definition> {
  const reading = await readDefinition(Buffer.from(text), file);
  if (reading.ok) return reading.definition;
  const { line, column, message } = reading.problem;
  throw new Failure('content', `${file}:${line}:${column}: ${message}`, {
    hint: 'docs ref check shows all that is wrong',
  });
}
