/** Rules for schemas, and for the keywords that parameters and headers of 2.0 share with them. */
import { child, entriesAt, isTree, listAt, textAt, type Tree } from '../../tree.ts';
import type { Inspection } from '../inspection.ts';
import { below, type Spot } from '../spot.ts';

/** @param isReference whether some of its keywords are defined elsewhere */
export function checkSchema(
  inspection: Inspection,
  spot: Spot,
  node: Tree,
  isReference: boolean,
): void {
  const { standard } = inspection;
  const isNew = standard === '3.1' || standard === '3.2';
  checkValues(inspection, spot, node);
  if (isTree(child(node, 'discriminator')) && standard !== '2.0') {
    const discriminator = below(spot, 'discriminator', child(node, 'discriminator'));
    inspection.visited.discriminators.push(discriminator);
    inspection.visited.discriminated.push(spot);
    expectMapped(inspection, discriminator);
  }
  const isList = textAt(node, 'type') === 'array';
  if (!isNew && isList && !Object.hasOwn(node, 'items')) {
    const message = `an array needs \`items\` in OpenAPI ${standard}`;
    inspection.report('array-items', spot, message, { key: 'type' });
  }
  for (const key of ['allOf', 'anyOf', 'oneOf', 'prefixItems']) checkFilled(inspection, spot, key);
  if (!isNew) checkFilled(inspection, spot, 'required');
  for (const key of ['required', 'type']) checkRepeated(inspection, spot, key);
  if (isNew) checkPatterns(inspection, below(spot, 'patternProperties', node['patternProperties']));
  const nullable = child(node, 'nullable') === true;
  if (standard === '3.0' && nullable && !Object.hasOwn(node, 'type') && !isReference) {
    const message = '`nullable` is used without a `type`';
    inspection.report('nullable-type-sibling', spot, message, { key: 'nullable', onKey: true });
  }
  if (child(node, 'readOnly') === true && child(node, 'writeOnly') === true) {
    const message = 'it is both `readOnly` and `writeOnly`';
    inspection.report('read-and-write-only', spot, message, { key: 'writeOnly', onKey: true });
  }
}

/** A target that is not the name of a schema may be a file. */
function expectMapped(inspection: Inspection, discriminator: Spot): void {
  const { value } = discriminator;
  const schemas = child(child(inspection.root.value, 'components'), 'schemas');
  const targets = entriesAt(value, 'mapping').map(([, target]) => target);
  for (const target of [...targets, child(value, 'defaultMapping')]) {
    if (typeof target !== 'string' || target.startsWith('#')) continue;
    if (isTree(schemas) && Object.hasOwn(schemas, target)) continue;
    inspection.expectSchema(discriminator, target);
  }
}

/** The same for the types of 2.0 that are not schemas. */
export function checkSimpleValue(inspection: Inspection, spot: Spot, node: Tree): void {
  checkValues(inspection, spot, node);
  if (textAt(node, 'type') !== 'array' || Object.hasOwn(node, 'items')) return;
  inspection.report('array-items', spot, 'an array needs `items`', { key: 'type' });
}

function checkFilled(inspection: Inspection, spot: Spot, key: string): void {
  const value = child(spot.value, key);
  if (!Array.isArray(value) || value.length > 0) return;
  inspection.report('empty-list', spot, `\`${key}\` is empty`, { key });
}

function checkRepeated(inspection: Inspection, spot: Spot, key: string): void {
  const seen = new Set<unknown>();
  for (const [at, entry] of listAt(spot.value, key).entries()) {
    if (seen.has(entry)) {
      const message = `\`${key}\` has the same entry twice`;
      inspection.report('repeated-entry', below(spot, key, entry), message, { key: at });
      return;
    }
    seen.add(entry);
  }
}

function checkPatterns(inspection: Inspection, patterns: Spot): void {
  for (const pattern of Object.keys(isTree(patterns.value) ? patterns.value : {})) {
    if (isExpression(pattern)) continue;
    const message = 'the key is not a valid regular expression (ECMA-262)';
    inspection.report('schema-pattern', patterns, message, { key: pattern, onKey: true });
  }
}

function checkValues(inspection: Inspection, spot: Spot, node: Tree): void {
  const types = typesOf(node);
  if (types !== undefined) {
    if (Object.hasOwn(node, 'default')) checkDefault(inspection, spot, node, types);
    checkEnum(inspection, spot, node, types);
  }
  const pattern = textAt(node, 'pattern');
  if (pattern !== undefined && !isExpression(pattern)) {
    const message = `\`pattern\` is not a valid regular expression (ECMA-262)`;
    inspection.report('schema-pattern', spot, message, { key: 'pattern' });
  }
}

function checkDefault(
  inspection: Inspection,
  spot: Spot,
  node: Tree,
  types: readonly string[],
): void {
  if (types.some((type) => hasType(node['default'], type))) return;
  const message = `the \`default\` does not have the type ${types.join(' or ')}`;
  inspection.report('schema-default', spot, message, { key: 'default' });
}

/** One report for all entries: a list can have a hundred thousand. */
function checkEnum(inspection: Inspection, spot: Spot, node: Tree, types: readonly string[]): void {
  const values = listAt(node, 'enum');
  let first = -1;
  let wrong = 0;
  for (const [at, value] of values.entries()) {
    if (types.some((type) => hasType(value, type))) continue;
    if (first < 0) first = at;
    wrong += 1;
  }
  if (first < 0) return;
  const shown = JSON.stringify(values[first])?.slice(0, 40);
  const more = wrong > 1 ? `, nor do ${wrong - 1} others` : '';
  const message = `the value ${shown} in \`enum\` does not have the type ${types.join(' or ')}${more}`;
  inspection.report('no-enum-type-mismatch', below(spot, 'enum', values), message, { key: first });
}

/** The types that a schema states; undefined if there are none that can be checked. */
function typesOf(node: Tree): readonly string[] | undefined {
  const type = child(node, 'type');
  const types = Array.isArray(type) ? type : [type];
  if (!types.every((each): each is string => typeof each === 'string' && TYPES.has(each))) {
    return undefined;
  }
  const isNullable = child(node, 'nullable') === true || child(node, 'x-nullable') === true;
  return isNullable ? [...types, 'null'] : types;
}

const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value === type;
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return isTree(value);
  }
}

/** Whether it is a JavaScript regular expression, with or without Unicode mode. */
function isExpression(pattern: string): boolean {
  for (const flags of ['u', '']) {
    try {
      RegExp(pattern, flags);
      return true;
    } catch {
      // The other mode may accept it.
    }
  }
  return false;
}
