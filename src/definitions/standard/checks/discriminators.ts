/** 3.2: the property of a discriminator has to be required, or there has to be a schema for values without it. */
import { child, listAt, textAt, textsAt } from '../../tree.ts';
import type { Inspection } from '../inspection.ts';
import { below, type Spot } from '../spot.ts';

/** The largest depth of `allOf` members to read. */
const DEEPEST = 8;

export function checkPresence(inspection: Inspection, schema: Spot): void {
  const discriminator = below(schema, 'discriminator', child(schema.value, 'discriminator'));
  const name = textAt(discriminator.value, 'propertyName');
  if (name === undefined || child(discriminator.value, 'defaultMapping') !== undefined) return;
  const own = presenceIn(inspection, schema, name);
  if (own === 'required') return;
  const alternatives = ['oneOf', 'anyOf'].flatMap((key) => itemsOf(schema, key));
  const isOptional = (each: Spot): boolean => presenceIn(inspection, each, name) === 'optional';
  if (own !== 'optional' && !alternatives.some(isOptional)) return;
  const message = `"${name}" is optional, and there is no \`defaultMapping\``;
  inspection.report('discriminator-optional', discriminator, message, { key: 'propertyName' });
}

/** What a schema says about the presence of a property; undefined: nothing. */
function presenceIn(
  inspection: Inspection,
  schema: Spot,
  name: string,
  depth = 0,
): 'required' | 'optional' | undefined {
  const spot = inspection.resolved(schema) ?? schema;
  if (textsAt(spot.value, 'required').includes(name)) return 'required';
  const members = depth < DEEPEST ? itemsOf(spot, 'allOf') : [];
  const said = new Set(members.map((each) => presenceIn(inspection, each, name, depth + 1)));
  if (said.has('required')) return 'required';
  const isHere = child(child(spot.value, 'properties'), name) !== undefined;
  return isHere || said.has('optional') ? 'optional' : undefined;
}

function itemsOf(schema: Spot, key: string): Spot[] {
  const items = listAt(schema.value, key);
  const inside = below(schema, key, items);
  return items.map((item, at) => below(inside, at, item));
}
