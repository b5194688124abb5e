/** `tail` and `tail -f` of the audit log: who walks, who waits, when. */
import type { Clock } from '../../model/clock.ts';
import { Failure } from '../../model/failure.ts';
import type { Instant } from '../../model/ids.ts';
import type { AuditEntry, AuditPage, AuditScope } from '../../model/resources.ts';
import type { SeenEntries } from './seen.ts';
import { NOTHING_SEEN, OVERLAP_MS, goesBackTo, look, timeOf } from './seen.ts';

/** What is to be told of the log. */
export interface TailRequest {
  /** Left out: the platform's default, `content`. */
  readonly scopes?: readonly AuditScope[] | undefined;
  /** The newest so many (that `match`); left out: all from `sinceMs` on, or 10. */
  readonly last?: number | undefined;
  /** Only entries from this moment on, in milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  /** Only entries up to this moment. Not with `follow`. */
  readonly untilMs?: number | undefined;
  /** Continue with the entries that come, until the signal aborts. */
  readonly follow: boolean;
  /** Entries that it refuses are left out, and not counted. */
  readonly match?: ((entry: AuditEntry) => boolean) | undefined;
}

/** What following the log tells. */
export type TailEvent =
  | { readonly type: 'entry'; readonly entry: AuditEntry }
  /** More entries come than the rate limit lets us read: the next ones are told after `waitMs`. `since`: the newest one told. */
  | { readonly type: 'lag'; readonly waitMs: number; readonly since: Instant | null }
  /** While following, a look failed. The next one is in `retryMs`, and misses nothing. */
  | { readonly type: 'trouble'; readonly failure: Failure; readonly retryMs: number };

/** What the tail needs of the client. */
export interface Log {
  page(
    request: {
      readonly scopes: readonly AuditScope[] | undefined;
      readonly untilMs: number | undefined;
      readonly hits: number;
      readonly cursor: string | undefined;
    },
    signal: AbortSignal | undefined,
  ): Promise<AuditPage>;
  /** How long one more page would wait for the rate limit. */
  waitMs(): number;
  readonly clock: Clock;
}

/** 360 an hour of 600, so that bursts can be caught up with. */
const POLL_MS = 10_000;
const LONGEST_POLL_MS = 60_000;
const DEFAULT_LAST = 10;
const MOST_HITS = 100;

/** Entries, oldest first. Ends at the newest one, or with `follow` when the signal aborts: that is not a failure. */
export async function* tail(
  log: Log,
  request: TailRequest,
  signal?: AbortSignal,
): AsyncGenerator<TailEvent> {
  const match = request.match ?? (() => true);
  const history = yield* readHistory(log, request, match, signal);
  for (const entry of chosen(history, request, match)) yield { type: 'entry', entry };
  if (request.follow) yield* follow(log, request, look(NOTHING_SEEN, history).seen, match, signal);
}

/** What of the history is told, oldest first. */
function chosen(
  history: readonly AuditEntry[],
  request: TailRequest,
  match: (entry: AuditEntry) => boolean,
): AuditEntry[] {
  const { sinceMs = -Infinity } = request;
  const entries = history.filter((entry) => timeOf(entry) >= sinceMs && match(entry));
  const last = lastOf(request);
  return (last === Infinity ? entries : entries.slice(0, last)).toReversed();
}

const lastOf = ({ last, sinceMs }: TailRequest): number =>
  last ?? (sinceMs === undefined ? DEFAULT_LAST : Infinity);

/** The newest entries first, back to all that the request asks for, and to where following begins. */
async function* readHistory(
  log: Log,
  request: TailRequest,
  match: (entry: AuditEntry) => boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<TailEvent, AuditEntry[]> {
  const last = lastOf(request);
  const hits =
    request.match === undefined && !request.follow ? Math.min(last, MOST_HITS) : MOST_HITS;
  let matching = 0;
  return yield* walk(log, request, Math.max(1, hits), null, signal, (page, entries) => {
    matching += page.filter(match).length;
    const newest = entries[0];
    const overlapFromMs = newest === undefined ? Infinity : timeOf(newest) - OVERLAP_MS;
    const enough = matching >= last || goesBackTo(request.sinceMs ?? -Infinity, page);
    return enough && (!request.follow || goesBackTo(overlapFromMs, page));
  });
}

async function* follow(
  log: Log,
  request: TailRequest,
  seenBefore: SeenEntries,
  match: (entry: AuditEntry) => boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<TailEvent> {
  let seen = seenBefore;
  let newest: Instant | null = null;
  for (let pollMs = POLL_MS; ;) {
    try {
      await log.clock.sleep(pollMs, signal);
      const { fromMs } = seen;
      const done = (page: readonly AuditEntry[]): boolean => goesBackTo(fromMs, page);
      const entries = yield* walk(log, request, MOST_HITS, newest, signal, done);
      const looked = look(seen, entries);
      ({ seen } = looked);
      for (const entry of looked.fresh) {
        newest = entry.timestamp;
        if (match(entry)) yield { type: 'entry', entry };
      }
      pollMs = POLL_MS;
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof Failure) || !PASSING.has(error.code)) throw error;
      pollMs = Math.min(pollMs * 2, LONGEST_POLL_MS);
      yield { type: 'trouble', failure: error, retryMs: pollMs };
    }
  }
}

/** Failures that may be over at the next look. */
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'platform-garbled']);

/** Pages from the newest entry back, until `done` says so or there are no more. */
async function* walk(
  log: Log,
  request: TailRequest,
  hits: number,
  since: Instant | null,
  signal: AbortSignal | undefined,
  done: (page: readonly AuditEntry[], all: readonly AuditEntry[]) => boolean,
): AsyncGenerator<TailEvent, AuditEntry[]> {
  const { scopes, untilMs } = request;
  const entries: AuditEntry[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const waitMs = log.waitMs();
    if (waitMs > 0) yield { type: 'lag', waitMs, since };
    const page = await log.page({ scopes, untilMs, hits, cursor }, signal);
    entries.push(...page.data);
    // A cursor that comes back would walk in circles.
    if (done(page.data, entries) || page.cursor === null || cursors.has(page.cursor))
      return entries;
    cursors.add(page.cursor);
    ({ cursor } = page);
  }
}
