import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { several } from '../arguments.ts';
import { writing } from '../../consent.ts';
import type { RevokeOptions } from '../../features/access/revoke-access.ts';

export const accessRevokeCommand = (context: Context): Command =>
  writing(new Command('revoke'))
    .summary("take readers' access back")
    .description(
      "Takes readers' access back. Shows what would change and asks; without a terminal it wants --yes. Readers who have lost access already cost no request. " +
        'Addresses that the platform does not know are listed, and the exit code is 7. ' +
        'Without --force, more than half of the active readers, if at least 20, are refused (5).',
    )
    .argument('[address...]', 'mail addresses; - reads a list on standard input')
    .option('--from <file>', 'CSV with an `email` column, or one address a line', several)
    .option(
      '--left <file>',
      'write what is left, and rows that cannot be used, to a CSV that --from reads; may be the file of --from',
    )
    .option('-n, --dry-run', 'show what would change, and stop', false)
    .option('--force', 'continue even if most active readers lose their access', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs access revoke ann@example.com
  $ docs access revoke --from leavers.csv --left leavers.csv --yes
  $ docs access list --expired --csv | docs access revoke -`,
    )
    .action(async (addresses: readonly string[], options: RevokeOptions) => {
      const { revokeAccess } = await import('../../features/access/revoke-access.ts');
      await revokeAccess(context, addresses, options);
    });
