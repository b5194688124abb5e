import { hasFields } from '../../model/fields.ts';
import type { FieldReader } from '../../model/fields.ts';
import { invalid, Refusal } from '../refusal.ts';
import { date, shortQuote } from './value.ts';
import type { Decoded } from './value.ts';

type Fields = Readonly<Record<string, FieldReader<unknown>>>;

/** Reads the fields of a JSON object. Refuses unknown names. */
export function decodeBody<const F extends Fields>(json: unknown, fields: F): Decoded<F> {
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

/** Any text that a database can store: valid Unicode without NUL. */
export const storableText: FieldReader<string> = (value, field) => {
  if (typeof value !== 'string') throw invalid(field, 'must be a string');
  if (value.includes('\0')) throw invalid(field, 'must not hold a NUL character');
  if (/\p{Surrogate}/u.test(value)) throw invalid(field, 'is not valid Unicode');
  return value;
};

/** A text with at least one visible character and at most `most` characters. */
export const name =
  (most: number): FieldReader<string> =>
  (value, field) => {
    const read = storableText(value, field);
    if (read.trim() === '') throw invalid(field, 'must not be empty');
    if (read.length > most) throw invalid(field, `must have at most ${most} characters`);
    return read;
  };

const LONGEST_SLUG = 255;

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
  if (read.length > LONGEST_SLUG) throw invalid(field, `has more than ${LONGEST_SLUG} characters`);
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
