/** The names that schemas give themselves: `$id`, `$anchor` and `$dynamicAnchor` of JSON Schema 2020-12, section 8.2. */
import { isTree, keysOf, pointTo, textAt } from '../tree.ts';
import { under, type Located } from './located.ts';

/** Stands for the unknown address of the document. Occurs only in keys. */
const NOWHERE = 'docs-cli://definition/';

/** The values of these keywords are data: an `$id` in them names nothing. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** The keys of these maps are names: one of them may be `example`. */
const NAMED = new Set(
  (
    'properties patternProperties dependentSchemas $defs definitions schemas ' +
    'paths webhooks callbacks parameters responses headers requestBodies ' +
    'mediaTypes pathItems links securitySchemes'
  ).split(' '),
);

const NAMES = new Set(['$id', '$anchor', '$dynamicAnchor']);

interface Visit {
  readonly value: unknown;
  /** The chain of visits back to the root. */
  readonly parent: Visit | undefined;
  readonly key: string | number;
  readonly base: string;
  readonly named: boolean;
}

/** Finds schemas by the names that they give themselves. Walks the document once, but only if there are such names, which is rare. */
export class SchemaNames {
  /** Whether there may be any such names. */
  readonly some: boolean;
  readonly #named = new Map<string, Located>();
  /** The base URI of references below an `$id`. For all other nodes, the document is the base. */
  readonly #bases = new Map<object, string>();

  constructor(root: Located) {
    const self = textAt(root.value, '$self');
    const base = self === undefined ? NOWHERE : (resolve(self, NOWHERE) ?? NOWHERE);
    this.some = self !== undefined || hasNames(root.value);
    if (!this.some) return;
    const open: Visit[] = [{ value: root.value, parent: undefined, key: '#', base, named: true }];
    const seen = new Set<unknown>();
    for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
      const { value } = visit;
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      seen.add(value);
      const inner = this.#read(visit);
      if (inner !== NOWHERE) this.#bases.set(value, inner);
      for (const [key, each] of Object.entries(value)) {
        if (typeof each !== 'object' || each === null || (!visit.named && DATA.has(key))) continue;
        const named = !visit.named && NAMED.has(key) && !Array.isArray(each);
        open.push({ value: each, parent: visit, key, base: inner, named });
      }
    }
    if (self !== undefined) this.#named.set(base, root);
  }

  /** The target of `ref`, a reference in `node`: a pointer into the document, or the name of a schema. */
  absolute(node: unknown, ref: string): string {
    const base = this.#bases.get(node as object) ?? NOWHERE;
    if (base === NOWHERE && ref.startsWith('#')) return ref;
    return resolve(ref, base) ?? ref;
  }

  /** The schema named `absolute`, or the value at its pointer in a named schema. */
  find(absolute: string): Located | undefined {
    const name = absolute.startsWith('#') ? `${NOWHERE}${absolute}` : absolute;
    const known = this.#named.get(name);
    if (known !== undefined) return known;
    const at = name.indexOf('#');
    const resource = this.#named.get(at < 0 ? name : name.slice(0, at));
    const keys = at < 0 ? [] : keysOf(name.slice(at));
    if (resource === undefined || (keys.length === 0 && at >= 0 && at < name.length - 1))
      return undefined;
    const found = keys.reduce(under, resource);
    return found.value === undefined ? undefined : found;
  }

  /** Adds the names of one schema. Returns the base URI of its own references. */
  #read(visit: Visit): string {
    const { value, base, named } = visit;
    if (!isTree(value) || named) return base;
    const id = textAt(value, '$id');
    const inner = id === undefined ? base : (resolve(id, base)?.replace(/#.*$/, '') ?? base);
    if (id !== undefined) this.#named.set(inner, locate(visit));
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = textAt(value, keyword);
      if (anchor !== undefined) this.#named.set(`${inner}#${anchor}`, locate(visit));
    }
    return inner;
  }
}

/** Whether any value in `value` may be a schema with a name. */
function hasNames(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNames);
  if (!isTree(value)) return false;
  for (const key in value) {
    if (NAMES.has(key)) return true;
    const each = value[key];
    if (typeof each === 'object' && hasNames(each)) return true;
  }
  return false;
}

function locate(visit: Visit): Located {
  const keys: (string | number)[] = [];
  for (let each: Visit | undefined = visit; each?.parent !== undefined; each = each.parent) {
    keys.push(each.key);
  }
  return { value: visit.value, pointer: pointTo('#', ...keys.toReversed()) };
}

/** Returns `undefined` if `ref` is not a URI reference. */
const resolve = (ref: string, base: string): string | undefined =>
  URL.canParse(ref, base) ? new URL(ref, base).href : undefined;
