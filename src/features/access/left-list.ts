import type { AccessChange } from '../../model/access-change.ts';
import type { Expiry } from '../../model/access-change.ts';
/** The list of remaining changes, for the next run. */
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { requireWritable } from '../named-files/output.ts';
import type { Wish } from './addresses.ts';
import type { Use } from './columns.ts';
import { formatRow } from './csv.ts';

/** The remaining changes as a CSV that `--from` reads. Expiries are absolute, so that a later run asks for the same. */
export const formatLeft = (use: Use, changes: readonly AccessChange[]): string =>
  format(use, changes.map(rowOf));

/**
 * The same, with the entries that could not be used, so that a list that replaces the previous one loses nobody. Unusable entries stay as they
 * were given until somebody corrects them. Entries without an expiry get `fallback`, because the later run does not have it.
 */
export function formatLeftList(
  use: Use,
  changes: readonly AccessChange[],
  unusable: readonly Wish[],
  fallback: Expiry | undefined,
): string {
  const otherwise = fallback === undefined ? '' : formatExpiry(fallback);
  const given = unusable.map(({ text, written, extra }) =>
    use === 'revoke' ? [text] : [text, written === '' ? otherwise : written, ...extra],
  );
  return format(use, [...changes.map(rowOf), ...given]);
}

function format(use: Use, rows: readonly (readonly string[])[]): string {
  const head = use === 'grant' ? ['email', 'expires'] : ['email'];
  return [head, ...rows].map((row) => `${formatRow(row)}\n`).join('');
}

const rowOf = (change: AccessChange): readonly string[] =>
  'to' in change ? [change.email, formatExpiry(change.to)] : [change.email];

const formatExpiry = (expiry: Expiry): string =>
  expiry === null ? 'never' : new Date(expiry).toISOString().replace('.000Z', 'Z');

/** Rejects with `usage` if the list could not be written. Runs before any change. */
export async function requireLeftFile(context: Context, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  if (file === '-') {
    throw new Failure('usage', '--left cannot be "-".', {
      hint: 'Name a file; without --left, the rest is printed on standard output',
    });
  }
  await requireWritable(context, file);
}
