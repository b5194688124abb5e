import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { ListAccessOptions } from '../../features/access/list-access.ts';

export const accessListCommand = (context: Context): Command =>
  new Command('list')
    .alias('ls')
    .summary('list the readers who were invited')
    .description(
      'Lists the readers who were invited, by address. Without a filter: all of them. An address that was never invited is an error.',
    )
    .argument('[address...]', 'only these readers')
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
  $ docs access list ann@example.com
  $ docs access list --expired --revoked --exact
  $ docs access list --expired --csv > expired.csv`,
    )
    .action(async (addresses: string[], options: ListAccessOptions) => {
      const { listAccess } = await import('../../features/access/list-access.ts');
      await listAccess(context, addresses, options);
    });
