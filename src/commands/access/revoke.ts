import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { several } from '../arguments.ts';

interface RevokeOptions {
  readonly from?: readonly string[];
  readonly dryRun: boolean;
}

export const accessRevokeCommand = (context: Context): Command =>
  new Command('revoke')
    .summary("take readers' access back")
    .description(
      "Takes readers' access back. Shows what would change and asks on a terminal. Who has no access any more costs no request; " +
        'an address that the platform does not know is named, and the exit code is 7.',
    )
    .argument('[address...]', 'mail addresses; - reads a list on standard input')
    .option('--from <file>', 'CSV with an `email` column, or one address a line', several)
    .option('-n, --dry-run', 'show what would change, and stop', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs access revoke ann@example.com
  $ docs access revoke --from leavers.csv --yes
  $ docs access list --expired --csv | docs access revoke -`,
    )
    .action((addresses: readonly string[], options: RevokeOptions) =>
      revokeAccess(context, addresses, options),
    );

/** Revokes what is not revoked already. One request to look, and one for each change. */
async function revokeAccess(
  context: Context,
  addresses: readonly string[],
  options: RevokeOptions,
): Promise<void> {
  const [{ readAsked }, { planRevoke }, { runAccess }] = await Promise.all([
    import('./asked.ts'),
    import('./plan.ts'),
    import('./run.ts'),
  ]);
  const { entries, invalid } = await readAsked(context.host, addresses, options.from ?? []);
  const api = await context.api();
  await runAccess(context, api, {
    plan: planRevoke(entries, await api.access.list()),
    invalid,
    operation: 'revokeAccess',
    dryRun: options.dryRun,
    send: (api, { email }) => api.access.revoke(email),
  });
}
