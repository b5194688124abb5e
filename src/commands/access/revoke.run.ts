import type { Context } from '../../context.ts';
import { readAddresses } from './entries.ts';
import { invitedReaders } from './plan.ts';
import { planRevoke, guardRevoke } from './plan.ts';
import { runAccess } from './change.ts';

export interface RevokeOptions {
  readonly from?: readonly string[];
  readonly dryRun: boolean;
  readonly force: boolean;
}

/** Revokes the access that is not revoked yet. One request to read, and one for each change. */
export async function revokeAccess(
  context: Context,
  addresses: readonly string[],
  options: RevokeOptions,
): Promise<void> {
  const asked = await readAddresses(context, 'revoke', addresses, options.from ?? []);
  const api = await context.api();
  const readers = await invitedReaders(api);
  const plan = planRevoke(asked.entries, readers);
  const refusal = guardRevoke(plan, readers, context.host.clock.now());
  await runAccess(context, api, {
    plan,
    asked,
    refusal: options.force ? null : refusal,
    operation: 'revokeAccess',
    dryRun: options.dryRun,
    send: (api, { email }) => api.access.revoke(email),
  });
}
