/** What the columns of a list are. A column that nobody reads may say when access ends: grants stop there. */
import { Failure } from '../../model/failure.ts';
import { isMailAddress } from './address.ts';
import type { CsvRow } from './csv.ts';

/** What the list is for: to revoke takes addresses only. */
export type Use = 'grant' | 'revoke';

export interface Columns {
  readonly email: number;
  /** -1: there is none, or it does not matter. */
  readonly expiry: number;
  /** A cell elsewhere stands in a column without a name. */
  readonly isNamed: (column: number) => boolean;
  /** How many rows come before the first reader. */
  readonly heads: 0 | 1;
}

/** Heads as `squeeze` leaves them. */
const EMAIL_HEADS = new Set(['email', 'emailaddress', 'mail', 'address', 'reader']);
const EXPIRY_HEADS = new Set([
  'expires',
  'expiresat',
  'expireson',
  'expiry',
  'expirydate',
  'expiration',
  'expirationdate',
  'until',
]);
/** What `docs access list --csv` has besides. */
const OTHER_HEADS = new Set(['state', 'created', 'revoked']);

const squeeze = (head: string): string => head.toLowerCase().replaceAll(/[\s_-]+/g, '');

/**
 * The columns of a list: those that its first row names, or the first one alone. Throws `usage` if it could be meant in two ways and, for
 * a grant, if a column is not read. `name` is the list's, for messages.
 */
export function columnsOf(rows: readonly CsvRow[], use: Use, name: string): Columns {
  const heads = rows[0]?.cells ?? [];
  const [email, second] = columnsIn(heads, EMAIL_HEADS);
  if (email === undefined) {
    if (use === 'grant') requireOneColumn(rows, name);
    return { email: 0, expiry: -1, isNamed: () => true, heads: 0 };
  }
  if (second !== undefined) {
    throw twice(name, heads, [email, second], 'name the address');
  }
  if (use === 'revoke') return { email, expiry: -1, isNamed: () => true, heads: 1 };
  const [expiry = -1, other] = columnsIn(heads, EXPIRY_HEADS);
  if (other !== undefined) {
    throw twice(name, heads, [expiry, other], 'say when access ends');
  }
  const unread = heads.filter(
    (head, at) => head !== '' && at !== email && at !== expiry && !OTHER_HEADS.has(squeeze(head)),
  );
  if (unread.length > 0) throw notRead(name, unread, expiry >= 0);
  return { email, expiry, isNamed: (column) => (heads[column] ?? '') !== '', heads: 1 };
}

const columnsIn = (heads: readonly string[], known: ReadonlySet<string>): readonly number[] =>
  heads.flatMap((head, at) => (known.has(squeeze(head)) ? [at] : []));

function requireOneColumn(rows: readonly CsvRow[], name: string): void {
  const isOne = rows.every(({ cells }) => cells.slice(1).every((cell) => cell === ''));
  if (isOne) return;
  const header = rows.find(({ cells }) => columnsIn(cells, EMAIL_HEADS).length > 0);
  const [problem, hint] = header
    ? [`does not begin with its header, which is line ${header.line}`, 'remove the lines before it']
    : rows[0]?.cells.some(isMailAddress) === true
      ? ['has several columns and no header', 'name its columns in a first line']
      : ['has no column "email"', 'name the columns that are read in its first line'];
  throw new Failure('usage', `${name} ${problem}.`, { hint: `${hint}, such as email,expires` });
}

function notRead(name: string, unread: readonly string[], hasExpiry: boolean): Failure {
  const [first = ''] = unread;
  const isOne = unread.length === 1;
  const what = isOne ? `column ${quoted(first)} is` : `columns ${listed(unread)} are`;
  if (hasExpiry) {
    return new Failure('usage', `${name}: ${what} not read.`, {
      hint: `Leave ${isOne ? 'it' : 'them'} out of the list`,
    });
  }
  const remedy = isOne ? 'name it expires' : 'name the one that says when access ends expires';
  return new Failure('usage', `${name}: ${what} not read; ${remedy}.`, {
    hint: 'Leave columns out that say nothing about when access ends',
  });
}

const twice = (
  name: string,
  heads: readonly string[],
  columns: readonly number[],
  what: string,
): Failure =>
  new Failure(
    'usage',
    `${name}: columns ${listed(columns.map((at) => heads[at] ?? ''))} both ${what}.`,
    { hint: 'Leave one of them out' },
  );

/** Enough to know them by. */
const SHOWN = 5;

function listed(heads: readonly string[]): string {
  const shown = heads.slice(0, SHOWN).map(quoted);
  const more = heads.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  return `${shown.join(', ')} and ${last}`;
}

const quoted = (head: string): string => {
  const line = head.replaceAll(/\s+/g, ' ');
  return `"${line.length > 40 ? `${line.slice(0, 39)}…` : line}"`;
};
