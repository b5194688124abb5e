/** Media types of bodies, and the properties that their schemas have. */
import { below, isReference, type Location } from '../refs.ts';
import { child, entriesAt, isTree, listAt } from '../definition-tree.ts';
import type { RuleScope } from './rule.ts';

/** The media types of a body or a response, with their references followed. */
export const mediaTypesOf = (
  { references }: RuleScope,
  holder: Location,
): (readonly [type: string, at: Location])[] =>
  entriesAt(holder.value, 'content').flatMap(([type]) => {
    const at = references.resolved(below(below(holder, 'content'), type));
    return at === undefined || type.startsWith('x-') ? [] : [[type, at] as const];
  });

/** Whether the properties of such a body are encoded one by one. */
export const isEncodable = (type: string): boolean =>
  /^(?:multipart\/|application\/x-www-form-urlencoded\b)/i.test(type.trim());

/** Keywords whose schemas apply to the same value, as lists and alone. */
const LISTS = ['allOf', 'anyOf', 'oneOf'];
const SINGLE = ['if', 'then', 'else'];
/**
 * Any of these keywords, unless it is `false`, may allow properties that are not listed. `$schema`
 * may name another dialect, which is not interpreted.
 */
const OPEN = [
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
  '$dynamicRef',
  '$schema',
];

/** The names of the properties that a schema lists, in all of its parts; undefined if there may be others. */
export function propertiesOf(
  { isNew, references }: RuleScope,
  schema: Location,
): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const open = [schema];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { value } = at;
    if (seen.has(value)) continue;
    seen.add(value);
    if (!isTree(value)) return undefined;
    if (isReference(value)) {
      const target = references.follow(at);
      if (target.kind !== 'found') return undefined;
      open.push(target.location);
      if (!isNew) continue;
    }
    if (OPEN.some((key) => (child(value, key) ?? false) !== false)) return undefined;
    for (const [name] of entriesAt(value, 'properties')) names.add(name);
    for (const key of LISTS) {
      for (const index of listAt(value, key).keys()) open.push(below(below(at, key), index));
    }
    for (const key of SINGLE) if (key in value) open.push(below(at, key));
    for (const [key] of entriesAt(value, 'dependentSchemas')) {
      open.push(below(below(at, 'dependentSchemas'), key));
    }
  }
  return names;
}
