/** Readers of values in JSON, composed of smaller readers (ADR 15). */
import { Failure } from '../../model/failure.ts';
import { hasFields } from '../../model/fields.ts';
import type { Fields } from '../../model/fields.ts';

/** Returns the value with its type. Throws `WrongValue`. */
export type Read<T> = (value: unknown) => T;

/** A value has the wrong type or form. */
class WrongValue extends Error {
  /** The place in the answer, such as `.hits[3].title`. Built only when the error is thrown. */
  place = '';
}

/** Reports only the kind of the value, because the value itself may be long or secret. */
const wrong = (wanted: string, value: unknown): WrongValue =>
  new WrongValue(`is ${kindOf(value)}, not ${wanted}`);

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return value === '' ? 'empty' : 'a text';
  return `a ${typeof value}`;
}

/**
 * The decoder of an answer. `name` is put before the names of fields in messages. Throws
 * `Failure('platform-garbled')` with the name of the field (`page.title`) that breaks the contract.
 */
export const decoder =
  <T>(name: string, read: Read<T>): Read<T> =>
  (json) => {
    try {
      return read(json);
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      const place = `${name}${error.place}`.replace(/^\./, '');
      throw new Failure('platform-garbled', `${place} ${error.message}`);
    }
  };

/** Reads a field (by name) or an item (by index) of a value. */
function part<T>(place: string | number, read: Read<T>, value: unknown): T {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof WrongValue) {
      error.place = (typeof place === 'number' ? `[${place}]` : `.${place}`) + error.place;
    }
    throw error;
  }
}

/** An object with these fields. Others are ignored. */
export function record<T extends object>(fields: {
  readonly [Name in keyof T]-?: Read<T[Name]>;
}): Read<T> {
  const readers = Object.entries<Read<unknown>>(fields);
  return (value) => {
    if (!hasFields(value)) throw wrong('an object', value);
    const found: Record<string, unknown> = {};
    for (const [name, read] of readers) found[name] = part(name, read, value[name]);
    return found as T;
  };
}

/** A list whose items `read` accepts. */
export const list =
  <T>(read: Read<T>): Read<T[]> =>
  (value) => {
    if (!Array.isArray(value)) throw wrong('a list', value);
    return value.map((item, index) => part(index, read, item));
  };

/** An object whose names are not known. PHP prints an empty one as `[]`. */
export const dictionary: Read<Fields> = (value) => {
  if (Array.isArray(value) && value.length === 0) return {};
  if (!hasFields(value)) throw wrong('an object', value);
  return value;
};

/** A dictionary whose names are ids, as a map in the order of the answer. */
export const byId =
  <T>(read: Read<T>): Read<ReadonlyMap<never, T>> =>
  (value) => {
    const map = new Map<never, T>();
    for (const [name, item] of Object.entries(dictionary(value))) {
      const key = Number(name);
      if (!Number.isSafeInteger(key) || String(key) !== name) {
        throw new WrongValue('has a key that is not an id');
      }
      map.set(key as never, part(name, read, item));
    }
    return map;
  };

/** As `read`, but a missing value or null becomes `fallback`. */
export const or =
  <T, F>(fallback: F, read: Read<T>): Read<T | F> =>
  (value) =>
    value === undefined || value === null ? fallback : read(value);

/** Reads an object. A missing one has no fields, and neither has `[]`, PHP's empty object. */
export const orEmpty =
  <T>(read: Read<T>): Read<T> =>
  (value) =>
    read(dictionary(value ?? {}));

const scalar =
  <T>(type: string, wanted: string): Read<T> =>
  (value) => {
    if (typeof value !== type) throw wrong(wanted, value);
    return value as T;
  };

export const asText = scalar<string>('string', 'a text');
export const asFlag = scalar<boolean>('boolean', 'true or false');
export const asNumber = scalar<number>('number', 'a number');

/** A safe integer. */
export const asInteger: Read<number> = (value) => {
  if (!Number.isSafeInteger(value)) throw wrong('a whole number', value);
  return value as number;
};

/** One of a set of words that may grow: those that the contract does not have yet are returned unchanged. */
export const word = ((value) => {
  if (asText(value) === '') throw wrong('a word', value);
  return value;
}) as Read<never>;

/** A text that `isRight` accepts. */
export const textThat =
  <T extends string>(wanted: string, isRight: (value: string) => boolean): Read<T> =>
  (value) => {
    if (!isRight(word(value))) throw wrong(wanted, value);
    return value as T;
  };
