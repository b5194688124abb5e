/**
 * Slots: the right to send one request, in its lane, within the rate limit of its operation, and
 * not into an outage.
 */
import type { Clock } from '../../model/time.ts';
import type { WriteSlot } from '../call.ts';
import type { Lanes, LaneSlot } from '../pace/lanes.ts';
import { readLimit } from '../pace/pace.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange } from '../transport/transport.ts';
import type { Breaker, Leave } from './breaker.ts';

interface Pacing {
  /** Sends a request, once. */
  readonly send: (request: ApiRequest, signal: AbortSignal) => Promise<Exchange>;
  readonly lanes: Pick<Lanes, 'enter' | 'leave'>;
  readonly breaker: Pick<Breaker, 'admit'>;
  readonly clock: Clock;
  /** Called for each request sent. `ms`: until the end of the answer. */
  readonly onEnd: (request: ApiRequest, end: Exchange, ms: number) => void;
}

/** What a slot is for. */
type Purpose = Pick<ApiRequest, 'operation' | 'kind'>;

/** Hands out slots. */
export class Slots {
  readonly #pacing: Pacing;

  constructor(pacing: Pacing) {
    this.#pacing = pacing;
  }

  /**
   * Waits for a slot, and each time that the loop continues for another one, first in the queue.
   * Leave the loop when no more is needed: a slot that was not used is given back. Rejects as
   * `Lanes.enter` and `Breaker.admit` do.
   */
  async *of({ operation, kind }: Purpose, signal: AbortSignal): AsyncGenerator<Slot, void> {
    const { lanes, breaker } = this.#pacing;
    for (let isAgain = false; ; isAgain = true) {
      const place = await lanes.enter(operation, isAgain, signal);
      let slot: Slot | undefined;
      try {
        slot = new Slot(place, await breaker.admit({ kind }, signal), this.#pacing);
        yield slot;
      } finally {
        if (slot) slot.giveBack();
        else lanes.leave(place, null, this.#pacing.clock.elapsed());
      }
    }
  }
}

/** Sends one request at most. */
export class Slot implements WriteSlot {
  readonly #place: LaneSlot;
  readonly #leave: Leave;
  readonly #pacing: Pacing;
  #isOver = false;
  #isRefused = false;

  /** `leave` is told how the request ended. */
  constructor(place: LaneSlot, leave: Leave, pacing: Pacing) {
    this.#place = place;
    this.#leave = leave;
    this.#pacing = pacing;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Sends the request, and gives the slot back when it has ended. */
  async send(request: ApiRequest, signal: AbortSignal): Promise<Exchange> {
    const { operation } = this.#place;
    if (this.#isOver || request.operation.name !== operation.name)
      throw new Error(`this slot is not for another ${request.operation.name}`);
    const { send, clock, onEnd } = this.#pacing;
    const startedMs = clock.elapsed();
    let end: Exchange | undefined;
    try {
      end = await send(request, signal);
    } finally {
      this.giveBack(end);
    }
    this.#isRefused = end.kind === 'answered' && end.head.status === 429;
    onEnd(request, end, clock.elapsed() - startedMs);
    return end;
  }

  /** `end`: of the request that was sent. Left out: none was. */
  giveBack(end?: Exchange): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { lanes, clock } = this.#pacing;
    this.#leave(end);
    const head = end?.head ?? null;
    const answer = head && readLimit(head, clock.now());
    lanes.leave(this.#place, answer, head?.atMs ?? clock.elapsed());
  }
}
