/** Reads values that parsers of settings return, in any format, as texts. Pure. */

/** Whether it is a map, as parsers of settings return it. */
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

/** Whether a flag that hides is not clearly off: a value that is not understood hides. */
export const mayBeOn = (value: unknown): boolean =>
  !/^(?:|false|no|off|0)$/i.test(textIn(value) ?? '');

/** The value of an own property only: keys in sources may be `__proto__`. */
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
