import type { AccessChange } from '../../model/access-change.ts';
import type { Expiry } from '../../model/access-change.ts';
/** The list of remaining changes, for the next run. */
import { normalize } from 'node:path';
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

/** The file for the list; `replace` if it is also one that the run reads: its rows are in the new list, or done. */
export interface LeftFile {
  readonly file: string;
  readonly replace: true | undefined;
}

/** Resolves to undefined without `--left`. Rejects with `usage` if the list could not be written. Runs before any change. */
export async function leftFile(
  context: Context,
  { left: file, from = [] }: { readonly left?: string; readonly from?: readonly string[] },
): Promise<LeftFile | undefined> {
  if (file === undefined) return undefined;
  if (file === '-') {
    throw new Failure('usage', '--left cannot be "-".', {
      hint: 'Name a file; without --left, the rest is printed on standard output',
    });
  }
  const isRead = from.some((each) => normalize(each) === normalize(file));
  const left: LeftFile = { file, replace: isRead || undefined };
  await requireWritable(context, file, left.replace);
  return left;
}
