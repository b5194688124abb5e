/**
 * Follows the references of a definition: by pointer, anchor, `$id` or file. All code uses this,
 * except the library when it bundles.
 */
import { child, isTree, keysOf, pointTo, step, textAt } from './definition-tree.ts';

/** The documents that were read so far. */
export interface Documents {
  /** The path or URL that `reference` refers to in the document `from`. */
  readonly resolve: (from: string, reference: string) => string;
  /** The document; undefined if it was not opened yet. */
  readonly opened: (document: string) => OpenedDocument | undefined;
}

/** The documents, with a method to read more. */
export interface Reading extends Documents {
  /** Opens a document. Rejects only if the run was stopped. */
  readonly open: (document: string) => Promise<void>;
}

/** The content of a document, or why it cannot be read. */
export type OpenedDocument =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string };

/** A value, its document by path or URL, and its JSON pointer there. */
export interface Location {
  readonly document: string;
  readonly pointer: string;
  readonly value: unknown;
}

/** The result of following a reference. */
export type Lead =
  | { readonly kind: 'found'; readonly location: Location }
  /** The reference leads back to itself. */
  | { readonly kind: 'circle' }
  /** The document has to be opened first. */
  | { readonly kind: 'unopened'; readonly document: string }
  /** `byName`: the reference depends on an `$id` or `$self`, which may be defined in a document that was not read. */
  | { readonly kind: 'lost'; readonly why: string; readonly byName: boolean };

/** A document or a part of it that has a URI: pointers and relative references start there. */
interface Resource extends Location {
  readonly base: string;
}

/** The limit for references inside pointers of references. No real definition reaches this number. */
const MAX_DETOURS = 100;

/** The value at `key` of a value. */
export const below = ({ document, pointer, value }: Location, key: string | number): Location => ({
  document,
  pointer: pointTo(pointer, key),
  value: step(value, key),
});

/** Whether a value is a map with such a key. */
export const has = ({ value }: Location, key: string): boolean =>
  isTree(value) && Object.hasOwn(value, key);

export const isReference = (value: unknown): boolean => typeof child(value, '$ref') === 'string';

/** The references among documents that are open. */
export class ReferenceGraph {
  readonly #documents: Documents;
  readonly #hasNames: boolean;
  readonly #roots = new Map<string, Resource>();
  /** By URI, and by URI and anchor. */
  readonly #named = new Map<string, Resource>();
  /** The resources of values below an `$id`; of all others, the document is the resource. */
  readonly #resources = new Map<unknown, Resource>();
  readonly #ends = new Map<unknown, Lead>();
  /** The links of the chains that are being followed. */
  readonly #open = new Set<unknown>();
  #detours = 0;

  /** @param hasNames whether schemas have names by `$id` and anchors: OpenAPI 3.1 and later */
  constructor(documents: Documents, hasNames: boolean) {
    this.#documents = documents;
    this.#hasNames = hasNames;
  }

  /** Call it when more documents are open. */
  forget(): void {
    this.#ends.clear();
  }

  /**
   * Whether anything in a document has a name. If not, the text of a reference alone determines its
   * target.
   */
  hasNamesIn(document: string): boolean {
    const root = this.#root(document);
    return 'base' in root && (this.#named.size > 0 || root.base !== root.document);
  }

  /** A document that was opened. */
  whole(document: string): Location | undefined {
    const root = this.#root(document);
    return 'base' in root ? root : undefined;
  }

  /** The URI at which relative references in a value start. */
  baseOf({ document, value }: Location): string {
    const root = this.#root(document);
    return this.#resources.get(value)?.base ?? ('base' in root ? root.base : document);
  }

  /** The target of the `$ref` of a value, or of another reference in it. */
  follow(from: Location, reference = textAt(from.value, '$ref') ?? ''): Lead {
    // Opening the document finds its names.
    const root = this.#root(from.document);
    if (!('base' in root)) return root;
    return this.#follow(reference, this.#resources.get(from.value) ?? root);
  }

  /**
   * The end of a chain of references; for a value that is not a reference, the value itself.
   * Follows each link once.
   */
  end(from: Location): Lead {
    const links: unknown[] = [];
    let target: Lead = { kind: 'found', location: from };
    while (target.kind === 'found' && isReference(target.location.value)) {
      const { value } = target.location;
      const known = this.#open.has(value) ? CIRCLE : this.#ends.get(value);
      if (known !== undefined) {
        target = known;
        break;
      }
      this.#open.add(value);
      links.push(value);
      target = this.follow(target.location);
    }
    for (const link of links) {
      this.#open.delete(link);
      this.#ends.set(link, target);
    }
    return target;
  }

  /** The value at the end of a chain of references; undefined if there is none. */
  resolved(from: Location): Location | undefined {
    const end = this.end(from);
    return end.kind === 'found' ? end.location : undefined;
  }

  /**
   * Walks down by `keys`, through references if a key does not exist. If the last keys do not
   * exist, ends at the nearest parent.
   */
  descend(from: Location, keys: readonly (string | number)[]): { at: Location; stopped?: Lead } {
    let at = from;
    for (const key of keys) {
      if (step(at.value, key) === undefined && isReference(at.value)) {
        const end = this.#detours < MAX_DETOURS ? this.#detour(at) : NOTHING;
        if (end.kind !== 'found') return { at, stopped: end };
        at = end.location;
      }
      const next = below(at, key);
      if (next.value === undefined) return { at, stopped: NOTHING };
      at = next;
    }
    return { at };
  }

  #detour(at: Location): Lead {
    this.#detours += 1;
    try {
      return this.end(at);
    } finally {
      this.#detours -= 1;
    }
  }

  #follow(reference: string, from: Resource): Lead {
    const mark = reference.indexOf('#');
    const uri = mark < 0 ? reference : reference.slice(0, mark);
    const fragment = mark < 0 ? '' : reference.slice(mark + 1);
    const start = uri === '' ? from : this.#resource(uri, from);
    if (!('base' in start)) return start;
    const found = this.#inside(start, fragment);
    if (found.kind !== 'lost' || start.pointer === '#') return found;
    // Most tools ignore `$id` and resolve from the top of the document.
    const top = this.#roots.get(start.document);
    const other = top && this.#inside(top, fragment);
    const why = `it is relative to the \`$id\` "${start.base}", which has no such part`;
    return other?.kind === 'found'
      ? { kind: 'lost', why, byName: true }
      : { ...found, byName: true };
  }

  #resource(uri: string, { base, document }: Resource): Resource | Lead {
    const named = this.#hasNames ? this.#named.get(joined(base, uri)) : undefined;
    if (named !== undefined) return named;
    const root = this.#root(this.#documents.resolve(document, uri));
    return 'base' in root || root.kind !== 'lost' ? root : { ...root, byName: base !== document };
  }

  #inside(resource: Resource, fragment: string): Lead {
    if (fragment !== '' && !fragment.startsWith('/')) return this.#anchored(resource, fragment);
    const { at, stopped } = this.descend(resource, keysOf(`#${fragment}`));
    if (stopped === undefined) return { kind: 'found', location: at };
    if (stopped !== NOTHING) return stopped;
    const where = resource.pointer === '#' ? '' : ` in "${resource.base}"`;
    return { kind: 'lost', why: `there is nothing at #${fragment}${where}`, byName: false };
  }

  #anchored({ base, document }: Resource, name: string): Lead {
    const location = this.#named.get(`${base}#${name}`) ?? this.#named.get(`${document}#${name}`);
    if (location !== undefined) return { kind: 'found', location };
    const why = this.#hasNames
      ? `no schema has the anchor "${name}"`
      : 'what follows `#` must begin with `/`';
    return { kind: 'lost', why, byName: false };
  }

  #root(document: string): Resource | Lead {
    const known = this.#roots.get(document);
    if (known !== undefined) return known;
    const opened = this.#documents.opened(document);
    if (opened === undefined) return { kind: 'unopened', document };
    if (!opened.ok) return { kind: 'lost', why: opened.why, byName: false };
    const { value } = opened;
    const self = this.#hasNames ? (textAt(value, '$self') ?? idOf(value)) : undefined;
    const base = self === undefined ? document : joined(document, self);
    const root: Resource = { document, base, pointer: '#', value };
    this.#roots.set(document, root);
    if (self !== undefined) this.#named.set(base, root);
    if (this.#hasNames && hasNames(value)) this.#collect(root);
    return root;
  }

  /** Every `$id`, `$anchor` and `$dynamicAnchor` of a document: JSON Schema 2020-12, section 8.2. */
  #collect(root: Resource): void {
    const open: { readonly at: Location; readonly resource: Resource; readonly isMap: boolean }[] =
      [{ at: root, resource: root, isMap: true }];
    const seen = new Set<unknown>();
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { at, isMap } = next;
      const { value } = at;
      if (seen.has(value)) continue;
      seen.add(value);
      const resource = isMap && at !== root ? next.resource : this.#name(at, next.resource);
      if (resource !== root) {
        this.#resources.set(value, resource);
      }
      for (const [key, each] of Object.entries(value ?? {})) {
        if (typeof each !== 'object' || each === null) continue;
        if (!isMap && (DATA.has(key) || key.startsWith('x-'))) continue;
        const isNamed = !isMap && MAPS.has(key) && !Array.isArray(each);
        open.push({ at: below(at, key), resource, isMap: isNamed });
      }
    }
  }

  /** Adds the names of one schema. Returns the resource of its own references. */
  #name(at: Location, outer: Resource): Resource {
    const id = at === outer ? undefined : idOf(at.value);
    const resource = id === undefined ? outer : { ...at, base: joined(outer.base, id) };
    if (id !== undefined) this.#named.set(resource.base, resource);
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const name = textAt(at.value, key);
      if (name === undefined) continue;
      const { base } = resource;
      this.#named.set(`${base}#${name}`, { ...at, base });
      const own = `${at.document}#${name}`;
      if (!this.#named.has(own)) this.#named.set(own, { ...at, base });
    }
    return resource;
  }
}

const CIRCLE: Lead = { kind: 'circle' };
const NOTHING: Lead = { kind: 'lost', why: 'there is no such part', byName: false };

/** `$id` names a resource, unless it has a fragment, which it must not. */
function idOf(value: unknown): string | undefined {
  const id = textAt(value, '$id')?.replace(/#$/, '');
  return id === undefined || id === '' || id.includes('#') ? undefined : id;
}

/** `reference` resolved against `base`: a URL if one of them is absolute, else a path that only serves as a name. */
function joined(base: string, reference: string): string {
  try {
    return new URL(reference, /^[a-z][a-z0-9+.-]+:/i.test(base) ? base : `file://${base}`).href;
  } catch {
    return reference;
  }
}

/** The values of these keywords are data: an `$id` or `$ref` in them means nothing. */
export const DATA = new Set([
  'example',
  'examples',
  'default',
  'enum',
  'const',
  'value',
  'dataValue',
]);

/** The keys of these maps are names: one of them may be `example`. */
export const MAPS = new Set(
  (
    'properties patternProperties dependentSchemas $defs definitions schemas ' +
    'paths webhooks callbacks parameters responses headers requestBodies ' +
    'mediaTypes pathItems links securitySchemes'
  ).split(' '),
);

const NAMES = new Set(['$id', '$anchor', '$dynamicAnchor']);

/** Whether any value in `value` may be a schema with a name. Few definitions have one. `bounds.ts` limits the total of shared values. */
export function hasNames(value: unknown): boolean {
  const open = typeof value === 'object' && value !== null ? [value] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    // Does not create lists of keys, because there may be a million maps.
    for (const key in next) {
      const each: unknown = next[key as keyof typeof next];
      if (typeof each === 'string') {
        if (NAMES.has(key)) return true;
      } else if (typeof each === 'object' && each !== null) open.push(each);
    }
  }
  return false;
}
