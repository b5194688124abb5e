/** Rules about objects: their properties, and which of them are required. */
import { entriesAt, listAt } from '../../definition-tree.ts';
import { inBackticks } from '../changes.ts';
import type { Direction, RuleName } from '../rules.ts';
import {
  NO_ENTRIES,
  NO_NAMES,
  withEntry,
  withValue,
  type Facets,
  type KeywordOf,
  type SchemaReader,
  type Schema,
  type SchemaComparison,
  type Schemas,
  type Subschema,
} from './facets.ts';

/** Compares the properties. Clients do not write what is read-only, and do not read what is write-only. */
export function compareProperties(scope: SchemaComparison): void {
  const { before, after, direction, sides, compare, comparison, reportAt } = scope;
  const from = visible(sides.before, before, direction);
  const to = visible(sides.after, after, direction);
  const hidden = direction === 'request' ? 'read-only' : 'write-only';
  for (const [name, property] of from) {
    const now = to.get(name);
    if (now !== undefined) {
      compare(property, now);
      continue;
    }
    const required = before.required.has(name) ? 'required' : 'optional';
    const refused = direction === 'request' && after.additional === false;
    const isHidden = after.properties.has(name);
    if (isHidden) comparison.judged.push(property);
    const what = isHidden ? `is now ${hidden}` : 'was removed';
    reportAt({
      rule: refused ? 'property-removed-from-closed-object' : `${required}-property-removed`,
      message: `the property ${inBackticks(name)} ${what}`,
      oldPointer: property[0]?.pointer ?? before.pointer,
      newPointer: after.pointer,
    });
  }
  for (const [name, property] of to) {
    if (from.has(name)) continue;
    const required = after.required.has(name) ? 'required' : 'optional';
    const unexpected = direction === 'response' && before.additional === false;
    const was = before.properties.get(name);
    if (was !== undefined) comparison.judged.push(was);
    const what = was === undefined ? 'was added' : `is no longer ${hidden}`;
    reportAt({
      rule: unexpected ? 'property-added-to-closed-object' : `${required}-property-added`,
      message: `the ${required === 'required' ? 'required ' : ''}property ${inBackticks(name)} ${what}`,
      oldPointer: before.pointer,
      newPointer: property[0]?.pointer ?? after.pointer,
    });
  }
}

const visible = (reader: SchemaReader, { properties }: Facets, direction: Direction): Schemas =>
  new Map([...properties].filter(([, schema]) => !hiddenFrom(reader, schema, direction)));

/** Whether a property is read-only in a request, or write-only in a response. */
export const hiddenFrom = (reader: SchemaReader, schema: Schema, direction: Direction): boolean =>
  reader.is(direction === 'request' ? 'readOnly' : 'writeOnly', reader.resolve(schema));

/** A name may be required without being described. Properties that were added or removed completely are only reported as added or removed. */
export const required: KeywordOf<'required'> = {
  keywords: 'required',
  none: NO_NAMES,
  read: (known, { value }) => {
    let names = known;
    for (const name of listAt(value, 'required'))
      if (typeof name === 'string') names = withValue(names, name);
    return names;
  },
  compare: ({ before, after, direction, sides, report }, from, to) => {
    const stays = (name: string): boolean => {
      const [old, now] = [before.properties.get(name), after.properties.get(name)];
      if (old === undefined || now === undefined) return old === now;
      return !hiddenFrom(sides.before, old, direction) && !hiddenFrom(sides.after, now, direction);
    };
    // Without any properties, or if all others have a schema, a name may be of any property.
    const isDescribed = [before, after].every(
      ({ properties, additional }) => properties.size > 0 && typeof additional !== 'object',
    );
    const isUnknown = (name: string): boolean =>
      isDescribed && !before.properties.has(name) && !after.properties.has(name);
    const tell = (
      name: string,
      rules: readonly [known: RuleName, unknown: RuleName],
      is: string,
    ): void =>
      isUnknown(name)
        ? report(rules[1], `${inBackticks(name)}, which is not a property, is ${is}`)
        : report(rules[0], `the property ${inBackticks(name)} is ${is}`);
    for (const name of to)
      if (!from.has(name) && stays(name))
        tell(name, ['property-became-required', 'required-name-added'], 'now required');
    for (const name of from)
      if (!to.has(name) && stays(name))
        tell(name, ['property-became-optional', 'required-name-removed'], 'now optional');
  },
};

export function compareAdditional(
  { report, compare }: SchemaComparison,
  from: Subschema,
  to: Subschema,
): void {
  if (typeof from === 'object' && typeof to === 'object') compare(from, to);
  else if (to === false)
    report('object-closed', 'properties that are not described are no longer allowed');
  else if (from === false)
    report('object-opened', 'properties that are not described are now allowed');
  else if (typeof to === 'object')
    report('additional-properties-narrowed', 'other properties now have a schema');
  else report('additional-properties-widened', 'other properties can now be anything');
}

export const dependentNames: KeywordOf<'needs'> = {
  keywords: 'dependentRequired',
  none: NO_ENTRIES,
  read: (known, { value }) => {
    let needs = known;
    for (const [name, others] of entriesAt(value, 'dependentRequired')) {
      let names = needs.get(name) ?? NO_NAMES;
      for (const other of Array.isArray(others) ? others : [])
        names = withValue(names, String(other));
      needs = withEntry(needs, name, names);
    }
    return needs;
  },
  compare: ({ report }, from, to) => {
    const missing = (
      here: Facets['needs'],
      there: Facets['needs'],
      tell: (name: string, other: string) => void,
    ): void => {
      for (const [name, others] of here)
        for (const other of others) if (!there.get(name)?.has(other)) tell(name, other);
    };
    missing(to, from, (name, other) =>
      report(
        'constraint-tightened',
        `${inBackticks(other)} is now required together with ${inBackticks(name)}`,
      ),
    );
    missing(from, to, (name, other) =>
      report(
        'constraint-loosened',
        `${inBackticks(other)} is no longer required together with ${inBackticks(name)}`,
      ),
    );
  },
};
