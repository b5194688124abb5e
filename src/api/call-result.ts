/** Interprets how an exchange ended. The only place that decides whether a write may have been carried out. */
import {
  answerLost,
  outcomeUnknown,
  unreachable,
  interrupted,
  interruptedWrite,
} from './errors/call-errors.ts';
import type { Mask } from './errors/mask.ts';
import { readRefusal } from './errors/refusal.ts';
import type { Unwritten } from './calls/written.ts';
import { nameOf } from './requests/request.ts';
import type { ApiRequest } from './requests/request.ts';
import type { Answered, Exchange } from './transport/exchange.ts';

/** Either an answer of the requested kind, or why there is none. A read is never `lost` or `interrupted`. */
export type CallResult = { readonly kind: 'answered'; readonly answer: Answered } | Unwritten;

/** What messages need to know of the client. */
export interface Wording {
  readonly origin: string;
  readonly mask: Mask;
}

/**
 * A write that was sent and got no answer is `lost`. So is one that was answered with 5xx: something between
 * here and the platform may have failed after the platform was done. All other answers except 2xx mean that
 * nothing was done.
 */
export function interpret(exchange: Exchange, request: ApiRequest, wording: Wording): CallResult {
  if (exchange.kind !== 'answered') return unanswered(exchange, request, wording);
  const { status } = exchange.head;
  if (status < 300) return { kind: 'answered', answer: exchange };
  if (request.kind === 'write' && status >= 500) {
    const name = nameOf(request, wording.mask);
    return { kind: 'lost', failure: outcomeUnknown(name, `the platform answered ${status}`) };
  }
  return { kind: 'refused', ...refusal(exchange, request, wording) };
}

/** Why there is no answer, and whether a write may have been carried out. */
export function unanswered(
  exchange: Exclude<Exchange, Answered>,
  request: ApiRequest,
  wording: Wording,
): Unwritten {
  const name = nameOf(request, wording.mask);
  const isWrite = request.kind === 'write';
  switch (exchange.kind) {
    case 'broken':
      return isWrite && exchange.sent
        ? { kind: 'lost', failure: answerLost(name, exchange) }
        : { kind: 'refused', failure: unreachable(name, wording.origin, exchange), words: null };
    case 'aborted':
      return isWrite && exchange.sent
        ? { kind: 'interrupted', failure: interruptedWrite(name) }
        : { kind: 'refused', failure: interrupted(), words: null };
    default:
      return exchange satisfies never;
  }
}

/** The refusal in an answer whose status is 300 or more. */
export const refusal = (
  answer: Answered,
  request: ApiRequest,
  { origin, mask }: Wording,
): ReturnType<typeof readRefusal> =>
  readRefusal(
    answer,
    {
      name: nameOf(request, mask),
      permission: request.permission,
      mayLack: request.mayLack,
      origin,
    },
    mask,
  );
