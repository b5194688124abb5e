import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { several } from '../arguments.ts';
import { writing } from '../../consent.ts';

interface RevokeOptions {
  readonly from?: readonly string[];
  readonly left?: string;
  readonly dryRun: boolean;
  readonly force: boolean;
}

export const accessRevokeCommand = (context: Context): Command =>
  writing(new Command('revoke'))
    .summary("take readers' access back")
    .description(
      "Takes readers' access back. Shows what would change and asks; without a terminal it wants --yes. Who has no access any more costs no request; " +
        'an address that the platform does not know is named, and the exit code is 7. ' +
        'At least 20 and more than half of the active readers are refused (5) without --force.',
    )
    .argument('[address...]', 'mail addresses; - reads a list on standard input')
    .option('--from <file>', 'CSV with an `email` column, or one address a line', several)
    .option(
      '--left <file>',
      'write what is left, and rows that cannot be used, to a CSV that --from reads; may be the file of --from',
    )
    .option('-n, --dry-run', 'show what would change, and stop', false)
    .option('--force', 'go on where most active readers would lose their access', false)
    .addHelpText(
      'after',
      `
Examples:
  $ docs access revoke ann@example.com
  $ docs access revoke --from leavers.csv --left leavers.csv --yes
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
  const [{ readAsked }, { requireLeftFile }, { planRevoke, guardRevoke }, { runAccess }] =
    await Promise.all([
      import('./asked.ts'),
      import('./left.ts'),
      import('./plan.ts'),
      import('./run.ts'),
    ]);
  const asked = await readAsked(context, 'revoke', addresses, options.from ?? []);
  await requireLeftFile(context, options.left);
  const api = await context.api();
  const readers = await api.access.list();
  const plan = planRevoke(asked.entries, readers);
  const refusal = guardRevoke(plan, readers, context.host.clock.now());
  await runAccess(context, api, {
    plan,
    asked,
    left: options.left,
    refusal: options.force ? null : refusal,
    operation: 'revokeAccess',
    dryRun: options.dryRun,
    send: (api, { email }) => api.access.revoke(email),
  });
}
