/** The steps that `grant` and `revoke` share: plan, show, ask, carry out, report. */
import type { Api } from '../../api/api.ts';
import { type Written, requireDone } from '../../api/call.ts';
import { type BatchOutcome, carryOut, batchVerdict } from '../shared/carry-out.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { formatDuration } from '../../model/duration.ts';
import { formatInstant } from '../../model/instant.ts';
import type { Instant } from '../../model/ids.ts';
import { formatRow } from './csv.ts';
import type { AccessReport, ShownChange } from './document.ts';
import { type Expiry, type RequestedAccess, type Use, readAddresses } from './entries.ts';
import type { AccessChange } from './plan.ts';
import {
  accessIntent,
  accessPlanView,
  accessReportView,
  accessSummary,
  invalidView,
} from './view.ts';

type AccessOperation = 'grantAccess' | 'revokeAccess';

export interface AccessRun<T extends AccessChange> {
  readonly plan: readonly T[];
  readonly operation: AccessOperation;
  readonly dryRun: boolean;
  /** Why it looks like an accident; null if it does not, or was forced. */
  readonly refusal?: string | null;
  readonly send: (api: Api, change: T) => Promise<Written<unknown>>;
}

/** The addresses of arguments and lists. Rejects with `usage` if one of them cannot be used: then nothing is changed, and each is listed with its reason. */
export async function usableAddresses(
  context: Context,
  use: Use,
  addresses: readonly string[],
  from: readonly string[],
): Promise<readonly RequestedAccess[]> {
  const { ui } = context;
  const { entries, invalid } = await readAddresses(context, use, addresses, from);
  if (invalid.length === 0) return entries;
  ui.say((style) => invalidView(invalid, style));
  const nothing = { plan: [], invalid, done: [], failed: [], left: [] };
  await ui.result<AccessReport>(nothing, () => '');
  const they = invalid.length === 1 ? '1 address' : `${invalid.length} addresses`;
  throw new Failure('usage', `${they} cannot be used: nothing was changed.`, {
    hint: 'Correct them and run the command again; dates are written as 2026-12-31',
  });
}

const shown = (change: AccessChange): ShownChange =>
  'to' in change
    ? {
        kind: change.kind,
        email: change.email,
        ...(change.from === undefined ? {} : { from: instantOf(change.from) }),
        to: instantOf(change.to),
      }
    : change;

const instantOf = (ms: Expiry): Instant | null =>
  ms === null || Number.isNaN(ms) ? null : formatInstant(ms);

const FORCE = 'Check the list; if it is right, run the command again with --force';

const changesSomething = ({ kind }: AccessChange): boolean =>
  kind !== 'unchanged' && kind !== 'unknown';

/**
 * Resolves if everything was done. Otherwise rejects after the report: with `partial` if part of it
 * was done, with the reason if nothing was, with `interrupted` after Ctrl-C.
 */
export async function runAccess<T extends AccessChange>(
  context: Context,
  api: Api,
  run: AccessRun<T>,
): Promise<void> {
  const { ui } = context;
  const { plan } = run;
  const wanted = plan.filter(changesSomething);
  if (run.dryRun) {
    const left = wanted.map(shown);
    const document = { plan: plan.map(shown), invalid: [], done: [], failed: [], left };
    await ui.result<AccessReport>(document, (_, style) => accessPlanView(plan, style, 'would '));
    ui.say('Nothing was changed.');
    if (run.refusal) ui.warn(run.refusal, FORCE);
  } else {
    ui.say((style) => accessPlanView(plan, style));
    if (run.refusal) throw new Failure('guard', run.refusal, { hint: FORCE });
    const outcome = await confirmAndSend(context, api, run, wanted);
    await report(context, run, outcome);
    const failure = batchVerdict(outcome, {
      many: 'changes',
      done: 'made',
      hint: 'The rest is listed above: pass it to --from later',
    });
    if (failure !== null) throw failure;
  }
  const unknown = plan.filter(({ kind }) => kind === 'unknown').length;
  if (unknown > 0) {
    throw new Failure('partial', `${unknown} of the addresses cannot be used.`, {
      hint: 'Correct them and run the command again: what is already done costs no request',
    });
  }
}

async function confirmAndSend<T extends AccessChange>(
  { ui }: Context,
  api: Api,
  { operation, send }: AccessRun<T>,
  wanted: readonly T[],
): Promise<BatchOutcome<T, unknown>> {
  if (wanted.length === 0) return carryOut(wanted, () => Promise.resolve());
  const eta = (count: number): string => {
    const ms = api.waitMs(operation, count);
    return ms > 0 ? `, about ${formatDuration(ms)} at the platform's limit` : '';
  };
  const intent = `${accessIntent(wanted)}${eta(wanted.length)}`;
  if (!ui.interactive && wanted.length > 1) ui.say(`${intent}.`);
  await ui.agree(`${intent}?`);

  const progress = ui.progress(`0 of ${wanted.length}`);
  try {
    return await carryOut(
      wanted,
      async (change) => {
        const written = await send(api, change);
        // Granting or revoking twice is the same as once.
        return requireDone(written.kind === 'lost' ? await send(api, change) : written);
      },
      {
        stopIfAlike: true,
        onProgress: (done) =>
          progress.update(`${done} of ${wanted.length}${eta(wanted.length - done)}`),
      },
    );
  } finally {
    progress.stop();
  }
}

/** Prints the document, or the remaining changes on stdout and the rest on stderr, so that `> left.csv` is a list for the next run. */
async function report<T extends AccessChange>(
  { ui }: Context,
  { plan, operation }: AccessRun<T>,
  outcome: BatchOutcome<T, unknown>,
): Promise<void> {
  const { done, left } = outcome;
  const failed = outcome.failed.map(({ item, failure: { message } }) => ({
    change: item,
    reason: message,
  }));
  const remaining = [...failed.map(({ change }) => change), ...left];
  if (remaining.length > 0) ui.say((style) => accessReportView({ failed, left }, style));
  const document: AccessReport = {
    plan: plan.map(shown),
    invalid: [],
    done: done.map(({ item }) => shown(item)),
    failed: failed.map(({ change, reason }) => ({ change: shown(change), reason })),
    left: remaining.map(shown),
  };
  const use = operation === 'grantAccess' ? 'grant' : 'revoke';
  await ui.result(document, () =>
    remaining.length > 0 ? formatLeft(use, remaining).trimEnd() : '',
  );
  ui.say(accessSummary({ plan, done: done.length, left: remaining.length }));
}

/** A CSV that `--from` reads. Expiries are absolute, so that a later run asks for the same. */
export function formatLeft(use: Use, changes: readonly AccessChange[]): string {
  const head = use === 'grant' ? ['email', 'expires'] : ['email'];
  return [head, ...changes.map(rowOf)].map((row) => `${formatRow(row)}\n`).join('');
}

const rowOf = (change: AccessChange): readonly string[] =>
  'to' in change ? [change.email, formatExpiry(change.to)] : [change.email];

const formatExpiry = (expiry: Expiry): string =>
  expiry === null ? 'never' : new Date(expiry).toISOString().replace('.000Z', 'Z');
