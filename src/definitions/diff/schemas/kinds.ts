/** Discriminators, and the kinds that they tell apart: alternatives, or schemas that include theirs by `allOf`, to which only they lead. */
import { child, entriesAt, isTree, pointTo, textAt } from '../../definition-tree.ts';
import {
  itemsUnder,
  type Located,
  type LocatedDefinition,
  nodesUnder,
  under,
} from '../compared-definition.ts';
import { type Facets, nameOfSchema, type Schema } from './facets.ts';

type Discriminator = NonNullable<Facets['discriminator']>;

const NO_KINDS: ReadonlyMap<string, Schema> = new Map();

/** The discriminators of one definition. */
export class Kinds {
  readonly #document: LocatedDefinition;
  /** By the place of the schema that states it. */
  readonly #stated = new Map<string, Stated>();
  /** By the place of a schema, the schemas that include it, by name. Read once, because few definitions need it. */
  #including: ReadonlyMap<string, ReadonlyMap<string, Schema>> | undefined;

  constructor(document: LocatedDefinition) {
    this.#document = document;
  }

  /** The discriminator that a node states. 3.x has an object, 2.0 only the name of the property. */
  discriminator(node: Located): Discriminator | undefined {
    const stated = child(node.value, 'discriminator');
    const property = typeof stated === 'string' ? stated : textAt(stated, 'propertyName');
    if (property === undefined) return undefined;
    const known = this.#stated.get(node.pointer);
    if (known !== undefined) return known;
    const fallback = textAt(stated, 'defaultMapping');
    const mapping = new Map(
      entriesAt(stated, 'mapping').map(([value, name]) => [value, this.#named(node, name)]),
    );
    const targets = new Map<string, [string, Schema][]>();
    for (const each of mapping) {
      const at = this.#placeOf(each[1]);
      targets.set(at, [...(targets.get(at) ?? []), each]);
    }
    const alternatives = alternativesOf(node);
    const named = this.#byName(alternatives);
    const implicit = (value: string): Schema | undefined =>
      alternatives.length === 0 ? this.#existing(node, value) : undefined;
    const discriminator: Stated = {
      property,
      mapping,
      targetOf: (value) => mapping.get(value) ?? named.get(value) ?? implicit(value),
      isMapped: (schema) => targets.has(this.#placeOf(schema)),
      kinds: () => named,
      fallback: fallback === undefined ? undefined : this.#named(node, fallback),
      pointer: node.pointer,
      mappedTo: (at) => targets.get(at) ?? [],
      isOpen: alternatives.length === 0,
    };
    this.#stated.set(node.pointer, discriminator);
    return discriminator;
  }

  /** The discriminator for a schema that states or inherits it. Values that stand for siblings of the schema are left out. */
  of(schema: Schema, discriminator: Discriminator): Discriminator {
    const stated = discriminator as Stated;
    const roots = this.#rootsOf(schema);
    let all: ReadonlyMap<string, Schema> | undefined;
    const isOwn = [...roots, ...schema].some(
      ({ pointer }) => stated.pointer === pointer || stated.pointer.startsWith(`${pointer}/`),
    );
    if (isOwn && !stated.isOpen) return stated;
    // A value of a schema that inherits the discriminator may be one of that schema itself.
    const itself = isOwn || roots.length > 1 ? [] : roots;
    const kinds = (): ReadonlyMap<string, Schema> =>
      (all ??= stated.isOpen ? this.#kindsOf(roots, itself) : NO_KINDS);
    if (isOwn) return { ...stated, kinds };
    const mapping = new Map(roots.flatMap(({ pointer }) => stated.mappedTo(pointer)));
    return { ...stated, kinds, mapping, fallback: undefined };
  }

  /** The named schemas that `schema` is or includes. */
  #rootsOf(schema: Schema): Located[] {
    const roots: Located[] = [];
    const open = [...schema];
    const seen = new Set<string>();
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node.pointer)) continue;
      seen.add(node.pointer);
      if (nameOfSchema([node]) !== undefined) roots.push(node);
      else open.push(...this.#membersOf(node));
    }
    return roots;
  }

  /** The schemas that a node includes, at the ends of their references. */
  #membersOf(node: Located): Located[] {
    const own = textAt(node.value, '$ref') === undefined ? [] : [this.#document.follow(node)];
    return [...own, ...itemsUnder(node, 'allOf').map((each) => this.#document.follow(each))];
  }

  /** The schemas that include one of `roots`, and those of `itself`, by name. */
  #kindsOf(roots: readonly Located[], itself: readonly Located[]): ReadonlyMap<string, Schema> {
    const including = (this.#including ??= this.#readIncluding());
    return new Map([
      ...itself.map((node) => [nameOfSchema([node]) ?? '', [node]] as const),
      ...roots.flatMap(({ pointer }) => [...(including.get(pointer) ?? [])]),
    ]);
  }

  #readIncluding(): ReadonlyMap<string, ReadonlyMap<string, Schema>> {
    const including = new Map<string, Map<string, Schema>>();
    for (const node of this.#schemas()) {
      if (!isTree(node.value) || child(node.value, 'allOf') === undefined) continue;
      const name = nameOfSchema([node]) ?? '';
      for (const root of this.#rootsOf(this.#membersOf(node))) {
        const known = including.get(root.pointer) ?? new Map<string, Schema>();
        if (root.pointer !== node.pointer) known.set(name, [node]);
        including.set(root.pointer, known);
      }
    }
    return including;
  }

  #schemas(): Located[] {
    const { root } = this.#document;
    const named = [
      ...nodesUnder(root, 'definitions'),
      ...nodesUnder(under(root, 'components'), 'schemas'),
    ];
    return named.map(([, node]) => node);
  }

  #placeOf(schema: Schema): string {
    return schema.map((node) => this.#document.follow(node).pointer).join(' & ');
  }

  /** Targets of a discriminator are names of schemas, or else references. */
  #named(node: Located, name: unknown): Schema {
    const text = typeof name === 'string' ? name : '';
    const { value } = this.#document.root;
    const [holder, schemas] = this.#document.isSwagger
      ? ['#/definitions', child(value, 'definitions')]
      : ['#/components/schemas', child(child(value, 'components'), 'schemas')];
    const $ref = child(schemas, text) === undefined ? text : pointTo(holder, text);
    return [{ value: { $ref }, pointer: pointTo(node.pointer, 'discriminator', text) }];
  }

  /** The alternatives that have a name. */
  #byName(alternatives: readonly Located[]): ReadonlyMap<string, Schema> {
    const named = alternatives.flatMap((node) => {
      const ref = textAt(node.value, '$ref');
      const name = ref === undefined ? undefined : nameOfSchema([{ ...node, pointer: ref }]);
      return name === undefined ? [] : [[name, [node]] as const];
    });
    return new Map(named);
  }

  /** Without alternatives, a discriminator means any schema by its name. */
  #existing(node: Located, name: string): Schema | undefined {
    const schema = this.#named(node, name);
    return textAt(schema[0]?.value, '$ref') === name ? undefined : schema;
  }
}

/** A discriminator, and what is known about the schema that states it. */
interface Stated extends Discriminator {
  readonly pointer: string;
  /** The values that are mapped to the schema at a place. */
  readonly mappedTo: (pointer: string) => readonly (readonly [string, Schema])[];
}

const alternativesOf = (node: Located): readonly Located[] =>
  ['oneOf', 'anyOf'].flatMap((kind) => itemsUnder(node, kind));
