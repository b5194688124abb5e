/** Constraints that JSON Schema 2020-12 adds: what must not match, what depends on something else, what a list must contain. */
import { textUnder, type Facets, type Schema, type Texts } from './facets.ts';
import { changed, inBackticks } from '../finding.ts';
import { pairUp } from './pair-up.ts';
import type { SchemaComparison } from './scope.ts';

/** Compares the constraints that contain further schemas, and those that are only compared as text. */
export function compareConstraints(scope: SchemaComparison): void {
  compareNots(scope);
  compareConditions(scope);
  compareContains(scope);
  compareMaps(scope, 'patternProperties', scope.before.patterns, scope.after.patterns);
  compareMaps(scope, 'dependentSchemas', scope.before.dependents, scope.after.dependents);
  compareDependentRequired(scope);
  compareSubschema(scope, 'propertyNames', scope.before.names, scope.after.names);
  compareEncodedContent(scope);
  compareTexts(scope);
}

/** Compares `not`: a narrower schema inside makes the whole wider. */
function compareNots({ before, after, report, compare }: SchemaComparison): void {
  const { pairs, gone, fresh } = pairUp(before.nots, after.nots, ({ schema }) => schema);
  for (const [from, to] of pairs) compare(from.schema, to.schema, 'opposite');
  if (fresh.length > 0) report('constraint-tightened', 'must now not match the schema of `not`');
  if (gone.length > 0) report('constraint-loosened', 'the schema of `not` was removed');
}

function compareConditions(scope: SchemaComparison): void {
  const { before, after, report, compare } = scope;
  const { pairs, gone, fresh } = pairUp(
    before.conditions,
    after.conditions,
    ({ condition }) => condition,
  );
  for (const [from, to] of pairs) {
    compare(from.condition, to.condition, 'any');
    compareSubschema(scope, 'then', from.met, to.met);
    compareSubschema(scope, 'else', from.unmet, to.unmet);
  }
  if (fresh.length > 0) report('constraint-tightened', 'an `if` with requirements was added');
  if (gone.length > 0) report('constraint-loosened', 'an `if` with requirements was removed');
}

function compareContains({ before, after, report, compare }: SchemaComparison): void {
  const { pairs, gone, fresh } = pairUp(before.contains, after.contains, ({ schema }) => schema);
  for (const [from, to] of pairs) {
    const least = to.min > 0 || from.min > 0;
    const most = to.max < Infinity || from.max < Infinity;
    compare(from.schema, to.schema, least && most ? 'any' : most ? 'opposite' : 'same');
    if (from.min !== to.min) {
      const message = changed('`minContains`', String(from.min), String(to.min));
      report(to.min > from.min ? 'limit-tightened' : 'limit-loosened', message);
    }
    if (from.max !== to.max) {
      const message = changed('`maxContains`', shown(from.max), shown(to.max));
      report(to.max < from.max ? 'limit-tightened' : 'limit-loosened', message);
    }
  }
  if (fresh.length > 0) report('constraint-tightened', 'must now contain certain items');
  if (gone.length > 0) report('constraint-loosened', 'no longer has to contain certain items');
}

const shown = (max: number): string | undefined => (max === Infinity ? undefined : String(max));

type Schemas = ReadonlyMap<string, Schema>;

function compareMaps(
  { report, compare }: SchemaComparison,
  keyword: string,
  from: Schemas,
  to: Schemas,
): void {
  for (const [key, schema] of from) {
    const now = to.get(key);
    if (now === undefined)
      report('constraint-loosened', `\`${keyword}\` no longer has ${inBackticks(key)}`);
    else compare(schema, now);
  }
  for (const key of to.keys()) {
    if (!from.has(key))
      report('constraint-tightened', `\`${keyword}\` now has ${inBackticks(key)}`);
  }
}

function compareDependentRequired({ before, after, report }: SchemaComparison): void {
  const demands = ({ needs }: Facets): Map<string, readonly [string, string]> =>
    new Map(
      [...needs].flatMap(([name, others]) =>
        [...others].map((other) => [JSON.stringify([name, other]), [name, other]] as const),
      ),
    );
  const [from, to] = [demands(before), demands(after)];
  for (const [key, [name, other]] of to) {
    if (from.has(key)) continue;
    const message = `${inBackticks(other)} is now required together with ${inBackticks(name)}`;
    report('constraint-tightened', message);
  }
  for (const [key, [name, other]] of from) {
    if (to.has(key)) continue;
    const message = `${inBackticks(other)} is no longer required together with ${inBackticks(name)}`;
    report('constraint-loosened', message);
  }
}

/** Compares a keyword that contains one schema; `true`: no constraint. */
function compareSubschema(
  { report, compare }: SchemaComparison,
  keyword: string,
  from: boolean | Schema,
  to: boolean | Schema,
): void {
  if (typeof from === 'object' && typeof to === 'object') compare(from, to);
  else if (from === to) return;
  else if (from === true || to === false)
    report('constraint-tightened', `\`${keyword}\` requires more`);
  else report('constraint-loosened', `\`${keyword}\` requires less`);
}

/** Compares the keywords for strings with encoded content: the encoding, the media type, and the schema of the content. */
function compareEncodedContent(scope: SchemaComparison): void {
  const { before, after, report } = scope;
  if (before.contentEncoding !== after.contentEncoding) {
    const message = changed('`contentEncoding`', before.contentEncoding, after.contentEncoding);
    report('content-encoding-changed', message);
  }
  const [from, to] = [before.contentMediaType, after.contentMediaType];
  if (from !== to) {
    const message = changed('`contentMediaType`', from, to);
    if (from === undefined) report('format-added', message);
    else report(to === undefined ? 'format-removed' : 'format-changed', message);
  }
  compareSubschema(scope, 'contentSchema', before.contentSchema, after.contentSchema);
}

/** Fallback: reports differences in keywords that no rule reads. */
function compareTexts({ before, after, report }: SchemaComparison): void {
  for (const keyword of differing(before.verbatim, after.verbatim)) {
    if (keyword === 'multipleOf') continue;
    if (keyword === 'collectionFormat') {
      report('parameter-serialization-changed', 'the items are separated in a different way');
    } else report('constraint-changed', `\`${keyword}\` changed`);
  }
}

/** The keywords for which two schemas differ. */
export const differing = (a: Texts, b: Texts): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((key) => textUnder(a, key) !== textUnder(b, key));
