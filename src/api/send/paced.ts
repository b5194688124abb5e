/** Sends each request when its lane and its rate limit allow it. */
import type { Clock } from '../../model/clock.ts';
import type { Lanes } from '../pace/lanes.ts';
import { readLimit } from '../pace/limit-headers.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange } from '../transport/exchange.ts';
import type { Send } from './send.ts';

interface Pacing {
  readonly lanes: Pick<Lanes, 'enter' | 'leave'>;
  readonly clock: Clock;
  /** Called for each request that was sent, after its slot was returned. `ms`: from sending to the end of the answer. */
  readonly onEnd: (request: ApiRequest, end: Exchange, ms: number) => void;
}

/**
 * Waits for a slot, and always returns it. Calls `beforeSend` in it. A 429 means that nothing was done, so
 * the request is sent again, first in its queue.
 */
export function paced(send: Send, { lanes, clock, onEnd }: Pacing): Send {
  return async (request, signal) => {
    for (let isAgain = false; ; isAgain = true) {
      const slot = await lanes.enter(request.operation, isAgain, signal);
      let end: Exchange | undefined;
      let startedMs: number;
      try {
        await request.beforeSend?.();
        startedMs = clock.elapsed();
        end = await send(request, signal);
      } finally {
        const head = end?.head ?? null;
        const answer = head && readLimit(head, clock.now());
        lanes.leave(slot, answer, head?.atMs ?? clock.elapsed());
      }
      onEnd(request, end, clock.elapsed() - startedMs);
      if (end.kind !== 'answered' || end.head.status !== 429) return end;
    }
  };
}
