import { invalid } from '../refusal.ts';
import type { Decoded, FromText } from './value.ts';

type Fields = Readonly<Record<string, FromText<unknown>>>;

/** Reads the fields of a query. Refuses unknown and repeated names. */
export function decodeQuery<const F extends Fields>(query: URLSearchParams, fields: F): Decoded<F> {
  const decoded: Record<string, unknown> = {};
  for (const [name, text] of query) {
    const read = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!read) throw invalid(name, 'is not a parameter of this operation');
    if (Object.hasOwn(decoded, name)) throw invalid(name, 'is there twice');
    decoded[name] = read(text, name);
  }
  return decoded as Decoded<F>;
}
