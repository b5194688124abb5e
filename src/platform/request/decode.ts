import { type FieldReader, hasFields } from '../../model/fields.ts';
import { parseInstant } from '../../model/time.ts';
import { Refusal, invalid } from '../refusal.ts';

/** Reads one value of a query. Throws a `Refusal` that names the field if the value is invalid. */
export type FromText<T> = (text: string, field: string) => T;

/** The value of each field; `undefined` if the query or the body does not have the field. */
export type Decoded<F extends Readonly<Record<string, (value: never, field: string) => unknown>>> =
  {
    readonly [Name in keyof F]: ReturnType<F[Name]> | undefined;
  };

export const integer: FromText<number> = (text, field) => {
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text) || !Number.isSafeInteger(value)) {
    throw invalid(field, `must be an integer, not ${shortQuote(text)}`);
  }
  return value;
};

export const queryBoolean: FromText<boolean> = (text, field) => {
  if (text !== 'true' && text !== 'false') {
    throw invalid(field, `must be true or false, not ${shortQuote(text)}`);
  }
  return text === 'true';
};

export const queryText: FromText<string> = (text) => text;

export const choice =
  <const T extends string>(choices: readonly T[]): FromText<T> =>
  (text, field) => {
    const found = choices.find((each) => each === text);
    if (found === undefined) {
      throw invalid(field, `must be one of ${choices.join(', ')}, not ${shortQuote(text)}`);
    }
    return found;
  };

/** Reads one of these names, and returns the value that it stands for. */
export const named = <T>(names: Readonly<Record<string, T>>): FromText<T> => {
  const name = choice(Object.keys(names));
  return (text, field) => names[name(text, field)] as T;
};

/** An integer from `least` to `most`. */
export const between =
  (least: number, most: number): FromText<number> =>
  (text, field) => {
    const value = integer(text, field);
    if (value < least || value > most) {
      throw invalid(field, `must be from ${least} to ${most}, not ${value}`);
    }
    return value;
  };

const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:?\d{2}$/;

/** `Y-m-d\TH:i:sP`, with or without the colon in its offset, as Unix time in seconds. */
export const date: FromText<number> = (text, field) => {
  const ms = DATE.test(text) ? parseInstant(text) : undefined;
  if (ms === undefined) {
    const hint = /T[\d:]+ \d\d:?\d\d$/.test(text) ? ' ("+" is sent as %2B in a query)' : '';
    throw invalid(
      field,
      `must be a date such as 2026-01-31T12:00:00+00:00, not ${shortQuote(text)}${hint}`,
    );
  }
  return Math.floor(ms / 1000);
};

/** `text` for a message: short, and without characters that move a cursor. */
export const shortQuote = (text: string): string => JSON.stringify(text.slice(0, 60));

type QueryFields = Readonly<Record<string, FromText<unknown>>>;

/** Reads the fields of a query. Refuses unknown and repeated names. */
export function decodeQuery<const F extends QueryFields>(
  query: URLSearchParams,
  fields: F,
): Decoded<F> {
  const decoded: Record<string, unknown> = {};
  for (const [name, text] of query) {
    const read = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!read) throw invalid(name, 'is not a parameter of this operation');
    if (Object.hasOwn(decoded, name)) throw invalid(name, 'is there twice');
    decoded[name] = read(text, name);
  }
  return decoded as Decoded<F>;
}

type BodyFields = Readonly<Record<string, FieldReader<unknown>>>;

/** Reads the fields of a JSON object. Refuses unknown names. */
export function decodeBody<const F extends BodyFields>(json: unknown, fields: F): Decoded<F> {
  if (!hasFields(json)) {
    throw new Refusal('invalid', 'The request body must be a JSON object');
  }
  const decoded: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(json)) {
    const read = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!read) throw invalid(shortQuote(name), 'is not a field of this request');
    decoded[name] = read(value, name);
  }
  return decoded as Decoded<F>;
}

/** A text that the API accepts: valid Unicode without NUL. */
export const storableText: FieldReader<string> = (value, field) => {
  if (typeof value !== 'string') throw invalid(field, 'must be a string');
  if (value.includes('\0')) throw invalid(field, 'must not hold a NUL character');
  if (/\p{Surrogate}/u.test(value)) throw invalid(field, 'is not valid Unicode');
  return value;
};

/** A text with at least one visible character and at most `most` characters. */
export const visibleText =
  (most: number): FieldReader<string> =>
  (value, field) => {
    const read = storableText(value, field);
    if (read.trim() === '') throw invalid(field, 'must not be empty');
    if (read.length > most) throw invalid(field, `must have at most ${most} characters`);
    return read;
  };

const MAX_SLUG_LENGTH = 255;

/** The characters of slugs. Others would need escapes in a URL. */
const SLUG = /^[\w.-]+$/;

export const slugText: FieldReader<string> = (value, field) => {
  const read = storableText(value, field);
  if (!SLUG.test(read) || read === '.' || read === '..') {
    throw invalid(
      field,
      `may hold letters, digits, "-", "_" and "." only, not ${shortQuote(read)}`,
    );
  }
  if (read.length > MAX_SLUG_LENGTH)
    throw invalid(field, `has more than ${MAX_SLUG_LENGTH} characters`);
  return read;
};

/** The stricter slugs of cloned versions and of changelog posts. */
export const plainSlug: FieldReader<string> = (value, field) => {
  const read = slugText(value, field);
  if (!/^[a-zA-Z0-9-]+$/.test(read)) {
    throw invalid(field, `may hold letters, digits and "-" only, not ${shortQuote(read)}`);
  }
  return read;
};

export const jsonBoolean: FieldReader<boolean> = (value, field) => {
  if (typeof value !== 'boolean') throw invalid(field, 'must be true or false');
  return value;
};

export const dateText: FieldReader<number> = (value, field) =>
  date(storableText(value, field), field);

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

export const email: FieldReader<string> = (value, field) => {
  const read = storableText(value, field);
  if (!EMAIL.test(read)) throw invalid(field, `must be an email address, not ${shortQuote(read)}`);
  return read;
};
