/** Reads values from parsers of settings in any format, as texts. Pure. */

/** Whether the value is a map from a parser of settings. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The text of a scalar, on one line; null for an empty text and for anything else. */
export function textIn(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return value instanceof Date ? value.toISOString().slice(0, 10) : null;
  }
  const text = String(value).replaceAll(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}

/** Whether a flag that hides may be set: any value that does not clearly mean "off". */
export const mayBeOn = (value: unknown): boolean =>
  !/^(?:|false|no|off|0)$/i.test(textIn(value) ?? '');

/** The value under a key. Reads only own properties, because keys in sources may be `__proto__`. */
export const valueIn = (map: unknown, key: string): unknown =>
  isRecord(map) && Object.hasOwn(map, key) ? map[key] : undefined;

export const textUnder = (map: unknown, key: string): string | null => textIn(valueIn(map, key));

/** The list under a key; empty if it is something else. */
export function listUnder(map: unknown, key: string): readonly unknown[] {
  const value = valueIn(map, key);
  return Array.isArray(value) ? value : [];
}

/** The list under a key. A single value becomes a list of one. */
export function allUnder(map: unknown, key: string): readonly unknown[] {
  const value = valueIn(map, key);
  return Array.isArray(value) ? value : [value];
}
