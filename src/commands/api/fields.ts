import { extentOfJson } from '../../definitions/json-text.ts';
import { tryJson } from '../../model/fields.ts';
import { Failure } from '../../model/failure.ts';

export type RequestFields = readonly (readonly [key: string, value: unknown])[];

/** Parses `key=value` (a string) and `key:=value` (JSON). Throws `usage`, naming the field. */
export function parseFields(texts: readonly string[]): RequestFields {
  return texts.map((text) => {
    const at = text.indexOf('=');
    if (at < 1 || text === ':=') {
      throw new Failure('usage', `"${text}" is not a field.`, { hint: 'Write -f key=value' });
    }
    if (text[at - 1] !== ':') return [text.slice(0, at), text.slice(at + 1)];
    const key = text.slice(0, at - 1);
    return [key, parseJson(key, text.slice(at + 1))];
  });
}

function parseJson(key: string, text: string): unknown {
  const value = tryJson(text);
  if (value === undefined) {
    throw new Failure('usage', `The value of "${key}" is not valid JSON.`, {
      hint: `Write -f ${key}=… to send it as text`,
    });
  }
  const [number] = extentOfJson(text).numbers;
  if (number === undefined) return value;
  throw new Failure('usage', `The number ${number.text} in "${key}" has too many digits.`, {
    hint: '--input sends a body as it is written',
  });
}

/** The fields as a query: a repeated key is a list. */
export function asQuery(fields: RequestFields): Record<string, readonly string[]> {
  const query = new Map<string, string[]>();
  for (const [key, value] of fields) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    query.set(key, [...(query.get(key) ?? []), text]);
  }
  return Object.fromEntries(query);
}

/** The fields as a body: a repeated key is a list. */
export function asBody(fields: RequestFields): Record<string, unknown> {
  const body = new Map<string, unknown>();
  const lists = new Set<string>();
  for (const [key, value] of fields) {
    if (!body.has(key)) body.set(key, value);
    else if (lists.has(key)) body.set(key, [...(body.get(key) as unknown[]), value]);
    else {
      body.set(key, [body.get(key), value]);
      lists.add(key);
    }
  }
  return Object.fromEntries(body);
}
