/** A list of types can be written in two ways: `type: [string, integer]`, and `anyOf` with schemas that have only a type. */
import { isTree, textAt } from '../../tree.ts';
import type { Facets, Schema } from './facets.ts';
import { isNote } from './keywords.ts';

/** Both schemas with lists of types, if one has such a list and the other has alternatives that are only types. */
export function inOneNotation(before: Facets, after: Facets): readonly [Facets, Facets] {
  if (isList(before)) return [before, asList(after)];
  return isList(after) ? [asList(before), after] : [before, after];
}

const isList = ({ types, unions }: Facets): boolean =>
  types !== undefined && types.size > 1 && unions.length === 0;

function asList(facets: Facets): Facets {
  const [alternatives] = facets.unions;
  if (facets.types !== undefined || facets.unions.length !== 1) return facets;
  const names = (alternatives ?? []).map(typeAlone);
  if (!names.every((name) => name !== undefined)) return facets;
  const types = new Set(names);
  if (types.has('number')) types.delete('integer');
  return { ...facets, types, unions: [] };
}

function typeAlone([node, ...more]: Schema): string | undefined {
  if (node === undefined || more.length > 0 || !isTree(node.value)) return undefined;
  const isAlone = Object.keys(node.value).every((key) => key === 'type' || isNote(key));
  return isAlone ? textAt(node.value, 'type') : undefined;
}
