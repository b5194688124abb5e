/** The failures of calls that got no answer, or none that can be used. */
import { Failure } from '../model/failure.ts';
import type { Answered, Broken, Problem } from './exchange.ts';
import { isCertificateCode } from './problem.ts';

/** Nothing was done, or nothing that matters: a read got no answer, a write never left. */
export function unreachable(
  request: string,
  origin: string,
  broken: Broken,
  attempts: number,
): Failure {
  const { problem, sent } = broken;
  const tries = attempts > 1 ? `, ${attempts} attempts` : '';
  const message = sent
    ? `${request}: no whole answer from ${origin} (${problem.what}${tries}).`
    : `${origin} could not be reached (${problem.what}${tries}).`;
  return new Failure('unreachable', message, { hint: hintFor(problem), cause: causeOf(problem) });
}

function hintFor({ code, what }: Problem): string {
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

/** A write was on its way, or was answered with nothing that tells whether it was done. */
export const outcomeUnknown = (request: string, why: string, cause?: unknown): Failure =>
  new Failure('outcome-unknown', `${request} may or may not have been carried out: ${why}.`, {
    hint: 'look at the platform, or run the same command again: it finds out',
    cause,
  });

export const outcomeOf = (exchange: Answered | Broken): { why: string; cause: unknown } =>
  exchange.kind === 'broken'
    ? { why: exchange.problem.what, cause: causeOf(exchange.problem) }
    : { why: `the platform answered ${exchange.head.status}`, cause: undefined };

export const garbled = (request: string, why: string, cause?: unknown): Failure =>
  new Failure('platform-garbled', `${request}: the platform's answer makes no sense (${why}).`, {
    hint: 'check with docs config that the address is the one of the API',
    cause,
  });

/** Only the code: an error of the transport may quote what was sent or answered. */
const causeOf = ({ code }: Problem): Error => new Error(code);
