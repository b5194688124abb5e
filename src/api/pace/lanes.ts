/** Decides who may send now. Each lane limits how many requests are pending, and each operation keeps its own pace. */
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

/** Pending requests per lane; each uses one connection. */
export const LANE_SIZES: Readonly<Record<LaneName, number>> = { reads: 16, writes: 32, uploads: 2 };

interface LanesOptions {
  readonly clock: Clock;
  readonly maxWaitMs: number;
  /** Called once per wait for an operation's limit, not once per request. */
  readonly onWait: (operation: string, ms: number) => void;
}

const HOLD: PaceDecision = { kind: 'hold' };
/** If the end of a wait moves by less than this, it is not reported again. */
const SAME_WAIT_MS = 1000;

/** Hands out slots. What one operation learns from rate-limit headers applies to all. */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #meaning = new LimitMeaning();
  readonly #budget: WaitBudget;
  readonly #queues = new Map<string, OperationQueue>();
  /** Queues by lane. The one served last moves to the end, so that none is starved. */
  readonly #order: Record<LaneName, OperationQueue[]> = { reads: [], writes: [], uploads: [] };
  readonly #free: Record<LaneName, number> = { ...LANE_SIZES };
  /** The end of the last completed sleep. Time never counts as earlier than this, because the clock may round or stand still. */
  #sleptUntilMs = -Infinity;

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#budget = new WaitBudget(options.maxWaitMs);
  }

  /**
   * Resolves when a request of this operation may be sent: first come, first served, except that `first` goes
   * before all waiting requests. Rejects with `rate-limited` as soon as it is known that the wait would
   * exceed the allowed time, and with `interrupted`.
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

  /** Returns a slot. Call it once per slot when its request has ended. */
  leave({ queue, flight }: Slot, end: FlightEnd, atMs: number): void {
    const { lane } = queue.operation;
    this.#free[lane] += 1;
    queue.pace.ended(flight, end, Math.max(atMs, this.#sleptUntilMs));
    this.#serve(lane);
  }

  /** How many milliseconds `requests` more of an operation would wait if nobody else sends any. */
  waitMs(operation: PacedOperation, requests: number): number {
    return this.#queueOf(operation).pace.waitMs(requests, this.#options.clock.elapsed());
  }

  /** What is known of an operation's window. Null if no headers have described it. */
  stateOf(operation: PacedOperation): LimitState | null {
    return this.#queueOf(operation).pace.state(this.#options.clock.elapsed());
  }

  /** Cancels every wait; waiting requests reject with `interrupted`. */
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

  /** Admits as many requests as possible, each operation in turn, and makes sure that the rest is checked again later. */
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

  /** Returns whether a request was admitted. */
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
    // The current sleep ends earlier, and the queue is checked again then.
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

  /** Checks the queue again after `ms`, unless the wait is cancelled first. */
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
