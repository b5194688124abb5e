/** Types, formats, listed values, limits and patterns: what a schema requires of a value itself. */
import { changed, inBackticks, quoteSome } from '../finding.ts';
import { takes, textUnder } from './facets.ts';
import type { Facets } from './facets.ts';
import { compareLimits, LIMITS, type Limit, type LimitName } from './limits.ts';
import type { SchemaComparison } from './scope.ts';

const list = (names: ReadonlySet<string>): string =>
  names.size === 0 ? 'null' : [...names].toSorted().join(' or ');

/** Compares the types, and whether null is allowed. */
export function compareTypes({ before, after, report }: SchemaComparison): void {
  const from = before.types;
  const to = after.types;
  // If the values are listed, the schema does not need a type.
  const listed = before.values !== undefined && after.values !== undefined;
  const lost = from === undefined ? to !== undefined : to !== undefined && lacks(from, to);
  const gained = to === undefined ? from !== undefined : from !== undefined && lacks(to, from);
  if ((lost || gained) && !(listed && (from === undefined || to === undefined))) {
    const rule = lost && gained ? 'type-changed' : lost ? 'type-narrowed' : 'type-widened';
    const [old, now] = [from ? list(from) : 'anything', to ? list(to) : 'anything'];
    report(rule, `the type changed from ${old} to ${now}`);
  }
  if (!allowsOrForbidsNull(before) || !allowsOrForbidsNull(after)) return;
  if (before.nullable && !after.nullable) report('null-forbidden', 'can no longer be null');
  if (!before.nullable && after.nullable) report('null-allowed', 'can now be null');
}

/** A schema without type, values and alternatives allows null anyway. */
const allowsOrForbidsNull = ({ types, values, unions }: Facets): boolean =>
  types !== undefined || values !== undefined || unions.length > 0;

/** Whether `from` has a type that `to` does not take. */
const lacks = (from: ReadonlySet<string>, to: ReadonlySet<string>): boolean =>
  [...from].some((name) => !takes(to, name));

/** Whether the two schemas have no type in common. */
export const haveNothingInCommon = ({
  before: { types: from },
  after: { types: to },
}: Pick<SchemaComparison, 'before' | 'after'>): boolean =>
  from !== undefined &&
  to !== undefined &&
  from.size + to.size > 0 &&
  ![...from].some((name) => takes(to, name)) &&
  ![...to].some((name) => takes(from, name));

/** Numeric formats, the wider one second. */
const WIDER = new Map([
  ['int32', 'int64'],
  ['float', 'double'],
]);

export function compareFormats({
  before: { format: from },
  after: { format: to },
  report,
}: SchemaComparison): void {
  if (from === to) return;
  if (from === undefined) report('format-added', `now has the format ${inBackticks(to ?? '')}`);
  else if (to === undefined)
    report('format-removed', `no longer has the format ${inBackticks(from)}`);
  else {
    const message = `the format changed from ${inBackticks(from)} to ${inBackticks(to)}`;
    if (WIDER.get(from) === to) report('format-widened', message);
    else report(WIDER.get(to) === from ? 'format-narrowed' : 'format-changed', message);
  }
}

export function compareValues({
  before: { values: from },
  after: { values: to },
  report,
}: SchemaComparison): void {
  if (from === to) return;
  if (from === undefined) {
    report('enum-introduced', `can now only be ${quoteSome([...(to ?? [])])}`);
  } else if (to === undefined) report('enum-dropped', 'any value is now allowed');
  else {
    const gone = [...from].filter((value) => !to.has(value));
    const fresh = [...to].filter((value) => !from.has(value));
    if (gone.length > 0 && fresh.length > 0 && gone.length === from.size) {
      report('enum-replaced', `${valuesWere(gone)} replaced by ${quoteSome(fresh)}`);
      return;
    }
    if (gone.length > 0) report('enum-value-removed', `${valuesWere(gone)} removed`);
    if (fresh.length > 0) report('enum-value-added', `${valuesWere(fresh)} added`);
  }
}

const valuesWere = (values: readonly string[]): string =>
  values.length === 1
    ? `the value ${quoteSome(values)} was`
    : `the values ${quoteSome(values)} were`;

export function compareLimitsOf({ before, after, report }: SchemaComparison): void {
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    const from = before.limits.get(name);
    const to = after.limits.get(name);
    const order = compareLimits(name, from, to);
    if (order === 0) continue;
    report(
      order > 0 ? 'limit-tightened' : 'limit-loosened',
      changed(`\`${name}\``, show(from), show(to)),
    );
  }
  compareMultiples(before, after, report);
}

const show = (limit: Limit | undefined): string | undefined =>
  limit && `${limit.value}${limit.exclusive ? ' (exclusive)' : ''}`;

function compareMultiples(before: Facets, after: Facets, report: SchemaComparison['report']): void {
  const [was, is] = [before, after].map(({ verbatim }) => textUnder(verbatim, 'multipleOf'));
  if (was === is) return;
  const message = changed('`multipleOf`', was, is);
  // Whole numbers are multiples of 1 anyway.
  const from = was ?? (before.types?.has('integer') ? '1' : undefined);
  const to = is ?? (after.types?.has('integer') ? '1' : undefined);
  if (to === undefined || isMultiple(from, to)) report('limit-loosened', message);
  else if (from === undefined || isMultiple(to, from)) report('limit-tightened', message);
  else report('constraint-replaced', message);
}

const isMultiple = (value: string | undefined, step: string): boolean =>
  value !== undefined && Number(value) % Number(step) === 0;

export function comparePatterns({ before, after, report }: SchemaComparison): void {
  if (before.pattern === after.pattern) return;
  const [from, to] = [inBackticks(before.pattern ?? ''), inBackticks(after.pattern ?? '')];
  if (before.pattern === undefined || (isAny(before.pattern) && !isAny(after.pattern ?? '')))
    report('pattern-added', `must now match ${to}`);
  else if (after.pattern === undefined || isAny(after.pattern))
    report('pattern-removed', `no longer has to match ${from}`);
  else report('pattern-changed', `the pattern changed from ${from} to ${to}`);
}

const isAny = (pattern: string): boolean => /^\^?\.\*\$?$/.test(pattern);
