import { parseInstant } from '../../model/instant.ts';
import { invalid } from '../refusal.ts';

/** Reads one value of a query. Refuses it with the name of its field. */
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

/** One of the names, as the value that it stands for. */
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
