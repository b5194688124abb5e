import type { InvalidEntry } from '../../ui/documents/access.ts';
import type { Expiry } from '../../model/access-change.ts';
import { addressesIn, addressKey, isMailAddress } from './address.ts';
import { columnsOf } from './columns.ts';
import type { Columns, Use } from './columns.ts';
import type { CsvRow } from './csv.ts';
import { parseCsv } from './csv.ts';
import { parseExpiry } from './expiry.ts';

/** An address as it was asked for. */
export interface RequestedAccess {
  readonly email: string;
  /** `undefined`: nothing was said about it, neither here nor by `--expires`. */
  readonly expiry: Expiry | undefined;
}

/** What one argument, or one row of a list, says. */
export interface Wish {
  readonly text: string;
  /** Of the expiry's cell; empty: nothing. */
  readonly written: string;
  readonly expiry: Expiry | undefined;
  /** Cells in columns without a name. */
  readonly extra: readonly string[];
  readonly line: number | null;
  /** Why it cannot be used, as far as it shows alone. */
  readonly problem: 'expiry' | 'past' | 'extra' | null;
}

export interface Entries {
  readonly entries: readonly RequestedAccess[];
  readonly invalid: readonly InvalidEntry[];
  /** The same ones, as they were given. */
  readonly unusable: readonly Wish[];
}

/** Addresses given as arguments. A list in one argument (`a@x.org,b@x.org`) is several. */
export function wishesOfArguments(args: readonly string[]): Wish[] {
  const texts = args.flatMap((argument) => argument.split(',')).map((text) => text.trim());
  return texts
    .filter((text) => text !== '')
    .map((text) => ({
      text,
      written: '',
      expiry: undefined,
      extra: [],
      line: null,
      problem: null,
    }));
}

interface List {
  readonly text: string;
  /** What messages call it. */
  readonly name: string;
  readonly use: Use;
  readonly now: number;
}

/**
 * Addresses of a CSV file, or of plain lines. A first row that names an `email` column is a header; for a grant, an `expires` column may say
 * for each address what `--expires` says for all. Throws `usage` if the columns do not tell what is meant (`columnsOf`).
 */
export function wishesOfList({ text, name, use, now }: List): Wish[] {
  const rows = parseCsv(text, name);
  const columns = columnsOf(rows, use, name);
  return rows.slice(columns.heads).map((row) => wishOf(row, columns, now));
}

function wishOf({ line, cells }: CsvRow, columns: Columns, now: number): Wish {
  const text = cells[columns.email] ?? '';
  const written = columns.expiry >= 0 ? (cells[columns.expiry] ?? '') : '';
  const expiry = written === '' ? undefined : parseExpiry(written, now);
  const extra = cells.filter((cell, at) => cell !== '' && !columns.isNamed(at));
  const isPast = expiry !== undefined && expiry !== null && expiry <= now;
  const problem =
    written !== '' && expiry === undefined
      ? 'expiry'
      : isPast
        ? 'past'
        : extra.length > 0
          ? 'extra'
          : null;
  return { text, written, expiry, extra, line, problem };
}

/**
 * What arguments and lists ask for together. The same address twice is one entry. Where one of its rows cannot be used, or they differ in
 * the expiry, only a person can settle it: none of them is used.
 */
export function joinWishes(wishes: readonly Wish[]): Entries {
  const entries = new Map<string, RequestedAccess>();
  const reasons = new Map<Wish, string>();
  const blocked = new Set<string>();
  for (const wish of wishes) {
    const key = addressKey(wish.text);
    const known = entries.get(key);
    const reason = reasonOf(wish);
    if (reason !== null) {
      reasons.set(wish, reason);
      for (const address of namedBy(wish)) blocked.add(addressKey(address));
    } else if (!known) entries.set(key, { email: wish.text, expiry: wish.expiry });
    else if (known.expiry !== wish.expiry) {
      reasons.set(wish, 'given before with another expiry');
      blocked.add(key);
    }
  }
  for (const wish of wishes) {
    const isBlocked = blocked.has(addressKey(wish.text)) && !reasons.has(wish);
    if (isBlocked) reasons.set(wish, 'what else is said about it cannot be used');
  }
  const unusable = wishes.filter((wish) => reasons.has(wish));
  return {
    entries: [...entries].filter(([key]) => !blocked.has(key)).map(([, entry]) => entry),
    invalid: unusable.map((wish) => ({
      text: shortened(wish.text),
      line: wish.line,
      reason: reasons.get(wish) ?? '',
    })),
    unusable,
  };
}

function reasonOf({ text, written, extra, problem }: Wish): string | null {
  const cell = shortened(written);
  if (problem === 'expiry') return `"${cell}" is not an expiry: use 30d, 2026-12-31 or never`;
  if (problem === 'past') return `${cell} is in the past`;
  if (problem === 'extra') return `"${shortened(extra[0] ?? '')}" is in a column without a name`;
  if (text === '') return 'there is no address';
  return isMailAddress(text) ? null : 'not a mail address';
}

/** Whom a row speaks of that cannot be used, whatever is wrong with it. */
const namedBy = ({ text, written, extra }: Wish): readonly string[] => [
  text,
  ...addressesIn([text, written, ...extra].join(' ')),
];

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
