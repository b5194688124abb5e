/**
 * Decides which request is sent next: each lane limits pending requests, and each operation has its
 * own pace.
 */
import { formatDuration, timeOfDay } from '../../model/time.ts';
import type { Clock } from '../../model/time.ts';
import { Failure } from '../../model/failure.ts';
import { callOf } from '../../model/operations.ts';
import { interrupted } from '../errors/outcome.ts';
import type { LaneName, PacedOperation } from '../requests/request.ts';
import { Pace } from './pace.ts';
import type { LimitAnswer, LimitState } from './pace.ts';

/** A lane's slot, for one request. */
export interface LaneSlot {
  readonly operation: PacedOperation;
  readonly sentAtMs: number;
}

/** Pending requests per lane; each uses one connection. */
export const LANE_SIZES: Readonly<Record<LaneName, number>> = { reads: 16, writes: 32, uploads: 2 };

interface LanesOptions {
  readonly clock: Clock;
  /** The longest total wait. Waits of several operations at the same time count once. */
  readonly maxWaitMs: number;
  /** Called once per wait for an operation's limit, not once per request. */
  readonly onWait: (operation: string, ms: number) => void;
  /** Whether the platform is on this machine: then it is most likely for trials, without limits. */
  readonly isLocal?: boolean;
}

interface Waiter {
  readonly admit: (slot: LaneSlot) => void;
  readonly reject: (reason: Error) => void;
}

/** The requests of one operation that wait for slots, in order, and their common wait for its limit. */
interface Queue {
  readonly operation: PacedOperation;
  readonly pace: Pace;
  waiters: Waiter[];
  wait: { readonly untilMs: number; readonly stop: AbortController } | undefined;
  /** The end of the last wait that was reported. */
  toldUntilMs: number;
}

/** A hint for when waiting does not help. */
const ON_A_TRIAL = 'on a trial platform: docs platform start --no-rate-limits';

/** If the end of a wait moves by less than this, it is not reported again. */
const SAME_WAIT_MS = 1000;

/** Hands out slots. */
export class Lanes {
  readonly #options: LanesOptions;
  /** By operation. The queue that was served last moves to the end, so that none is starved. */
  readonly #queues = new Map<string, Queue>();
  readonly #free: Record<LaneName, number> = { ...LANE_SIZES };
  #waitLeftMs: number;
  /** Waiting up to this time is already counted. */
  #waitedUntilMs = -Infinity;
  /** The end of the last sleep. Time never counts as earlier, even if the clock rounds or stops. */
  #sleptUntilMs = -Infinity;

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#waitLeftMs = options.maxWaitMs;
  }

  /**
   * Resolves when a request of this operation may be sent: first come, first served, except that
   * `first` goes before all waiting requests. Rejects with `rate-limited` as soon as it is known
   * that the wait would exceed the allowed time, and with `interrupted` when the signal aborts.
   */
  async enter(operation: PacedOperation, first: boolean, signal: AbortSignal): Promise<LaneSlot> {
    if (signal.aborted) throw interrupted();
    const queue = this.#queueOf(operation);
    let abort = (): void => undefined;
    try {
      return await new Promise<LaneSlot>((admit, reject) => {
        const waiter = { admit, reject };
        abort = () => {
          queue.waiters = queue.waiters.filter((other) => other !== waiter);
          reject(interrupted());
          this.#wait(queue);
        };
        signal.addEventListener('abort', abort);
        if (first) queue.waiters.unshift(waiter);
        else queue.waiters.push(waiter);
        this.#serve();
      });
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Gives a slot back. Call it once per slot when its request has ended. `answer` is null if there was none. */
  leave({ operation, sentAtMs }: LaneSlot, answer: LimitAnswer | null, atMs: number): void {
    this.#free[operation.lane] += 1;
    const { pace } = this.#queueOf(operation);
    pace.ended(sentAtMs, answer, Math.max(atMs, this.#sleptUntilMs));
    this.#serve();
  }

  /**
   * How many milliseconds `requests` more of an operation would wait if nobody else uses the key.
   */
  waitMs(operation: PacedOperation, requests: number): number {
    return this.#queueOf(operation).pace.waitMs(requests, this.#elapsed());
  }

  /** What is known of an operation's window. Null if no answer reported it. */
  stateOf(operation: PacedOperation): LimitState | null {
    return this.#queueOf(operation).pace.state(this.#elapsed());
  }

  #queueOf(operation: PacedOperation): Queue {
    let queue = this.#queues.get(operation.name);
    if (queue === undefined) {
      const pace = new Pace(operation.limit);
      queue = { operation, pace, waiters: [], wait: undefined, toldUntilMs: -Infinity };
      this.#queues.set(operation.name, queue);
    }
    return queue;
  }

  /** Admits as many requests as it can, each operation in turn, and checks the rest again later. */
  #serve(): void {
    for (let queue = this.#ready(); queue !== undefined; queue = this.#ready()) {
      const { operation, pace, waiters } = queue;
      const sentAtMs = this.#elapsed();
      this.#free[operation.lane] -= 1;
      pace.sent(sentAtMs);
      waiters.shift()?.admit({ operation, sentAtMs });
      this.#queues.delete(operation.name);
      this.#queues.set(operation.name, queue);
    }
    for (const queue of this.#queues.values()) this.#wait(queue);
  }

  /** The first queue from which a request may be sent now. */
  #ready(): Queue | undefined {
    const atMs = this.#elapsed();
    for (const queue of this.#queues.values()) {
      const { operation, pace, waiters } = queue;
      const mayEnter = waiters.length > 0 && this.#free[operation.lane] > 0;
      if (mayEnter && pace.freeAtMs(atMs) <= atMs) return queue;
    }
    return undefined;
  }

  /** Starts, keeps or ends the wait of a queue for its limit. */
  #wait(queue: Queue): void {
    const { operation, waiters, wait } = queue;
    const atMs = this.#elapsed();
    const untilMs = waiters.length === 0 ? atMs : queue.pace.freeAtMs(atMs);
    // The current wait ends earlier, and the queue is checked again then.
    if (wait !== undefined && atMs < wait.untilMs && wait.untilMs <= untilMs) return;
    wait?.stop.abort();
    queue.wait = undefined;
    if (untilMs <= atMs) return;
    if (!this.#mayWait(atMs, untilMs)) {
      const reason = this.#beyondBudget(operation.name, untilMs - atMs);
      for (const { reject } of waiters.splice(0)) reject(reason);
      return;
    }
    if (untilMs - queue.toldUntilMs >= SAME_WAIT_MS) {
      queue.toldUntilMs = untilMs;
      this.#options.onWait(operation.name, untilMs - atMs);
    }
    const stop = new AbortController();
    queue.wait = { untilMs, stop };
    const awake = (): void => {
      this.#sleptUntilMs = Math.max(this.#sleptUntilMs, untilMs);
      this.#serve();
    };
    // Rejects if the wait is no longer needed.
    this.#options.clock.sleep(untilMs - atMs, stop.signal).then(awake, () => undefined);
  }

  /** Whether the wait is allowed. If so, counts it. */
  #mayWait(atMs: number, untilMs: number): boolean {
    const costMs = Math.max(0, untilMs - Math.max(atMs, this.#waitedUntilMs));
    if (costMs > this.#waitLeftMs) return false;
    this.#waitLeftMs -= costMs;
    this.#waitedUntilMs = Math.max(this.#waitedUntilMs, untilMs);
    return true;
  }

  #elapsed(): number {
    return Math.max(this.#options.clock.elapsed(), this.#sleptUntilMs);
  }

  #beyondBudget(operation: string, ms: number): Failure {
    const { clock, maxWaitMs, isLocal = false } = this.#options;
    const trial = isLocal ? `; ${ON_A_TRIAL}` : '';
    return new Failure(
      'rate-limited',
      `The rate limit of ${callOf(operation)} is used up until ${timeOfDay(clock.now() + ms)}, longer than --max-wait allows.`,
      {
        status: 429,
        retryAt: clock.now() + ms,
        hint: `Run again later, or allow more than ${formatDuration(maxWaitMs)} in all with --max-wait${trial}`,
      },
    );
  }
}
