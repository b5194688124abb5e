import type { Context } from '../../context.ts';
import { guardRevoke, invitedReaders, planRevoke } from './plan.ts';
import { runAccess, usableAddresses } from './change.ts';

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
  const entries = await usableAddresses(context, 'revoke', addresses, options);
  const api = await context.api();
  const readers = await invitedReaders(api);
  const plan = planRevoke(entries, readers);
  const refusal = guardRevoke(plan, readers, context.host.clock.now());
  await runAccess(context, api, {
    plan,
    refusal: options.force ? null : refusal,
    operation: 'revokeAccess',
    dryRun: options.dryRun,
    send: (api, { email }) => api.access.revoke(email),
  });
}
