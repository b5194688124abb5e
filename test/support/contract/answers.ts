/** Random valid answers that fast-check can shrink. For consistent answers, see `any-answer`. */
import * as fc from 'fast-check';
import type { Contract, Schema } from './file.ts';

/** The schema of an operation's JSON answer with this status. */
export function answerSchema(
  { paths }: Contract,
  method: string,
  path: string,
  status: number,
): Schema {
  const answer = paths[path]?.[method.toLowerCase()]?.responses[String(status)];
  const schema = answer?.content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`the contract has no ${status} of ${method} ${path}`);
  return schema;
}

/**
 * Any answer that `schema` allows: optional fields may be missing, and unknown ones may be added. Texts are
 * arbitrary, except that slugs are not empty, and that texts are dates if the file's example is one.
 */
export function answersOf(contract: Contract, schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const referred = contract.components.schemas[schema.$ref.replace(/^.*\//, '')];
    if (referred === undefined) throw new Error(`the contract has no ${schema.$ref}`);
    return answersOf(contract, referred, name);
  }
  const { type } = schema;
  if (Array.isArray(type)) {
    return fc.oneof(
      ...(type as string[]).map((each) => answersOf(contract, { ...schema, type: each }, name)),
    );
  }
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch ((type as string | undefined) ?? 'object') {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.maxSafeInteger();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'string':
      return texts(schema, name);
    case 'array':
      return fc.array(answersOf(contract, schema.items ?? {}, name), { maxLength: 3 });
    default:
      return objects(contract, schema);
  }
}

function texts({ example }: Schema, name: string): fc.Arbitrary<string> {
  if (name === 'slug') return fc.string({ minLength: 1 });
  if (typeof example !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(example)) return fc.string();
  const years = { min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true };
  const offset = example.slice(19);
  return fc.date(years).map((date) => `${date.toISOString().slice(0, 19)}${offset}`);
}

function objects(contract: Contract, schema: Schema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (additionalProperties !== undefined) {
    const ids = fc.nat().map(String);
    return fc.dictionary(ids, answersOf(contract, additionalProperties), { maxKeys: 3 });
  }
  const fields = Object.entries(properties).map(
    ([name, each]) => [name, answersOf(contract, each, name)] as const,
  );
  const named = fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
  return fc
    .tuple(named, fc.boolean())
    .map(([object, isNewer]) =>
      isNewer ? Object.assign(object, { notInTheContractYet: { nested: [] } }) : object,
    );
}
