/**
 * Decides to which addresses requests, and the key with them, may be sent at all. Which key belongs
 * to which address is decided where keys are kept.
 */
import { isLoopback, mayHoldPassword } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';

/** The address of an API to which requests may be sent. Only `parseBaseUrl` creates it. */
export interface ApiAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Starts with `/` unless it is empty, and does not end with `/`. */
  readonly path: string;
}

/** Throws `Failure('config')` if no key must ever be sent there: plain http to another machine. */
export function parseBaseUrl(text: string): ApiAddress {
  const refuse = (why: string, hint: string): Failure =>
    new Failure('config', `The base URL ${why}.`, { hint });
  const example = 'Write it like https://api.developerhub.io/api/v1';
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.hostname === '') {
    throw refuse('is not an http or https address', example);
  }
  if (url.username !== '' || url.password !== '' || mayHoldPassword(url)) {
    throw refuse(
      'contains a user name or a password',
      'Leave them out; the key is DOCS_API_KEY, or that of docs login',
    );
  }
  if (url.search !== '' || url.hash !== '') throw refuse('has a query or a fragment', example);
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new Failure(
      'config',
      `A key is sent only over https or to this machine; "${url.href.replace(/\/$/, '')}" is neither.`,
      { hint: `Use https://${url.host}${url.pathname}` },
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  return { origin: url.origin, path };
}
