/** Reads and compares what a schema requires of a value itself: types, listed values, limits, texts. */
import { sortedText } from '../../equal.ts';
import { child, isTree } from '../../definition-tree.ts';
import { changed, inBackticks, quoteSome } from '../changes.ts';
import type { RuleName } from '../rules.ts';
import {
  compared,
  inOneText,
  NO_ENTRIES,
  NO_NAMES,
  takes,
  withEntry,
  withText,
  withValue,
  type Facets,
  type KeywordOf,
  type Limit,
  type SchemaComparison,
} from './facets.ts';

export const types: KeywordOf<'types'> = {
  keywords: 'type properties items',
  none: undefined,
  read: (known, { value }, facets) => {
    const type = child(value, 'type');
    // 2.0 has a type `file` for forms and responses. This is how 3.0 writes it.
    const isFile = type === 'file';
    if (isFile) facets.format ??= 'binary';
    const names = (isFile ? ['string'] : Array.isArray(type) ? type : [type]).filter(
      (name) => typeof name === 'string',
    );
    if (names.includes('null')) facets.nullable = true;
    const types = new Set(names.filter((name) => name !== 'null'));
    if (types.has('number')) types.delete('integer');
    // A schema with properties is meant for objects, and one with items for arrays, even if it does not say so.
    if (type === undefined && isTree(child(value, 'properties'))) types.add('object');
    if (type === undefined && child(value, 'items') !== undefined) types.add('array');
    if (names.length === 0 && types.size === 0) return known;
    return known === undefined ? types : common(known, types);
  },
  compare: compared,
};

/** The types that both allow. */
const common = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...a, ...b].filter((name) => takes(a, name) && takes(b, name)));

const list = (names: ReadonlySet<string> | undefined): string =>
  names === undefined ? 'anything' : [...names].toSorted().join(' or ') || 'null';

/** Compares the types, and whether null is allowed. */
export function compareTypes(scope: SchemaComparison): void {
  const { before, after, report } = scope;
  const { types: from } = before;
  const { types: to } = after;
  // If the values are listed, the schema does not need a type.
  const listed = before.values !== undefined && after.values !== undefined;
  const lost = to !== undefined && (from === undefined || lacks(from, to));
  const gained = from !== undefined && (to === undefined || lacks(to, from));
  if ((lost || gained) && !(listed && (from === undefined || to === undefined))) {
    const rule = lost && gained ? ruleForOther(scope) : lost ? 'type-narrowed' : 'type-widened';
    report(rule, `the type changed from ${list(from)} to ${list(to)}`);
  }
  if (allowsOrForbidsNull(before) && allowsOrForbidsNull(after)) compareNull(scope);
}

/** The rule for another type. What was written as a number or boolean is also any text. */
function ruleForOther({ asText, before, after }: SchemaComparison): RuleName {
  const isAnyText =
    after.types?.size === 1 &&
    after.types.has('string') &&
    [after.values, after.pattern, after.format].every((each) => each === undefined) &&
    after.limits.size === 0;
  const wasScalar = [...(before.types ?? [])].every((type) =>
    ['integer', 'number', 'boolean'].includes(type),
  );
  return asText && isAnyText && wasScalar ? 'parameter-became-text' : 'type-changed';
}

export function compareNull({ before, after, report }: SchemaComparison): void {
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
export const haveNothingInCommon = ({ types: from }: Facets, { types: to }: Facets): boolean =>
  from !== undefined &&
  to !== undefined &&
  from.size + to.size > 0 &&
  ![...from].some((name) => takes(to, name)) &&
  ![...to].some((name) => takes(from, name));

/** `known`, else the text that is stated. Members of an `allOf` may each have one: the second one is compared as text. */
export function firstText(
  facets: Facets,
  keyword: string,
  known: string | undefined,
  stated: string | undefined,
): string | undefined {
  if (known !== undefined && stated !== undefined && known !== stated)
    facets.verbatim = withText(facets.verbatim, keyword, stated);
  return known ?? stated;
}

type Text = string | undefined;

/** Formats, and those that allow all their values and more. */
const WIDER: ReadonlyMap<string, string> = new Map([
  ['int32', 'int64'],
  ['float', 'double'],
  ['email', 'idn-email'],
  ['hostname', 'idn-hostname'],
  ['uri', 'uri-reference'],
  ['iri', 'iri-reference'],
]);

/** Formats of OpenAPI and JSON Schema that exclude each other, but for those above. Not `password`, which any string may have. */
const STANDARD: ReadonlySet<string> = new Set(
  (
    'int32 int64 float double byte binary date date-time time duration email idn-email hostname idn-hostname ipv4 ipv6 ' +
    'uri uri-reference iri iri-reference uri-template uuid json-pointer relative-json-pointer regex'
  ).split(' '),
);

export function compareFormats({ report }: SchemaComparison, from: Text, to: Text): void {
  if (from === undefined) report('format-added', `now has the format ${inBackticks(to ?? '')}`);
  else if (to === undefined)
    report('format-removed', `no longer has the format ${inBackticks(from)}`);
  else {
    const message = `the format changed from ${inBackticks(from)} to ${inBackticks(to)}`;
    if (WIDER.get(from) === to) report('format-widened', message);
    else if (WIDER.get(to) === from) report('format-narrowed', message);
    else {
      const areStandard = STANDARD.has(from) && STANDARD.has(to);
      report(areStandard ? 'format-changed' : 'format-renamed', message);
    }
  }
}

export function comparePatterns({ report }: SchemaComparison, old: Text, now: Text): void {
  const [from, to] = [inBackticks(old ?? ''), inBackticks(now ?? '')];
  if (old === undefined || (isAny(old) && !isAny(now ?? '')))
    report('pattern-added', `must now match ${to}`);
  else if (now === undefined || isAny(now))
    report('pattern-removed', `no longer has to match ${from}`);
  else report('pattern-changed', `the pattern changed from ${from} to ${to}`);
}

const isAny = (pattern: string): boolean => /^\^?\.\*\$?$/.test(pattern);

export const values: KeywordOf<'values'> = {
  keywords: 'enum const',
  none: undefined,
  read: (known, { value }, facets) => {
    const listed = child(value, 'enum');
    const fixed = isTree(value) && Object.hasOwn(value, 'const') ? [value['const']] : undefined;
    const stated = Array.isArray(listed) ? listed : fixed;
    if (stated === undefined) return known;
    if (stated.includes(null)) facets.nullable = true;
    const values = new Set(stated.filter((each) => each !== null).map(sortedText));
    return known ? new Set([...known].filter((each) => values.has(each))) : values;
  },
  compare: ({ report }, from, to) => {
    if (from === undefined)
      return report('enum-introduced', `can now only be ${quoteSome([...(to ?? [])])}`);
    if (to === undefined) return report('enum-dropped', 'any value is now allowed');
    const gone = [...from].filter((value) => !to.has(value));
    const fresh = [...to].filter((value) => !from.has(value));
    if (gone.length > 0 && fresh.length > 0 && gone.length === from.size)
      return report('enum-replaced', `${valuesWere(gone)} replaced by ${quoteSome(fresh)}`);
    if (gone.length > 0) report('enum-value-removed', `${valuesWere(gone)} removed`);
    if (fresh.length > 0) report('enum-value-added', `${valuesWere(fresh)} added`);
  },
};

const valuesWere = (values: readonly string[]): string =>
  values.length === 1
    ? `the value ${quoteSome(values)} was`
    : `the values ${quoteSome(values)} were`;

/** Whether a lower or a higher value is stricter, the value that means no limit, and the keyword that excludes the value. */
const LIMITS = {
  maximum: { strict: 'low', none: Infinity, exclusive: 'exclusiveMaximum' },
  minimum: { strict: 'high', none: -Infinity, exclusive: 'exclusiveMinimum' },
  maxLength: { strict: 'low', none: Infinity },
  minLength: { strict: 'high', none: 0 },
  maxItems: { strict: 'low', none: Infinity },
  minItems: { strict: 'high', none: 0 },
  maxProperties: { strict: 'low', none: Infinity },
  minProperties: { strict: 'high', none: 0 },
  uniqueItems: { strict: 'high', none: 0 },
} as const satisfies Record<string, LimitRow>;

interface LimitRow {
  readonly strict: 'low' | 'high';
  readonly none: number;
  readonly exclusive?: string;
}

type LimitName = keyof typeof LIMITS;

const LIMIT_ROWS = Object.entries(LIMITS) as readonly (readonly [LimitName, LimitRow])[];

export const limits: KeywordOf<'limits'> = {
  keywords: `${Object.keys(LIMITS).join(' ')} exclusiveMaximum exclusiveMinimum`,
  none: NO_ENTRIES,
  read: (known, { value }) => {
    let limits = known;
    const add = (name: LimitName, limit: unknown, exclusive: boolean): void => {
      if (typeof limit !== 'number') return;
      const stated = { value: limit, exclusive };
      const old = limits.get(name);
      if (old === undefined || stricter(LIMITS[name], old, stated) > 0)
        limits = withEntry(limits, name, stated);
    };
    for (const [name, { exclusive }] of LIMIT_ROWS) {
      const limit = child(value, name);
      add(name, name === 'uniqueItems' && limit === true ? 1 : limit, false);
      const excluded = exclusive && child(value, exclusive);
      // A flag in 3.0, a limit of its own since 3.1.
      if (exclusive) add(name, excluded === true ? limit : excluded, true);
    }
    return limits;
  },
  compare: ({ report, before, after }, from, to) => {
    const meant = [before, after].every(isWhole) ? amongIntegers : asStated;
    for (const [name, row] of LIMIT_ROWS) {
      const [old, now] = [from.get(name), to.get(name)];
      const order = stricter(row, meant(row, old), meant(row, now));
      if (order === 0) continue;
      const message = changed(`\`${name}\``, show(old), show(now));
      report(order > 0 ? 'limit-tightened' : 'limit-loosened', message);
    }
  },
};

const isWhole = ({ types }: Facets): boolean => types?.size === 1 && types.has('integer');

const asStated = (_: LimitRow, limit: Limit | undefined): Limit | undefined => limit;

/** The integer that a limit means: more than 0 is at least 1. */
function amongIntegers({ strict }: LimitRow, limit: Limit | undefined): Limit | undefined {
  if (limit === undefined) return undefined;
  const { value, exclusive } = limit;
  const nearest = strict === 'high' ? Math.ceil(value) : Math.floor(value);
  const step = exclusive && nearest === value ? (strict === 'high' ? 1 : -1) : 0;
  return { value: nearest + step, exclusive: false };
}

const show = (limit: Limit | undefined): string | undefined =>
  limit && `${limit.value}${limit.exclusive ? ' (exclusive)' : ''}`;

/** Positive: `after` is stricter than `before`; negative: it is looser. */
function stricter({ strict, none }: LimitRow, before?: Limit, after?: Limit): number {
  const from = before ?? { value: none, exclusive: false };
  const to = after ?? { value: none, exclusive: false };
  if (from.value !== to.value) return to.value > from.value === (strict === 'high') ? 1 : -1;
  return Number(to.exclusive) - Number(from.exclusive);
}

/** Whole numbers can be written in two ways: as `integer`, and as `number` with a `multipleOf` that only whole numbers meet. Both become the first. */
export function useIntegers(facets: Facets): void {
  const { types, steps } = facets;
  if (steps.size === 0 || types === undefined) return;
  if (types.has('number') && [...steps].some((step) => Number.isInteger(Number(step))))
    facets.types = new Set([...types].map((type) => (type === 'number' ? 'integer' : type)));
  if (facets.types?.has('integer') === true)
    facets.steps = new Set([...steps].filter((step) => !Number.isInteger(1 / Number(step))));
}

export const steps: KeywordOf<'steps'> = {
  keywords: 'multipleOf',
  none: NO_NAMES,
  read: (known, { value }) => {
    const stated = child(value, 'multipleOf');
    return stated === undefined ? known : withValue(known, sortedText(stated));
  },
  compare: ({ before, after, report }, ...difference) => {
    const [was, is] = difference.map(inOneText);
    if (was === is) return;
    const message = changed('`multipleOf`', was, is);
    // Whole numbers are multiples of 1 anyway.
    const from = was ?? (before.types?.has('integer') ? '1' : undefined);
    const to = is ?? (after.types?.has('integer') ? '1' : undefined);
    if (to === undefined || isMultiple(from, to)) report('limit-loosened', message);
    else if (from === undefined || isMultiple(to, from)) report('limit-tightened', message);
    else report('constraint-replaced', message);
  },
};

const isMultiple = (value: string | undefined, step: string): boolean =>
  value !== undefined && Number(value) % Number(step) === 0;
