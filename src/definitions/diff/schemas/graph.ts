/**
 * Compares schemas, each pair once, however many operations refer to it and however the references
 * loop. Each pair knows the pairs inside it, so that the operations that a finding affects can be
 * found.
 */
import type { LocalChange } from '../changes.ts';
import {
  type Comparison,
  type PlacedPair,
  type Readers,
  type Relate,
  type Relation,
  type Schema,
  type SchemaPair,
  nameOfSchema,
  NO_ITEMS,
  schemaKey,
  withItem,
} from './facets.ts';
import { type Direction, type Severity, type Variance, severityOf } from '../rules.ts';
import { compareSchemas, pairsInUnchanged } from './compare.ts';

/** Loops of different lengths can pair every schema with every other one. Beyond this number the comparison stops. */
const MAX_PAIRS = 200_000;

/** Schemas that include others, which include others, and so on, are read again for each of them. Beyond this number of nodes the comparison stops. */
const MAX_MERGED = 1_000_000;

/** The largest number of steps through the graph to find affected operations. Operations after that are linked only to the findings of their own pairs. */
const MAX_STEPS = 50_000_000;

interface Entry {
  readonly pair: PlacedPair;
  readonly findings: LocalChange[];
  /** The pairs inside, each once. A list, because it is passed for every operation that uses it. */
  inside: readonly Entry[];
  /** The operations that use it; only filled if there are findings. */
  readonly operations: string[];
  /** The pairs of the operation from which it was reached last. */
  reachedFrom: ReadonlySet<Entry> | undefined;
  /** The pairs that include it. Their findings are not reported again. */
  bases: readonly Entry[];
}

/** A finding, and the operations that it affects. */
export interface Reached {
  readonly finding: LocalChange;
  readonly direction: Direction;
  readonly severity: Severity;
  readonly operations: readonly string[];
}

/** The pairs of schemas that the operations use, to find the operations that a change affects. */
export class SchemaGraph {
  readonly #sides: Readers;
  readonly #entries: Entry[] = [];
  /** The same entries by direction and variance, then by the places of both schemas. */
  readonly #known = new Map<string, Map<string, Entry>>();
  /** The pairs that each operation uses directly. */
  readonly #roots = new Map<string, Set<Entry>>();
  readonly #judged: Schema[] = [];
  #full = false;

  constructor(sides: Readers) {
    this.#sides = sides;
  }

  /** Compares two schemas that `operation` uses directly, and all pairs inside them. */
  add(operation: string, pair: SchemaPair): void {
    const open: Entry[] = [];
    const root = this.#enter(pair, open);
    if (root === undefined) return;
    const roots = this.#roots.get(operation) ?? new Set();
    this.#roots.set(operation, roots.add(root));
    for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
      const { next, findings, judged } = this.#compare(entry.pair);
      for (const schema of judged) this.#judged.push(schema);
      for (const finding of findings) entry.findings.push(finding);
      const inside = new Set<Entry>();
      for (const pair of next) {
        const variance = within(entry.pair.variance, pair.variance);
        const inner = this.#enter({ ...pair, variance }, open);
        if (inner === undefined) continue;
        inside.add(inner);
        if (pair.isKind === true) inner.bases = withItem(inner.bases, entry);
      }
      entry.inside = [...inside];
    }
  }

  #compare(pair: PlacedPair): Comparison {
    const next = pairsInUnchanged(this.#sides, pair);
    if (next !== undefined) return { findings: [], next, judged: [] };
    return compareSchemas(this.#sides, pair, relationIn(this.#sides, pair.direction, DEEPEST));
  }

  /** All findings, each with the operations that it affects. */
  reached(): Reached[] {
    let steps = MAX_STEPS;
    for (const [operation, roots] of this.#roots) {
      const open = [...roots];
      for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
        if (entry.reachedFrom === roots) continue;
        entry.reachedFrom = roots;
        if (entry.findings.length > 0) entry.operations.push(operation);
        if (steps <= 0) continue;
        steps -= entry.inside.length;
        for (const inner of entry.inside) if (inner.reachedFrom !== roots) open.push(inner);
      }
    }
    const origins = new Origins();
    return this.#entries.flatMap((entry) => {
      const { findings, operations } = entry;
      const { direction, variance } = entry.pair;
      return findings.map((each) => {
        const finding = origins.of(entry, each);
        const severity = severityOf(finding.rule, direction, variance);
        return { finding, direction, severity, operations };
      });
    });
  }

  /** The old schemas of all pairs, and those that a finding is about without a pair. */
  compared(): Schema[] {
    return [...this.#entries.map(({ pair }) => pair.before), ...this.#judged];
  }

  /** Whether some pairs were left out. */
  get full(): boolean {
    return this.#full;
  }

  #enter(pair: SchemaPair, open: Entry[]): Entry | undefined {
    const before = this.#sides.before.resolve(pair.before);
    const after = this.#sides.after.resolve(pair.after);
    if (isUnchanged(this.#sides, before, after)) return undefined;
    const known = this.#knownOf(pair);
    const [from, to] = [schemaKey(before), schemaKey(after)];
    const key = from === to ? from : `${from} -> ${to}`;
    const same = known.get(key);
    if (same !== undefined) return same;
    const merged = this.#sides.before.merged + this.#sides.after.merged;
    if (this.#entries.length >= MAX_PAIRS || merged > MAX_MERGED) {
      this.#full = true;
      return undefined;
    }
    const entry: Entry = {
      pair: placed(pair, before, after),
      findings: [],
      inside: [],
      operations: [],
      reachedFrom: undefined,
      bases: NO_ITEMS,
    };
    this.#entries.push(entry);
    known.set(key, entry);
    open.push(entry);
    return entry;
  }

  #knownOf({ direction, variance, asText = false }: SchemaPair): Map<string, Entry> {
    const key = `${direction} ${variance}${asText ? ' as text' : ''}`;
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = new Map<string, Entry>()));
    return known;
  }
}

/** Reports findings that kinds inherit only once, for the schema that they include. */
class Origins {
  readonly #said = new Map<Entry, ReadonlyMap<string, LocalChange>>();

  of(entry: Entry, finding: LocalChange): LocalChange {
    if (entry.bases.length === 0) return finding;
    const key = wordsOf(finding);
    const seen = new Set<Entry>();
    let [at, origin] = [entry, finding];
    while (!seen.has(at)) {
      seen.add(at);
      const base = at.bases.find((each) => this.#saidBy(each).has(key));
      if (base === undefined) break;
      [at, origin] = [base, this.#saidBy(base).get(key) ?? origin];
    }
    return origin;
  }

  #saidBy(entry: Entry): ReadonlyMap<string, LocalChange> {
    const said =
      this.#said.get(entry) ?? new Map(entry.findings.map((each) => [wordsOf(each), each]));
    this.#said.set(entry, said);
    return said;
  }
}

const wordsOf = ({ rule, message }: LocalChange): string => `${rule} ${message}`;

/** Whether two schemas are identical, and refer to nothing that may have changed. */
const isUnchanged = ({ identical }: Readers, before: Schema, after: Schema): boolean =>
  before.length === after.length &&
  before.every(({ value }, at) => identical.isUnchanged(value, after[at]?.value));

/** A finding's place is the schema itself. But if a reference to one schema became a reference to another, or no reference, the place is the reference. */
function placed(
  { before, after, direction, variance, asText = false }: SchemaPair,
  from: Schema,
  to: Schema,
): PlacedPair {
  const kept = from[0]?.pointer === to[0]?.pointer || nameOfSchema(from) === nameOfSchema(to);
  return {
    before: from,
    after: to,
    direction,
    variance,
    asText,
    oldPointer: pointerOf(kept ? from : before),
    newPointer: pointerOf(kept ? to : after),
  };
}

const pointerOf = ([node]: Schema): string => node?.pointer ?? '#';

/** The variance of a subschema with `inner` inside a subschema with `outer`. */
function within(outer: Variance, inner: Variance): Variance {
  if (outer === 'any' || inner === 'any') return 'any';
  return outer === inner ? 'same' : 'opposite';
}

/** The largest depth of relations inside relations. */
const DEEPEST = 2;

/** If a relation depends on more pairs than this, it is unknown. */
const MAX_RELATED = 300;

/** The relation between two schemas, by the findings of all rules about them and everything inside them. */
const relationIn =
  (sides: Readers, direction: Direction, depth: number): Relate =>
  (before, after) => {
    if (depth === 0) return 'unknown';
    const open: SchemaPair[] = [{ before, after, direction, variance: 'same' }];
    const seen = new Set<string>();
    let [widens, narrows] = [true, true];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const [from, to] = [sides.before.resolve(pair.before), sides.after.resolve(pair.after)];
      const key = `${pair.variance} ${schemaKey(from)} -> ${schemaKey(to)}`;
      if (seen.has(key)) continue;
      if (seen.size >= MAX_RELATED) return 'unknown';
      seen.add(key);
      const inner = relationIn(sides, direction, depth - 1);
      const { findings, next } = compareSchemas(sides, placed(pair, from, to), inner);
      for (const { rule } of findings) {
        widens &&= severityOf(rule, 'request', pair.variance) === 'safe';
        narrows &&= severityOf(rule, 'response', pair.variance) === 'safe';
      }
      if (!widens && !narrows) return 'other';
      for (const each of next)
        open.push({ ...each, variance: within(pair.variance, each.variance) });
    }
    return relationOf(widens, narrows);
  };

function relationOf(widens: boolean, narrows: boolean): Relation {
  if (widens) return narrows ? 'same' : 'wider';
  return narrows ? 'narrower' : 'other';
}
