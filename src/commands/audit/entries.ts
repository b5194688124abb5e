/** `tail` and `tail -f` of the audit log: which pages are read, and how long is waited between looks. */
import type { Clock } from '../../model/time.ts';
import { Failure } from '../../model/failure.ts';
import type { Instant } from '../../model/ids.ts';
import type { AuditEntry, AuditPage, AuditScope } from '../../model/resources.ts';
import type { SeenEntries } from './seen.ts';
import { NOTHING_SEEN, OVERLAP_MS, goesBackTo, look, timeOf } from './seen.ts';

/** Which entries of the log to report. */
export interface TailRequest {
  /** Left out: the platform's default, `content`. */
  readonly scopes?: readonly AuditScope[] | undefined;
  /** The number of newest entries (that `match`). Left out: all since `sinceMs`, or else 10. */
  readonly last?: number | undefined;
  /** Only entries since this moment, in milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  /** Only entries up to this moment. Not with `follow`. */
  readonly untilMs?: number | undefined;
  /** Continue with new entries until the signal aborts. */
  readonly follow: boolean;
  /** Entries for which it returns false are left out and not counted. */
  readonly match?: ((entry: AuditEntry) => boolean) | undefined;
}

/** What following the log reports. */
export type TailEvent =
  | { readonly type: 'entry'; readonly entry: AuditEntry }
  /**
   * Entries arrive faster than the rate limit allows us to read; the next ones are read after
   * `waitMs`.
   * `since`: the newest entry that was reported.
   */
  | { readonly type: 'lag'; readonly waitMs: number; readonly since: Instant | null }
  /** A look failed while following. The next one is in `retryMs` and misses nothing. */
  | { readonly type: 'trouble'; readonly failure: Failure; readonly retryMs: number };

/** The part of the client that the tail needs. */
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
  /** How long the rate limit would delay one more page. */
  waitMs(): number;
  readonly clock: Clock;
}

/** 360 an hour of the 600 allowed, to have some left for bursts. */
const POLL_MS = 10_000;
const MAX_POLL_MS = 60_000;
const DEFAULT_LAST = 10;
const MAX_HITS = 100;

/**
 * Reports the newest entries, oldest first, and with `follow` also each later entry once. Stays
 * within the rate limit, and reports a lag if that is too low. When the signal aborts, ends
 * normally if it is following, and otherwise rejects with `interrupted`.
 */
export async function* tail(
  log: Log,
  request: TailRequest,
  signal?: AbortSignal,
): AsyncGenerator<TailEvent> {
  const match = request.match ?? (() => true);
  const history = yield* readHistory(log, request, match, signal);
  const entries = chosen(history, request, match);
  for (const entry of entries) yield { type: 'entry', entry };
  if (!request.follow) return;
  const seen = { ...look(NOTHING_SEEN, history), newest: entries.at(-1)?.timestamp ?? null };
  yield* follow(log, request, seen, match, signal);
}

/** The part of the history to report, oldest first. */
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

/** Reads the newest entries first, back to everything that the request asks for, and far enough for following to start. */
async function* readHistory(
  log: Log,
  request: TailRequest,
  match: (entry: AuditEntry) => boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<TailEvent, AuditEntry[]> {
  const last = lastOf(request);
  const hits = request.match === undefined && !request.follow ? Math.min(last, MAX_HITS) : MAX_HITS;
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
  before: { readonly seen: SeenEntries; readonly newest: Instant | null },
  match: (entry: AuditEntry) => boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<TailEvent> {
  let { seen, newest } = before;
  for (let pollMs = POLL_MS; ;) {
    try {
      await log.clock.sleep(pollMs, signal);
      const { fromMs } = seen;
      const done = (page: readonly AuditEntry[]): boolean => goesBackTo(fromMs, page);
      const entries = yield* walk(log, request, MAX_HITS, newest, signal, done);
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
      pollMs = Math.min(pollMs * 2, MAX_POLL_MS);
      yield { type: 'trouble', failure: error, retryMs: pollMs };
    }
  }
}

/** Failures that may have passed by the next look. */
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'platform-garbled']);

/** Reads pages from the newest entry back, until `done` returns true or no page is left. */
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
    // Following a repeated cursor would never end.
    if (done(page.data, entries) || page.cursor === null || cursors.has(page.cursor))
      return entries;
    cursors.add(page.cursor);
    ({ cursor } = page);
  }
}
