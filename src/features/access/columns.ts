/** The meaning of a list's columns. An unknown column may say when access ends, so a grant refuses it. */
import { Failure } from '../../model/failure.ts';
import { isMailAddress } from './address.ts';
import type { CsvRow } from './csv.ts';

/** The purpose of the list: revoking uses addresses only. */
export type Use = 'grant' | 'revoke';

export interface Columns {
  readonly email: number;
  /** -1: there is none, or it does not matter. */
  readonly expiry: number;
  /** Whether a column has a name. */
  readonly isNamed: (column: number) => boolean;
  /** The number of rows before the first reader. */
  readonly heads: 0 | 1;
}

/** Names in the form that `squeeze` returns. */
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
/** The other columns of `docs access list --csv`. */
const OTHER_HEADS = new Set(['state', 'created', 'revoked']);

const squeeze = (head: string): string => head.toLowerCase().replaceAll(/[\s_-]+/g, '');

/**
 * The columns that the first row names, or the first column alone. Throws `usage` if they are ambiguous and, for a grant, if a column is
 * unknown. `name` is the list's, for messages.
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
    ? [`does not begin with its header, which is line ${header.line}`, 'Remove the lines before it']
    : rows[0]?.cells.some(isMailAddress) === true
      ? ['has several columns and no header', 'Name its columns in the first line']
      : ['has no column "email"', 'Name its columns in the first line'];
  throw new Failure('usage', `${name} ${problem}.`, { hint: `${hint}, such as email,expires` });
}

function notRead(name: string, unread: readonly string[], hasExpiry: boolean): Failure {
  const [first = ''] = unread;
  const isOne = unread.length === 1;
  const what = isOne ? `column ${quoted(first)} is` : `columns ${listed(unread)} are`;
  if (hasExpiry) {
    return new Failure('usage', `${name}: ${what} not supported.`, {
      hint: `Remove the ${isOne ? 'column' : 'columns'}`,
    });
  }
  const remedy = isOne
    ? 'rename it to "expires" if it says when access ends'
    : 'rename the one that says when access ends to "expires"';
  return new Failure('usage', `${name}: ${what} not supported; ${remedy}.`, {
    hint: 'Remove the columns that do not say when access ends',
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
    { hint: 'Remove one of them' },
  );

/** Messages list this many columns, enough to recognise them. */
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
