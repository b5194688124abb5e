import type { Expiry } from './expiry.ts';
import { parseExpiry } from './expiry.ts';
import type { Row } from './csv.ts';
import { parseCsv } from './csv.ts';

/** An address as it was asked for. */
export interface Entry {
  readonly email: string;
  /** `undefined`: nothing was said about it, neither here nor by `--expires`. */
  readonly expiry: Expiry | undefined;
}

/** A line that cannot be used. */
export interface InvalidEntry {
  readonly text: string;
  /** `null`: it was an argument. */
  readonly line: number | null;
  readonly reason: string;
}

export interface Entries {
  readonly entries: readonly Entry[];
  readonly invalid: readonly InvalidEntry[];
}

const LOCAL = /^[^\s@"(),:;<>[\\\]\p{C}]{1,64}$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

/** Whether the text is one mail address (RFC 5321's plain form, RFC 6531's letters; no quoted local part, no IP literal). */
export function isAddress(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (!LOCAL.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return false;
  const labels = text.slice(at + 1).split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}

/** The identity of an address: mail systems in use do not tell letter case apart. */
export const addressKey = (email: string): string => email.normalize('NFC').toLowerCase();

/** Addresses given as arguments. A list in one argument (`a@x.org,b@x.org`) is several. */
export function entriesOfArguments(args: readonly string[]): Entries {
  const texts = args.flatMap((argument) => argument.split(',')).map((text) => text.trim());
  return collect(
    texts.filter((text) => text !== '').map((text) => ({ text, line: null, expiry: undefined })),
  );
}

const EMAIL_HEADS = new Set([
  'email',
  'e-mail',
  'e-mail address',
  'email address',
  'mail',
  'address',
  'reader',
]);
const EXPIRY_HEADS = new Set(['expires', 'expiresat', 'expires at', 'expiry', 'until']);

/**
 * Addresses of a CSV file, or of plain lines. A first row that names an `email` column is a header; an `expires` column may say
 * for each address what `--expires` says for all. Without a header the first column is the address.
 */
export function entriesOfFile(text: string, now: number): Entries {
  const rows = parseCsv(text);
  const heads = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const emailColumn = heads.findIndex((head) => EMAIL_HEADS.has(head));
  const columns =
    emailColumn >= 0
      ? { email: emailColumn, expiry: heads.findIndex((head) => EXPIRY_HEADS.has(head)) }
      : { email: 0, expiry: -1 };
  const body = emailColumn >= 0 ? rows.slice(1) : rows;
  return collect(body.map((row) => candidateOf(row, columns, now)));
}

interface Candidate {
  readonly text: string;
  readonly line: number | null;
  readonly expiry: Expiry | undefined;
  readonly reason?: string;
}

function candidateOf(row: Row, columns: { email: number; expiry: number }, now: number): Candidate {
  const text = row.cells[columns.email] ?? '';
  const written = columns.expiry >= 0 ? (row.cells[columns.expiry] ?? '') : '';
  const expiry = written === '' ? undefined : parseExpiry(written, now);
  const candidate = { text, line: row.line, expiry };
  if (written !== '' && expiry === undefined) {
    return { ...candidate, reason: `"${written}" is no expiry: use 30d, 2026-12-31 or never` };
  }
  if (expiry !== undefined && expiry !== null && expiry <= now) {
    return { ...candidate, reason: `${written} is in the past` };
  }
  return candidate;
}

/** The same address twice is one entry; twice with different expiries is a mistake that only a person can settle. */
function collect(candidates: readonly Candidate[]): Entries {
  const entries = new Map<string, Entry>();
  const invalid: InvalidEntry[] = [];
  for (const { text, line, expiry, reason } of candidates) {
    const known = entries.get(addressKey(text));
    if (reason !== undefined) invalid.push({ text, line, reason });
    else if (text === '') invalid.push({ text, line, reason: 'there is no address' });
    else if (!isAddress(text)) invalid.push({ text, line, reason: 'not a mail address' });
    else if (known && known.expiry !== expiry) {
      invalid.push({ text, line, reason: 'given before with another expiry' });
    } else if (!known) entries.set(addressKey(text), { email: text, expiry });
  }
  return { entries: [...entries.values()], invalid };
}

/** What several sources asked for, as if it had been one. */
export function joinEntries(sources: readonly Entries[]): Entries {
  const joined = collect(
    sources.flatMap(({ entries }) =>
      entries.map(({ email, expiry }) => ({ text: email, line: null, expiry })),
    ),
  );
  return {
    entries: joined.entries,
    invalid: [...sources.flatMap(({ invalid }) => invalid), ...joined.invalid],
  };
}
