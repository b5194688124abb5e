/** Sends each request when its lane and its rate limit allow it. */
import type { Clock } from '../../model/clock.ts';
import type { Lanes } from '../pace/lanes.ts';
import { readLimit } from '../pace/limit-headers.ts';
import type { LimitAnswer } from '../pace/pace.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange, Opened } from '../transport/exchange.ts';
import type { Send } from './send.ts';

interface Pacing {
  readonly lanes: Pick<Lanes, 'enter' | 'leave'>;
  readonly clock: Clock;
  /** Called for each request that was sent, after its slot was returned. `ms`: from sending to the end of the answer. */
  readonly onEnd: (request: ApiRequest, end: Exchange | Opened, ms: number) => void;
}

/**
 * Waits for a slot, and always returns it. Calls `beforeSend` in it. A 429 means that nothing was done, so
 * the request is sent again, first in its queue.
 */
export function paced(send: Send, pacing: Pacing): Send {
  return async (request, signal) => {
    for (let again = false; ; again = true) {
      const end = await sendInTurn(request, again, signal);
      const isRefused = end.kind === 'answered' && end.head.status === 429;
      if (!isRefused) return end;
    }
  };

  async function sendInTurn(
    request: ApiRequest,
    again: boolean,
    signal: AbortSignal,
  ): Promise<Exchange | Opened> {
    const { lanes, clock, onEnd } = pacing;
    const slot = await lanes.enter(request.operation, again, signal);
    let end: Exchange | Opened | undefined;
    let startedMs: number;
    try {
      await request.beforeSend?.();
      startedMs = clock.elapsed();
      end = await send(request, signal);
    } finally {
      lanes.leave(slot, answerOf(end, clock.now()), end?.head?.atMs ?? clock.elapsed());
    }
    onEnd(request, end, clock.elapsed() - startedMs);
    return end;
  }
}

function answerOf(end: Exchange | Opened | undefined, nowMs: number): LimitAnswer | null {
  const head = end?.head ?? null;
  return head && { status: head.status, ...readLimit(head.headers, nowMs) };
}
