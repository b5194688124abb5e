/** Exchanges one request for one answer, over persistent connections to one origin. Knows nothing of keys, retries or limits. */
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { momentOf } from '../../model/clock.ts';
import type { Clock } from '../../model/clock.ts';
import { BrokenBody, joinRepeated } from './exchange.ts';
import type { Aborted, Broken, Exchange, Head, Opened } from './exchange.ts';
import { codedError, isBeforeSending, toNetworkError } from './network-error.ts';
import { onceDone } from './once-done.ts';

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
  /** For the whole of an answer; of one that is streamed, for its head and for each pause. */
  readonly timeoutMs: number;
  readonly connections: number;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
}

/** The largest answer that is read into memory. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The slowest acceptable connection: a large body gets one more second for each of these. */
const BYTES_A_SECOND = 64 * 1024;

/** The head of an answer, and its body as undici reads it. */
interface Begun {
  readonly kind: 'begun';
  readonly head: Head;
  readonly body: Dispatcher.ResponseData['body'];
}

/** The connections to one origin. */
export class Transport {
  readonly #options: TransportOptions;
  /** Shared by all requests whose answers are read whole. */
  readonly #pool = onceDone(() => this.#connect({ maxResponseSize: MAX_BODY_BYTES }));
  /** For answers of any size. */
  readonly #streams = onceDone(() => this.#connect({}));
  #closed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Resolves to what happened, whatever it is. Redirects are treated like other answers. The signal aborts the exchange. */
  async exchange(wire: WireRequest, signal: AbortSignal): Promise<Exchange> {
    const startedMs = this.#options.clock.elapsed();
    const begun = await this.#begin(this.#pool.get(), wire, signal);
    if (begun.kind !== 'begun') return begun;
    return this.#readWhole(begun, startedMs + this.#longestMs(wire), signal);
  }

  /** The same, but a 2xx answer is returned as soon as its head has arrived. */
  async open(wire: WireRequest, signal: AbortSignal): Promise<Exchange | Opened> {
    const startedMs = this.#options.clock.elapsed();
    const begun = await this.#begin(this.#streams.get(), wire, signal);
    if (begun.kind !== 'begun') return begun;
    const { head, body } = begun;
    if (head.status < 300 && !isPacked(head))
      return { kind: 'opened', head, body: this.#pieces(body, signal) };
    return this.#readWhole(begun, startedMs + this.#longestMs(wire), signal);
  }

  /** Aborts pending exchanges. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const connected of [this.#pool, this.#streams]) {
      const dispatcher = await connected.last()?.catch(() => undefined);
      await dispatcher?.destroy();
    }
  }

  async #begin(
    connected: Promise<Dispatcher>,
    wire: WireRequest,
    signal: AbortSignal,
  ): Promise<Begun | Broken | Aborted> {
    const { origin, clock } = this.#options;
    const dispatcher = await connected;
    if (this.#closed || signal.aborted) return { kind: 'aborted', sent: false, head: null };
    const sentAt = momentOf(clock);
    try {
      const { statusCode, headers, body } = await request.call(dispatcher, {
        ...wire,
        origin,
        headers: wire.headers as string[],
        // Whole seconds, because undici creates another timer for each different value.
        headersTimeout: this.#longestMs(wire),
        signal,
      });
      const atMs = clock.elapsed();
      const head = { status: statusCode, headers: joinRepeated(headers), atMs, sentAt };
      return { kind: 'begun', head, body };
    } catch (error) {
      return this.#failed(error, null, signal);
    }
  }

  /** Reads an answer into memory. A refusal is told by its status, also where its body cannot be read. */
  async #readWhole({ head, body }: Begun, untilMs: number, signal: AbortSignal): Promise<Exchange> {
    const tooSlow = (): void => void body.destroy(codedError('ANSWER_TOO_SLOW'));
    const timer = setTimeout(tooSlow, Math.max(0, untilMs - this.#options.clock.elapsed()));
    try {
      if (isPacked(head)) body.destroy(codedError('ANSWER_PACKED'));
      return { kind: 'answered', head, body: Buffer.from(await body.arrayBuffer()) };
    } catch (error) {
      const isRefusal = head.status >= 300 && !signal.aborted;
      if (isRefusal) return { kind: 'answered', head, body: Buffer.alloc(0) };
      return this.#failed(error, head, signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async *#pieces(body: Begun['body'], signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      yield* body as AsyncIterable<Buffer>;
    } catch (error) {
      throw new BrokenBody(signal.aborted ? null : toNetworkError(error, this.#options.timeoutMs));
    }
  }

  #failed(error: unknown, head: Head | null, signal: AbortSignal): Broken | Aborted {
    if (signal.aborted) return { kind: 'aborted', sent: true, head };
    const sent = head !== null || !isBeforeSending(error);
    return { kind: 'broken', sent, head, error: toNetworkError(error, this.#options.timeoutMs) };
  }

  #longestMs({ body }: WireRequest): number {
    return this.#options.timeoutMs + Math.floor((body?.length ?? 0) / BYTES_A_SECOND) * 1000;
  }

  async #connect(limits: { readonly maxResponseSize?: number }): Promise<Dispatcher> {
    const { origin, proxy, timeoutMs, connections } = this.#options;
    const options = { ...limits, connections, pipelining: 1, bodyTimeout: timeoutMs };
    if (proxy === null) return new Pool(origin, { ...options, connectTimeout: timeoutMs });
    const { openTunnel } = await import('./tunnel.ts');
    return openTunnel(proxy, { ...options, timeoutMs });
  }
}

/** Whether the answer is compressed. We never ask for that: `accept-encoding` is not sent. */
const isPacked = ({ headers }: Head): boolean =>
  !['', 'identity'].includes(headers['content-encoding']?.trim().toLowerCase() ?? '');
