/** The contents of a definition apart from its operations, by name. */
import { child, entriesAt, isTree, pointTo, type Tree } from '../tree.ts';
import type { NameChanges } from './changes.ts';
import type { LocatedDefinition } from './document.ts';
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
