// docs/json/*.schema.json, from the documents of src: what --json prints.
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { globby } from 'globby';
import * as v from 'valibot';

/** The modules that say what `--json` prints. */
export const DOCUMENTS = async () =>
  (
    await globby(['src/commands/{*/,shared/*/}document.ts'], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
    })
  ).toSorted();

/**
 * Every document as JSON Schema draft 7, by its name.
 *
 * @param {readonly object[]} modules of `DOCUMENTS`
 * @returns {ReadonlyMap<string, object>}
 */
export const jsonSchemas = (modules) =>
  new Map(
    modules
      .flatMap((module) => Object.values(module))
      // Parts that several documents share have no file.
      .filter((value) => value.kind === 'schema' && metadataOf(value)['file'] !== undefined)
      .map((schema) => [String(metadataOf(schema)['file']), documentSchema(schema)]),
  );

const metadataOf = /** @type {(schema: v.GenericSchema) => Record<string, unknown>} */ (
  v.getMetadata
);

/**
 * @typedef {import('@valibot/to-json-schema').JsonSchema} JsonSchema
 * @param {v.GenericSchema} schema
 */
function documentSchema(schema) {
  /** @type {Record<string, JsonSchema>} */
  const definitions = {};
  const json = toJsonSchema(schema, {
    overrideSchema: ({ valibotSchema, jsonSchema, errors }) =>
      errors ? undefined : concise(valibotSchema, jsonSchema),
    // What something is stands above what it holds.
    overrideAction: ({ valibotAction, jsonSchema: { type, ...rest } }) =>
      valibotAction.type === 'description' && type !== undefined
        ? { type, description: rest.description ?? '', ...rest }
        : undefined,
  });
  const {
    $schema,
    title,
    description,
    file: _,
    ...rest
  } = /** @type {Record<string, unknown>} */ (json);
  const body = withReferences(rest, definitions);
  const shared = Object.keys(definitions).length === 0 ? {} : { definitions };
  return { $schema, title, description, ...shared, ...body };
}

/**
 * @param {{ readonly type: string }} schema
 * @param {JsonSchema} json
 * @returns {JsonSchema | undefined}
 */
function concise({ type }, json) {
  if (type === 'picklist') return { enum: json.enum ?? [] };
  if (type === 'nullable') return orNull(/** @type {JsonSchema} */ (json.anyOf?.[0]));
  const { properties = {}, required = [], additionalProperties, propertyNames: _, ...rest } = json;
  return {
    ...rest,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

/**
 * @param {JsonSchema} json
 * @returns {JsonSchema}
 */
function orNull(json) {
  const { title, type } = json;
  if (json.enum !== undefined) return { ...json, enum: [...json.enum, null] };
  if (typeof type === 'string' && title === undefined) return { ...json, type: [type, 'null'] };
  const { anyOf = [json] } = json;
  return { anyOf: [...(title === undefined ? anyOf : [json]), { type: 'null' }] };
}

/**
 * A part with a title is a definition of that name, written once.
 *
 * @template T
 * @param {T} part
 * @param {Record<string, unknown>} definitions
 * @returns {T}
 */
function withReferences(part, definitions) {
  if (Array.isArray(part))
    return /** @type {T} */ (part.map((item) => withReferences(item, definitions)));
  if (typeof part !== 'object' || part === null) return part;
  const { title, ...rest } = /** @type {Record<string, unknown>} */ (part);
  const fields = typeof title === 'string' ? rest : part;
  const resolved = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, withReferences(value, definitions)]),
  );
  if (typeof title !== 'string') return /** @type {T} */ (resolved);
  const known = definitions[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(resolved))
    throw new Error(`Two different parts are titled "${title}".`);
  definitions[title] = resolved;
  return /** @type {T} */ ({ $ref: `#/definitions/${title}` });
}
