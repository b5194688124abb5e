import type { InvalidEntry } from './document.ts';
import type { Expiry } from '../../model/access-change.ts';
import { addressesIn, addressKey, isMailAddress } from './address.ts';
import { columnsOf } from './columns.ts';
import type { Columns, Use } from './columns.ts';
import type { CsvRow } from './csv.ts';
import { parseCsv } from './csv.ts';
import { parseExpiry } from './expiry.ts';

export interface RequestedAccess {
  readonly email: string;
  /** `undefined`: neither the entry nor `--expires` gives an expiry. */
  readonly expiry: Expiry | undefined;
}

/** The content of one argument, or of one row of a list. */
export interface Entry {
  readonly text: string;
  /** The text of the expiry's cell; empty if there is none. */
  readonly written: string;
  readonly expiry: Expiry | undefined;
  /** Cells in columns without a name. */
  readonly extra: readonly string[];
  readonly line: number | null;
  /** Why it cannot be used, as far as it alone shows. */
  readonly problem: 'expiry' | 'past' | 'extra' | null;
}

export interface Entries {
  readonly entries: readonly RequestedAccess[];
  readonly invalid: readonly InvalidEntry[];
  /** Whether a date of `invalid` cannot be read. */
  readonly hasBadExpiry: boolean;
}

/** Addresses from arguments. One argument may be a list (`a@x.org,b@x.org`). */
export function entriesOfArguments(args: readonly string[]): Entry[] {
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
  /** The name of the list in messages. */
  readonly name: string;
  readonly use: Use;
  readonly now: number;
}

/**
 * Addresses from a CSV file, or from plain lines. A first row with an `email` column is a header. For a grant, an `expires` column gives the
 * expiry of each address, instead of `--expires` for all. Throws `usage` if the columns are ambiguous (`columnsOf`).
 */
export function parseEntries({ text, name, use, now }: List): Entry[] {
  const rows = parseCsv(text, name);
  const columns = columnsOf(rows, use, name);
  return rows.slice(columns.heads).map((row) => entryOf(row, columns, now));
}

function entryOf({ line, cells }: CsvRow, columns: Columns, now: number): Entry {
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
 * Combines arguments and lists. The same address twice is one entry. If one of its rows cannot be used, or the rows differ in the expiry, only
 * a person can decide: none of them is used.
 */
export function mergeEntries(given: readonly Entry[]): Entries {
  const entries = new Map<string, RequestedAccess>();
  const reasons = new Map<Entry, string>();
  const blocked = new Set<string>();
  for (const entry of given) {
    const key = addressKey(entry.text);
    const known = entries.get(key);
    const reason = reasonOf(entry);
    if (reason !== null) {
      reasons.set(entry, reason);
      for (const address of namedBy(entry)) blocked.add(addressKey(address));
    } else if (!known) entries.set(key, { email: entry.text, expiry: entry.expiry });
    else if (known.expiry !== entry.expiry) {
      reasons.set(entry, 'listed before with a different expiry');
      blocked.add(key);
    }
  }
  for (const entry of given) {
    const isBlocked = blocked.has(addressKey(entry.text)) && !reasons.has(entry);
    if (isBlocked) reasons.set(entry, 'another row for this address cannot be used');
  }
  const unusable = given.filter((entry) => reasons.has(entry));
  return {
    entries: [...entries].filter(([key]) => !blocked.has(key)).map(([, entry]) => entry),
    hasBadExpiry: unusable.some(({ problem }) => problem === 'expiry'),
    invalid: unusable.map((entry) => ({
      text: shortened(entry.text),
      line: entry.line,
      reason: reasons.get(entry) ?? '',
    })),
  };
}

function reasonOf({ text, written, extra, problem }: Entry): string | null {
  const cell = shortened(written);
  if (problem === 'expiry') return `"${cell}" is not an expiry: use 30d, 2026-12-31 or never`;
  if (problem === 'past') return `${cell} is in the past`;
  if (problem === 'extra') return `"${shortened(extra[0] ?? '')}" is in a column without a name`;
  if (text === '') return 'the address is missing';
  return isMailAddress(text) ? null : 'not an email address';
}

/** The addresses in a row that cannot be used, whatever is wrong with it. */
const namedBy = ({ text, written, extra }: Entry): readonly string[] => [
  text,
  ...addressesIn([text, written, ...extra].join(' ')),
];

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
