/** The changes that are left, for the next run. */
import type { AccessChange, Expiry } from '../../model/access-change.ts';
import type { Use } from './columns.ts';
import { formatRow } from './csv.ts';

/** A CSV that `--from` reads. Expiries are absolute, so that a later run asks for the same. */
export function formatLeft(use: Use, changes: readonly AccessChange[]): string {
  const head = use === 'grant' ? ['email', 'expires'] : ['email'];
  return [head, ...changes.map(rowOf)].map((row) => `${formatRow(row)}\n`).join('');
}

const rowOf = (change: AccessChange): readonly string[] =>
  'to' in change ? [change.email, formatExpiry(change.to)] : [change.email];

const formatExpiry = (expiry: Expiry): string =>
  expiry === null ? 'never' : new Date(expiry).toISOString().replace('.000Z', 'Z');
