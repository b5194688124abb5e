/** Resolves the references of a definition: by pointer, anchor, `$id` or file. */
import { child, isTree, keysOf, step, textAt } from '../tree.ts';
import { keysTo, type Resource, type Spot } from './spot.ts';
import type { Standard } from './shape.ts';

/** The documents that were read so far, apart from the definition. */
export interface OpenDocuments {
  /** The path or URL that `reference` refers to in the document `from`. */
  readonly resolve: (from: string, reference: string) => string;
  /** The document; undefined if it was not opened yet. */
  readonly opened: (document: string) => OpenedDocument | undefined;
}

/** The content of a document, or why it cannot be read. */
export type OpenedDocument =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string };

export type Lead =
  | { readonly kind: 'found'; readonly spot: Spot }
  /** The document has to be opened first. */
  | { readonly kind: 'unopened'; readonly document: string }
  /** `byName`: the reference depends on an `$id` or `$self`, which may be defined in a document that was not read. */
  | { readonly kind: 'missing'; readonly why: string; readonly byName: boolean };

/** A pointer may lead through references, which may lead through references. No real definition reaches this number. */
const MAX_DETOURS = 100;

interface Named {
  /** Parts of documents, by the URI in their `$id` or `$self`. */
  readonly resources: Map<string, Resource>;
  /** Keys are the URI of the resource, `#`, and the anchor. */
  readonly anchors: Map<string, Spot>;
}

export class ReferenceGraph {
  readonly #documents: OpenDocuments;
  readonly #roots = new Map<string, Resource>();
  readonly #named: Named = { resources: new Map(), anchors: new Map() };
  readonly #hasNames: boolean;

  constructor(documents: OpenDocuments, standard: Standard) {
    this.#documents = documents;
    this.#hasNames = standard === '3.1' || standard === '3.2';
  }

  /** A whole document as a spot. Call it only after the document was opened. */
  whole(document: string, value: unknown): Spot {
    const known = this.#roots.get(document);
    if (known !== undefined) return { value, at: null, resource: known };
    const self = this.#hasNames ? (textAt(value, '$self') ?? idOf(value)) : undefined;
    const base = self === undefined ? document : joined(document, self);
    const resource = { document, base, root: value, at: null };
    this.#roots.set(document, resource);
    if (self !== undefined) this.#named.resources.set(base, resource);
    if (this.#hasNames) collectNames({ value, at: null, resource }, this.#named);
    return { value, at: null, resource };
  }

  /** The same spot, with its own resource if the schema has an `$id`. */
  inside(spot: Spot): Spot {
    if (!this.#hasNames || spot.at === null) return spot;
    const id = idOf(spot.value);
    if (id === undefined) return spot;
    const { resource } = spot;
    if (resource.at === spot.at) return spot;
    const base = joined(resource.base, id);
    return {
      ...spot,
      resource: { document: resource.document, base, root: spot.value, at: spot.at },
    };
  }

  /** The target of `reference`, seen from `spot`. */
  follow(reference: string, { resource }: Spot, detours = 0): Lead {
    const mark = reference.indexOf('#');
    const uri = mark < 0 ? reference : reference.slice(0, mark);
    const fragment = mark < 0 ? '' : reference.slice(mark + 1);
    const start = uri === '' ? { kind: 'found' as const, resource } : this.#open(uri, resource);
    if (start.kind !== 'found') return start;
    const found = this.#within(start.resource, fragment, detours);
    if (found.kind !== 'missing' || start.resource.at === null) return found;
    // Most tools ignore `$id` and resolve from the top of the document.
    const top = this.#roots.get(resource.document);
    const other = top && this.#within(top, fragment, detours);
    return other?.kind === 'found'
      ? {
          kind: 'missing',
          why: `it is relative to the \`$id\` "${resource.base}", which has no such part`,
          byName: true,
        }
      : { ...found, byName: true };
  }

  #open(
    uri: string,
    { base, document }: Resource,
  ): { kind: 'found'; resource: Resource } | Exclude<Lead, { kind: 'found' }> {
    const named = this.#named.resources.get(joined(base, uri));
    if (named !== undefined) return { kind: 'found', resource: named };
    const file = this.#documents.resolve(document, uri);
    const known = this.#roots.get(file);
    if (known !== undefined) return { kind: 'found', resource: known };
    const opened = this.#documents.opened(file);
    if (opened === undefined) return { kind: 'unopened', document: file };
    if (!opened.ok) return { kind: 'missing', why: opened.why, byName: base !== document };
    return { kind: 'found', resource: this.whole(file, opened.value).resource };
  }

  #within(resource: Resource, fragment: string, detours: number): Lead {
    const start: Spot = { value: resource.root, at: resource.at, resource };
    if (fragment !== '' && !fragment.startsWith('/')) return this.#anchored(resource, fragment);
    let spot = start;
    for (const key of keysOf(`#${fragment}`)) {
      if (step(spot.value, key) === undefined) {
        const target = textAt(spot.value, '$ref');
        if (target === undefined || detours >= MAX_DETOURS) return nothing(resource, fragment);
        const lead = this.follow(target, spot, detours + 1);
        if (lead.kind !== 'found') return lead;
        ({ spot } = lead);
      }
      const value = step(spot.value, key);
      if (value === undefined) return nothing(resource, fragment);
      spot = this.inside({ value, at: { up: spot.at, key }, resource: spot.resource });
    }
    return { kind: 'found', spot };
  }

  #anchored(resource: Resource, name: string): Lead {
    const spot =
      this.#named.anchors.get(`${resource.base}#${name}`) ??
      this.#named.anchors.get(`${resource.document}#${name}`);
    if (spot !== undefined) return { kind: 'found', spot };
    const why = this.#hasNames
      ? `no schema has the anchor "${name}"`
      : 'what follows `#` must begin with `/`';
    return { kind: 'missing', why, byName: false };
  }
}

function nothing(resource: Resource, fragment: string): Lead {
  const where = resource.at === null ? '' : ` in "${resource.base}"`;
  return { kind: 'missing', why: `there is nothing at #${fragment}${where}`, byName: false };
}

/** `$id` names a resource unless it is only a fragment. */
function idOf(value: unknown): string | undefined {
  const id = textAt(value, '$id');
  return id === undefined || id === '' || id.startsWith('#') ? undefined : id.replace(/#$/, '');
}

/** `reference` resolved against `base`: a URL if one of them is absolute, else a path that only serves as a name. */
function joined(base: string, reference: string): string {
  try {
    return new URL(reference, /^[a-z][a-z0-9+.-]+:/i.test(base) ? base : `file://${base}`).href;
  } catch {
    return reference;
  }
}

/** Below these keys, everything is data. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'value', 'dataValue']);

/** Every `$id`, `$anchor` and `$dynamicAnchor` of a document. */
function collectNames(root: Spot, { resources, anchors }: Named): void {
  const open: Spot[] = [root];
  const seen = new Set<object>();
  for (let spot = open.pop(); spot !== undefined; spot = open.pop()) {
    const { value, at } = spot;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    let { resource } = spot;
    if (isTree(value)) {
      const id = at === null ? undefined : idOf(value);
      if (id !== undefined) {
        const base = joined(resource.base, id);
        resource = { document: resource.document, base, root: value, at };
        resources.set(base, resource);
      }
      for (const key of ['$anchor', '$dynamicAnchor']) {
        const name = textAt(value, key);
        if (name === undefined) continue;
        const named = { value, at, resource };
        anchors.set(`${resource.base}#${name}`, named);
        const own = `${resource.document}#${name}`;
        if (!anchors.has(own)) anchors.set(own, named);
      }
    }
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== 'object' || inner === null) continue;
      if (key.startsWith('x-') || DATA.has(key)) {
        // Below `properties`, such a key is the name of a property.
        if (at?.key !== 'properties') continue;
      }
      open.push({ value: inner, at: { up: at, key }, resource });
    }
  }
}

/** The section of the definition that the spot is in, below `components`, or below the root in 2.0: `schemas`, `parameters` … */
export function sectionOf(
  { at, resource }: Spot,
  entry: string,
  standard: Standard,
): string | null {
  if (resource.document !== entry) return null;
  const keys = keysTo(at);
  if (standard === '2.0') return keys.length === 2 ? String(keys[0]) : null;
  return keys.length === 3 && keys[0] === 'components' ? String(keys[1]) : null;
}

export const hasReference = (value: unknown): boolean => typeof child(value, '$ref') === 'string';
