/**
 * Settles a write whose answer was lost: by reading the page, and by sending it once more at most.
 * Finds the page of a lost create also if its slug has changed since.
 */
import type { Api } from '../../api/api.ts';
import type { Clock } from '../../model/time.ts';
import { placeOf } from '../../model/ids.ts';
import type { PageKey, VersionId, PageId } from '../../model/ids.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import { lookAt, lookUp } from '../platform/look.ts';
import type { Report, Settled } from '../deps.ts';
import type { Intent, SavingIntent, CreateIntent } from '../record/entry.ts';
import { headDigest, headOf, isUnchanged, sameTitle, storedOf } from '../record/stored-page.ts';
import type { Seen } from '../record/stored-page.ts';
import { Failure } from '../../model/failure.ts';

interface LostWrite {
  readonly intent: SavingIntent;
  /** The status of the answer, if there was one. */
  readonly status?: number | undefined;
  readonly version: VersionId;
  /** The content that was sent. Null: none. */
  readonly content: string | null;
  /**
   * The page before the write; undefined if there was none. `compareAnswer` finds what else changed.
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
  | { readonly result: 'again'; readonly page: Page | undefined }
  | { readonly result: 'conflict'; readonly page: Page };

/**
 * Finds out what became of a write, and reports it. `done`: the page holds what was sent, as stored
 * or in canonical form. `again`: it is as before, even after the request timeout. (Until then, the
 * platform may only be slow.) `page` is the last look. `conflict`: it holds something else.
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
    return made ? { result: 'done', page: made } : { result: 'again', page };
  }
  if (carriedOut(write, page, deps)) return { result: 'done', page };
  const isAsBefore = write.before !== undefined && isUnchanged(write.before, page);
  return { result: isAsBefore ? 'again' : 'conflict', page };
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
    // Base has the title that was sent: another one is an edit (`compareAnswer`).
    case 'create':
      return content !== null && holds(content);
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

/**
 * Calls `send`, and again if it resolves to undefined, because the answer was lost and the write
 * was not carried out. Rejects as `send` does, and with `outcome-unknown` after the last attempt.
 */
export async function untilAnswered<Result>(
  key: PageKey,
  send: (attempt: number) => Promise<Result | undefined>,
): Promise<Result> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const result = await send(attempt);
    if (result !== undefined) return result;
  }
  throw new Failure('outcome-unknown', `The answer for ${key} was lost twice.`, {
    hint: 'Run the same command again; it first checks what the platform has',
  });
}

type Summaries = ReadonlyMap<PageId, PageSummary>;

/** Records which pages existed when the run began, or were created in it. */
export class NewPages {
  readonly #known: ReadonlyMap<PageId, unknown>;
  readonly #ask: () => Promise<Summaries>;
  readonly #taken = new Set<PageId>();
  #asked: { readonly at: number; readonly pages: Promise<Summaries> } | undefined;

  /** `known`: pages that existed when the run began. `ask`: requests all pages that exist now. */
  constructor(known: ReadonlyMap<PageId, unknown>, ask: () => Promise<Summaries>) {
    this.#known = known;
    this.#ask = ask;
  }

  /**
   * All pages as of `since` or later. Calls share one request. `now`: the time on the same clock.
   */
  all(since: number, now: number): Promise<Summaries> {
    if (this.#asked === undefined || this.#asked.at < since)
      this.#asked = { at: now, pages: this.#ask() };
    return this.#asked.pages;
  }

  /** Whether the page existed when the run began, or was created in it. */
  isKnown(id: PageId): boolean {
    return this.#known.has(id) || this.#taken.has(id);
  }

  take(id: PageId): void {
    this.#taken.add(id);
  }
}

interface FindDeps extends Pick<SettleDeps, 'api' | 'signal' | 'samePage' | 'requestTimeoutMs'> {
  readonly clock: Pick<Clock, 'now'>;
  readonly newPages: NewPages;
}

/**
 * Finds the page of an unanswered create if it has another slug now: sending the create again would
 * make a second page. Reads only new pages with its title. Call it after the request timeout.
 */
export async function findMade(
  { at, documentation, title }: CreateIntent,
  content: string | null,
  deps: FindDeps,
): Promise<Page | undefined> {
  const { newPages, clock, requestTimeoutMs, samePage } = deps;
  if (content === null) return undefined;
  for (const [id, page] of await newPages.all(at + requestTimeoutMs, clock.now())) {
    if (newPages.isKnown(id) || page.documentationId !== documentation) continue;
    const found = sameTitle(page.title, title) ? await lookAt(id, deps) : undefined;
    const head = found && headOf(found);
    if (!found || typeof head !== 'string' || !samePage(head, content)) continue;
    newPages.take(id);
    return found;
  }
  return undefined;
}
