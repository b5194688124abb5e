/** Combines the wrappers around the connections: how every request of a client is sent. */
import type { OperationName } from '../model/operations.ts';
import type { Mask } from './errors/mask.ts';
import type { ApiEvent } from './events.ts';
import type { ClientOptions } from './options.ts';
import { LANE_SIZES, Lanes } from './pace/lanes.ts';
import { operationPlanOf } from './requests/operation-plan.ts';
import type { ApiRequest } from './requests/request.ts';
import { agreed, keyed } from './send/permitted.ts';
import { counted, overPool, wholeJson } from './send/attempt.ts';
import { paced } from './send/paced.ts';
import { retried } from './send/retried.ts';
import type { Retry } from './send/retried.ts';
import type { Send } from './send/send.ts';
import type { Exchange, Opened } from './transport/exchange.ts';
import type { ApiAddress } from './transport/origin.ts';
import { proxyFor } from './transport/proxy.ts';
import { Transport } from './transport/transport.ts';

/** Sends the requests of one client over one pool, with one key and one set of rate limits. */
export class Sender {
  readonly #options: ClientOptions;
  readonly #mask: Mask;
  readonly #counts = new Map<string, number>();
  readonly #lanes: Lanes;
  readonly #pool: Transport;
  readonly #underWay = new Set<AbortController>();
  #isStopped = false;
  readonly #send: Send;

  /** Opens no connection yet. Throws `Failure('config')` if the proxy's address is unusable. */
  constructor(options: ClientOptions, address: ApiAddress, mask: Mask) {
    const { clock, key, userAgent, maxWaitMs, timeoutMs, mayWrite, random, signal } = options;
    const { origin, path } = address;
    this.#options = options;
    this.#mask = mask;
    this.#lanes = new Lanes({
      clock,
      maxWaitMs,
      onWait: (operation, ms) => this.#tell({ type: 'waiting', operation, ms }),
    });
    this.#pool = new Transport({
      origin,
      proxy: proxyFor(new URL(origin), options.env),
      timeoutMs,
      connections: LANE_SIZES.reads + LANE_SIZES.writes + LANE_SIZES.uploads,
      clock,
    });
    const sentOnce = counted(wholeJson(overPool(this.#pool, path)), this.#counts);
    const inTurn = paced(sentOnce, { lanes: this.#lanes, clock, onEnd: this.#tellEnd });
    const persistent = retried(inTurn, {
      clock,
      random: random ?? Math.random,
      onRetry: this.#tellRetry,
    });
    // These two come first, so that a request that cannot be sent takes no slot and is not counted.
    this.#send = agreed(
      keyed(persistent, { key, userAgent, origin }),
      mayWrite ?? (() => true),
      mask,
    );
    if (signal?.aborted === true) this.#stop();
    else signal?.addEventListener('abort', this.#stop, { once: true });
  }

  /** Requests that were sent, by operation. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** As `Send` promises. The client's own signal and `close` abort every request. */
  async send(request: ApiRequest, signal?: AbortSignal): Promise<Exchange | Opened> {
    // One of its own, because listeners of a signal that a thousand requests share cost more than the requests.
    const call = new AbortController();
    const abort = (): void => call.abort();
    // The client's own signal aborts through `#stop`.
    const own = signal === this.#options.signal ? undefined : signal;
    if (this.#isStopped || own?.aborted === true) call.abort();
    this.#underWay.add(call);
    own?.addEventListener('abort', abort);
    try {
      return await this.#send(request, call.signal);
    } finally {
      // The body of a stream is still to come, and is aborted as well.
      if (request.answer !== 'stream') {
        this.#underWay.delete(call);
        own?.removeEventListener('abort', abort);
      }
    }
  }

  /** How many milliseconds rate limits would delay `requests` more calls of an operation, judging by the headers received so far. */
  waitMs(operation: OperationName, requests: number): number {
    return this.#lanes.waitMs(operationPlanOf(operation).operation, requests);
  }

  /** Closes the connections and aborts pending requests. */
  async close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#stop);
    this.#stop();
    await this.#pool.close();
  }

  readonly #stop = (): void => {
    this.#isStopped = true;
    for (const call of this.#underWay) call.abort();
  };

  readonly #tellEnd = (request: ApiRequest, end: Exchange | Opened, ms: number): void => {
    if (this.#options.onEvent === undefined) return;
    this.#tell({
      type: 'request',
      method: request.method,
      path: this.#mask(request.path),
      status: end.head?.status ?? null,
      problem: problemOf(end),
      ms,
      limit: this.#lanes.stateOf(request.operation),
    });
  };

  readonly #tellRetry = (request: ApiRequest, retry: Retry, attempt: number): void => {
    const { afterMs: ms, reason } = retry;
    this.#tell({ type: 'retrying', operation: request.operation.name, ms, attempt, reason });
  };

  #tell(event: ApiEvent): void {
    this.#options.onEvent?.(event);
  }
}

function problemOf(end: Exchange | Opened): string | null {
  switch (end.kind) {
    case 'answered':
    case 'opened':
      return null;
    case 'broken':
      return end.error.what;
    case 'aborted':
      return 'interrupted';
    default:
      return end satisfies never;
  }
}
