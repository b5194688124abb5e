/**
 * The primitives of which decoders are made. Each takes a value and its name (`page.title`), and throws
 * `Failure('platform-garbled')` if the value is not what the contract promises. Extra fields are ignored.
 */
import { Failure } from '../../model/failure.ts';
import { hasFields, type FieldReader, type Fields } from '../../model/fields.ts';
import { parseInstant } from '../../model/instant.ts';
import type { Instant, Slug } from '../../model/ids.ts';

const wrong = (name: string, wanted: string, value: unknown): Failure =>
  new Failure('platform-garbled', `${name} is ${kindOf(value)}, not ${wanted}`);

/** Only the kind, because the value itself may be long or secret. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return value === '' ? 'empty' : 'a text';
  return `a ${typeof value}`;
}

/** An object. Its fields are checked by the caller. */
export function asObject(value: unknown, name: string): Fields {
  if (!hasFields(value)) throw wrong(name, 'an object', value);
  return value;
}

/** A list; `each` decodes its items. */
export function asList<T>(value: unknown, name: string, each: FieldReader<T>): T[] {
  if (!Array.isArray(value)) throw wrong(name, 'a list', value);
  return value.map((item, index) => each(item, `${name}[${index}]`));
}

/** A string, empty or not. */
export function asText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw wrong(name, 'a text', value);
  return value;
}

/** A string that nothing depends on. Missing or null becomes empty. */
export const asTextOrEmpty = (value: unknown, name: string): string =>
  value === undefined || value === null ? '' : asText(value, name);

/** Missing becomes null. */
export const asTextOrNull = (value: unknown, name: string): string | null =>
  value === undefined || value === null ? null : asText(value, name);

/** `undefined` if the field is missing, which means that the answer did not say. */
export const asTextOrMissing = (value: unknown, name: string): string | null | undefined =>
  value === undefined ? undefined : asTextOrNull(value, name);

/** One of a set of values that may grow. Values that the contract does not have yet are returned unchanged. */
export function asWord(value: unknown, name: string): string {
  const word = asText(value, name);
  if (word === '') throw wrong(name, 'a word', value);
  return word;
}

/** A slug: a word that is part of a URL. */
export function asSlug(value: unknown, name: string): Slug {
  return asWord(value, name) as Slug;
}

/** `undefined` if the field is missing or null. */
export const asSlugOrMissing = (value: unknown, name: string): Slug | undefined =>
  value === undefined || value === null ? undefined : asSlug(value, name);

/** An instant to sort by, so it must be a valid date. */
export function asDate(value: unknown, name: string): Instant {
  const instant = asWord(value, name) as Instant;
  if (parseInstant(instant) === undefined) throw wrong(name, 'a date', value);
  return instant;
}

/** An instant, as the platform wrote it. Missing or null becomes empty. */
export const asInstantOrEmpty = (value: unknown, name: string): Instant =>
  asTextOrEmpty(value, name) as Instant;

/** Missing becomes null. */
export const asInstantOrNull = (value: unknown, name: string): Instant | null =>
  asTextOrNull(value, name) as Instant | null;

/** Missing or null becomes null. */
export const asIntegerOrNull = (value: unknown, name: string): number | null =>
  value === undefined || value === null ? null : asInteger(value, name);

/** True or false. */
export function asFlag(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw wrong(name, 'true or false', value);
  return value;
}

/** Missing becomes null, which means that the answer did not say. */
export const asFlagOrNull = (value: unknown, name: string): boolean | null =>
  value === undefined || value === null ? null : asFlag(value, name);

/** A number, integer or not. */
export function asNumber(value: unknown, name: string): number {
  if (typeof value !== 'number') throw wrong(name, 'a number', value);
  return value;
}

/** An integer. */
export function asInteger(value: unknown, name: string): number {
  if (!Number.isSafeInteger(value)) throw wrong(name, 'a whole number', value);
  return value as number;
}

/**
 * A dictionary whose keys are ids, as a map in the order of the answer. `each` uses field names relative to
 * its item: there may be many items, and the full name is needed only if something is wrong.
 */
export function asMap<Id extends number, T>(
  value: unknown,
  name: string,
  each: (item: Fields) => T,
): Map<Id, T> {
  const map = new Map<Id, T>();
  const items = asObject(value, name);
  for (const key of Object.keys(items)) {
    const item = items[key];
    const id = Number(key);
    if (!Number.isSafeInteger(id) || String(id) !== key) {
      throw new Failure('platform-garbled', `${name} has a key that is not an id`);
    }
    if (!hasFields(item)) throw wrong(`${name}.${key}`, 'an object', item);
    try {
      map.set(id as Id, each(item));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(error.code, `${name}.${key}.${error.message}`);
    }
  }
  return map;
}
