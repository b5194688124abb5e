/** An object of which nothing is known but that it has fields: parsed JSON or YAML. */
export type Fields = Readonly<Record<string, unknown>>;

export const hasFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
