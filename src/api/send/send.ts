/** The common shape of everything between a call and the network. */
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange, Opened } from '../transport/exchange.ts';

/**
 * Sends one request, and resolves to what became of it, whatever that is. The signal aborts it. Rejects with
 * a `Failure` only if nothing was sent: the key is missing, the wait would be too long, or the run was
 * interrupted first. Any other error is a bug.
 */
export type Send = (request: ApiRequest, signal: AbortSignal) => Promise<Exchange | Opened>;
