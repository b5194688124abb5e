/** Exchanges one request for one answer, over persistent connections to one origin. Knows nothing of keys, retries or limits. */
import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { momentOf } from '../../model/clock.ts';
import type { Clock, Moment } from '../../model/clock.ts';
import type { Exchange, Head, Opened } from './exchange.ts';
import { onceDone } from './once-done.ts';
import { MAX_BODY_BYTES, Receiver } from './receiver.ts';
import { Streamer } from './streamer.ts';

/** A request as it is sent. */
export interface WireRequest {
  readonly method: string;
  /** Absolute, with its query. */
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: Buffer | string | null;
}

/** Where requests go, how, and how long they may take. */
export interface TransportOptions {
  readonly origin: string;
  /** `null`: directly to the origin. */
  readonly proxy: URL | null;
  readonly timeoutMs: number;
  readonly connections: number;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
}

/** Whether the answer is compressed. We never ask for that: `accept-encoding` is not sent. */
const isPacked = ({ headers }: Head): boolean =>
  /^(?:x-)?(?:gzip|deflate|br)$/i.test(headers['content-encoding']?.trim() ?? '');

/** The slowest acceptable connection: a large body gets one more second for each of these. */
const BYTES_A_SECOND = 64 * 1024;

/** The connections to one origin. */
export class Transport {
  readonly #options: TransportOptions;
  /** Shared by all requests. */
  readonly #connected = onceDone(() => this.#connect());
  #closed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Resolves to what happened, whatever it is. Redirects are treated like other answers. The signal aborts the exchange. */
  async exchange(wire: WireRequest, signal: AbortSignal): Promise<Exchange> {
    const { timeoutMs, clock } = this.#options;
    const exchange = await this.#dispatch<Exchange>(
      wire,
      signal,
      (resolve, sentAt) => new Receiver({ resolve, signal, timeoutMs, clock, sentAt }),
    );
    if (exchange.kind !== 'answered' || !isPacked(exchange.head)) return exchange;
    const { unpack } = await import('./unpack.ts');
    return unpack(exchange, MAX_BODY_BYTES, timeoutMs);
  }

  /** The same, but a 2xx answer is returned as soon as its head has arrived. */
  async open(wire: WireRequest, signal: AbortSignal): Promise<Exchange | Opened> {
    const { timeoutMs, clock } = this.#options;
    const exchange = await this.#dispatch<Exchange | Opened>(
      wire,
      signal,
      (resolve, sentAt) => new Streamer({ resolve, signal, timeoutMs, clock, sentAt }),
    );
    if (exchange.kind !== 'answered' && exchange.kind !== 'opened') return exchange;
    if (!isPacked(exchange.head)) return exchange;
    const { unpack, unpackStream } = await import('./unpack.ts');
    return exchange.kind === 'opened'
      ? unpackStream(exchange, timeoutMs)
      : unpack(exchange, MAX_BODY_BYTES, timeoutMs);
  }

  /** Aborts pending exchanges. */
  async close(): Promise<void> {
    this.#closed = true;
    const dispatcher = await this.#connected.last()?.catch(() => undefined);
    await dispatcher?.destroy();
  }

  async #dispatch<T>(
    wire: WireRequest,
    signal: AbortSignal,
    handlerFor: (
      resolve: (result: T | Exchange) => void,
      sentAt: Moment,
    ) => Dispatcher.DispatchHandler,
  ): Promise<T | Exchange> {
    const dispatcher = await this.#connected.get();
    if (this.#closed || signal.aborted) {
      return { kind: 'aborted', sent: false, head: null };
    }
    return new Promise<T | Exchange>((resolve) => {
      dispatcher.dispatch(
        this.#described(wire),
        handlerFor(resolve, momentOf(this.#options.clock)),
      );
    });
  }

  #described(wire: WireRequest): Dispatcher.DispatchOptions {
    const { origin, timeoutMs } = this.#options;
    return {
      origin,
      method: wire.method,
      path: wire.path,
      headers: wire.headers as string[],
      body: wire.body,
      // Whole seconds, because undici creates another timer for each different value.
      headersTimeout: timeoutMs + Math.floor((wire.body?.length ?? 0) / BYTES_A_SECOND) * 1000,
    };
  }

  async #connect(): Promise<Dispatcher> {
    const { origin, proxy, timeoutMs, connections } = this.#options;
    const options = { connections, pipelining: 1, bodyTimeout: timeoutMs };
    if (proxy === null) return new Pool(origin, { ...options, connectTimeout: timeoutMs });
    const { openTunnel } = await import('./tunnel.ts');
    return openTunnel(proxy, { ...options, timeoutMs });
  }
}
