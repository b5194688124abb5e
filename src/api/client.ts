/** Sends calls with one pool, one key and one set of rate limits, and returns their outcomes. */
import { isLoopback } from '../model/address.ts';
import { Failure } from '../model/failure.ts';
import type { OperationName } from '../model/operations.ts';
import { inPipeline } from '../model/pipeline.ts';
import type {
  Bytes,
  RawAnswer,
  RawRequest,
  ReadCall,
  Streamed,
  WriteCall,
  WriteSlot,
  Written,
} from './call.ts';
import { ANSWERS } from './decode/answers.ts';
import type { AnswerOf } from './decode/answers.ts';
import {
  interpret,
  interrupted,
  outcomeUnknown,
  unanswered,
  unreachable,
} from './errors/outcome.ts';
import { readRefusal } from './errors/refusal.ts';
import type { Wording } from './errors/refusal.ts';
import { Owner } from './owner.ts';
import { maskBytes, oneLine } from './mask.ts';
import { maskOf } from '../model/text/mask.ts';
import type { ClientOptions } from './client-options.ts';
import { LANE_SIZES, Lanes } from './pace/lanes.ts';
import { readDate } from './pace/pace.ts';
import { requestOf, nameOf, operationPlanOf } from './requests/request.ts';
import type { ApiRequest } from './requests/request.ts';
import { parseRawRequest } from './requests/raw-request.ts';
import { Breaker } from './send/breaker.ts';
import { paced, agreed, keyed, overPool, owned, retried } from './send/send.ts';
import type { Send } from './send/send.ts';
import { Slots } from './send/slots.ts';
import { parseBaseUrl, proxyFor } from './transport/addresses.ts';
import { Transport } from './transport/transport.ts';
import type { Answered, Exchange } from './transport/transport.ts';
import { toNetworkError } from './transport/network-error.ts';

/** An operation whose answer is decoded. */
type Decoded = keyof typeof ANSWERS;

/**
 * Handles key, rate limits, timeouts and retries. Reads reject only with `Failure`:
 * `auth-required`, `forbidden`, `not-found`, `unsupported` (the platform lacks the operation),
 * `platform-refused`, `platform-garbled`, `rate-limited`, `unreachable`, `interrupted`. Reads are
 * retried; writes only if the platform says that it did nothing.
 */
export class Client {
  readonly #options: ClientOptions;
  readonly #wording: Wording;
  readonly #counts = new Map<string, number>();
  readonly #lanes: Lanes;
  readonly #pool: Transport;
  readonly #underWay = new Set<AbortController>();
  #isStopped = false;
  readonly #slots: Slots;
  readonly #send: Send;
  /** Checks which project the key is of. Every read of all versions passes them to it. */
  readonly owner: Owner;

  /** Throws `Failure('config')` if the key may not go to the base URL, or the proxy is unusable. */
  constructor(options: ClientOptions) {
    const { clock, key, userAgent, maxWaitMs, timeoutMs, env, signal, onEvent } = options;
    const { origin, path } = parseBaseUrl(options.baseUrl);
    const mask = maskOf(key);
    const connections = LANE_SIZES.reads + LANE_SIZES.writes + LANE_SIZES.uploads;
    const proxy = proxyFor(new URL(origin), env);
    this.#options = options;
    this.#wording = { origin, address: origin + path, mask, inPipeline: inPipeline(env) };
    this.#pool = new Transport({ origin, proxy, timeoutMs, connections, clock });
    this.#lanes = new Lanes({
      clock,
      maxWaitMs,
      isLocal: isLoopback(new URL(origin)),
      onWait: (operation, ms) => onEvent?.({ type: 'waiting', operation, ms }),
    });
    const breaker = new Breaker({
      clock,
      origin,
      ask: (call) => this.#send(requestOf('readPage', { path: { id: NO_PAGE } }, 'json'), call),
      onOutage: (reason, ms) => onEvent?.({ type: 'outage', reason, ms }),
    });
    this.#slots = new Slots({
      send: overPool(this.#pool, path, this.#counts),
      lanes: this.#lanes,
      breaker,
      clock,
      onEnd: this.#tellEnd,
    });
    const persistent = retried(paced(this.#slots), {
      clock,
      breaker,
      random: options.random ?? Math.random,
      onRetry: ({ operation: { name } }, { afterMs: ms, reason }, attempt) =>
        onEvent?.({ type: 'retrying', operation: name, ms, attempt, reason }),
    });
    this.owner = new Owner(options.ownProject, () => this.read('listVersions', { signal }));
    // These wrappers are outermost: a request that cannot be sent takes no slot and is not counted.
    const identified = owned(keyed(persistent, key, userAgent), (name) => this.owner.confirm(name));
    this.#send = agreed(identified, options.mayWrite ?? (() => true), mask);
    if (signal?.aborted === true) this.#stop();
    else signal?.addEventListener('abort', this.#stop, { once: true });
  }

  /** Requests sent, with retries, by operation, or by `METHOD /path` if the contract has none. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** How long the limits known so far would delay `requests` more calls of an operation. */
  waitMs(operation: OperationName, requests: number): number {
    return this.#lanes.waitMs(operationPlanOf(operation).operation, requests);
  }

  /** Resolves to the decoded answer. */
  async read<Name extends Decoded>(operation: Name, call: ReadCall = {}): Promise<AnswerOf<Name>> {
    const request = requestOf(operation, call, 'json');
    const answer = await this.#fetch(request, call.signal);
    try {
      return decoded(operation, answer);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const message = `${this.#nameOf(request)}: the platform's answer is not valid (${error.message}).`;
      const hint = 'Check with docs config that the address is that of the API';
      throw new Failure('platform-garbled', message, { hint, cause: error });
    }
  }

  /** Resolves to the outcome of the write. Rejects only if there is a bug. */
  async write<Name extends Decoded>(
    operation: Name,
    call: WriteCall,
  ): Promise<Written<AnswerOf<Name>>> {
    const request = requestOf(operation, call, 'json');
    try {
      const exchange = await this.#exchange(request, call.signal);
      const result = interpret(exchange, request, this.#wording);
      if (result.kind !== 'answered') return result;
      return this.#done(operation, request, result);
    } catch (error) {
      // `Send` promises that nothing was sent in this case.
      if (error instanceof Failure) return { kind: 'refused', failure: error, words: null };
      throw error;
    }
  }

  /**
   * Waits for a slot for this operation, in which one write can be sent; each time that the loop
   * continues, for another one. Leave the loop when the write was not refused (`isRefused`). Rejects
   * with a `Failure` if there is none: the key is of another project, the wait would be too long,
   * the platform does not answer, or the run was interrupted.
   */
  async *slots(operation: OperationName, signal?: AbortSignal): AsyncGenerator<WriteSlot, void> {
    await this.owner.confirm(operation);
    const call = new AbortController();
    const forget = this.#abortWith(signal, call);
    try {
      yield* this.#slots.of(operationPlanOf(operation), call.signal);
    } finally {
      forget();
    }
  }

  /** The answer's body, unchanged. */
  async bytes(operation: OperationName, call: ReadCall): Promise<Bytes> {
    const { head, body } = await this.#fetch(requestOf(operation, call, 'bytes'), call.signal);
    const contentType = oneLine(this.#wording.mask(head.headers['content-type'] ?? ''));
    return { contentType, bytes: body };
  }

  /** The answer's body as it arrives; nothing of it is kept in memory. */
  async stream(operation: OperationName, call: ReadCall): Promise<Streamed> {
    const request = requestOf(operation, call, 'stream');
    const own = new AbortController();
    const { head, pieces } = await this.#fetch(request, call.signal, own);
    if (pieces === undefined) throw new TypeError('a 2xx answer is streamed');
    const length = Number(head.headers['content-length'] ?? NaN);
    return {
      length: Number.isSafeInteger(length) ? length : null,
      bytes: this.#explained(request, pieces, own.signal),
    };
  }

  /** Returns every answer except a redirect. Rejects without one, even if a write was done. */
  async raw(raw: RawRequest, signal?: AbortSignal): Promise<RawAnswer> {
    const { mask } = this.#wording;
    const request = parseRawRequest(raw, mask);
    const exchange = await this.#exchange(request, signal);
    if (exchange.kind !== 'answered') throw unanswered(exchange, request, this.#wording).failure;
    const { status, headers } = exchange.head;
    const refusal = status < 300 ? null : readRefusal(exchange, request, this.#wording).failure;
    if (refusal !== null && status < 400 && 'location' in headers) throw refusal;
    const shown = Object.entries(headers).map(([name, value]) => [name, mask(value)] as const);
    const bytes = maskBytes(exchange.body, this.#options.key);
    const code = refusal !== null && status >= 400 ? refusal.code : null;
    return { status, headers: Object.fromEntries(shown), bytes, refusal: code };
  }

  /** Closes the connections and aborts pending requests. */
  async close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#stop);
    this.#stop();
    await this.#pool.close();
  }

  /**
   * Sends a request, as `Send` promises. The client's own signal and `close` abort every request.
   */
  async #exchange(
    request: ApiRequest,
    signal: AbortSignal | undefined,
    // One controller each: a thousand listeners on one signal would cost more than the requests.
    call = new AbortController(),
  ): Promise<Exchange> {
    const forget = this.#abortWith(signal, call);
    try {
      return await this.#send(request, call.signal);
    } finally {
      // A stream keeps the listener, because its body arrives later and must be abortable.
      if (request.answer !== 'stream') forget();
    }
  }

  /**
   * Aborts the call with the signal, the client's own one, or `close`, until the result is called.
   */
  #abortWith(signal: AbortSignal | undefined, call: AbortController): () => void {
    const abort = (): void => call.abort();
    // The client's own signal aborts through `#stop`.
    const own = signal === this.#options.signal ? undefined : signal;
    if (this.#isStopped || own?.aborted === true) call.abort();
    this.#underWay.add(call);
    own?.addEventListener('abort', abort);
    return () => {
      this.#underWay.delete(call);
      own?.removeEventListener('abort', abort);
    };
  }

  /** Throws the failure unless the answer is a success. */
  async #fetch(
    request: ApiRequest,
    signal: AbortSignal | undefined,
    call?: AbortController,
  ): Promise<Answered> {
    const exchange = await this.#exchange(request, signal, call);
    const result = interpret(exchange, request, this.#wording);
    if (result.kind === 'answered') return result;
    throw result.failure;
  }

  #done<Name extends Decoded>(
    operation: Name,
    request: ApiRequest,
    answer: Answered,
  ): Written<AnswerOf<Name>> {
    try {
      return { kind: 'done', value: decoded(operation, answer) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // The platform accepted the write, but an invalid answer does not show what was done.
      const why = `the platform's answer is not valid (${error.message})`;
      return { kind: 'lost', failure: outcomeUnknown(this.#nameOf(request), why, error) };
    }
  }

  async *#explained(
    request: ApiRequest,
    pieces: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    try {
      yield* pieces;
    } catch (thrown) {
      if (signal.aborted) throw interrupted();
      const error = toNetworkError(thrown, this.#options.timeoutMs);
      const broken = { kind: 'broken', sent: true, head: null, error } as const;
      throw unreachable(this.#nameOf(request), this.#wording.origin, broken);
    }
  }

  #nameOf(request: ApiRequest): string {
    return nameOf(request, this.#wording.mask);
  }

  readonly #stop = (): void => {
    this.#isStopped = true;
    for (const call of this.#underWay) call.abort();
  };

  readonly #tellEnd = (request: ApiRequest, end: Exchange, ms: number): void => {
    const problem = end.kind === 'broken' ? end.error.what : 'interrupted';
    this.#options.onEvent?.({
      type: 'request',
      method: request.method,
      path: this.#wording.mask(request.path),
      status: end.head?.status ?? null,
      problem: end.kind === 'answered' ? null : problem,
      ms,
      limit: this.#lanes.stateOf(request.operation),
    });
  };
}

/** The id of no page. Asking for it costs the platform the least, and it answers 404. */
const NO_PAGE = 0;

/** Throws what the decoder throws, and `Failure('platform-garbled')` if the answer is not JSON. */
function decoded<Name extends Decoded>(operation: Name, { head, body }: Answered): AnswerOf<Name> {
  const times = { answeredAt: readDate(head.headers), sentAt: head.sentAt };
  return ANSWERS[operation](parseJson(body), times) as AnswerOf<Name>;
}

/** Drops the parser's message, because it quotes the text. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Failure('platform-garbled', body.length === 0 ? 'it is empty' : 'it is not JSON');
  }
}
