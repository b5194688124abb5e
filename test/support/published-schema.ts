/** Schemas that others publish of what `docs` writes. */
import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';

/** Formats of text are not checked: each schema has its own. Some patterns are none to a strict reader. */
const OPTIONS = { strict: false, validateFormats: false, unicodeRegExp: false } as const;

/** A schema, and those that it refers to by other names than their own. */
const SCHEMAS = {
  'gitlab-ci': {},
  'compose-spec': {},
  'sarif-2.1.0': {},
  'cyclonedx-1.5': {
    'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json': 'spdx-licenses',
    'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json': 'jsf-0.82',
  },
} as const satisfies Record<string, Record<string, string>>;

async function read(name: string): Promise<object> {
  const file = new URL(`published-schemas/${name}.json`, import.meta.url);
  const schema = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  // ajv knows no drafts before the sixth. What these schemas use of the fourth, it reads alike.
  delete schema['$schema'];
  delete schema['id'];
  return schema;
}

/** What is wrong of a document by a published schema, one line each; empty if nothing. */
export async function problemsByPublishedSchema(
  name: keyof typeof SCHEMAS,
  document: unknown,
): Promise<readonly string[]> {
  const ajv = new Ajv({ ...OPTIONS, allErrors: true });
  for (const [id, other] of Object.entries(SCHEMAS[name])) ajv.addSchema(await read(other), id);
  const validate = ajv.compile(await read(name));
  if (validate(document)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
