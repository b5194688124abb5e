/** Who may send now: at most so many at once per lane, and every operation at its own pace. */
import type { Clock } from '../model/clock.ts';
import { Failure } from '../model/failure.ts';
import { forget, onAbort } from './aborts.ts';
import type { Deployment } from './deployment.ts';
import { formatDuration } from '../model/duration.ts';
import { callOf } from '../model/operations.ts';
import type { WaitingEvent } from './events.ts';
import { interrupted } from './interrupted.ts';
import type { Contracted, Decision, Outcome, Ticket } from './pace.ts';
import { Pace } from './pace.ts';
import { WaitBudget } from './wait-budget.ts';

export type LaneName = 'reads' | 'writes' | 'uploads';

/** Requests under way at once. One connection each. */
export const LANE_SIZES: Readonly<Record<LaneName, number>> = { reads: 16, writes: 32, uploads: 2 };

/** What of a call decides about its turn. */
export interface Turn {
  /** One pace each: operation name, or `METHOD /path` where the contract has none. */
  readonly operation: string;
  readonly lane: LaneName;
  readonly limit: Contracted;
}

export interface Pass {
  readonly gate: Gate;
  readonly ticket: Ticket;
}

interface Waiter {
  readonly go: (pass: Pass) => void;
  readonly fail: (reason: Error) => void;
}

interface Wait {
  readonly untilMs: number;
  readonly stop: AbortController;
}

interface Gate {
  readonly turn: Turn;
  readonly pace: Pace;
  readonly waiters: Waiter[];
  /** Set while its waiters wait for a limit. */
  wait: Wait | null;
  /** The end of the last wait that was told. */
  toldUntilMs: number;
}

interface LanesOptions {
  readonly clock: Clock;
  readonly maxWaitMs: number;
  readonly deployment: Deployment;
  readonly onWait: (event: WaitingEvent) => void;
}

const HOLD: Decision = { kind: 'hold' };
/** A wait that ends this little later than was told is not told again. */
const SAME_WAIT_MS = 1000;

export class Lanes {
  readonly #options: LanesOptions;
  readonly #budget: WaitBudget;
  readonly #gates = new Map<string, Gate>();
  /** By lane, the gate that was served last at the end: none starves another. */
  readonly #order: Record<LaneName, Gate[]> = { reads: [], writes: [], uploads: [] };
  readonly #free: Record<LaneName, number> = { ...LANE_SIZES };
  /** What was slept through has passed, whatever the clock says: it may round, or stand still. */
  #sleptUntilMs = -Infinity;

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#budget = new WaitBudget(options.maxWaitMs);
  }

  /**
   * Resolves when a request of this operation may be sent; first come, first served, but `again` goes first.
   * Rejects with `rate-limited` as soon as it is known that the wait would go beyond what is allowed, and with `interrupted`.
   */
  enter(turn: Turn, again: boolean, signals: readonly AbortSignal[]): Promise<Pass> {
    const gate = this.#gateOf(turn);
    if (gate.waiters.length === 0 && this.#decide(gate).kind === 'go') {
      return Promise.resolve(this.#let(gate));
    }
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        settle();
        const place = gate.waiters.indexOf(waiter);
        if (place === -1) return;
        gate.waiters.splice(place, 1);
        this.#serve(gate.turn.lane);
        reject(interrupted());
      };
      const settle = (): void => {
        for (const signal of signals) forget(signal, abort);
      };
      const waiter: Waiter = {
        go: (pass) => {
          settle();
          resolve(pass);
        },
        fail: (reason) => {
          settle();
          reject(reason);
        },
      };
      for (const signal of signals) onAbort(signal, abort);
      if (again) gate.waiters.unshift(waiter);
      else gate.waiters.push(waiter);
      this.#serve(turn.lane);
    });
  }

  /** To be called once per pass, when its request is over. */
  leave({ gate, ticket }: Pass, outcome: Outcome, atMs: number): void {
    this.#free[gate.turn.lane] += 1;
    gate.pace.answered(ticket, outcome, Math.max(atMs, this.#sleptUntilMs));
    this.#serve(gate.turn.lane);
  }

  pace(turn: Turn): Pace {
    return this.#gateOf(turn).pace;
  }

  /** Stops every wait. */
  close(): void {
    for (const gate of this.#gates.values()) {
      gate.wait?.stop.abort();
      gate.wait = null;
      for (const waiter of gate.waiters.splice(0)) waiter.fail(interrupted());
    }
  }

  #gateOf(turn: Turn): Gate {
    let gate = this.#gates.get(turn.operation);
    if (gate === undefined) {
      const pace = new Pace(turn.limit, this.#options.deployment);
      gate = { turn, pace, waiters: [], wait: null, toldUntilMs: -Infinity };
      this.#gates.set(turn.operation, gate);
      this.#order[turn.lane].push(gate);
    }
    return gate;
  }

  #decide(gate: Gate): Decision {
    const decision = gate.pace.decide(this.#elapsed());
    return decision.kind === 'go' && this.#free[gate.turn.lane] === 0 ? HOLD : decision;
  }

  #let(gate: Gate): Pass {
    this.#free[gate.turn.lane] -= 1;
    return { gate, ticket: gate.pace.sent(this.#elapsed()) };
  }

  /** Lets as many through as may go, in turn, and sees to it that the rest is looked at again. */
  #serve(lane: LaneName): void {
    const order = this.#order[lane];
    for (let index = 0; index < order.length;) {
      const gate = order[index];
      if (gate === undefined) return;
      const next = this.#serveOne(gate);
      if (next) {
        order.push(...order.splice(index, 1));
        index = 0;
      } else {
        index += 1;
      }
    }
  }

  /** Whether one went through. */
  #serveOne(gate: Gate): boolean {
    const decision = gate.waiters.length === 0 ? HOLD : this.#decide(gate);
    if (decision.kind === 'go') {
      gate.waiters.shift()?.go(this.#let(gate));
      return true;
    }
    if (decision.kind === 'wait') this.#wait(gate, decision);
    else this.#stopWaiting(gate);
    return false;
  }

  #stopWaiting(gate: Gate): void {
    gate.wait?.stop.abort();
    gate.wait = null;
  }

  #wait(gate: Gate, { untilMs, reason }: Extract<Decision, { kind: 'wait' }>): void {
    // One that ends later than the sleep under way is looked at when that is over.
    if (gate.wait !== null && gate.wait.untilMs <= untilMs) return;
    this.#stopWaiting(gate);
    const { maxWaitMs, onWait } = this.#options;
    const { operation } = gate.turn;
    const atMs = this.#elapsed();
    const ms = Math.max(0, untilMs - atMs);
    if (!this.#budget.take(atMs, untilMs)) {
      const failure = beyondBudget(operation, ms, maxWaitMs);
      for (const waiter of gate.waiters.splice(0)) waiter.fail(failure);
      return;
    }
    if (untilMs - gate.toldUntilMs >= SAME_WAIT_MS) {
      gate.toldUntilMs = untilMs;
      onWait({ type: 'waiting', operation, ms, reason });
    }
    gate.wait = { untilMs, stop: new AbortController() };
    void this.#sleep(gate, gate.wait, ms);
  }

  #elapsed(): number {
    return Math.max(this.#options.clock.elapsed(), this.#sleptUntilMs);
  }

  /** Looks at the gate again after `ms`, unless that is stopped before. */
  async #sleep(gate: Gate, wait: Wait, ms: number): Promise<void> {
    try {
      await this.#options.clock.sleep(ms, wait.stop.signal);
    } catch {
      return;
    }
    this.#sleptUntilMs = Math.max(this.#sleptUntilMs, wait.untilMs);
    if (gate.wait !== wait) return;
    gate.wait = null;
    this.#serve(gate.turn.lane);
  }
}

function beyondBudget(operation: string, ms: number, maxWaitMs: number): Failure {
  return new Failure(
    'rate-limited',
    `The rate limit of ${callOf(operation)} is used up for another ${formatDuration(ms)}, longer than may be waited.`,
    {
      status: 429,
      hint: `run again later, or allow more than ${formatDuration(maxWaitMs)} in all with --max-wait`,
    },
  );
}
