import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { several } from '../arguments.ts';
import { writing } from '../../consent.ts';
import type { RevokeOptions } from './revoke.run.ts';

export const accessRevokeCommand = (context: Context): Command =>
  writing(new Command('revoke'))
    .summary("end readers' access")
    .description(
      "Ends readers' access. Shows what would change and asks first; without a terminal it needs --yes. Readers who have already lost access cost no request. " +
        'Addresses that the platform does not know are listed, and then the exit code is 7. ' +
        'Without --force, ending the access of more than half of the active readers is refused (5) if they are at least 20.',
    )
    .argument('[address...]', 'email addresses; - reads a list from standard input')
    .option('--from <file>', 'CSV with an `email` column, or one address per line', several)
    .option('-n, --dry-run', 'show what would change, and stop', false)
    .option('--force', 'continue even if most active readers lose their access', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs access revoke ann@example.com
  $ docs access revoke --from leavers.csv --yes
  $ docs access list --expired --csv | docs access revoke -`,
    )
    .action(async (addresses: readonly string[], options: RevokeOptions) => {
      const { revokeAccess } = await import('./revoke.run.ts');
      await revokeAccess(context, addresses, options);
    });
