import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { several } from '../arguments.ts';
import { writing } from '../../consent.ts';
import type { GrantOptions } from './grant.run.ts';

export const accessGrantCommand = (context: Context): Command =>
  writing(new Command('grant'))
    .summary('invite readers, or change how long they have access')
    .description(
      'Invites readers by email address, or changes how long they have access. Shows what would change and asks first; without a ' +
        'terminal it needs --yes. ' +
        'Readers who already have that access cost no request, so running the same command again finishes the job. The platform ' +
        'accepts a hundred an hour: what is left when --max-wait is over is printed as CSV that --from can read.',
    )
    .argument('[address...]', 'email addresses; - reads a list from standard input')
    .option(
      '--from <file>',
      'CSV with an `email` column and an optional `expires` column, or one address per line',
      several,
    )
    .option('--expires <when>', '30d, 2026-12-31 (that day included, local time) or never')
    .option('-n, --dry-run', 'show what would change, and stop', false)
    .addHelpText(
      'after',
      `
Without --expires the access of a new reader never ends, and others keep the
expiry that they have. A duration ends with the day (or hour) that it reaches.

A list with several columns must begin with their names: email, expires, and
those that docs access list --csv prints. A list with any other column is
refused, because the column might say when access ends. If a row cannot be
used, nothing is changed, and each such row is listed.

Examples:
  $ docs access grant ann@example.com bo@example.com --expires 30d
  $ docs access grant --from readers.csv --expires 2026-12-31 --dry-run
  $ docs access grant --from readers.csv --yes > left.csv
  $ cut -d, -f3 people.csv | docs access grant - --expires never --yes`,
    )
    .action(async (addresses: readonly string[], options: GrantOptions) => {
      const { grantAccess } = await import('./grant.run.ts');
      await grantAccess(context, addresses, options);
    });
