/**
 * Checks that the comparison is complete: finds schemas that differ, that clients can reach in both
 * definitions, and that no pair compared.
 */
import { sortedText } from '../equal.ts';
import { DATA, MAPS } from '../refs.ts';
import { child, entriesAt, isTree, listAt, pointTo, textAt } from '../definition-tree.ts';
import type { LocalChange } from './changes.ts';
import { itemsUnder, type Located, type LocatedDefinition, under } from './compared-definition.ts';
import type { IdenticalParts } from './identical-parts.ts';
import { compareNames, schemasOf } from './names.ts';
import { nameOfSchema, type Schema, schemaKey } from './schemas/facets.ts';
import { isNote } from './schemas/keywords.ts';

interface Sides {
  readonly before: LocatedDefinition;
  readonly after: LocatedDefinition;
  readonly identical: IdenticalParts;
}

/**
 * Finds them without the rules, by walking through both definitions along the same keys.
 * `compared`: the old schemas of all pairs.
 */
export function schemasNotCompared(sides: Sides, compared: readonly Schema[]): LocalChange[] {
  const { before, after, identical } = sides;
  const [old, now] = [schemasOf(before), schemasOf(after)];
  const { changed } = compareNames(identical, old, now);
  if (changed.length === 0) return [];
  // Most of them are compared directly. Only for the others, included schemas are examined, which takes longer.
  const direct = new Set(compared.map(schemaKey));
  const holder = holderOf(before);
  const left = changed.filter((name) => !direct.has(pointTo(holder, name)));
  if (left.length === 0) return [];
  const met = namesIn(before, compared);
  const wanted = new Set(
    left.filter((name) => !met.has(name) && meaningOf(old.get(name)) !== meaningOf(now.get(name))),
  );
  if (wanted.size === 0) return [];
  const reached = new Walk(sides).namesReached();
  return [...reached].flatMap(([name, [oldPointer, newPointer]]) => {
    const message = 'changed in a way that is not compared';
    return wanted.has(name)
      ? [{ rule: 'not-compared' as const, message, oldPointer, newPointer }]
      : [];
  });
}

/** Where the schemas with names are. */
const holderOf = ({ isSwagger }: LocatedDefinition): string =>
  isSwagger ? '#/definitions' : '#/components/schemas';

/** The names of these schemas, and of those that they include. */
function namesIn(document: LocatedDefinition, schemas: readonly Schema[]): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const open = schemas.flat();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node.pointer)) continue;
    seen.add(node.pointer);
    const name = nameOfSchema([node]);
    if (name !== undefined) names.add(name);
    const target = document.target(node);
    if (target !== undefined) open.push(target);
    for (const keyword of ['allOf', 'oneOf', 'anyOf']) open.push(...itemsUnder(node, keyword));
  }
  return names;
}

/** Everything in a schema that matters to programs, as canonical text. */
const meaningOf = (schema: unknown): string => sortedText(withoutNotes(schema, false));

function withoutNotes(value: unknown, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutNotes(each, false));
  if (!isTree(value)) return value;
  const kept = Object.entries(value).filter(
    ([key]) => isMap || !(isNote(key) || key.startsWith('x-')),
  );
  return Object.fromEntries(
    kept.map(([key, each]) => [key, withoutNotes(each, !isMap && MAPS.has(key))]),
  );
}

type Pair = readonly [old: Located, now: Located];

interface Step {
  readonly pair: Pair;
  /** Whether its keys are names. */
  readonly isMap?: boolean;
  /**
   * Whether a schema with a name includes it, so that a value belongs to that schema and not to
   * another kind.
   */
  readonly isMember?: boolean;
}

/** Walks from the operations through everything that has the same place in both definitions. */
class Walk {
  readonly #sides: Sides;
  readonly #schemas: Record<'before' | 'after', ReadonlyMap<string, unknown>>;
  readonly #included: Record<'before' | 'after', ReadonlyMap<string, ReadonlySet<string>>>;
  readonly #names = new Map<string, readonly [string, string]>();
  readonly #seen = new Set<string>();
  readonly #open: Step[] = [];

  constructor(sides: Sides) {
    this.#sides = sides;
    this.#schemas = { before: schemasOf(sides.before), after: schemasOf(sides.after) };
    this.#included = { before: includedBy(sides.before), after: includedBy(sides.after) };
  }

  /** The names of all schemas that the walk reaches, with both places. */
  namesReached(): ReadonlyMap<string, readonly [string, string]> {
    const { before, after } = this.#sides;
    for (const key of ['paths', 'webhooks'])
      this.#open.push({ pair: [under(before.root, key), under(after.root, key)], isMap: true });
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop())
      this.#visit(next);
    return this.#names;
  }

  #visit({ pair, isMap = false, isMember = false }: Step): void {
    const [old, now] = pair;
    if (this.#sides.identical.isUnchanged(old.value, now.value)) return;
    if (Array.isArray(old.value) && Array.isArray(now.value)) {
      for (const at of old.value.keys()) this.#enter(pair, at, { isMember });
      return;
    }
    if (!isTree(old.value) || !isTree(now.value)) return;
    if (!isMap) this.#follow(pair, isMember);
    for (const key of Object.keys(old.value)) {
      if (!isMap && (DATA.has(key) || key.startsWith('x-'))) continue;
      if (!Object.hasOwn(now.value, key)) continue;
      const joins = key === 'allOf' && (isMember || nameOfSchema([old]) !== undefined);
      this.#enter(pair, key, { isMap: !isMap && MAPS.has(key), isMember: !isMap && joins });
    }
  }

  #enter([old, now]: Pair, key: string | number, how: Omit<Step, 'pair'>): void {
    this.#open.push({ pair: [under(old, key), under(now, key)], ...how });
  }

  /** Follows references, and the targets of discriminators. */
  #follow([old, now]: Pair, isMember: boolean): void {
    const { before, after } = this.#sides;
    const ends: Pair = [before.follow(old), after.follow(now)];
    if (ends[0] !== old || ends[1] !== now) this.#meet(ends, isMember);
    if (isMember) return;
    const [from, to] = [old, now].map(({ value }) => child(value, 'discriminator'));
    if (from === undefined || to === undefined) return;
    const targets = new Map(entriesAt(to, 'mapping'));
    for (const [value, target] of entriesAt(from, 'mapping'))
      this.#meet([this.#named(before, target), this.#named(after, targets.get(value))]);
    const name = nameOfSchema([old]);
    if (name === undefined || name !== nameOfSchema([now])) return;
    const [kinds, others] = [
      this.#included.before.get(old.pointer),
      this.#included.after.get(now.pointer),
    ];
    for (const kind of kinds ?? [])
      if (others?.has(kind) === true)
        this.#meet([this.#named(before, kind), this.#named(after, kind)]);
  }

  #meet(pair: Pair, isMember = false): void {
    const [old, now] = pair.map((node) => nameOfSchema([node]));
    // A reference to another schema is a change of its own.
    if (old !== undefined && now !== undefined && old !== now) return;
    const key = `${pair[0].pointer} ${pair[1].pointer} ${isMember}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (old !== undefined && now !== undefined)
      this.#names.set(old, [pair[0].pointer, pair[1].pointer]);
    this.#open.push({ pair, isMember });
  }

  #named(document: LocatedDefinition, target: unknown): Located {
    const text = typeof target === 'string' ? target : '';
    const side = document === this.#sides.before ? 'before' : 'after';
    const $ref = this.#schemas[side].has(text) ? pointTo(holderOf(document), text) : text;
    return document.follow({ value: { $ref }, pointer: '' });
  }
}

/** The names of the schemas that include each other one, by the reference to it. */
function includedBy(document: LocatedDefinition): ReadonlyMap<string, ReadonlySet<string>> {
  const included = new Map<string, Set<string>>();
  for (const [name, schema] of schemasOf(document)) {
    for (const each of listAt(schema, 'allOf')) {
      const ref = textAt(each, '$ref');
      if (ref !== undefined) included.set(ref, (included.get(ref) ?? new Set()).add(name));
    }
  }
  return included;
}
