/** Reads what schemas require: merges `allOf`, follows references. */
import { sortedText } from '../../equal.ts';
import { child, isTree, textAt, type Tree } from '../../definition-tree.ts';
import { type LocatedDefinition, itemsUnder, under, type Located } from '../compared-definition.ts';
import {
  schemaKey,
  withItem,
  withValue,
  type Facets,
  type SchemaReader,
  type Schema,
} from './facets.ts';
import { Kinds } from './kinds.ts';
import { addKeywords, emptyFacets, isNote } from './keywords.ts';
import { useIntegers } from './values.ts';

/** Reads what a schema allows, including `allOf` and references. */
export class FacetReader implements SchemaReader {
  readonly document: LocatedDefinition;
  merged = 0;
  readonly #known = new Map<string, Facets>();
  readonly #kinds: Kinds;

  constructor(document: LocatedDefinition) {
    this.document = document;
    this.#kinds = new Kinds(document);
  }

  resolve(schema: Schema): Schema {
    return schema.map((node) => this.#end(node));
  }

  read(schema: Schema): Facets {
    const key = schemaKey(schema);
    let facets = this.#known.get(key);
    if (facets === undefined) {
      facets = this.#collect(schema);
      this.#known.set(key, facets);
    }
    return facets;
  }

  is(flag: 'readOnly' | 'writeOnly', schema: Schema): boolean {
    const [node] = schema;
    return schema.length === 1 && node !== undefined && !isMerged(node)
      ? child(node.value, flag) === true
      : this.read(schema)[flag];
  }

  /** The end of a chain of references, or the first reference in it that has constraints of its own. */
  #end(node: Located): Located {
    if (textAt(node.value, '$ref') === undefined) return node;
    return this.document.follow(node, this.#hasSiblings);
  }

  readonly #hasSiblings = ({ value }: Located): boolean =>
    this.document.siblingsCount &&
    textAt(value, '$ref') !== undefined &&
    Object.keys(value as object).some((key) => key !== '$ref' && !isNote(key));

  #collect(schema: Schema): Facets {
    const facets = emptyFacets(schema[0]?.pointer ?? '#');
    const seen = new Set<string>();
    const open: Located[] = [];
    const next = (nodes: readonly Located[]): void => {
      for (let at = nodes.length; at > 0; at -= 1) open.push(nodes[at - 1] as Located);
    };
    next(schema);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node.pointer)) continue;
      seen.add(node.pointer);
      for (const keyword of ['$dynamicRef', '$ref'] as const) {
        const ref = textAt(node.value, keyword);
        if (ref === undefined) continue;
        const target = this.document.target(node, keyword);
        if (target === undefined) facets.dangling = withValue(facets.dangling, ref);
        else open.push(target);
      }
      if (textAt(node.value, '$ref') !== undefined && !this.#hasSiblings(node)) continue;
      const more = this.#add(facets, node);
      next(itemsUnder(node, 'allOf'));
      next(more);
    }
    this.merged += seen.size - 1;
    useIntegers(facets);
    const { discriminator } = facets;
    if (discriminator !== undefined) facets.discriminator = this.#kinds.of(schema, discriminator);
    return facets;
  }

  /** Adds the keywords of one node. Returns the other nodes that apply to the same value. */
  #add(facets: Facets, node: Located): Located[] {
    if (node.value === false) facets.types = new Set();
    if (!isTree(node.value)) return [];
    addKeywords(facets, node, this.document.siblingsCount);
    facets.discriminator ??= this.#kinds.discriminator(node);
    return this.#addUnions(facets, node);
  }

  /** 3.1 writes a nullable X as `anyOf: [X, {type: null}]`. A union with one alternative is that alternative. */
  #addUnions(facets: Facets, node: Located): Located[] {
    const more: Located[] = [];
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const all = itemsUnder(node, kind);
      const branches = all.filter(({ value }) => child(value, 'type') !== 'null');
      if (branches.length < all.length) facets.nullable = true;
      const [only] = branches;
      const values = branches.length > 1 ? listedValues(branches) : undefined;
      if (branches.length === 1 && only !== undefined) more.push(only);
      else if (values !== undefined)
        more.push({ value: values, pointer: under(node, kind).pointer });
      else if (branches.length > 1)
        facets.unions = withItem(
          facets.unions,
          branches.map((each) => [each]),
        );
    }
    return more;
  }
}

/** Whether what a schema requires is spread over several nodes. */
const isMerged = ({ value }: Located): boolean =>
  ['$ref', '$dynamicRef', 'allOf', 'oneOf', 'anyOf'].some(
    (keyword) => child(value, keyword) !== undefined,
  );

/**
 * A list of types can be written in two ways: `type: [string, integer]`, and `anyOf` with schemas
 * that have only a type. These are both schemas with lists of types, if one has such a list and the
 * other has alternatives that are only types.
 */
export function inOneNotation(before: Facets, after: Facets): readonly [Facets, Facets] {
  const [from, to] = [asContent(before, after), asContent(after, before)];
  if (isList(from)) return [from, asList(to)];
  return isList(to) ? [asList(from), to] : [from, to];
}

/** 3.0 says by the formats `byte` and `binary` what 3.1 says by the encoding and the media type of the content. Returns the first in the words of the second. */
function asContent(facets: Facets, other: Facets): Facets {
  if (other.format !== undefined || facets.contentEncoding !== undefined) return facets;
  const { contentEncoding, contentMediaType } = other;
  if (facets.format === 'byte' && contentEncoding === 'base64')
    return {
      ...facets,
      format: undefined,
      contentEncoding,
      contentMediaType: facets.contentMediaType ?? contentMediaType,
    };
  if (facets.format === 'binary' && contentEncoding === undefined && contentMediaType !== undefined)
    return {
      ...facets,
      format: undefined,
      contentMediaType: facets.contentMediaType ?? contentMediaType,
    };
  return facets;
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

/** Alternatives that are constants, as an enum of their values with their descriptions; undefined if one of them is something else. */
function listedValues(branches: readonly Located[]): Tree | undefined {
  const listed: unknown[] = [];
  const notes: Record<string, Record<string, unknown>> = {};
  for (const { value } of branches) {
    if (!isTree(value)) return undefined;
    const {
      const: only,
      enum: values = only === undefined ? [] : [only],
      type: _,
      ...more
    } = value;
    if (!Array.isArray(values) || values.length === 0) return undefined;
    for (const [key, each] of Object.entries(more)) {
      if (isNote(key)) (notes[key] ??= {})[sortedText(values)] = each;
      else if (!key.startsWith('x-')) return undefined;
    }
    listed.push(...values);
  }
  return { enum: listed, ...notes };
}
