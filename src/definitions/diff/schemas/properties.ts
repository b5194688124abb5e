import type { Direction } from '../changes.ts';
import type { FacetReader } from './reader.ts';
import type { Facets, Schema } from './facets.ts';
import { inBackticks } from '../finding.ts';
import type { SchemaComparison } from './scope.ts';

/** Compares the properties, which of them are required, and whether others are allowed. */
export function compareProperties(scope: SchemaComparison): void {
  const { sides, direction, before, after } = scope;
  const from = visible(sides.before, before, direction);
  const to = visible(sides.after, after, direction);
  for (const [name, property] of from) {
    const now = to.get(name);
    if (now === undefined) removed(scope, name, property);
    else scope.compare(property, now);
  }
  for (const [name, property] of to) {
    if (!from.has(name)) added(scope, name, property);
  }
  compareRequired(scope, from, to);
  compareAdditional(scope);
}

/** Clients do not write what is read-only, and do not read what is write-only. */
function visible(
  reader: FacetReader,
  { properties }: Facets,
  direction: Direction,
): Map<string, Schema> {
  return new Map([...properties].filter(([, schema]) => !hiddenFrom(reader, schema, direction)));
}

/** Whether a property is read-only in a request, or write-only in a response. */
export const hiddenFrom = (reader: FacetReader, schema: Schema, direction: Direction): boolean =>
  reader.is(direction === 'request' ? 'readOnly' : 'writeOnly', reader.resolve(schema));

const hiddenBy = (direction: Direction): string =>
  direction === 'request' ? 'read-only' : 'write-only';

function removed(scope: SchemaComparison, name: string, property: Schema): void {
  const { direction, before, after, reportAt } = scope;
  const refused = direction === 'request' && after.additional === false;
  const required = before.required.has(name)
    ? 'required-property-removed'
    : 'optional-property-removed';
  reportAt({
    rule: refused ? 'property-removed-from-closed-object' : required,
    message: `the property ${inBackticks(name)} ${after.properties.has(name) ? `is now ${hiddenBy(direction)}` : 'was removed'}`,
    oldPointer: property[0]?.pointer ?? before.pointer,
    newPointer: after.pointer,
  });
}

function added(scope: SchemaComparison, name: string, property: Schema): void {
  const { direction, before, after, reportAt } = scope;
  const unexpected = direction === 'response' && before.additional === false;
  const required = after.required.has(name);
  const rule = required ? 'required-property-added' : 'optional-property-added';
  reportAt({
    rule: unexpected ? 'property-added-to-closed-object' : rule,
    message: before.properties.has(name)
      ? `the ${required ? 'required ' : ''}property ${inBackticks(name)} is no longer ${hiddenBy(direction)}`
      : `the ${required ? 'required ' : ''}property ${inBackticks(name)} was added`,
    oldPointer: before.pointer,
    newPointer: property[0]?.pointer ?? after.pointer,
  });
}

type Properties = ReadonlyMap<string, Schema>;

/** A name may be required without being described. Properties that were added or removed completely are reported as that. */
function compareRequired(
  { before, after, report }: SchemaComparison,
  from: Properties,
  to: Properties,
): void {
  const stays = (name: string): boolean =>
    from.has(name)
      ? to.has(name)
      : !to.has(name) && !before.properties.has(name) && !after.properties.has(name);
  for (const name of after.required) {
    if (!before.required.has(name) && stays(name)) {
      report('property-became-required', `the property ${inBackticks(name)} is now required`);
    }
  }
  for (const name of before.required) {
    if (!after.required.has(name) && stays(name)) {
      report('property-became-optional', `the property ${inBackticks(name)} is now optional`);
    }
  }
}

function compareAdditional({ before, after, report, compare }: SchemaComparison): void {
  const { additional: from } = before;
  const { additional: to } = after;
  if (typeof from === 'object' && typeof to === 'object') compare(from, to);
  else if (from === to) return;
  else if (to === false)
    report('object-closed', 'properties that are not described are no longer allowed');
  else if (from === false)
    report('object-opened', 'properties that are not described are now allowed');
  else if (typeof to === 'object')
    report('additional-properties-narrowed', 'other properties now have a schema');
  else report('additional-properties-widened', 'other properties can now be anything');
}
