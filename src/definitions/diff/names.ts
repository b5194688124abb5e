/** The names of what a definition contains: which of them changed, and how people call the part at a pointer. */
import {
  child,
  entriesAt,
  isTree,
  keysFrom,
  pointTo,
  step,
  textAt,
  type Tree,
} from '../definition-tree.ts';
import type { NameChanges } from './changes.ts';
import type { LocatedDefinition } from './compared-definition.ts';
import type { IdenticalParts } from './identical-parts.ts';

/** The pointer to a security scheme. */
export const schemePointer = ({ root }: LocatedDefinition, name: string): string =>
  child(root.value, 'securityDefinitions') === undefined
    ? pointTo('#', 'components', 'securitySchemes', name)
    : pointTo('#', 'securityDefinitions', name);

/** The schemas that have names. */
export const schemasOf = ({ root }: LocatedDefinition): ReadonlyMap<string, unknown> =>
  new Map([
    ...entriesAt(root.value, 'definitions'),
    ...entriesAt(child(root.value, 'components'), 'schemas'),
  ]);

/** The names that were added, removed and changed. */
export function compareNames(
  identical: IdenticalParts,
  from: ReadonlyMap<string, unknown>,
  to: ReadonlyMap<string, unknown>,
): NameChanges {
  return {
    added: [...to.keys()].filter((name) => !from.has(name)),
    removed: [...from.keys()].filter((name) => !to.has(name)),
    changed: [...from.keys()].filter(
      (name) => to.has(name) && !identical.isSame(from.get(name), to.get(name)),
    ),
  };
}

const COMPARED = new Set([
  'paths',
  'webhooks',
  'definitions',
  'servers',
  'host',
  'basePath',
  'schemes',
]);

/** Top-level parts that differ, apart from operations and schemas. */
export function compareElsewhere(identical: IdenticalParts, from: Tree, to: Tree): string[] {
  const keys = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...keys].filter((key) => {
    if (COMPARED.has(key)) return false;
    const [old, now] = [child(from, key), child(to, key)];
    return !identical.isSame(
      key === 'components' ? withoutSchemas(old) : old,
      key === 'components' ? withoutSchemas(now) : now,
    );
  });
}

function withoutSchemas(components: unknown): unknown {
  if (!isTree(components)) return {};
  const { schemas: _, ...rest } = components;
  return rest;
}

/** The operation, component or other part that the first keys of a pointer lead to: its name for people, and the number of these keys. */
export function ownerAt([first = '', second = '', third = '']: readonly string[]): {
  readonly name: string;
  readonly length: number;
} {
  const method = third.toUpperCase();
  switch (first) {
    case 'components':
      return { name: third || second, length: 3 };
    case 'definitions':
      return { name: second, length: 2 };
    case 'paths':
      return { name: third ? `${method} ${second}` : second, length: 3 };
    case 'webhooks':
      return { name: `webhook ${second} ${method}`.trim(), length: 3 };
    default:
      return { name: first || 'the definition', length: 1 };
  }
}

/** A name for the part of `root` at a pointer, for people: `User.address.city`, `POST /users request body.name`. */
export function subjectOf(root: Tree, pointer: string): string {
  const keys = keysFrom(pointer);
  let { name: text, length: at } = ownerAt(keys);
  for (; at < keys.length; at += 1) {
    const [key = '', next = ''] = keys.slice(at, at + 2);
    const words = WORDS.get(key);
    if (words === undefined) text += ` ${key}`;
    else if (typeof words === 'string') text += words;
    else {
      at += 1;
      text += words(next, () => keys.slice(0, at + 1).reduce(step, root));
    }
  }
  return text;
}

type Words = (next: string, part: () => unknown) => string;

/** What a key of a pointer is called. A function takes the key after it too. All others are called by themselves. */
const WORDS: ReadonlyMap<string, string | Words> = new Map<string, string | Words>([
  ['schema', ''],
  ['items', '[]'],
  ['additionalProperties', '.*'],
  ['requestBody', ' request body'],
  ['allOf', () => ''],
  ['content', () => ''],
  ['properties', (name) => `.${name}`],
  ['oneOf', (at) => `.oneOf[${at}]`],
  ['anyOf', (at) => `.anyOf[${at}]`],
  ['prefixItems', (at) => `.prefixItems[${at}]`],
  ['responses', (status) => ` response ${status}`],
  ['headers', (name) => ` header ${name}`],
  ['parameters', (at, part) => ` parameter ${textAt(part(), 'name') ?? at}`],
  ['callbacks', (name) => ` callback ${name}`],
]);
