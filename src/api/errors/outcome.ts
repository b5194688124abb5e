/** Interprets how an exchange ended. Only this decides if a write may have been carried out. */
import { Failure, INTERRUPTED } from '../../model/failure.ts';
import type { Unwritten } from '../call.ts';
import { nameOf } from '../requests/request.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Aborted, Answered, Broken, Exchange } from '../transport/transport.ts';
import type { NetworkError } from '../transport/network-error.ts';
import { readRefusal } from './refusal.ts';
import type { Wording } from './refusal.ts';

/**
 * Returns an answer of the requested kind, or why there is none. A read is never `lost` or
 * `interrupted`. A write without an answer is `lost`. So is a 5xx: a server in between may have
 * failed after the platform did it. After other answers except 2xx, nothing was done.
 */
export function interpret(
  exchange: Exchange,
  request: ApiRequest,
  wording: Wording,
): Answered | Unwritten {
  if (exchange.kind !== 'answered') return unanswered(exchange, request, wording);
  const { status } = exchange.head;
  if (status < 300) return exchange;
  if (request.kind === 'write' && status >= 500) {
    const name = nameOf(request, wording.mask);
    return {
      kind: 'lost',
      failure: outcomeUnknown(name, `the platform answered ${status}`),
      status,
    };
  }
  return readRefusal(exchange, request, wording);
}

/** Why there is no answer, and whether a write may have been carried out. */
export function unanswered(
  exchange: Broken | Aborted,
  request: ApiRequest,
  { origin, mask }: Wording,
): Unwritten {
  const name = nameOf(request, mask);
  const isUnknown = request.kind === 'write' && exchange.sent;
  if (exchange.kind === 'aborted') {
    if (!isUnknown) return { kind: 'refused', failure: interrupted(), words: null };
    const message = `Interrupted: ${name} may or may not have been carried out.`;
    return { kind: 'interrupted', failure: new Failure('interrupted', message) };
  }
  if (!isUnknown) {
    return { kind: 'refused', failure: unreachable(name, origin, exchange), words: null };
  }
  const { error } = exchange;
  return { kind: 'lost', failure: outcomeUnknown(name, error.what, causeOf(error)) };
}

/**
 * The failure if nothing was done that matters: a read got no answer, or a write was never sent.
 */
export function unreachable(request: string, origin: string, broken: Broken): Failure {
  const { error, sent, attempts = 1 } = broken;
  const why = `${error.what}${attempts > 1 ? `, ${attempts} attempts` : ''}`;
  let message = `${origin} could not be reached (${why}).`;
  if (sent) message = `${request}: no complete answer from ${origin} (${why}).`;
  if (error.code === 'ANSWER_PACKED') {
    message = `The answer of ${request} is compressed, although docs did not ask for that.`;
  }
  return new Failure('unreachable', message, { hint: error.hint, cause: causeOf(error) });
}

/**
 * The failure if a write was sent and it is unknown whether it was carried out. `why` says what is
 * missing.
 */
export const outcomeUnknown = (request: string, why: string, cause?: unknown): Failure =>
  new Failure('outcome-unknown', `${request} may or may not have been carried out: ${why}.`, {
    hint: 'Check the platform, or run the same command again: it checks first',
    cause,
  });

/** Only the code: an error of the transport may quote what was sent or answered. */
const causeOf = ({ code }: NetworkError): Error => new Error(code);

/** Why the exchange failed, if trying again may help. */
export function transientReason(exchange: Exchange): string | undefined {
  if (exchange.kind === 'broken') return exchange.error.lasting ? undefined : exchange.error.what;
  if (exchange.kind === 'aborted') return undefined;
  const { status } = exchange.head;
  // 501 (not implemented) does not change soon.
  return status >= 500 && status !== 501 ? `status ${status}` : undefined;
}

/** The failure if a signal aborted the request and nothing was done. */
export const interrupted = (): Failure => new Failure('interrupted', INTERRUPTED);
