/** One request, one answer, over kept-alive connections to one origin. Knows no key, no retry, no limit. */
import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Exchange, Opened } from './exchange.ts';
import { aborted } from './problem.ts';
import { Receiver } from './receiver.ts';
import { Streamer } from './streamer.ts';

export interface Wire {
  readonly method: string;
  /** Absolute, with its query. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer | string | null;
}

export interface TransportOptions {
  readonly origin: string;
  /** `null`: straight to the origin. */
  readonly proxy: URL | null;
  readonly timeoutMs: number;
  readonly connections: number;
  readonly elapsed: () => number;
}

/** The slowest line that is waited for: a large body may take a second more for each of these. */
const BYTES_A_SECOND = 64 * 1024;

export class Transport {
  readonly #options: TransportOptions;
  #dispatcher: Promise<Dispatcher> | undefined;
  #closed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Resolves with what happened, whatever it is. Redirects are answers like any other. The signals break it off. */
  exchange(wire: Wire, signals: readonly AbortSignal[]): Promise<Exchange> {
    return this.#dispatch<Exchange>(wire, signals, (resolve) => {
      const { timeoutMs, elapsed } = this.#options;
      return new Receiver({ resolve, signals, timeoutMs, elapsed });
    });
  }

  /** The same, but a 2xx answer is handed on as soon as its head is there. */
  open(wire: Wire, signals: readonly AbortSignal[]): Promise<Exchange | Opened> {
    return this.#dispatch<Exchange | Opened>(wire, signals, (resolve) => {
      const { timeoutMs, elapsed } = this.#options;
      return new Streamer({ resolve, signals, timeoutMs, elapsed });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const dispatcher = await this.#dispatcher;
    await dispatcher?.destroy();
  }

  async #dispatch<T>(
    wire: Wire,
    signals: readonly AbortSignal[],
    handlerFor: (resolve: (result: T | Exchange) => void) => Dispatcher.DispatchHandler,
  ): Promise<T | Exchange> {
    this.#dispatcher ??= this.#connect();
    const dispatcher = await this.#dispatcher;
    if (this.#closed || signals.some((signal) => signal.aborted)) {
      return { kind: 'broken', sent: false, head: null, problem: aborted() };
    }
    return new Promise<T | Exchange>((resolve) => {
      dispatcher.dispatch(this.#described(wire), handlerFor(resolve));
    });
  }

  #described(wire: Wire): Dispatcher.DispatchOptions {
    const { origin, timeoutMs } = this.#options;
    return {
      origin,
      method: wire.method,
      path: wire.path,
      headers: wire.headers as string[],
      body: wire.body,
      // Whole seconds: undici sets up another timer wherever it differs.
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
