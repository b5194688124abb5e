import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { ListAccessOptions } from './list.run.ts';

export const accessListCommand = (context: Context): Command =>
  new Command('list')
    .alias('ls')
    .summary('list invited readers')
    .description(
      'Lists invited readers, by address. Without a filter, all are listed. An address that was never invited is an error.',
    )
    .argument('[address...]', 'only these readers')
    .option('--active', 'only readers who have access', false)
    .option('--expired', 'only readers whose access has expired', false)
    .option('--revoked', 'only readers whose access was revoked', false)
    .option('--exact', 'show dates instead of "in 3 days"', false)
    .option('--csv', 'print CSV that `grant --from` and `revoke --from` can read', false)
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
      const { listAccess } = await import('./list.run.ts');
      await listAccess(context, addresses, options);
    });
