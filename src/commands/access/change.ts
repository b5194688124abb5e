/** The steps that `grant` and `revoke` share: plan, show, ask, carry out, report. */
import type { Api } from '../../api/api.ts';
import { type Written, requireDone } from '../../api/call.ts';
import { type BatchStep, runBatch } from '../shared/batch/batch.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { formatDuration, inWords, formatInstant } from '../../model/time.ts';
import { grouped } from '../../model/text/sentences.ts';
import type { Instant } from '../../model/ids.ts';
import { formatRow } from './csv.ts';
import type { AccessItem } from './document.ts';
import { type Expiry, type RequestedAccess, type Use, readAddresses } from './requested-access.ts';
import type { AccessChange } from './plan.ts';
import { ACCESS_WORDS, accessIntent } from './view.ts';

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
  { from = [], dryRun }: { readonly from?: readonly string[]; readonly dryRun: boolean },
): Promise<readonly RequestedAccess[]> {
  const { entries, invalid } = await readAddresses(context, use, addresses, from);
  if (invalid.length === 0) return entries;
  const rows = invalid.every(({ line }) => line !== null)
    ? ['row', 'rows']
    : ['address', 'addresses'];
  const they = `${grouped(invalid.length)} ${rows[invalid.length === 1 ? 0 : 1]}`;
  const failure = new Failure('usage', `${they} cannot be used: nothing was changed.`, {
    hint: `Correct ${invalid.length === 1 ? 'it' : 'them'} and run the command again`,
  });
  await runBatch<null, AccessItem>(context, {
    dryRun,
    plan: invalid.map(({ text, line, reason }) => ({
      of: null,
      item: { name: text, state: 'failed', reason, line },
      failure,
    })),
    question: '',
    send: () => Promise.reject(failure),
    words: ACCESS_WORDS,
    rest: () => '',
  });
  throw failure;
}

/** @param unknown how many addresses of the plan the platform does not know */
function stepOf<T extends AccessChange>(change: T, unknown: number): BatchStep<T, AccessItem> {
  const { kind, email } = change;
  const item = { name: email, reason: null, kind, ...expiriesOf(change) };
  if (kind === 'unchanged') return { of: change, item: { ...item, state: 'unchanged' } };
  if (kind !== 'unknown') return { of: change, item: { ...item, state: 'planned' } };
  const reason = 'the platform has no such reader';
  const failure = new Failure('partial', `${email}: ${reason}.`, {
    hint: `Correct ${unknown === 1 ? 'it' : 'them'} and run the command again: what is already done costs no request`,
  });
  return { of: change, item: { ...item, state: 'failed', reason }, failure };
}

function expiriesOf(change: AccessChange): Pick<AccessItem, 'from' | 'to'> {
  if (!('to' in change)) return {};
  const { from, to } = change;
  const isKnown = from !== undefined && !Number.isNaN(from);
  return { ...(isKnown ? { from: instantOf(from) } : {}), to: instantOf(to) };
}

const instantOf = (ms: Expiry): Instant | null =>
  ms === null || Number.isNaN(ms) ? null : formatInstant(ms);

const AGAIN = 'Run the same command again for the rest';

/** Carries out `plan`, and rejects as `runBatch` does. */
export async function runAccess<T extends AccessChange>(
  context: Context,
  api: Api,
  { plan, operation, dryRun, refusal, send }: AccessRun<T>,
): Promise<void> {
  const { ui } = context;
  const unknown = plan.filter(({ kind }) => kind === 'unknown').length;
  const steps = plan.map((change) => stepOf(change, unknown));
  const wanted = steps.flatMap(({ of, item }) => (item.state === 'planned' ? of : []));
  const eta = (items: number): string => {
    const ms = api.waitMs(operation, items);
    return ms > 0 ? `, about ${formatDuration(ms)} at the platform's limit` : '';
  };
  /** The same in words; empty if nothing has to wait. */
  const time = (): string => {
    const ms = api.waitMs(operation, wanted.length);
    return ms > 0 ? ` takes about ${inWords(ms)} at the platform's limit` : '';
  };
  await runBatch<T, AccessItem>(context, {
    dryRun,
    plan: steps,
    refusal: refusal
      ? new Failure('guard', refusal, {
          hint: 'Check the list; if it is right, run the command again with --force',
        })
      : null,
    question: async () => {
      const takes = time();
      if (!ui.interactive && wanted.length > 1) ui.say(`${accessIntent(wanted, 'doing')}${takes}.`);
      await ui.agree(`${accessIntent(wanted, 'do')}${takes && `, which${takes}`}?`);
    },
    eta,
    stopIfAlike: true,
    send: async (change) => {
      const written = await send(api, change);
      // Granting or revoking twice is the same as once.
      requireDone(written.kind === 'lost' ? await send(api, change) : written);
      return {};
    },
    words: ui.json ? { ...ACCESS_WORDS, hint: AGAIN } : ACCESS_WORDS,
    // A list for the next run, also of what may have been done: `> left.csv`.
    rest: (open) => formatLeft(operation === 'grantAccess' ? 'grant' : 'revoke', open).trimEnd(),
  });
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
