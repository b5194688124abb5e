/**
 * Sends a write that may stay unanswered: recorded first, settled by reading, sent again at most
 * once.
 */
import type { Api } from '../../api/api.ts';
import type { Clock } from '../../model/clock.ts';
import { placeOf } from '../../model/ids.ts';
import type { PageKey, VersionId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import { lookAt, lookUp } from '../look.ts';
import type { Report, Settled } from '../deps.ts';
import type { Intent, SavingIntent } from '../log/entry.ts';
import { headDigest, headOf, isUnchanged, sameTitle, storedOf } from '../lock/stored-page.ts';
import type { Seen } from '../lock/stored-page.ts';
import { Failure } from '../../model/failure.ts';
import type { Books, Open } from '../log/books.ts';
import type { BeforeSend, Written } from '../../api/call.ts';

interface LostWrite {
  readonly intent: SavingIntent;
  /** The status of the answer, if there was one. */
  readonly status?: number | undefined;
  readonly version: VersionId;
  /** The content that was sent. Null: none. */
  readonly content: string | null;
  /**
   * The page before the write; undefined if there was none. `compareAnswer` judges other changes.
   */
  readonly before: Seen | undefined;
  /** Looks for a created page that already has another slug. Called after the request timeout. */
  readonly elsewhere?: () => Promise<Page | undefined>;
}

export interface SettleDeps {
  readonly api: Pick<Api, 'pages'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** After this time, the platform no longer carries out a request. */
  readonly requestTimeoutMs: number;
  readonly samePage: (a: string, b: string) => boolean;
  readonly report: Report;
}

/** What became of a lost write. */
export type Settlement =
  | { readonly result: 'done'; readonly page: Page }
  | { readonly result: 'again' }
  | { readonly result: 'conflict'; readonly page: Page };

/**
 * Finds out what became of a write, and reports it. `done`: the page holds what was sent, as stored
 * or in canonical form. `again`: it is as before, even after the request timeout. (Until then, the
 * platform may only be slow.) `conflict`: it holds something else.
 */
export const settleWrite = (write: LostWrite, deps: SettleDeps): Promise<Settlement> =>
  lookTwice(
    { ...write.intent, isOver: hasGivenUp(write) },
    (isLast) => look(write, isLast, deps),
    deps,
  );

/**
 * Whether the platform is done with the write: it answered that it failed. A 502 or 504 is from a
 * proxy; the platform may still be at work. A create waits even after a 500: a second page is worse
 * than an update that is sent twice.
 */
const hasGivenUp = ({ intent, status }: LostWrite): boolean =>
  intent.op === 'update' && (status === 500 || status === 503);

/**
 * Finds out what became of a write by calling `find`, and reports it. If the result is `again`,
 * calls it once more after the request timeout, with `isLast`. If the write `isOver`, the first
 * call is the last.
 */
export async function lookTwice<Found extends Pick<Settled, 'result'>>(
  { key, at, isOver = false }: Pick<Intent, 'key' | 'at'> & { readonly isOver?: boolean },
  find: (isLast: boolean) => Promise<Found>,
  deps: Pick<SettleDeps, 'clock' | 'signal' | 'requestTimeoutMs' | 'report'>,
): Promise<Found> {
  const { clock, requestTimeoutMs, signal, report } = deps;
  let found = await find(isOver);
  if (found.result === 'again' && !isOver) {
    const left = Math.max(requestTimeoutMs - (clock.now() - at), 0);
    const ms = Math.min(left, requestTimeoutMs);
    if (ms > 0) report({ type: 'settling', key, ms });
    await clock.sleep(ms, signal);
    found = await find(true);
  }
  report({ type: 'settled', key, result: found.result });
  return found;
}

async function look(write: LostWrite, isLast: boolean, deps: SettleDeps): Promise<Settlement> {
  const page = await seek(write, deps);
  if (page === undefined) {
    const made = isLast ? await write.elsewhere?.() : undefined;
    return made ? { result: 'done', page: made } : { result: 'again' };
  }
  if (carriedOut(write, page, deps)) return { result: 'done', page };
  return write.before && isUnchanged(write.before, page)
    ? { result: 'again' }
    : { result: 'conflict', page };
}

function seek({ intent, version }: LostWrite, deps: SettleDeps): Promise<Page | undefined> {
  if (intent.op !== 'create') return lookAt(intent.id, deps);
  const { documentation } = intent;
  return lookUp({ version, documentation, slug: placeOf(intent.key).slug }, deps);
}

/** Whether the page has what the write was meant to set. */
export function carriedOut(
  { intent, content, before }: Pick<LostWrite, 'intent' | 'content' | 'before'>,
  page: Page,
  { samePage }: Pick<SettleDeps, 'samePage'>,
): boolean {
  const head = headOf(page);
  const holds = (text: string): boolean => head !== null && samePage(head, text);
  switch (intent.op) {
    case 'create':
      return sameTitle(page.title, intent.title) && content !== null && holds(content);
    case 'update':
      return (
        page.slug === intent.slug &&
        (intent.title === null || sameTitle(page.title, intent.title)) &&
        (content === null || holds(content))
      );
    case 'publish':
      return isPublished(page, before);
    default:
      return intent satisfies never;
  }
}

/** Whether readers see what was the draft before. */
function isPublished(page: Page, before: LostWrite['before']): boolean {
  const { published } = storedOf(page);
  return published !== null && published === (before ? headDigest(before.stored) : null);
}

/**
 * How often one write is sent at most, if each answer is lost and the write was not carried out.
 */
const ATTEMPTS = 2;

/** A write that is to be sent. */
interface DueWrite<OneIntent extends Intent> {
  readonly key: PageKey;
  /** The text that is sent. Null: none. */
  readonly content: string | null;
  /** The log's record of the write if it is made at this time. */
  readonly intentAt: (now: number) => OneIntent;
}

/**
 * Records the write, then calls `send`. If that resolves to undefined, because the answer was lost
 * and the write was not carried out, does both again. Rejects as `send` does, and with
 * `outcome-unknown` after the last attempt.
 */
export async function untilAnswered<OneIntent extends Intent, Result>(
  { key, content, intentAt }: DueWrite<OneIntent>,
  { books, clock }: { readonly books: Books; readonly clock: Clock },
  send: (intent: OneIntent, open: Open, attempt: number) => Promise<Result | undefined>,
): Promise<Result> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const intent = intentAt(clock.now());
    const open = await books.intend(intent, content);
    const result = await send(intent, open, attempt);
    if (result !== undefined) return result;
  }
  throw new Failure('outcome-unknown', `The answer for ${key} was lost twice.`, {
    hint: 'Run the same command again; it first checks what the platform has',
  });
}

export interface Outgoing {
  readonly intent: SavingIntent;
  /** The text that is sent. Null: none. */
  readonly content: string | null;
  /** The category of a new page. */
  readonly categoryTitle: string | undefined;
}

export interface SendDeps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
  /** The history message. Undefined: the platform's default. */
  readonly message: string | undefined;
}

/** Sends one write, once. `beforeSend` is called when the write has its slot. */
export function sendWrite(
  { intent, content, categoryTitle }: Outgoing,
  { api, signal, message }: SendDeps,
  beforeSend?: BeforeSend,
): Promise<Written<Page>> {
  switch (intent.op) {
    case 'create': {
      const { slug } = placeOf(intent.key);
      const page = { title: intent.title, slug, content: content ?? '', categoryTitle, message };
      return api.pages.create(intent.documentation, page, { signal, beforeSend });
    }
    case 'update': {
      const { slug } = intent;
      const title = intent.title ?? undefined;
      const change = { slug, title, content: content ?? undefined, message };
      return api.pages.update(intent.id, change, { signal, beforeSend });
    }
    case 'publish':
      return api.pages.publish(intent.id, { signal, beforeSend });
    default:
      return intent satisfies never;
  }
}
