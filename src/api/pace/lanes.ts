/** Decides who may send now. Each lane limits how many requests are under way, and each operation keeps its own pace. */
import type { Clock } from '../../model/clock.ts';
import { formatDuration } from '../../model/duration.ts';
import { Failure } from '../../model/failure.ts';
import { callOf } from '../../model/operations.ts';
import { interrupted } from '../errors/call-errors.ts';
import { LimitMeaning } from './limit-meaning.ts';
import { OperationQueue } from './operation-queue.ts';
import type { LaneName, PacedOperation, Slot } from './operation-queue.ts';
import { Pace } from './pace.ts';
import type { FlightEnd, PaceDecision } from './pace.ts';
import { WaitBudget } from './wait-budget.ts';
import type { LimitState } from './window.ts';

/** Requests under way at once. One connection each. */
export const LANE_SIZES: Readonly<Record<LaneName, number>> = { reads: 16, writes: 32, uploads: 2 };

interface LanesOptions {
  readonly clock: Clock;
  readonly maxWaitMs: number;
  /** Told once per wait for the limit of an operation, not once per request. */
  readonly onWait: (operation: string, ms: number) => void;
}

const HOLD: PaceDecision = { kind: 'hold' };
/** A wait that ends this little later than was told is not told again. */
const SAME_WAIT_MS = 1000;

/** Hands out slots. What the rate-limit headers of one operation teach counts for all. */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #meaning = new LimitMeaning();
  readonly #budget: WaitBudget;
  readonly #queues = new Map<string, OperationQueue>();
  /** Queues by lane. The one that was served last comes last, so that none starves another. */
  readonly #order: Record<LaneName, OperationQueue[]> = { reads: [], writes: [], uploads: [] };
  readonly #free: Record<LaneName, number> = { ...LANE_SIZES };
  /** A wait that was slept through is over, whatever the clock says: it may round, or stand still. */
  #sleptUntilMs = -Infinity;

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#budget = new WaitBudget(options.maxWaitMs);
  }

  /**
   * Resolves when a request of this operation may be sent: first come, first served, but `first` goes ahead of all that wait.
   * Rejects with `rate-limited` as soon as it is known that the wait would be longer than is allowed, and with `interrupted`.
   */
  async enter(
    operation: PacedOperation,
    first: boolean,
    signals: readonly AbortSignal[],
  ): Promise<Slot> {
    if (signals.some(({ aborted }) => aborted)) throw interrupted();
    const queue = this.#queueOf(operation);
    if (queue.isEmpty && this.#decide(queue).kind === 'go') return this.#take(queue);
    const slot = queue.join(first, signals, () => this.#serve(operation.lane));
    this.#serve(operation.lane);
    return slot;
  }

  /** Gives a slot back. To be called once per slot, when its request is over. */
  leave({ queue, flight }: Slot, end: FlightEnd, atMs: number): void {
    const { lane } = queue.operation;
    this.#free[lane] += 1;
    queue.pace.ended(flight, end, Math.max(atMs, this.#sleptUntilMs));
    this.#serve(lane);
  }

  /** Milliseconds that `requests` more of an operation would wait, if nobody else sends any. */
  waitMs(operation: PacedOperation, requests: number): number {
    return this.#queueOf(operation).pace.waitMs(requests, this.#options.clock.elapsed());
  }

  /** What is known of an operation's window. Null if the headers have told of none. */
  stateOf(operation: PacedOperation): LimitState | null {
    return this.#queueOf(operation).pace.state(this.#options.clock.elapsed());
  }

  /** Stops every wait: what waits rejects with `interrupted`. */
  close(): void {
    for (const queue of this.#queues.values()) queue.close();
  }

  #queueOf(operation: PacedOperation): OperationQueue {
    let queue = this.#queues.get(operation.name);
    if (queue === undefined) {
      queue = new OperationQueue(operation, new Pace(operation.limit, this.#meaning));
      this.#queues.set(operation.name, queue);
      this.#order[operation.lane].push(queue);
    }
    return queue;
  }

  #decide(queue: OperationQueue): PaceDecision {
    const decision = queue.pace.decide(this.#elapsed());
    return decision.kind === 'go' && this.#free[queue.operation.lane] === 0 ? HOLD : decision;
  }

  #take(queue: OperationQueue): Slot {
    this.#free[queue.operation.lane] -= 1;
    return { queue, flight: queue.pace.sent(this.#elapsed()) };
  }

  /** Admits as many as may go, each operation in turn, and sees to it that the rest is looked at again. */
  #serve(lane: LaneName): void {
    const order = this.#order[lane];
    for (let index = 0; index < order.length;) {
      const queue = order[index];
      if (queue === undefined) return;
      if (this.#serveOne(queue)) {
        order.push(...order.splice(index, 1));
        index = 0;
      } else {
        index += 1;
      }
    }
  }

  /** Whether one was admitted. */
  #serveOne(queue: OperationQueue): boolean {
    const decision = queue.isEmpty ? HOLD : this.#decide(queue);
    if (decision.kind === 'go') {
      queue.admit(this.#take(queue));
      return true;
    }
    if (decision.kind === 'wait') this.#wait(queue, decision.untilMs);
    else queue.stopWait();
    return false;
  }

  #wait(queue: OperationQueue, untilMs: number): void {
    // A wait that ends later than the sleep under way is looked at when that sleep is over.
    if (queue.waitsUntil(untilMs)) return;
    queue.stopWait();
    const { maxWaitMs, onWait } = this.#options;
    const { name } = queue.operation;
    const atMs = this.#elapsed();
    const ms = Math.max(0, untilMs - atMs);
    if (!this.#budget.take(atMs, untilMs)) {
      queue.rejectAll(beyondBudget(name, ms, maxWaitMs));
      return;
    }
    if (untilMs - queue.toldUntilMs >= SAME_WAIT_MS) {
      queue.toldUntilMs = untilMs;
      onWait(name, ms);
    }
    void this.#sleep(queue, untilMs, ms);
  }

  #elapsed(): number {
    return Math.max(this.#options.clock.elapsed(), this.#sleptUntilMs);
  }

  /** Looks at the queue again after `ms`, unless that is stopped before. */
  async #sleep(queue: OperationQueue, untilMs: number, ms: number): Promise<void> {
    const wait = queue.startWait(untilMs);
    try {
      await this.#options.clock.sleep(ms, wait.stop.signal);
    } catch {
      return;
    }
    this.#sleptUntilMs = Math.max(this.#sleptUntilMs, untilMs);
    if (queue.endWait(wait)) this.#serve(queue.operation.lane);
  }
}

function beyondBudget(operation: string, ms: number, maxWaitMs: number): Failure {
  return new Failure(
    'rate-limited',
    `The rate limit of ${callOf(operation)} is used up for another ${formatDuration(ms)}, longer than --max-wait allows.`,
    {
      status: 429,
      hint: `Run again later, or allow more than ${formatDuration(maxWaitMs)} in all with --max-wait`,
    },
  );
}
