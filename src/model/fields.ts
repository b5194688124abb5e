/** An object whose fields are not checked yet, from parsed JSON or YAML. */
export type Fields = Readonly<Record<string, unknown>>;

/** Decodes an untrusted value, or throws a failure that says what is wrong with it (ADR 15). */
export type FieldReader<T> = (value: unknown, field: string) => T;

/** Whether a value is an object with fields: neither null nor a list. */
export const hasFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON. Returns undefined if the text is not JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
