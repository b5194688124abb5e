import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { expect } from 'vitest';

const ajv = new Ajv({ allowUnionTypes: true, strict: true, allErrors: true });

/** What is wrong with `document` according to `docs/json/<name>.schema.json`; empty if nothing. */
export async function problemsBySchema(name: string, document: unknown): Promise<string> {
  const file = new URL(`../../docs/json/${name}.schema.json`, import.meta.url);
  const schema = JSON.parse(await readFile(file, 'utf8')) as { readonly $id?: string };
  const validate = (schema.$id && ajv.getSchema(schema.$id)) || ajv.compile(schema);
  return validate(document) ? '' : ajv.errorsText(validate.errors);
}

/** Fails if `document` does not match `docs/json/<name>.schema.json`. */
export async function expectOfSchema(name: string, document: unknown): Promise<void> {
  const problems = await problemsBySchema(name, document);
  expect({ name, problems }).toEqual({ name, problems: '' });
}
