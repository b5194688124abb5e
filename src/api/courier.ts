/** Carries one job out: in its turn, with the key, again where that is right. */
import { Failure } from '../model/failure.ts';
import { Deployment } from './deployment.ts';
import type { ApiEvent } from './events.ts';
import type { Answered, Broken, Exchange, Opened, Problem } from './exchange.ts';
import type { Departure } from './http.ts';
import { HeldBack, interrupted, InterruptedWrite } from './interrupted.ts';
import type { Job } from './job.ts';
import { JSON_TYPE } from './job.ts';
import type { Pass } from './lanes.ts';
import { LANE_SIZES, Lanes } from './lanes.ts';
import { readLimitHeaders, readRetryAfter } from './limit-headers.ts';
import { parseBaseUrl } from './origin.ts';
import type { BaseUrl } from './origin.ts';
import type { Mask } from './mask.ts';
import { maskOf, oneLine } from './mask.ts';
import type { ApiOptions } from './options.ts';
import { proxyFor } from './proxy.ts';
import { afterAttempt } from './retry.ts';
import type { Next } from './retry.ts';
import type { Wire } from './transport.ts';
import { Transport } from './transport.ts';
import { unreachable } from './trouble.ts';

/** How a job ended that got anywhere. `broken`: a write of which nobody knows what became. */
export type Delivery = Answered | Opened | Broken;

/** Nobody knows whether the platform saw the request. */
const UNHEARD = { status: null, headers: null, retryAfterMs: null };

type Send = (wire: Wire, signals: readonly AbortSignal[]) => Promise<Exchange | Opened>;

export class Courier {
  readonly base: BaseUrl;
  readonly mask: Mask;
  readonly lanes: Lanes;
  readonly #options: ApiOptions;
  readonly #transport: Transport;
  readonly #closing = new AbortController();
  readonly #counts = new Map<string, number>();
  /** The headers that say who asks; undefined: not looked at yet. */
  #credentials: readonly string[] | undefined;

  /** Throws `Failure('config')` where the base URL or the proxy's is unusable. */
  constructor(options: ApiOptions) {
    const { baseUrl, clock, env, key, maxWaitMs, timeoutMs } = options;
    this.#options = options;
    this.base = parseBaseUrl(baseUrl);
    this.mask = maskOf(key);
    this.lanes = new Lanes({
      clock,
      maxWaitMs,
      deployment: new Deployment(),
      onWait: (event) => this.#tell(event),
    });
    this.#transport = new Transport({
      origin: this.base.origin,
      proxy: proxyFor(new URL(this.base.origin), env),
      timeoutMs,
      connections: LANE_SIZES.reads + LANE_SIZES.writes + LANE_SIZES.uploads,
      elapsed: () => clock.elapsed(),
    });
    if (options.signal?.aborted === true) this.#stop();
    else options.signal?.addEventListener('abort', this.#stop, { once: true });
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** Reads the answer into memory. Rejects with `auth-required`, `rate-limited`, `unreachable` or `interrupted`. */
  fetch(job: Job, signal?: AbortSignal): Promise<Answered | Broken> {
    return this.#carry(job, signal, (wire, signals) =>
      this.#transport.exchange(wire, signals),
    ) as Promise<Answered | Broken>;
  }

  /** The same, with a 2xx answer's body still to come. */
  open(job: Job, signal?: AbortSignal): Promise<Delivery> {
    return this.#carry(job, signal, (wire, signals) => this.#transport.open(wire, signals));
  }

  /** How messages call it: `PUT /page/17`. */
  nameOf(job: Job): string {
    return `${job.method} ${oneLine(this.mask(job.path))}`;
  }

  async close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#stop);
    this.#stop();
    await this.#transport.close();
  }

  readonly #stop = (): void => {
    this.#closing.abort();
    this.lanes.close();
  };

  async #carry(job: Job, signal: AbortSignal | undefined, send: Send): Promise<Delivery> {
    if (job.kind === 'write' && this.#options.mayWrite?.() === false) {
      throw new Error(`${this.nameOf(job)} was not agreed to`);
    }
    const wire = this.#wireOf(job);
    const closing = this.#closing.signal;
    // What stops the client stops this too: a thousand requests on one caller's signal are one listener.
    const mine = signal === undefined || signal === this.#options.signal;
    const signals = mine ? [closing] : [closing, signal];
    let attempt = 1;
    for (let again = false; ; again = true) {
      if (signals.some(({ aborted }) => aborted)) throw interrupted();
      const pass = await this.lanes.enter(job.turn, again, signals);
      if (job.departure && !(await this.#mayLeave(job.departure, pass))) {
        throw new HeldBack(this.nameOf(job));
      }
      const exchange = await this.#sendOnce(job, pass, () => send(wire, signals));
      if (exchange.kind === 'opened') return exchange;
      if (exchange.kind === 'broken' && exchange.problem.code === 'ABORTED') {
        const mayBeDone = job.kind === 'write' && exchange.sent;
        throw mayBeDone ? new InterruptedWrite(this.nameOf(job)) : interrupted();
      }
      if (exchange.kind === 'broken' && exchange.problem.code === 'HELD_BACK') continue;
      const next = this.#next(exchange, job, attempt);
      switch (next.kind) {
        case 'take':
        case 'unknown':
          return exchange;
        case 'when-allowed':
          break;
        case 'again':
          await this.#backOff(job, next, attempt, signals);
          attempt += 1;
          break;
        case 'unreachable':
          throw unreachable(this.nameOf(job), this.base.origin, next.broken, attempt);
        default:
          next satisfies never;
      }
    }
  }

  /** In its turn, so that nothing but what is done about it comes between. Where it may not, the turn is given back. */
  async #mayLeave({ mayLeave, renew }: Departure, pass: Pass): Promise<boolean> {
    try {
      while (!mayLeave()) {
        if (await renew()) continue;
        this.#giveBack(pass);
        return false;
      }
      return true;
    } catch (error) {
      this.#giveBack(pass);
      throw error;
    }
  }

  #giveBack(pass: Pass): void {
    this.lanes.leave(pass, UNSENT, this.#options.clock.elapsed());
  }

  #wireOf(job: Job): Wire {
    this.#credentials ??= credentialsOf(this.#options, this.base.origin);
    const headers = [...this.#credentials, 'accept', job.accept];
    if (job.contentType !== null) headers.push('content-type', job.contentType);
    const { method, body, departure } = job;
    const path = this.base.path + job.path;
    return { method, path, headers, body, mayLeave: departure?.mayLeave };
  }

  async #sendOnce(
    job: Job,
    pass: Pass,
    send: () => Promise<Exchange | Opened>,
  ): Promise<Exchange | Opened> {
    const { clock } = this.#options;
    const { operation } = job.turn;
    this.#counts.set(operation, (this.#counts.get(operation) ?? 0) + 1);
    const startedMs = clock.elapsed();
    let result: Exchange | Opened;
    try {
      result = await send();
    } catch (error) {
      // A bug, or a proxy that cannot be used: others still get their turn.
      this.lanes.leave(pass, UNHEARD, clock.elapsed());
      throw error;
    }
    const exchange = cutShort(job, result);
    const endedMs = clock.elapsed();
    const headers = exchange.head?.headers ?? {};
    const unsent = exchange.kind === 'broken' && !exchange.sent;
    this.lanes.leave(
      pass,
      {
        status: unsent ? 'unsent' : (exchange.head?.status ?? null),
        headers: readLimitHeaders(headers, clock.now()),
        retryAfterMs: exchange.head?.status === 429 ? readRetryAfter(headers, clock.now()) : null,
      },
      exchange.head?.atMs ?? endedMs,
    );
    if (this.#options.onEvent !== undefined) {
      this.#tell({
        type: 'request',
        operation,
        method: job.method,
        path: this.mask(job.path),
        status: exchange.head?.status ?? null,
        problem: exchange.kind === 'broken' ? exchange.problem.what : null,
        ms: endedMs - startedMs,
        limit: this.lanes.pace(job.turn).state(endedMs),
      });
    }
    return exchange;
  }

  #next(exchange: Exchange, job: Job, attempt: number): Next {
    const { head } = exchange;
    const retryAfterMs =
      head?.status === 503 ? readRetryAfter(head.headers, this.#options.clock.now()) : null;
    const random = this.#options.random ?? Math.random;
    return afterAttempt(exchange, job.kind, attempt, random(), retryAfterMs);
  }

  async #backOff(
    job: Job,
    next: Extract<Next, { kind: 'again' }>,
    attempt: number,
    signals: readonly AbortSignal[],
  ): Promise<void> {
    const { operation } = job.turn;
    const { afterMs: ms, reason } = next;
    this.#tell({ type: 'retrying', operation, ms, attempt, reason });
    try {
      await this.#options.clock.sleep(ms, AbortSignal.any([...signals]));
    } catch {
      throw interrupted();
    }
  }

  #tell(event: ApiEvent): void {
    this.#options.onEvent?.(event);
  }
}

const UNSENT = { status: 'unsent', headers: null, retryAfterMs: null } as const;

/** Throws `auth-required` where there is no key that can be sent. */
function credentialsOf({ key, userAgent }: ApiOptions, origin: string): readonly string[] {
  if (key === undefined || key === '') {
    throw new Failure('auth-required', `There is no key for ${origin}.`, {
      hint: 'set DOCS_API_KEY, or keep a key with docs login',
    });
  }
  if (!/^[\x21-\x7E]+$/.test(key)) {
    throw new Failure('auth-required', 'The key holds characters that no key has.', {
      hint: 'copy it again, without blanks and line breaks',
    });
  }
  return ['x-api-key', key, 'user-agent', userAgent];
}

const decoder = new TextDecoder();

/** An answer that ends with its connection cannot be seen to be cut off but by its JSON, which then has no end. */
function cutShort(job: Job, exchange: Exchange | Opened): Exchange | Opened {
  if (exchange.kind !== 'answered' || job.accept !== JSON_TYPE) return exchange;
  const { status, headers } = exchange.head;
  const framed = 'content-length' in headers || 'transfer-encoding' in headers;
  if (framed || status >= 300 || isJson(decoder.decode(exchange.body))) return exchange;
  return { kind: 'broken', sent: true, head: exchange.head, problem: CUT_OFF };
}

const CUT_OFF: Problem = { code: 'CUT_OFF', what: 'the answer was cut off', lasting: false };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
