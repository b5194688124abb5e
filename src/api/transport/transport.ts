/**
 * Exchanges one request for one answer, or for what went wrong, over persistent connections to one
 * origin. Knows nothing of keys, retries or limits.
 */
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { momentOf } from '../../model/time.ts';
import type { Clock, Moment } from '../../model/time.ts';
import { codedError, toNetworkError } from './network-error.ts';
import type { NetworkError } from './network-error.ts';

/** A request as it is sent. */
export interface WireRequest {
  readonly method: string;
  /** Absolute, with its query. */
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: Buffer | string | null;
  /** Whether a 2xx answer is returned as soon as its head has arrived. */
  readonly isStreamed: boolean;
}

/** Where requests go, how, and how long they may take. */
export interface TransportOptions {
  readonly origin: string;
  /** `null`: directly to the origin. */
  readonly proxy: URL | null;
  /** For a complete answer. For a streamed one: for its head, and for each pause. */
  readonly timeoutMs: number;
  readonly connections: number;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
}

/** The largest answer that is read into memory. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The slowest acceptable connection: a large body gets one more second for each of these. */
const BYTES_A_SECOND = 64 * 1024;

const NOTHING = Buffer.alloc(0);

type Body = Dispatcher.ResponseData['body'];

/** The connections to one origin. */
export class Transport {
  readonly #options: TransportOptions;
  /** Shared by all requests whose answers are read whole. undici limits sizes by pool. */
  #pool: Promise<Dispatcher> | undefined;
  /** For answers of any size. */
  #streams: Promise<Dispatcher> | undefined;
  #isClosed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * Resolves to how the exchange ended; redirects are answers like others. The signal aborts the
   * exchange.
   */
  async exchange(wire: WireRequest, signal: AbortSignal): Promise<Exchange> {
    const { origin, clock, timeoutMs, proxy } = this.#options;
    const { isStreamed, body: sent } = wire;
    // Whole seconds, because undici creates another timer for each different value.
    const longestMs = timeoutMs + Math.floor((sent?.length ?? 0) / BYTES_A_SECOND) * 1000;
    const untilMs = timerMs() + longestMs;
    const dispatcher = await (isStreamed
      ? (this.#streams ??= this.#connect({}))
      : (this.#pool ??= this.#connect({ maxResponseSize: MAX_BODY_BYTES })));
    if (this.#isClosed || signal.aborted) return { kind: 'aborted', sent: false, head: null };
    const sentAt = momentOf(clock);
    let head: Head | null = null;
    try {
      const { statusCode, headers, body } = await request.call(dispatcher, {
        ...wire,
        origin,
        headers: wire.headers as string[],
        headersTimeout: longestMs,
        signal,
      });
      const atMs = clock.elapsed();
      head = { status: statusCode, headers: joinRepeated(headers), atMs, sentAt };
      if (isPacked(head)) body.destroy(codedError('ANSWER_PACKED'));
      else if (isStreamed && statusCode < 300) {
        return { kind: 'answered', head, body: NOTHING, pieces: body as AsyncIterable<Buffer> };
      }
      return { kind: 'answered', head, body: await readWhole(body, untilMs - timerMs()) };
    } catch (error) {
      if (signal.aborted) return { kind: 'aborted', sent: true, head };
      // The status is enough to recognise a refusal, even if its body cannot be read.
      if (head !== null && head.status >= 300) return { kind: 'answered', head, body: NOTHING };
      const problem = toNetworkError(error, timeoutMs, proxy);
      return { kind: 'broken', sent: head !== null || !problem.unsent, head, error: problem };
    }
  }

  /** Aborts pending exchanges. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const connected of [this.#pool, this.#streams]) await (await connected)?.destroy();
  }

  async #connect(limits: { readonly maxResponseSize?: number }): Promise<Dispatcher> {
    const { origin, proxy, timeoutMs, connections } = this.#options;
    const options = { ...limits, connections, pipelining: 1, bodyTimeout: timeoutMs };
    if (proxy === null) return new Pool(origin, { ...options, connectTimeout: timeoutMs });
    const { openTunnel } = await import('./tunnel.ts');
    return openTunnel(proxy, { ...options, timeoutMs });
  }
}

/**
 * The time that timers go by: a clock may be advanced while an answer is under way. `performance`
 * would load a module at the start.
 */
const timerMs = (): number => process.uptime() * 1000;

async function readWhole(body: Body, ms: number): Promise<Buffer> {
  const tooSlow = (): void => void body.destroy(codedError('ANSWER_TOO_SLOW'));
  const timer = setTimeout(tooSlow, Math.max(0, ms));
  try {
    return Buffer.from(await body.arrayBuffer());
  } finally {
    clearTimeout(timer);
  }
}

/** Joins values of repeated headers (RFC 9110, 5.3), in place. undici has lower-cased the names. */
function joinRepeated(headers: Record<string, string | string[] | undefined>): Head['headers'] {
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== 'string') headers[name] = value?.join(', ') ?? '';
  }
  return headers as Record<string, string>;
}

/** Whether the answer is compressed. We never ask for that: `accept-encoding` is not sent. */
const isPacked = ({ headers }: Head): boolean =>
  !['', 'identity'].includes(headers['content-encoding']?.trim().toLowerCase() ?? '');

/** The start of an answer. */
export interface Head {
  readonly status: number;
  /** Names in lower case. Values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** When it arrived, on the clock that never goes back. */
  readonly atMs: number;
  /** When its request was sent. */
  readonly sentAt: Moment;
}

/** There is an answer, successful or not. */
export interface Answered {
  readonly kind: 'answered';
  readonly head: Head;
  /** Complete if the status is 2xx, unless streamed. Of a refusal: what arrived, up to a limit. */
  readonly body: Buffer;
  /** The body of a success that is streamed, as it arrives. Throws what undici throws. */
  readonly pieces?: AsyncIterable<Uint8Array>;
  /** How often the request was sent. Left out: once. */
  readonly attempts?: number;
}

/** The connection failed: no answer arrived, or only a part of one. */
export interface Broken {
  readonly kind: 'broken';
  /** False: no byte of the request was sent to the platform, so nothing was done. */
  readonly sent: boolean;
  /** The head, if it arrived before the failure. */
  readonly head: Head | null;
  readonly error: NetworkError;
  /** How often the request was sent. Left out: once. */
  readonly attempts?: number;
}

/** A signal aborted it. */
export interface Aborted {
  readonly kind: 'aborted';
  /** As in `Broken`. */
  readonly sent: boolean;
  readonly head: Head | null;
}

/** How a request ended. */
export type Exchange = Answered | Broken | Aborted;
