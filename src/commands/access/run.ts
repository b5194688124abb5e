/** What `grant` and `revoke` share: plan, show, ask, carry out, report. */
import type { Api } from '../../api/api.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { formatDuration } from '../../model/duration.ts';
import { formatInstant } from '../../model/instant.ts';
import type { Instant } from '../../model/ids.ts';
import type { Expiry } from './expiry.ts';
import {
  accessIntent,
  accessPlanView,
  accessReportView,
  accessSummary,
} from '../../ui/views/access.ts';
import type { InvalidEntry } from './addresses.ts';
import { carryOut } from './carry-out.ts';
import type { Carried } from './carry-out.ts';
import { formatLeft } from './plan.ts';
import type { AccessChange } from './plan.ts';

export interface AccessRun<T extends AccessChange> {
  readonly plan: readonly T[];
  readonly invalid: readonly InvalidEntry[];
  readonly operation: 'grantAccess' | 'revokeAccess';
  readonly dryRun: boolean;
  /** Why it looks like an accident; null: it does not, or was forced. */
  readonly refusal?: string | null;
  readonly send: (api: Api, change: T) => Promise<unknown>;
}

/** What `--json` prints: `docs/json/access-grant.schema.json` and `access-revoke`. */
export interface AccessReport {
  readonly plan: readonly ShownChange[];
  readonly invalid: readonly InvalidEntry[];
  readonly done: readonly ShownChange[];
  readonly failed: readonly { readonly change: ShownChange; readonly reason: string }[];
  /** Not tried, or failed: what a later run has to do. */
  readonly left: readonly ShownChange[];
}

/** A change with its expiries as dates; `null` is never. */
interface ShownChange {
  readonly kind: AccessChange['kind'];
  readonly email: string;
  readonly from?: Instant | null;
  readonly to?: Instant | null;
}

function shown(change: AccessChange): ShownChange {
  const { kind, email } = change;
  return {
    kind,
    email,
    ...('from' in change ? { from: instantOf(change.from) } : {}),
    ...('to' in change ? { to: instantOf(change.to) } : {}),
  };
}

const instantOf = (ms: Expiry): Instant | null =>
  ms === null || Number.isNaN(ms) ? null : formatInstant(ms);

const FORCE = 'check the list; if it is meant, run it again with --force';

const changesSomething = ({ kind }: AccessChange): boolean =>
  kind !== 'unchanged' && kind !== 'unknown';

/**
 * Resolves where all was done. Otherwise rejects after the report: `partial` where some of it was done, what stopped it where
 * nothing was, `interrupted` after Ctrl-C.
 */
export async function runAccess<T extends AccessChange>(
  context: Context,
  api: Api,
  run: AccessRun<T>,
): Promise<void> {
  const { ui } = context;
  const { plan, invalid } = run;
  const wanted = plan.filter(changesSomething);
  if (run.dryRun) {
    const document = {
      plan: plan.map(shown),
      invalid,
      done: [],
      failed: [],
      left: wanted.map(shown),
    };
    await ui.result<AccessReport>(document, (_, style) => accessPlanView({ plan, invalid }, style));
    if (run.refusal) ui.warn(run.refusal, FORCE);
  } else {
    ui.say((style) => accessPlanView({ plan, invalid }, style));
    if (run.refusal) throw new Failure('guard', run.refusal, { hint: FORCE });
    const carried = await confirmAndSend(context, api, run, wanted);
    await report(context, run, carried);
    if (carried.stopped) throw stopFailure(carried.stopped, carried);
    if (carried.failed.length > 0) {
      throw partial(`${carried.failed.length} of ${wanted.length} could not be done.`);
    }
  }
  const unknown = plan.filter(({ kind }) => kind === 'unknown').length;
  if (invalid.length + unknown > 0) {
    throw new Failure(
      'partial',
      `${invalid.length + unknown} of the addresses given cannot be used.`,
      {
        hint: 'correct them and give the list again: what is done already costs nothing',
      },
    );
  }
}

async function confirmAndSend<T extends AccessChange>(
  context: Context,
  api: Api,
  { operation, send }: AccessRun<T>,
  wanted: readonly T[],
): Promise<Carried<T>> {
  const { ui } = context;
  if (wanted.length === 0) return { done: [], failed: [], left: [], stopped: null };
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
      (change) => send(api, change),
      (done) => progress.update(`${done} of ${wanted.length}${eta(wanted.length - done)}`),
    );
  } finally {
    progress.stop();
  }
}

/** The document, or on stdout what is left and on stderr the rest, so that `> left.csv` is a list to go on with. */
async function report<T extends AccessChange>(
  { ui }: Context,
  { plan, invalid }: AccessRun<T>,
  { done, failed, left }: Carried<T>,
): Promise<void> {
  const remaining = [...failed.map(({ change }) => change), ...left];
  if (remaining.length > 0) ui.say((style) => accessReportView({ failed, left }, style));
  const document: AccessReport = {
    plan: plan.map(shown),
    invalid,
    done: done.map(shown),
    failed: failed.map(({ change, reason }) => ({ change: shown(change), reason })),
    left: remaining.map(shown),
  };
  await ui.result(document, () => (remaining.length === 0 ? '' : formatLeft(remaining).trimEnd()));
  ui.say(accessSummary({ plan, done: done.length, left: remaining.length }));
}

const partial = (message: string): Failure =>
  new Failure('partial', message, { hint: 'the others are done; what is left is listed above' });

function stopFailure<T>(stopped: Failure, { done }: Carried<T>): Failure {
  if (done.length === 0 || stopped.code === 'interrupted') return stopped;
  return new Failure('partial', `Stopped after ${done.length}: ${stopped.message}`, {
    hint: 'what is left is listed above: give it to --from later',
    cause: stopped,
  });
}
