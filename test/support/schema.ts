import { Ajv } from 'ajv';
import { expect } from 'vitest';
import { DOCUMENTS, jsonSchemas } from '../../tools/json-schemas.js';
import { importSources } from '../../tools/source.js';

let schemas: Promise<ReadonlyMap<string, object>> | undefined;

/** What `docs/json` has, made of the current sources. Once in a process. */
export function publishedSchemas(): Promise<ReadonlyMap<string, object>> {
  schemas ??= DOCUMENTS().then(importSources).then(jsonSchemas);
  return schemas;
}

const ajv = new Ajv({ allowUnionTypes: true, strict: true, allErrors: true });

/** What is wrong with `document` according to `docs/json/<name>.schema.json`; empty if nothing. */
export async function problemsBySchema(name: string, document: unknown): Promise<string> {
  const schema = (await publishedSchemas()).get(name);
  if (!schema) throw new Error(`There is no schema "${name}".`);
  const validate = ajv.compile(schema);
  return validate(document) ? '' : ajv.errorsText(validate.errors);
}

/** Fails if `document` does not match `docs/json/<name>.schema.json`. */
export async function expectOfSchema(name: string, document: unknown): Promise<void> {
  const problems = await problemsBySchema(name, document);
  expect({ name, problems }).toEqual({ name, problems: '' });
}
