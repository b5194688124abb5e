/** The failures of calls that got no answer, or none that can be used. */
import { Failure } from '../../model/failure.ts';
import type { Broken } from '../transport/exchange.ts';
import { isCertificateCode } from '../transport/network-error.ts';
import type { NetworkError } from '../transport/network-error.ts';

/** Nothing was done, or nothing that matters: a read got no answer, a write never left. */
export function unreachable(request: string, origin: string, broken: Broken): Failure {
  const { error, sent, attempts = 1 } = broken;
  const tries = attempts > 1 ? `, ${attempts} attempts` : '';
  const message = sent
    ? `${request}: no whole answer from ${origin} (${error.what}${tries}).`
    : `${origin} could not be reached (${error.what}${tries}).`;
  return new Failure('unreachable', message, { hint: hintFor(error), cause: causeOf(error) });
}

function hintFor({ code, what }: NetworkError): string {
  if (isCertificateCode(code)) {
    return 'if the certificate is your organisation’s, set NODE_EXTRA_CA_CERTS to the file of its authority';
  }
  if (what.includes('proxy')) return 'check HTTPS_PROXY, and NO_PROXY for addresses that need none';
  if (code.endsWith('_TIMEOUT')) return 'try again, with more patience by --timeout';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return 'check the address with docs config; --base-url sets another one';
  }
  return 'try again; docs config shows the address in use';
}

/** A write was sent, and nobody can tell whether it was carried out. `why` says what is missing. */
export const outcomeUnknown = (request: string, why: string, cause?: unknown): Failure =>
  new Failure('outcome-unknown', `${request} may or may not have been carried out: ${why}.`, {
    hint: 'Look at the platform, or run the same command again: it finds out',
    cause,
  });

/** The same of a write whose answer the line lost. */
export const answerLost = (request: string, { error }: Broken): Failure =>
  outcomeUnknown(request, error.what, causeOf(error));

/** What a read was answered with is not what the contract promises. */
export const garbled = (request: string, why: string, cause?: unknown): Failure =>
  new Failure('platform-garbled', `${request}: the platform's answer makes no sense (${why}).`, {
    hint: 'Check with docs config that the address is the one of the API',
    cause,
  });

/** A request was given up before a byte of it left, because its departure said so. */
export const heldBack = (request: string): Failure =>
  new Failure('conflict', `${request} was not sent.`);

/** Only the code: an error of the transport may quote what was sent or answered. */
const causeOf = ({ code }: NetworkError): Error => new Error(code);

/** The failure of what a signal broke off, and that did nothing. */
export const interrupted = (): Failure => new Failure('interrupted', 'Interrupted.');

/** The failure of a write that was broken off after it had begun to leave: whether the platform carries it out is not known. */
export const interruptedWrite = (request: string): Failure =>
  new Failure('interrupted', `Interrupted: ${request} may or may not have been carried out.`);
