/** Failures of calls without a usable answer. */
import { Failure } from '../../model/failure.ts';
import type { Broken } from '../transport/exchange.ts';
import { isCertificateCode } from '../transport/network-error.ts';
import type { NetworkError } from '../transport/network-error.ts';

/** Nothing that matters was done: a read got no answer, or a write was never sent. */
export function unreachable(request: string, origin: string, broken: Broken): Failure {
  const { error, sent, attempts = 1 } = broken;
  const tries = attempts > 1 ? `, ${attempts} attempts` : '';
  const message =
    error.code === 'ANSWER_PACKED'
      ? `The answer of ${request} is compressed, although docs did not ask for that.`
      : sent
        ? `${request}: no complete answer from ${origin} (${error.what}${tries}).`
        : `${origin} could not be reached (${error.what}${tries}).`;
  return new Failure('unreachable', message, { hint: hintFor(error), cause: causeOf(error) });
}

function hintFor({ code, what }: NetworkError): string {
  if (isCertificateCode(code)) {
    return 'If the certificate is your organisation’s, set NODE_EXTRA_CA_CERTS to the file of its authority';
  }
  if (what.includes('proxy')) return 'Check HTTPS_PROXY, and NO_PROXY for addresses that need none';
  if (code === 'ANSWER_PACKED') {
    return 'Switch off compression in the proxy between docs and the platform';
  }
  if (code.endsWith('_TIMEOUT') || code === 'ANSWER_TOO_SLOW')
    return 'Try again with a longer --timeout';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return 'Check the address with docs config; --base-url sets another one';
  }
  return 'Try again; docs config shows the address in use';
}

/** A write was sent, and it is unknown whether it was carried out. `why` says what is missing. */
export const outcomeUnknown = (request: string, why: string, cause?: unknown): Failure =>
  new Failure('outcome-unknown', `${request} may or may not have been carried out: ${why}.`, {
    hint: 'Check the platform, or run the same command again: it checks first',
    cause,
  });

/** The same for a write whose answer was lost on the way. */
export const answerLost = (request: string, { error }: Broken): Failure =>
  outcomeUnknown(request, error.what, causeOf(error));

/** A read's answer is not what the contract promises. */
export const garbled = (request: string, why: string, cause?: unknown): Failure =>
  new Failure('platform-garbled', `${request}: the platform's answer is not valid (${why}).`, {
    hint: 'Check with docs config that the address is that of the API',
    cause,
  });

/** Only the code: an error of the transport may quote what was sent or answered. */
const causeOf = ({ code }: NetworkError): Error => new Error(code);

/** A signal aborted the request, and nothing was done. */
export const interrupted = (): Failure => new Failure('interrupted', 'Interrupted.');

/** A write was aborted while it was being sent or later, so it may still be carried out. */
export const interruptedWrite = (request: string): Failure =>
  new Failure('interrupted', `Interrupted: ${request} may or may not have been carried out.`);
