import { byCodeUnit } from '../../model/order.ts';
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { ReaderAccess } from '../../model/resources.ts';
import type { AccessState } from './plan.ts';

interface ListOptions {
  readonly active: boolean;
  readonly expired: boolean;
  readonly revoked: boolean;
  readonly exact: boolean;
  readonly csv: boolean;
}

/** A reader, and how the access stands now. */
export interface ListedAccess extends ReaderAccess {
  readonly state: AccessState;
}

export const accessListCommand = (context: Context): Command =>
  new Command('list')
    .summary('list the readers who were invited')
    .description('Lists the readers who were invited, by address. Without a filter: all of them.')
    .option('--active', 'who has access', false)
    .option('--expired', 'whose access ran out', false)
    .option('--revoked', 'whose access was taken back', false)
    .option('--exact', 'show dates instead of "in 3 days"', false)
    .option('--csv', 'as CSV, which `grant --from` and `revoke --from` read', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs access list
  $ docs access list --expired --revoked --exact
  $ docs access list --expired --csv > expired.csv`,
    )
    .action((options: ListOptions) => listAccess(context, options));

/** Prints the readers. One request. */
async function listAccess(context: Context, options: ListOptions): Promise<void> {
  const { accessState } = await import('./plan.ts');
  const now = context.host.clock.now();
  const readers = await (await context.api()).access.list();
  const all = !options.active && !options.expired && !options.revoked;
  const shown = readers
    .map((reader): ListedAccess => Object.assign({ state: accessState(reader, now) }, reader))
    .filter(({ state }) => all || options[state])
    .toSorted((a, b) => byCodeUnit(a.email, b.email));
  const views = await import('../../ui/views/access.ts');
  if (options.csv && !context.ui.json) {
    const { formatRow } = await import('./csv.ts');
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
  await context.ui.result(shown, views.accessListView(options.exact), { long: true });
}
