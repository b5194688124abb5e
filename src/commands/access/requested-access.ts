/** The addresses that a run was given, as arguments or lists, each with its expiry: which columns, addresses and dates are understood, and why others are not. */
import { anyOf, listOf, shorten } from '../../model/text/sentences.ts';
import { type CsvRow, parseCsv } from './csv.ts';
import { Failure } from '../../model/failure.ts';
import type { Context } from '../../context.ts';
import { mayBeMonths } from '../../model/time.ts';
import { readInput } from '../shared/named-files/input.ts';
import {
  endOfDay,
  endOfHour,
  isDayLike,
  parseDay,
  parseLength,
  parseMoment,
  possibleDays,
} from '../shared/typed-times.ts';

/** When an access ends, in milliseconds since 1970. `null`: never. */
export type Expiry = number | null;

/** The purpose of the list: revoking uses addresses only. */
export type Use = 'grant' | 'revoke';

export interface RequestedAccess {
  readonly email: string;
  /** `undefined`: neither the entry nor `--expires` gives an expiry. */
  readonly expiry: Expiry | undefined;
}

/** The content of one argument, or of one row of a list. */
export interface Entry {
  readonly text: string;
  readonly expiry: Expiry | undefined;
  readonly line: number | null;
  /** Why it cannot be used, as far as it alone shows. */
  readonly problem: string | null;
}

/** A line that cannot be used. */
export interface InvalidEntry {
  readonly text: string;
  /** Null for an argument. */
  readonly line: number | null;
  readonly reason: string;
}

export interface Entries {
  readonly entries: readonly RequestedAccess[];
  readonly invalid: readonly InvalidEntry[];
}

/**
 * Rejects with `usage` if there is neither an address nor a list, if a list cannot be read or, for
 * a grant, if it has an unknown column. `-` is standard input. A list with a header and no rows is
 * valid.
 */
export async function readAddresses(
  context: Context,
  use: Use,
  addresses: readonly string[],
  from: readonly string[],
): Promise<Entries> {
  const files = addresses.includes('-') ? [...from, '-'] : from;
  const entries = entriesOfArguments(addresses.filter((address) => address !== '-'));
  if (entries.length + files.length === 0) {
    throw new Failure('usage', 'No addresses were given.', {
      hint: 'Name addresses, or a file of them with --from readers.csv (- is standard input)',
    });
  }
  const now = context.host.clock.now();
  for (const file of files) {
    const name = file === '-' ? 'Standard input' : file;
    const text = textOf(await readInput(context, file, 'addresses'), name);
    for (const entry of parseEntries({ text, name, use, now })) entries.push(entry);
  }
  return mergeEntries(entries);
}

function textOf(bytes: Uint8Array, name: string): string {
  const text = decode(bytes);
  // UTF-16 without its mark is full of NULs, and NUL is valid UTF-8.
  if (text === null || text.includes('\0')) {
    throw new Failure('usage', `${name} is not UTF-8.`, { hint: 'Save it as "CSV UTF-8"' });
  }
  if (text.trim() === '') {
    throw new Failure('usage', `${name} is empty.`, {
      hint: 'Either nothing was left to do, or a run wrote its list to the file that it read: write the output to another file than the one that --from reads',
    });
  }
  return text;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Addresses from arguments. One argument may be a list (`a@x.org,b@x.org`, or with semicolons). */
export const entriesOfArguments = (args: readonly string[]): Entry[] =>
  args
    .flatMap((argument) => argument.split(/[,;]/))
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => ({ text, expiry: undefined, line: null, problem: addressProblem(text) }));

interface List {
  readonly text: string;
  /** The name of the list in messages. */
  readonly name: string;
  readonly use: Use;
  readonly now: number;
}

/**
 * Addresses from a CSV file, or from plain lines. A first row with an `email` column is a header.
 * For a grant, an `expires` column gives the expiry of each address, instead of `--expires` for
 * all. Throws `usage` if the columns are ambiguous (`columnsOf`).
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
  const extra = cells.find((cell, at) => cell !== '' && !columns.isNamed(at));
  return { text, expiry, line, problem: problemOf({ text, written, expiry, extra }, now) };
}

interface Cells {
  readonly text: string;
  /** The text of the expiry's cell; empty if there is none. */
  readonly written: string;
  readonly expiry: Expiry | undefined;
  /** A cell in a column without a name. */
  readonly extra: string | undefined;
}

function problemOf({ text, written, expiry, extra }: Cells, now: number): string | null {
  const cell = shorten(written, MAX_SHOWN);
  if (written !== '' && expiry === undefined) return `"${cell}" ${whyNoExpiry(written)}`;
  if (expiry !== undefined && expiry !== null && expiry <= now) return `${cell} is in the past`;
  if (extra !== undefined) return `"${shorten(extra, MAX_SHOWN)}" is in a column without a name`;
  return addressProblem(text);
}

function addressProblem(text: string): string | null {
  if (text === '') return 'the address is missing';
  if (isMailAddress(text)) return null;
  const [inside = ''] = /[^\s<>:"'(),;]+@[^\s<>"'(),;]+/.exec(text.slice(0, MAX_SHOWN)) ?? [];
  return isMailAddress(inside)
    ? `not only an email address: write ${inside}`
    : 'not an email address';
}

/** Combines arguments and lists. The same address twice is one entry, unless its expiries differ: only a person can decide which one is meant. */
export function mergeEntries(given: readonly Entry[]): Entries {
  const entries = new Map<string, RequestedAccess>();
  const invalid: InvalidEntry[] = [];
  for (const { text, expiry, line, problem } of given) {
    const key = addressKey(text);
    const known = entries.get(key);
    const isOther = known !== undefined && known.expiry !== expiry;
    const reason = problem ?? (isOther ? 'listed before with a different expiry' : null);
    if (reason !== null) invalid.push({ text: shorten(text, MAX_SHOWN), line, reason });
    else if (known === undefined) entries.set(key, { email: text, expiry });
  }
  return { entries: [...entries.values()], invalid };
}

interface Columns {
  readonly email: number;
  /** -1: there is none, or it does not matter. */
  readonly expiry: number;
  /** Whether a column has a name. */
  readonly isNamed: (column: number) => boolean;
  /** The number of rows before the first reader. */
  readonly heads: 0 | 1;
}

/** The columns of `docs access list --csv` that a list needs not have. */
const OTHERS: ReadonlySet<string> = new Set(['state', 'created', 'revoked']);

/**
 * The columns that the first row names, or the only column. Throws `usage` if they are ambiguous
 * and, for a grant, if a column is unknown. `name` is the list's, for messages.
 */
function columnsOf(rows: readonly CsvRow[], use: Use, name: string): Columns {
  const heads = (rows[0]?.cells ?? []).map(headOf);
  const email = columnIn(heads, 'email', name);
  if (email === -1) {
    if (use === 'grant' || !isFirstColumn(rows)) requireOneColumn(rows, name);
    return { email: 0, expiry: -1, isNamed: () => true, heads: 0 };
  }
  if (use === 'revoke') return { email, expiry: -1, isNamed: () => true, heads: 1 };
  const expiry = columnIn(heads, 'expires', name);
  const unread = (rows[0]?.cells ?? []).filter(
    (head, at) => head !== '' && at !== email && at !== expiry && !OTHERS.has(headOf(head)),
  );
  if (unread.length > 0) {
    const what = unread.length === 1 ? 'column' : 'columns';
    const [is, it, one] = unread.length === 1 ? ['is', 'it', 'it'] : ['are', 'them', 'one'];
    throw new Failure(
      'usage',
      `${name}: ${what} ${listOf(unread.map(quotedHead), SHOWN)} ${is} not supported.`,
      {
        hint: `Columns are email and expires: remove ${it}, or call ${one} expires if it says when access ends`,
      },
    );
  }
  return { email, expiry, isNamed: (column) => (heads[column] ?? '') !== '', heads: 1 };
}

/** The name of a column, however it is spelt: `E-Mail Address` is `email`. */
const headOf = (cell: string): string =>
  cell
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}_]/gu, '')
    .replace(/^emailaddress$/, 'email');

/** -1: there is none. */
function columnIn(heads: readonly string[], name: string, list: string): number {
  const column = heads.indexOf(name);
  if (!heads.includes(name, column + 1) || column === -1) return column;
  throw new Failure('usage', `${list} has two columns "${name}".`, { hint: 'Remove one of them' });
}

/** Whether only the first column has addresses. */
const isFirstColumn = (rows: readonly CsvRow[]): boolean =>
  isMailAddress(rows[0]?.cells[0] ?? '') &&
  rows.every(({ cells }) => !cells.slice(1).some(isMailAddress));

function requireOneColumn(rows: readonly CsvRow[], name: string): void {
  const isOne = rows.every(({ cells }) => cells.slice(1).every((cell) => cell === ''));
  if (isOne) return;
  const header = rows.find(({ cells }) => cells.some((cell) => headOf(cell) === 'email'));
  const several = rows.find(({ cells }) => cells.filter(isMailAddress).length > 1);
  const [problem, hint] = header
    ? [`does not begin with its header, which is line ${header.line}`, 'Remove the lines before it']
    : several
      ? [`has several addresses in line ${several.line}`, 'Write each in a line of its own']
      : rows[0]?.cells.some(isMailAddress) === true
        ? ['has several columns and no header', NAME_THEM]
        : ['has no column "email"', NAME_THEM];
  throw new Failure('usage', `${name} ${problem}.`, { hint });
}

const NAME_THEM = 'Name its columns in the first line, such as email,expires';

/** The longest quotation of a line. */
const MAX_SHOWN = 200;

/** Messages list this many columns, enough to recognise them. */
const SHOWN = 5;

const quotedHead = (head: string): string => `"${shorten(head, 40)}"`;

const LOCAL = /^[^\s@"(),:;<>[\\\]\p{C}\uFFFD]{1,64}$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

/**
 * Whether the text is one email address (RFC 5321's plain form, with RFC 6531's letters; no quoted
 * local part, no IP literal). The replacement character, which stands for a letter that some
 * program could not read, is not allowed.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (!LOCAL.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return false;
  const labels = text.slice(at + 1).split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}

/** The identity of an address: real mail systems ignore letter case. */
export const addressKey = (email: string): string => email.normalize('NFC').toLowerCase();

/**
 * Parses `never`, a day (`2026-12-31` or `31.12.2026`: until its last second, local time), a
 * moment, or a length of time from `now` (`30d`). A length is rounded up to the end of the day, or
 * of the hour if it is given in hours or minutes, so that the same command a little later asks for
 * the same expiry.
 * Returns `undefined` if the text is none of these.
 */
export function parseExpiry(text: string, now: number): Expiry | undefined {
  if (/^never$/i.test(text)) return null;
  const day = parseDay(text);
  if (day) return day.end;
  const length = parseLength(text);
  if (length === undefined) return parseMoment(text);
  if (length === 0 || mayBeMonths(text)) return undefined;
  return BY_DAYS.test(text) ? endOfDay(now + length) : endOfHour(now + length);
}

const BY_DAYS = /^(?:\d+[dw])+$/;

/** The rest of a sentence that begins with the text: what is wrong, and what to write instead. */
export function whyNoExpiry(text: string): string {
  if (parseLength(text) !== undefined && mayBeMonths(text))
    return 'may be minutes or months: write 30d, or 30min';
  if (parseLength(text) === 0) return 'ends at once: write 1d, or a day';
  const days = possibleDays(text);
  if (days.length === 0)
    return isDayLike(text)
      ? 'is a day that does not exist'
      : 'is not an expiry: write 30d, 2026-12-31, 31.12.2026, 2026-12-31T18:00+01:00 or never';
  const what = days.length === 1 ? 'is not written as a date here' : 'can be two dates';
  return `${what}: write ${anyOf(days)}`;
}
