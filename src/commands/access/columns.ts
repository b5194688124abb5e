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

/** The columns of `docs access list --csv` that a list needs not have. */
const OTHERS: ReadonlySet<string> = new Set(['state', 'created', 'revoked']);

/**
 * The columns that the first row names, or the first column alone. Throws `usage` if they are ambiguous and, for a grant, if a column is
 * unknown. `name` is the list's, for messages.
 */
export function columnsOf(rows: readonly CsvRow[], use: Use, name: string): Columns {
  const heads = (rows[0]?.cells ?? []).map((head) => head.toLowerCase());
  const email = columnIn(heads, 'email', name);
  if (email === -1) {
    if (use === 'grant') requireOneColumn(rows, name);
    return { email: 0, expiry: -1, isNamed: () => true, heads: 0 };
  }
  if (use === 'revoke') return { email, expiry: -1, isNamed: () => true, heads: 1 };
  const expiry = columnIn(heads, 'expires', name);
  const unread = (rows[0]?.cells ?? []).filter(
    (head, at) => head !== '' && at !== email && at !== expiry && !OTHERS.has(head.toLowerCase()),
  );
  if (unread.length > 0) {
    const what = unread.length === 1 ? 'column' : 'columns';
    const is = unread.length === 1 ? 'is' : 'are';
    throw new Failure('usage', `${name}: ${what} ${listed(unread)} ${is} not supported.`, {
      hint: 'Columns are email and expires',
    });
  }
  return { email, expiry, isNamed: (column) => (heads[column] ?? '') !== '', heads: 1 };
}

/** -1: there is none. */
function columnIn(heads: readonly string[], name: string, list: string): number {
  const column = heads.indexOf(name);
  if (!heads.includes(name, column + 1) || column === -1) return column;
  throw new Failure('usage', `${list} has two columns "${name}".`, { hint: 'Remove one of them' });
}

function requireOneColumn(rows: readonly CsvRow[], name: string): void {
  const isOne = rows.every(({ cells }) => cells.slice(1).every((cell) => cell === ''));
  if (isOne) return;
  const header = rows.find(({ cells }) => cells.some((cell) => cell.toLowerCase() === 'email'));
  const [problem, hint] = header
    ? [`does not begin with its header, which is line ${header.line}`, 'Remove the lines before it']
    : rows[0]?.cells.some(isMailAddress) === true
      ? ['has several columns and no header', 'Name its columns in the first line']
      : ['has no column "email"', 'Name its columns in the first line'];
  throw new Failure('usage', `${name} ${problem}.`, { hint: `${hint}, such as email,expires` });
}

/** Messages list this many columns, enough to recognise them. */
const SHOWN = 5;

function listed(heads: readonly string[]): string {
  const shown = heads.slice(0, SHOWN).map(quoted);
  const more = heads.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  return shown.length === 0 ? `${last}` : `${shown.join(', ')} and ${last}`;
}

const quoted = (head: string): string => {
  const line = head.replaceAll(/\s+/g, ' ');
  return `"${line.length > 40 ? `${line.slice(0, 39)}…` : line}"`;
};
