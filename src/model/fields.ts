/** An object of which nothing is known but that it has fields: parsed JSON or YAML. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads one value that others made: gives it with its type, or throws what tells its sender what is wrong with `field` (ADR 15).
 */
export type FieldReader<T> = (value: unknown, field: string) => T;

/** Whether a value is an object with fields: not null, not a list. */
export const hasFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text. Returns undefined if the text is not JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
