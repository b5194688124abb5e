/** A value for a schema of a definition: what its author gives as an example, or one that fits. */
import { child, entriesAt, isTree, keysOf, listAt, step } from '../definitions/definition-tree.ts';

/** Schemas may contain themselves. */
const MAX_DEPTH = 5;

/** What a reference within the definition names; anything else as it is. */
export function followed(node: unknown, definition: unknown): unknown {
  let at = node;
  for (let leads = 0; leads < MAX_LEADS; leads += 1) {
    const to = child(at, '$ref');
    if (typeof to !== 'string') return at;
    if (!to.startsWith('#/')) return undefined;
    at = keysOf(to).reduce<unknown>((found, key) => step(found, key), definition);
  }
  return undefined;
}

const MAX_LEADS = 10;

/** The example of a parameter, a media type or a schema; undefined: it has none. */
export function givenExample(node: unknown, definition: unknown): unknown {
  const own = child(node, 'example');
  if (own !== undefined) return own;
  const [first] = entriesAt(node, 'examples');
  const named = child(followed(first?.[1], definition), 'value');
  return named ?? listAt(node, 'examples')[0];
}

export const exampleValue = (schema: unknown, definition: unknown): unknown =>
  new Values(definition).of(schema, 0);

/** Large schemas refer to each other: a sample with all of them would be a book. */
const MAX_VALUES = 80;

class Values {
  readonly #definition: unknown;
  #count = 0;

  constructor(definition: unknown) {
    this.#definition = definition;
  }

  of(schema: unknown, depth: number): unknown {
    const node = followed(schema, this.#definition);
    this.#count += 1;
    if (!isTree(node) || depth > MAX_DEPTH) return null;
    const given =
      givenExample(node, this.#definition) ??
      child(node, 'const') ??
      child(node, 'default') ??
      listAt(node, 'enum')[0];
    if (given !== undefined) return given;
    const [choice] = [...listAt(node, 'oneOf'), ...listAt(node, 'anyOf')];
    if (choice !== undefined) return this.of(choice, depth + 1);
    const type = typeOf(node);
    if (type === 'object' || child(node, 'allOf') !== undefined) return this.#object(node, depth);
    if (type === 'array') return [this.of(child(node, 'items'), depth + 1)];
    return plainValue(type, node);
  }

  #object(node: unknown, depth: number): unknown {
    const parts = listAt(node, 'allOf').map((part) => this.of(part, depth + 1));
    const fields = parts.flatMap((part) => (isTree(part) ? Object.entries(part) : []));
    for (const [name, property] of entriesAt(node, 'properties')) {
      if (this.#count > MAX_VALUES) break;
      if (child(followed(property, this.#definition), 'readOnly') === true) continue;
      fields.push([name, this.of(property, depth + 1)]);
    }
    return Object.fromEntries(fields);
  }
}

function typeOf(node: unknown): string {
  const type = child(node, 'type');
  const [first] = Array.isArray(type) ? type.filter((each) => each !== 'null') : [type];
  if (typeof first === 'string') return first;
  return child(node, 'properties') === undefined ? 'string' : 'object';
}

function plainValue(type: string, node: unknown): unknown {
  const least = child(node, 'minimum');
  switch (type) {
    case 'integer':
    case 'number':
      return typeof least === 'number' ? least : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return FORMATS.get(String(child(node, 'format'))) ?? 'text';
  }
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['email', 'ann@example.com'],
  ['uri', 'https://example.com'],
  ['uuid', '123e4567-e89b-42d3-a456-426614174000'],
]);
