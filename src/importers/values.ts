/** What parsers of settings give, whatever their format, as texts. Pure. */

/** Whether it is a map, as parsers of settings give it. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The text of a scalar on one line; null for anything else, and for nothing. */
export function textIn(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return value instanceof Date ? value.toISOString().slice(0, 10) : null;
  }
  const text = String(value).replaceAll(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}

/** The value that an own key has: names in sources may be anything. */
export const valueIn = (map: unknown, key: string): unknown =>
  isRecord(map) && Object.hasOwn(map, key) ? map[key] : undefined;

/** The text under a key. */
export const textUnder = (map: unknown, key: string): string | null => textIn(valueIn(map, key));

/** The list under a key; empty if it is something else. */
export function listUnder(map: unknown, key: string): readonly unknown[] {
  const value = valueIn(map, key);
  return Array.isArray(value) ? value : [];
}

/** The list under a key, or the one value. */
export function allUnder(map: unknown, key: string): readonly unknown[] {
  const value = valueIn(map, key);
  return Array.isArray(value) ? value : [value];
}
