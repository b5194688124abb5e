/** Tells who counts or logs requests about each of them. */
import { OPERATIONS, type OperationName } from '../../model/operations.ts';
import { BASE_PATH, pathOfCall } from '../app.ts';
import type { HttpAnswer, HttpHandler, HttpRequest } from '../../http/exchange.ts';
import { isHealthCheck } from '../health.ts';
import { route } from '../routes/router.ts';

/** What a request asked for: one of a small set, whatever its path. */
export type Asked = OperationName | 'preflight' | 'health' | 'site' | 'unknown';

export interface AnsweredRequest {
  readonly asked: Asked;
  readonly method: string;
  /** Path and query, as in the request line: the client's own words. */
  readonly target: string;
  readonly status: number;
  /** Milliseconds until the last byte was handed over, or the client left. */
  readonly ms: number;
  readonly client: string;
  readonly requestId: string | undefined;
  /** Whether the client left before it had the whole answer. */
  readonly isCutOff: boolean;
}

/** Its methods must not throw. */
export interface RequestObserver {
  began(): void;
  /** Is called once for each request that began. */
  answered(request: AnsweredRequest): void;
}

/**
 * @param hasSite whether paths beside the API are those of pages
 * @param elapsed milliseconds of a clock that only runs forward
 */
export const watched =
  (
    next: HttpHandler,
    observers: readonly RequestObserver[],
    hasSite: boolean,
    elapsed: () => number,
  ): HttpHandler =>
  async (request) => {
    const began = elapsed();
    for (const observer of observers) observer.began();
    const tell = (status: number, isCutOff: boolean): void => {
      const answered: AnsweredRequest = {
        asked: askedFor(request, hasSite),
        method: request.method,
        target: request.target,
        status,
        ms: elapsed() - began,
        client: request.ipAddress,
        requestId: request.headers['x-request-id'],
        isCutOff,
      };
      for (const observer of observers) observer.answered(answered);
    };
    let answer: HttpAnswer;
    try {
      answer = await next(request);
    } catch (error) {
      tell(500, true);
      throw error;
    }
    if (request.whenSent) request.whenSent((isWhole) => tell(answer.status, !isWhole));
    else tell(answer.status, false);
    return answer;
  };

function askedFor(request: HttpRequest, hasSite: boolean): Asked {
  if (isHealthCheck(request)) return 'health';
  const path = pathOfCall(request);
  if (path === '') return hasSite && request.target !== BASE_PATH ? 'site' : 'unknown';
  const routed = route(request.method, path);
  if ('operation' in routed) return routed.operation;
  const isPreflight = request.method === 'OPTIONS' && path === OPERATIONS.search.path;
  return isPreflight ? 'preflight' : 'unknown';
}
