import type { ListedAccess } from '../../ui/documents/access.ts';
import { accessListView } from '../../ui/views/access.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Context } from '../../context.ts';
import { accessState } from './access-plan.ts';
import { formatRow } from './csv.ts';
import { invitedReaders } from './invited-readers.ts';

export interface ListAccessOptions {
  readonly active: boolean;
  readonly expired: boolean;
  readonly revoked: boolean;
  readonly exact: boolean;
  readonly csv: boolean;
}

/** Prints the readers. One request. */
export async function listAccess(context: Context, options: ListAccessOptions): Promise<void> {
  const now = context.host.clock.now();
  const readers = await invitedReaders(await context.api());
  const all = !options.active && !options.expired && !options.revoked;
  const shown = readers
    .map((reader): ListedAccess => Object.assign({ state: accessState(reader, now) }, reader))
    .filter(({ state }) => all || options[state])
    .toSorted((a, b) => byCodeUnit(a.email, b.email));
  if (options.csv && !context.ui.json) {
    const rows = shown.map(({ email, expiresAt, state, created, revoked }) => [
      email,
      expiresAt ?? 'never',
      state,
      created,
      revoked ?? '',
    ]);
    const head = ['email', 'expires', 'state', 'created', 'revoked'];
    await context.ui.raw([head, ...rows].map((row) => `${formatRow(row)}\n`).join(''));
    return;
  }
  await context.ui.result(shown, accessListView(options.exact), { long: true });
}
