/** Sends each request when its lane and its rate limit allow it. */
import type { Clock } from '../../model/clock.ts';
import type { Departure } from '../calls/http.ts';
import type { Lanes } from '../pace/lanes.ts';
import { readLimitHeaders, readRetryAfter } from '../pace/limit-headers.ts';
import type { FlightEnd } from '../pace/pace.ts';
import type { ApiRequest } from '../requests/request.ts';
import { HELD_BACK } from '../transport/exchange.ts';
import type { Exchange, Opened } from '../transport/exchange.ts';
import type { Send } from './send.ts';

interface Pacing {
  readonly lanes: Pick<Lanes, 'enter' | 'leave'>;
  readonly clock: Clock;
  /** Called for each request that was sent, after its slot was returned. `ms`: from sending to the end of the answer. */
  readonly onEnd: (request: ApiRequest, end: Exchange | Opened, ms: number) => void;
}

/** It is unknown whether the platform saw the request. */
const UNANSWERED: FlightEnd = { status: null, headers: null, retryAfterMs: null };
/** The platform never saw it. */
const UNSENT: FlightEnd = { status: 'unsent', headers: null, retryAfterMs: null };

/**
 * Waits for a slot, and always returns it. Asks a departure when there is a slot. A 429 means that nothing
 * was done, so the request is sent again, first in its queue. So is a request that its departure held back
 * just before the first byte. Resolves to `held-back` if the departure gave it up.
 */
export function paced(send: Send, pacing: Pacing): Send {
  return async (request, signals) => {
    for (let again = false; ; again = true) {
      const { end, isToBeSentAgain } = await sendInTurn(request, again, signals);
      if (!isToBeSentAgain) return end;
    }
  };

  async function sendInTurn(
    request: ApiRequest,
    again: boolean,
    signals: readonly AbortSignal[],
  ): Promise<{ readonly end: Exchange | Opened; readonly isToBeSentAgain: boolean }> {
    const { lanes, clock, onEnd } = pacing;
    const slot = await lanes.enter(request.operation, again, signals);
    let flightEnd = UNSENT;
    let atMs: number | undefined;
    let end: Exchange | Opened;
    let startedMs: number;
    try {
      if (request.departure && !(await mayLeave(request.departure))) {
        return { end: HELD_BACK, isToBeSentAgain: false };
      }
      flightEnd = UNANSWERED;
      startedMs = clock.elapsed();
      end = await send(request, signals);
      flightEnd = flightEndOf(end, clock.now());
      atMs = end.head?.atMs;
    } finally {
      lanes.leave(slot, flightEnd, atMs ?? clock.elapsed());
    }
    onEnd(request, end, clock.elapsed() - startedMs);
    return { end, isToBeSentAgain: end.kind === 'held-back' || isRefusedByLimit(end) };
  }
}

/** Called while the request has its slot, so that no other wait comes in between. */
async function mayLeave(departure: Departure): Promise<boolean> {
  while (!departure.mayLeave()) {
    if (!(await departure.renew())) return false;
  }
  return true;
}

const isRefusedByLimit = (end: Exchange | Opened): boolean =>
  end.kind === 'answered' && end.head.status === 429;

function flightEndOf(end: Exchange | Opened, nowMs: number): FlightEnd {
  if ('sent' in end && !end.sent) return UNSENT;
  const { head } = end;
  if (head === null) return UNANSWERED;
  const { status, headers } = head;
  return {
    status,
    headers: readLimitHeaders(headers, nowMs),
    retryAfterMs: status === 429 ? readRetryAfter(headers, nowMs) : null,
  };
}
