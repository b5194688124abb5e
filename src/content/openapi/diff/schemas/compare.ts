/** Compares one pair of schemas, and names the pairs inside them. Never descends by itself: `graph.ts` does, once per pair. */
import type { Direction } from '../changes.ts';
import type { FacetReader } from './reader.ts';
import { takes, type Facets, type Schema } from './facets.ts';
import { compareLimits, LIMITS, type Limit, type LimitName } from './limits.ts';
import { quote, quoteSome, type Comparison, type Finding, type PlacedPair } from '../finding.ts';
import { compareProperties } from './properties.ts';
import type { RuleName } from '../rules.ts';
import { compareUnions } from './unions.ts';

/** The readers of both sides. */
export interface Sides {
  readonly before: FacetReader;
  readonly after: FacetReader;
}

/** What the parts of a comparison write into. */
export interface SchemaComparison {
  readonly sides: Sides;
  readonly direction: Direction;
  readonly before: Facets;
  readonly after: Facets;
  readonly comparison: Comparison;
  /** A finding about the schemas themselves. */
  readonly report: (rule: RuleName, message: string) => void;
  /** A finding about something inside them. */
  readonly reportAt: (finding: Finding) => void;
  /** A pair inside them. */
  readonly compare: (before: Schema, after: Schema) => void;
}

/** Compares two schemas and what is in them. */
export function compareSchemas(sides: Sides, pair: PlacedPair): Comparison {
  const scope = openScope(sides, pair);
  if (compareUnions(scope, pair)) return scope.comparison;
  compareTypes(scope);
  // What an object had, a text does not lack.
  if (haveNothingInCommon(scope)) return scope.comparison;
  compareFormats(scope);
  compareValues(scope);
  compareLimitsOf(scope);
  comparePatterns(scope);
  compareProperties(scope);
  compareItems(scope);
  compareDiscriminators(scope);
  compareOthers(scope);
  return scope.comparison;
}

function openScope(sides: Sides, pair: PlacedPair): SchemaComparison {
  const { direction, oldPointer, newPointer } = pair;
  const comparison: Comparison = { findings: [], next: [] };
  const old = { ...sides.before.read(pair.before), pointer: oldPointer };
  const now = { ...sides.after.read(pair.after), pointer: newPointer };
  return {
    sides,
    direction,
    before: old,
    after: now,
    comparison,
    report: (rule, message) => comparison.findings.push({ rule, message, oldPointer, newPointer }),
    reportAt: (finding) => comparison.findings.push(finding),
    compare: (from, to) => comparison.next.push({ before: from, after: to, direction }),
  };
}

const list = (names: Iterable<string>): string => [...names].toSorted().join(' or ');

function compareTypes({ before, after, report }: SchemaComparison): void {
  const from = before.types;
  const to = after.types;
  // If the values are listed, their type need not be said.
  if ((from === undefined || to === undefined) && before.values && after.values) return;
  const lost = from === undefined ? to !== undefined : to !== undefined && lacks(from, to);
  const gained = to === undefined ? from !== undefined : from !== undefined && lacks(to, from);
  if (lost || gained) {
    const rule = lost && gained ? 'type-changed' : lost ? 'type-narrowed' : 'type-widened';
    const [old, now] = [from ? list(from) : 'anything', to ? list(to) : 'anything'];
    report(rule, `the type was ${old} and is ${now}`);
  }
  // What has no type takes null anyway.
  if (from === undefined || to === undefined) return;
  if (before.nullable && !after.nullable) report('null-forbidden', 'may no longer be null');
  if (!before.nullable && after.nullable) report('null-allowed', 'may be null now');
}

/** Whether `from` has a type that `to` does not take. */
const lacks = (from: ReadonlySet<string>, to: ReadonlySet<string>): boolean =>
  [...from].some((name) => !takes(to, name));

const haveNothingInCommon = ({
  before: { types: from },
  after: { types: to },
}: SchemaComparison): boolean =>
  from !== undefined &&
  to !== undefined &&
  ![...from].some((name) => takes(to, name)) &&
  ![...to].some((name) => takes(from, name));

/** Numeric formats, the wider one second. */
const WIDER = new Map([
  ['int32', 'int64'],
  ['float', 'double'],
]);

function compareFormats({
  before: { format: from },
  after: { format: to },
  report,
}: SchemaComparison): void {
  if (from === to) return;
  if (from === undefined) report('format-added', `has the format ${quote(to ?? '')} now`);
  else if (to === undefined) report('format-removed', `no longer has the format ${quote(from)}`);
  else {
    const message = `the format was ${quote(from)} and is ${quote(to)}`;
    if (WIDER.get(from) === to) report('format-widened', message);
    else report(WIDER.get(to) === from ? 'format-narrowed' : 'format-changed', message);
  }
}

function compareValues({
  before: { values: from },
  after: { values: to },
  report,
}: SchemaComparison): void {
  if (from === to) return;
  if (from === undefined) {
    report('enum-introduced', `only ${quoteSome([...(to ?? [])])} may come now`);
  } else if (to === undefined) report('enum-dropped', 'any value may come now');
  else {
    const gone = [...from].filter((value) => !to.has(value));
    const fresh = [...to].filter((value) => !from.has(value));
    if (gone.length > 0) report('enum-value-removed', `${valuesAre(gone)} gone`);
    if (fresh.length > 0) report('enum-value-added', `${valuesAre(fresh)} new`);
  }
}

const valuesAre = (values: readonly string[]): string =>
  `the ${values.length === 1 ? 'value' : 'values'} ${quoteSome(values)} ${values.length === 1 ? 'is' : 'are'}`;

function compareLimitsOf({ before, after, report }: SchemaComparison): void {
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    const from = before.limits.get(name);
    const to = after.limits.get(name);
    const order = compareLimits(name, from, to);
    if (order === 0) continue;
    report(
      order > 0 ? 'limit-tightened' : 'limit-loosened',
      `\`${name}\` was ${show(from)} and is ${show(to)}`,
    );
  }
  compareMultiples(before.verbatim.get('multipleOf'), after.verbatim.get('multipleOf'), report);
}

const show = (limit: Limit | undefined): string =>
  limit === undefined ? 'not set' : `${limit.value}${limit.exclusive ? ' (exclusive)' : ''}`;

function compareMultiples(
  from: string | undefined,
  to: string | undefined,
  report: SchemaComparison['report'],
): void {
  if (from === to) return;
  const message = `\`multipleOf\` was ${from ?? 'not set'} and is ${to ?? 'not set'}`;
  const looser = to === undefined || (from !== undefined && Number(from) % Number(to) === 0);
  report(looser ? 'limit-loosened' : 'limit-tightened', message);
}

function comparePatterns({ before, after, report }: SchemaComparison): void {
  if (before.pattern === after.pattern) return;
  const [from, to] = [quote(before.pattern ?? ''), quote(after.pattern ?? '')];
  if (before.pattern === undefined) report('pattern-added', `must match ${to} now`);
  else if (after.pattern === undefined)
    report('pattern-removed', `need not match ${from} any more`);
  else report('pattern-changed', `the pattern was ${from} and is ${to}`);
}

function compareItems({ before, after, report, compare }: SchemaComparison): void {
  for (const [at, from] of before.prefixItems.entries()) {
    const to = after.prefixItems[at] ?? after.items;
    if (typeof to === 'object') compare(from, to);
    else report(to ? 'items-widened' : 'items-narrowed', `item ${at} is no longer described`);
  }
  for (const at of after.prefixItems.keys()) {
    if (at >= before.prefixItems.length)
      report('items-narrowed', `item ${at} has a schema of its own now`);
  }
  const { items: from } = before;
  const { items: to } = after;
  if (typeof from === 'object' && typeof to === 'object') compare(from, to);
  else if (from !== to && (to === true || from === false))
    report('items-widened', 'other items may come now');
  else if (from !== to) report('items-narrowed', 'fewer items may come now');
}

function compareDiscriminators({ before, after, report }: SchemaComparison): void {
  const from = before.discriminator;
  const to = after.discriminator;
  if (from === undefined || to === undefined) {
    if (from) report('discriminator-removed', `the discriminator ${quote(from.property)} is gone`);
    if (to) report('discriminator-added', `the discriminator ${quote(to.property)} is new`);
    return;
  }
  if (from.property !== to.property) {
    const [old, now] = [quote(from.property), quote(to.property)];
    report('discriminator-changed', `the discriminator was ${old} and is ${now}`);
    return;
  }
  for (const [value, target] of from.mapping) {
    const now = to.mapping.get(value);
    if (now === undefined)
      report('discriminator-value-removed', `the discriminator no longer knows ${quote(value)}`);
    else if (now !== target) {
      report(
        'discriminator-target-changed',
        `the discriminator maps ${quote(value)} to another schema`,
      );
    }
  }
  for (const value of to.mapping.keys()) {
    if (!from.mapping.has(value))
      report('discriminator-value-added', `the discriminator knows ${quote(value)} now`);
  }
}

function compareOthers({ before, after, report }: SchemaComparison): void {
  for (const keyword of differing(before.verbatim, after.verbatim)) {
    if (keyword !== 'multipleOf') report('constraint-changed', `\`${keyword}\` is another one`);
  }
  const references = [...before.dangling].filter((ref) => !after.dangling.has(ref));
  const fresh = [...after.dangling].filter((ref) => !before.dangling.has(ref));
  for (const ref of references) report('reference-changed', `no longer refers to ${quote(ref)}`);
  for (const ref of fresh)
    report('reference-changed', `refers to ${quote(ref)} now, which is not in the definition`);
  if (before.default !== after.default) {
    report(
      'default-changed',
      `the default was ${before.default ? quote(before.default) : 'none'} and is ${after.default ? quote(after.default) : 'none'}`,
    );
  }
  if (!before.deprecated && after.deprecated) report('property-deprecated', 'is deprecated now');
  const notes = differing(before.notes, after.notes);
  if (notes.length > 0)
    report('documentation-changed', `${notes.join(', ')} differ${notes.length === 1 ? 's' : ''}`);
}

const differing = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key));
