/** Limits of numbers, strings, lists and objects, and which of two is stricter. */

/** One limit, and whether it excludes its own value. */
export interface Limit {
  readonly value: number;
  readonly exclusive: boolean;
}

/** Whether a lower or a higher value is stricter, and the value that means no limit. */
export const LIMITS = {
  maximum: { strict: 'low', none: Infinity },
  minimum: { strict: 'high', none: -Infinity },
  maxLength: { strict: 'low', none: Infinity },
  minLength: { strict: 'high', none: 0 },
  maxItems: { strict: 'low', none: Infinity },
  minItems: { strict: 'high', none: 0 },
  maxProperties: { strict: 'low', none: Infinity },
  minProperties: { strict: 'high', none: 0 },
  uniqueItems: { strict: 'high', none: 0 },
} as const;
export type LimitName = keyof typeof LIMITS;

/** Positive: `after` is stricter than `before`; negative: it is looser. */
export function compareLimits(
  name: LimitName,
  before: Limit | undefined,
  after: Limit | undefined,
): number {
  const { strict, none } = LIMITS[name];
  const from = before ?? { value: none, exclusive: false };
  const to = after ?? { value: none, exclusive: false };
  if (from.value !== to.value) return to.value > from.value === (strict === 'high') ? 1 : -1;
  return Number(to.exclusive) - Number(from.exclusive);
}
