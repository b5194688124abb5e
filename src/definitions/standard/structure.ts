/** Types of values, and which keys an object may and must have. */
import { nearest } from '../../model/text/nearest.ts';
import { isTree, textAt } from '../tree.ts';
import type { Inspection } from './inspection.ts';
import {
  isForeignConstraint,
  SCHEMA_2,
  SCHEMA_3_0,
  SCHEMA_3_1,
  successorOf,
} from './schema-shapes.ts';
import type { FieldShape, ObjectShape } from './shape.ts';
import type { Spot } from './spot.ts';

/** Reports a value that does not match `field`. Does not look into lists and maps. */
export function checkScalar(
  inspection: Inspection,
  spot: Spot,
  field: FieldShape,
  called = 'an object',
): void {
  const { value } = spot;
  const wanted = wantedOf(field, value, called);
  if (wanted === undefined) return;
  if (value === null && field.kind !== 'object' && field.kind !== 'map') {
    inspection.report('empty-value', spot, `\`${nameOf(spot)}\` is null, but must be ${wanted}`);
    return;
  }
  if (field.kind === 'list' && spot.at?.key === 'examples') {
    inspection.report(
      'examples-list',
      spot,
      `\`examples\` is ${kindOf(value)}, but must be a list`,
    );
    return;
  }
  inspection.report(
    'struct',
    spot,
    `\`${nameOf(spot)}\` is ${kindOf(value)}, but must be ${wanted}`,
  );
}

const nameOf = ({ at }: Spot): string => (at === null ? 'the document' : String(at.key));

/** What the value should be; undefined if it matches. */
function wantedOf(field: FieldShape, value: unknown, called: string): string | undefined {
  switch (field.kind) {
    case 'text':
      if (typeof value !== 'string') return 'a string';
      return !field.among || field.among.includes(value) ? undefined : oneOf(field.among);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : '`true` or `false`';
    case 'number':
      if (typeof value !== 'number') return 'a number';
      if (field.whole && !Number.isInteger(value)) return 'a whole number';
      if (field.from === 'zero' && value < 0) return '0 or more';
      return field.from === 'above-zero' && value <= 0 ? 'more than 0' : undefined;
    case 'list':
      return 'a list';
    case 'map':
      return 'a map';
    case 'object':
      return called;
    case 'any':
    case 'either':
      return undefined;
    default:
      return field satisfies never;
  }
}

const oneOf = (values: readonly string[]): string =>
  values.length === 1 ? `"${values[0]}"` : `one of ${values.map((each) => `"${each}"`).join(', ')}`;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  if (typeof value === 'number') return `the number ${value}`;
  return typeof value === 'boolean' ? `\`${value}\`` : 'a map';
}

/** Reports keys that are missing or unknown. Returns the known ones with their expected shapes, the last first. */
export function checkKeys(
  inspection: Inspection,
  spot: Spot,
  shape: ObjectShape,
  type: string,
): { readonly key: string; readonly field: FieldShape }[] {
  const { value } = spot;
  if (!isTree(value)) return [];
  // The required keys of an object with a `$ref` may be in the target.
  const isElsewhere = textAt(value, '$ref') !== undefined;
  for (const key of isElsewhere ? [] : (shape.required?.(value) ?? [])) {
    if (Object.hasOwn(value, key)) continue;
    inspection.report('struct', spot, `${shape.called} needs \`${key}\``, { onKey: true });
  }
  const next: { key: string; field: FieldShape }[] = [];
  for (const key of Object.keys(value)) {
    const field = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
    if (field !== undefined) next.push({ key, field });
    else if (!key.startsWith('x-')) {
      const other = shape.others?.(key);
      if (other !== undefined) next.push({ key, field: other });
      else unknownKey(inspection, spot, shape, { type, key });
    }
  }
  return next.toReversed();
}

function unknownKey(
  inspection: Inspection,
  spot: Spot,
  { called, fields }: ObjectShape,
  { type, key }: { readonly type: string; readonly key: string },
): void {
  const at = { key, onKey: true };
  if (type === 'Paths') {
    inspection.report('path-form', spot, `the path "${key}" does not begin with \`/\``, at);
  } else if (type === 'Responses') {
    inspection.report('response-status', spot, `"${key}" is neither a status nor \`default\``, at);
  } else if (type === 'Schema') unknownKeyword(inspection, spot, key);
  else {
    const near = nearest(key, Object.keys(fields));
    const hint = near === undefined ? '' : `: did you mean \`${near}\`?`;
    inspection.report('unknown-field', spot, `${called} has no field \`${key}\`${hint}`, at);
  }
}

function unknownKeyword(inspection: Inspection, spot: Spot, key: string): void {
  const at = { key, onKey: true };
  const { standard } = inspection;
  if (standard === '3.1' || standard === '3.2') {
    const instead = successorOf(key, spot.value);
    const hint = instead === undefined ? '' : `: ${instead}`;
    inspection.report('unknown-keyword', spot, `JSON Schema 2020-12 has no \`${key}\`${hint}`, at);
    return;
  }
  const message = `a schema in OpenAPI ${standard} has no \`${key}\``;
  if (isForeignConstraint(key)) {
    inspection.report('keyword-version', spot, message, at);
    return;
  }
  const own = standard === '2.0' ? SCHEMA_2 : SCHEMA_3_0;
  const isForeign = Object.hasOwn(SCHEMA_3_1.fields, key) || Object.hasOwn(SCHEMA_3_0.fields, key);
  const near = isForeign ? undefined : nearest(key, Object.keys(own.fields));
  const hint = near === undefined ? '' : `: did you mean \`${near}\`?`;
  inspection.report('unknown-field', spot, `${message}${hint}`, at);
}
