import type { AccessReport, ShownChange } from '../../ui/documents/access.ts';
import type { AccessChange } from '../../model/access-change.ts';
import type { Expiry } from '../../model/access-change.ts';
import type { Api } from '../../api/api.ts';
import type { Written } from '../../api/call.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { formatDuration } from '../../model/duration.ts';
import { formatInstant } from '../../model/instant.ts';
import type { Instant } from '../../model/ids.ts';
import {
  accessIntent,
  accessPlanView,
  accessReportView,
  accessSummary,
} from '../../ui/views/access.ts';
import { writeOutput } from '../named-files/output.ts';
import type { Entries } from './addresses.ts';
import { sendChanges } from './send-changes.ts';
import type { SentChanges } from './send-changes.ts';
import type { Use } from './columns.ts';
import type { LeftFile } from './left-list.ts';
import { formatLeft, formatLeftList } from './left-list.ts';
/** The steps that `grant` and `revoke` share: plan, show, ask, carry out, report. */

type AccessOperation = 'grantAccess' | 'revokeAccess';

export interface AccessRun<T extends AccessChange> {
  readonly plan: readonly T[];
  readonly asked: Entries;
  /** The file for the remaining changes when the run ends; `undefined`: standard output. It is not touched if the run does not begin. */
  readonly left: LeftFile | undefined;
  /** The value of `--expires`. */
  readonly fallback?: Expiry | undefined;
  readonly operation: AccessOperation;
  readonly dryRun: boolean;
  /** Why it looks like an accident; null if it does not, or was forced. */
  readonly refusal?: string | null;
  readonly send: (api: Api, change: T) => Promise<Written<unknown>>;
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

const FORCE = 'Check the list; if it is right, run the command again with --force';

const changesSomething = ({ kind }: AccessChange): boolean =>
  kind !== 'unchanged' && kind !== 'unknown';

/**
 * Resolves if everything was done. Otherwise rejects after the report: with `partial` if part of it was done, with the reason if nothing was,
 * with `interrupted` after Ctrl-C.
 */
export async function runAccess<T extends AccessChange>(
  context: Context,
  api: Api,
  run: AccessRun<T>,
): Promise<void> {
  const { ui } = context;
  const { plan } = run;
  const { invalid } = run.asked;
  const wanted = plan.filter(changesSomething);
  if (run.dryRun) {
    const document = {
      plan: plan.map(shown),
      invalid,
      done: [],
      failed: [],
      left: wanted.map(shown),
    };
    await ui.result<AccessReport>(document, (_, style) =>
      accessPlanView({ plan, invalid, isDryRun: true }, style),
    );
    ui.say('Nothing was changed.');
    if (run.refusal) ui.warn(run.refusal, FORCE);
  } else {
    ui.say((style) => accessPlanView({ plan, invalid }, style));
    if (run.refusal) throw new Failure('guard', run.refusal, { hint: FORCE });
    const carried = await confirmAndSend(context, api, run, wanted);
    await report(context, run, carried);
    if (carried.stopped) throw stopFailure(carried.stopped, carried, run.left);
    if (carried.failed.length > 0) {
      throw partial(`${carried.failed.length} of ${wanted.length} could not be done.`, run.left);
    }
  }
  const unknown = plan.filter(({ kind }) => kind === 'unknown').length;
  if (invalid.length + unknown > 0) {
    throw new Failure('partial', `${invalid.length + unknown} of the addresses cannot be used.`, {
      hint: correction(run),
    });
  }
}

async function confirmAndSend<T extends AccessChange>(
  context: Context,
  api: Api,
  { operation, send }: AccessRun<T>,
  wanted: readonly T[],
): Promise<SentChanges<T>> {
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
    return await sendChanges(
      wanted,
      (change) => send(api, change),
      (done) => progress.update(`${done} of ${wanted.length}${eta(wanted.length - done)}`),
    );
  } finally {
    progress.stop();
  }
}

/** Prints the document, or the remaining changes on stdout and the rest on stderr, so that `> left.csv` is a list for the next run. */
async function report<T extends AccessChange>(
  context: Context,
  run: AccessRun<T>,
  { done, failed, left }: SentChanges<T>,
): Promise<void> {
  const { ui } = context;
  const { plan, asked } = run;
  const remaining = [...failed.map(({ change }) => change), ...left];
  const unwritten = await writeLeft(context, run, remaining);
  if (remaining.length > 0) ui.say((style) => accessReportView({ failed, left }, style));
  const document: AccessReport = {
    plan: plan.map(shown),
    invalid: asked.invalid,
    done: done.map(shown),
    failed: failed.map(({ change, reason }) => ({ change: shown(change), reason })),
    left: remaining.map(shown),
  };
  const isPrinted = remaining.length > 0 && (run.left === undefined || unwritten !== null);
  const list = (): string => formatLeft(useOf(run), remaining).trimEnd();
  await ui.result(document, () => (isPrinted ? list() : ''));
  ui.say(accessSummary({ plan, done: done.length, left: remaining.length }));
  if (unwritten) {
    throw new Failure(done.length > 0 ? 'partial' : unwritten.code, unwritten.message, {
      hint: 'What is left is listed above',
      cause: unwritten,
    });
  }
}

/** Resolves to the reason if the file could not be written: the remaining changes still have to be reported. */
async function writeLeft<T extends AccessChange>(
  context: Context,
  run: AccessRun<T>,
  remaining: readonly T[],
): Promise<Failure | null> {
  if (run.left === undefined) return null;
  const unknown = run.plan.filter(({ kind }) => kind === 'unknown');
  const rows = [...remaining, ...unknown];
  const text = formatLeftList(useOf(run), rows, run.asked.unusable, run.fallback);
  try {
    await writeOutput(context, run.left.file, text, run.left.replace);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

const useOf = ({ operation }: { readonly operation: AccessOperation }): Use =>
  operation === 'grantAccess' ? 'grant' : 'revoke';

/** What to do about addresses that cannot be used. */
function correction({
  asked,
  left,
  dryRun,
}: Pick<AccessRun<AccessChange>, 'asked' | 'left' | 'dryRun'>): string {
  if (asked.unusable.some(({ problem }) => problem === 'expiry')) {
    return 'Correct them and run the command again: format the column as 2026-12-31';
  }
  return left === undefined || dryRun
    ? 'Correct them and run the command again: what is already done costs no request'
    : `Correct them in ${left.file} and pass that file to --from`;
}

const whereLeft = (left: LeftFile | undefined): string =>
  left === undefined ? 'listed above' : `in ${left.file}`;

const partial = (message: string, left: LeftFile | undefined): Failure =>
  new Failure('partial', message, {
    hint: `The others are done; the rest is ${whereLeft(left)}`,
  });

function stopFailure<T>(
  stopped: Failure,
  { done }: SentChanges<T>,
  left: LeftFile | undefined,
): Failure {
  if (done.length === 0 || stopped.code === 'interrupted') return stopped;
  return new Failure('partial', `Stopped after ${done.length} changes: ${stopped.message}`, {
    hint: `The rest is ${whereLeft(left)}: pass it to --from later`,
    cause: stopped,
  });
}
