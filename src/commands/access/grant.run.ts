import { type Expiry, parseExpiry, whyNoExpiry } from './requested-access.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { invitedReaders, planGrant } from './plan.ts';
import { runAccess, usableAddresses } from './change.ts';
import { formatInstant } from '../../model/time.ts';

export interface GrantOptions {
  readonly from?: readonly string[];
  readonly expires?: string;
  readonly dryRun: boolean;
}

/** Grants the access that readers do not have yet. One request to read, and one for each change. */
export async function grantAccess(
  context: Context,
  addresses: readonly string[],
  options: GrantOptions,
): Promise<void> {
  const now = context.host.clock.now();
  const fallback = readExpiry(options.expires, now);
  const entries = await usableAddresses(context, 'grant', addresses, options);
  const api = await context.api();
  await runAccess(context, api, {
    plan: planGrant(entries, fallback, await invitedReaders(api), now),
    operation: 'grantAccess',
    dryRun: options.dryRun,
    send: (api, { email, to }) => api.access.grant(email, to === null ? null : formatInstant(to)),
  });
}

function readExpiry(text: string | undefined, now: number): Expiry | undefined {
  if (text === undefined) return undefined;
  const expiry = parseExpiry(text, now);
  if (expiry === undefined) {
    throw new Failure('usage', `--expires "${text}" ${whyNoExpiry(text)}.`);
  }
  if (expiry !== null && expiry <= now) {
    throw new Failure('usage', `--expires ${text} is in the past.`, {
      hint: 'docs access revoke ends access at once',
    });
  }
  return expiry;
}
