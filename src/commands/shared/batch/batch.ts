/**
 * A batch of writes: it is shown, confirmed, sent, reported and judged. The command resolves its
 * items before.
 */
import type { Context } from '../../../context.ts';
import { Failure, type FailureCode } from '../../../model/failure.ts';
import { count, grouped } from '../../../model/text/sentences.ts';
import type { BatchDocument, BatchItem, BatchState } from './document.ts';
import { type BatchWords, batchView } from './view.ts';

/** One item of a plan. */
export interface BatchStep<T, Item extends BatchItem> {
  /** The argument for `send`. */
  readonly of: T;
  /**
   * The item before anything is sent: `planned`, `unchanged`, `failed` if it cannot be sent, or
   * `left` because it would follow one that cannot.
   */
  readonly item: Item;
  /** Why it is `failed`. */
  readonly failure?: Failure | undefined;
}

/** The result for an item: the fields of its document that changed. Without a failure, it is done. */
export type Sent<Item extends BatchItem> = Partial<Item> & {
  readonly failure?: Failure;
  /** Whether no other item is sent. Default: `Failure.endsRun`. */
  readonly endsRun?: boolean;
};

/** The items to send, and how to send them. */
export interface Sending<T, Item extends BatchItem> {
  readonly plan: readonly BatchStep<T, Item>[];
  /**
   * Sends an item. Rejecting with a failure is the same as resolving with it. The state of the item
   * is `unknown` if the failure's code is `outcome-unknown` or `interrupted`, `left` if it is
   * `rate-limited`, else `failed`.
   */
  readonly send: (of: T) => Promise<Sent<Item>>;
  /**
   * Items with the same value build on each other: if one fails, the following ones are not sent.
   */
  readonly inOrder?: (of: T) => unknown;
  /**
   * Stop if the first two items are refused with the same status, because the others would be as
   * well.
   */
  readonly stopIfAlike?: boolean;
  /** Called before each item, with the number of items that are left. */
  readonly onProgress?: (left: number) => void;
}

export interface Batch<T, Item extends BatchItem> extends Sending<T, Item> {
  readonly dryRun: boolean;
  /** The question that is asked once, after the plan, or a function that asks it. */
  readonly question: string | (() => Promise<void>);
  /** The message after "no", and after a dry run. */
  readonly nothing?: string;
  readonly words: BatchWords<Item>;
  /** Why the plan looks like an accident. If set, the plan is shown, and not carried out. */
  readonly refusal?: Failure | null | undefined;
  /** How long this number of writes takes, for the progress line. */
  readonly eta?: (items: number) => string;
  /**
   * The output about items that were not done, for another run. If set, the report goes to stderr.
   */
  readonly rest?: (open: readonly T[]) => string;
}

/** An item, and its failure. */
interface Result<Item extends BatchItem> {
  readonly item: Item;
  readonly failure?: Failure | undefined;
  /** Whether it was sent. */
  readonly wasTried?: boolean;
}

export interface BatchOutcome<Item extends BatchItem> {
  /** In the order of the plan. */
  readonly results: readonly Result<Item>[];
  /** The failure that ended the batch, because it would also affect the other items. */
  readonly stopped: Failure | null;
}

const isPlanned = ({ item }: { readonly item: BatchItem }): boolean => item.state === 'planned';

/**
 * Prints the plan if it is a dry run, and rejects with `refusal` if there is one. Otherwise asks,
 * sends the planned items, and prints the result of each item. Then rejects with the result of
 * `batchVerdict`, if it is a failure.
 */
export async function runBatch<T, Item extends BatchItem>(
  context: Context,
  batch: Batch<T, Item>,
): Promise<void> {
  const { ui, flags } = context;
  const { plan, dryRun, refusal, words, rest, nothing = 'Nothing was changed.' } = batch;
  const view = batchView(words);
  const planned = documentOf(plan, dryRun);
  const isAnyPlanned = plan.some(isPlanned);
  let outcome: BatchOutcome<Item> = { results: plan, stopped: null };
  if (!dryRun && isAnyPlanned) {
    if (refusal || !flags.yes) ui.say((style) => view(planned, style));
    if (refusal) throw refusal;
    const { question } = batch;
    await (typeof question === 'string' ? ui.agree(question, nothing) : question());
    outcome = await sendShown(context, batch);
  }
  const { results } = outcome;
  const said = documentOf(results, dryRun);
  const report = isToldByError(results) ? () => '' : view;
  if (rest === undefined || dryRun) {
    await ui.result(said, report);
  } else {
    if (report === view) ui.say((style) => view(said, style));
    const open = plan.filter((step, at) => isPlanned(step) && !isDone(results[at]?.item));
    await ui.result(said, () => (open.length === 0 ? '' : rest(open.map(({ of }) => of))));
  }
  // A dry run ends as the run would.
  if (dryRun && isAnyPlanned && refusal) throw refusal;
  if (dryRun && isAnyPlanned) ui.say(nothing);
  const failure = batchVerdict(outcome, words);
  if (failure !== null) throw failure;
}

const isDone = (item: BatchItem | undefined): boolean =>
  item?.state === 'done' || item?.state === 'unchanged';

/** Whether the error at the end contains the whole report. */
function isToldByError([only, ...others]: readonly Result<BatchItem>[]): boolean {
  if (only?.failure === undefined || others.length > 0 || only.item.state === 'done') return false;
  return only.failure.message.includes(only.item.reason ?? '');
}

function documentOf<Item extends BatchItem>(
  results: readonly Result<Item>[],
  dryRun: boolean,
): BatchDocument<Item> {
  const items = results.map(({ item }) => item);
  const counts = { planned: 0, done: 0, unchanged: 0, failed: 0, left: 0, unknown: 0 };
  for (const { state } of items) counts[state] += 1;
  return { dryRun, items, counts };
}

async function sendShown<T, Item extends BatchItem>(
  { ui }: Context,
  batch: Batch<T, Item>,
): Promise<BatchOutcome<Item>> {
  const total = batch.plan.filter(isPlanned).length;
  const text = (left: number): string =>
    `Sending: ${total - left} of ${total}${batch.eta?.(left) ?? ''}`;
  const line = ui.progress(text(total));
  try {
    return await sendBatch({ ...batch, onProgress: (left) => line.update(text(left)) });
  } finally {
    line.stop();
  }
}

/**
 * Sends the planned items one after the other. After a failure, continues with the others, unless
 * it would also affect them. Rejects only if there is a bug.
 */
export async function sendBatch<T, Item extends BatchItem>({
  plan,
  send,
  inOrder,
  stopIfAlike = false,
  onProgress,
}: Sending<T, Item>): Promise<BatchOutcome<Item>> {
  let stopped: Failure | null = null;
  const ended = new Set<unknown>();
  const tried: Result<Item>[] = [];
  const results: Result<Item>[] = [];
  let left = plan.filter(isPlanned).length;
  for (const step of plan) {
    const { of, item } = step;
    if (!isPlanned(step)) {
      results.push(step);
      continue;
    }
    onProgress?.(left);
    left -= 1;
    if (stopped !== null || (inOrder && ended.has(inOrder(of)))) {
      results.push({ item: { ...item, state: 'left' } });
      continue;
    }
    const { failure, endsRun = failure?.endsRun, ...said } = await sendOne(send, of);
    const result = { item: { ...item, ...stateAfter(failure), ...said }, failure, wasTried: true };
    results.push(result);
    tried.push(result);
    if (failure === undefined) continue;
    if (inOrder) ended.add(inOrder(of));
    const isAlike = stopIfAlike && tried.length === 2 && isSameRefusal(tried[0]?.failure, failure);
    if (endsRun || isAlike) stopped = failure;
  }
  return { results, stopped };
}

async function sendOne<T, Item extends BatchItem>(
  send: Sending<T, Item>['send'],
  of: T,
): Promise<Sent<Item>> {
  try {
    return await send(of);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { failure } as Sent<Item>;
  }
}

const UNKNOWN: ReadonlySet<FailureCode> = new Set(['outcome-unknown', 'interrupted']);

function stateAfter(failure: Failure | undefined): { state: BatchState; reason: string | null } {
  if (failure === undefined) return { state: 'done', reason: null };
  const { code, message } = failure;
  // The limit is used up, so it was not sent.
  if (code === 'rate-limited') return { state: 'left', reason: message };
  return { state: UNKNOWN.has(code) ? 'unknown' : 'failed', reason: message };
}

/** Whether both were refused with the same status. A `not-found` concerns one item only. */
const isSameRefusal = (a: Failure | undefined, b: Failure): boolean =>
  a?.code === 'platform-refused' && b.code === a.code && a.status === b.status;

/**
 * The failure with which the command ends after its report; null if all items are done, or would
 * be. It is the reason itself if nothing is done, if the command was interrupted, or if an item is
 * done and has a problem; else `partial`.
 */
export function batchVerdict<Item extends BatchItem>(
  { results, stopped }: BatchOutcome<Item>,
  { one, done: was, hint }: BatchWords<Item>,
): Failure | null {
  const withDone = results.find(({ item, failure }) => item.state === 'done' && failure);
  if (withDone?.failure) return withDone.failure;
  const failures = results.flatMap(({ failure }) => failure ?? []);
  const reason = stopped ?? failures[0];
  if (reason === undefined) return null;
  const number = (...states: readonly BatchState[]): number =>
    results.filter(({ item }) => states.includes(item.state)).length;
  const [planned, done] = [number('planned'), number('done')];
  const missing = number('failed', 'left', 'unknown');
  // The report has listed each with its reason: it is not said twice.
  if (planned + done === 0 && results.length > 1 && !results.some(({ wasTried }) => wasTried)) {
    const message = `${grouped(missing)} of ${count(results.length, one)} cannot be ${was}.`;
    return new Failure(reason.code, message, { hint: reason.hint, cause: reason });
  }
  if (planned + done === 0 || reason.code === 'interrupted') return reason;
  const ofAll = `${grouped(missing)} of ${count(planned + done + missing, one)}`;
  const isOrWas = planned > 0 ? 'cannot be' : `${missing === 1 ? 'was' : 'were'} not`;
  const message =
    reason.code === 'rate-limited'
      ? `Not sent yet: ${ofAll}. ${reason.message}`
      : `${ofAll} ${isOrWas} ${was}.`;
  const { retryAt } = reason;
  return new Failure('partial', message, { hint: hintFor(), cause: reason, retryAt });

  // Items that cannot be sent need a fix, not another run.
  function hintFor(): string | undefined {
    const isSendable = results.some(({ failure, wasTried }) => failure && wasTried);
    if (!isSendable) return reason?.hint;
    return hint ?? `The others were ${was}; run the same command again for the rest`;
  }
}
