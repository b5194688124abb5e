/**
 * Sends requests to other sites to find broken links: a few at once, one at a time per host, and no
 * more to a host that asks for fewer requests.
 */
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { toNetworkError } from '../../../api/transport/network-error.ts';
import type { Clock } from '../../../model/time.ts';
import { groupBy } from '../../../model/group-by.ts';
import { isAskable, lookupPublic, NOT_PUBLIC } from './askable.ts';

/**
 * The state of a link. `why` continues "This link"; `unknown`: the answer proves nothing, or no
 * request was sent.
 */
export type SiteVerdict =
  | { readonly kind: 'fine' }
  | { readonly kind: 'broken'; readonly why: string }
  | { readonly kind: 'unknown' };

export interface SiteOptions {
  readonly version: string;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly signal: AbortSignal;
}

/** For one request, from the look-up of the host to the headers of the answer. */
const TIMEOUT_MS = 10_000;
/** For all requests. Links that are not requested by then are unknown. */
const TOTAL_MS = 5 * 60_000;
const HOSTS_AT_ONCE = 8;
const MAX_REDIRECTS = 5;

const FINE: SiteVerdict = { kind: 'fine' };
const UNKNOWN: SiteVerdict = { kind: 'unknown' };

/** Error codes with a temporary cause, or one in the network of this machine. */
const NOT_ITS_FAULT: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  NOT_PUBLIC,
]);

type Answer = { readonly status: number; readonly location: string | undefined } | SiteVerdict;

export class Sites {
  readonly #options: SiteOptions;
  readonly #pools = new Map<string, Dispatcher>();
  /** The last request to each host. The next one waits for it. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** The state for hosts and origins to which no more requests are sent. */
  readonly #settled = new Map<string, SiteVerdict>();
  readonly #untilMs: number;

  constructor(options: SiteOptions) {
    this.#options = options;
    this.#untilMs = options.clock.elapsed() + TOTAL_MS;
  }

  /** Calls `tell` with the state of each address once it is known. */
  async ask(
    urls: readonly string[],
    tell: (url: string, verdict: SiteVerdict) => void,
  ): Promise<void> {
    const hosts = [...groupBy(urls, (url) => new URL(url).host).values()];
    const next = hosts[Symbol.iterator]();
    const work = async (): Promise<void> => {
      for (const own of next) for (const url of own) tell(url, await this.#verdictOf(url));
    };
    await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, work));
  }

  async close(): Promise<void> {
    for (const pool of this.#pools.values()) await pool.destroy();
  }

  async #verdictOf(start: string): Promise<SiteVerdict> {
    let url = new URL(start);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const answer = await this.#answerOf(url);
      if ('kind' in answer) return answer;
      const { status, location } = answer;
      if (status < 300 || status >= 400 || location === undefined) return judge(status);
      if (!URL.canParse(location, url.href)) {
        return { kind: 'broken', why: 'redirects to what is not an address' };
      }
      url = new URL(location, url.href);
      if (!isAskable(url)) return UNKNOWN;
    }
    return { kind: 'broken', why: `redirects more than ${MAX_REDIRECTS} times` };
  }

  /**
   * Many sites answer `HEAD` with an error although the page exists, so only an answer to `GET`
   * makes a link broken.
   */
  async #answerOf(url: URL): Promise<Answer> {
    const head = await this.#inTurn(url, 'HEAD');
    const isEnough = 'kind' in head ? head.kind !== 'broken' : head.status < 400;
    return isEnough ? head : this.#inTurn(url, 'GET');
  }

  #inTurn(url: URL, method: 'HEAD' | 'GET'): Promise<Answer> {
    const { host } = url;
    const before = this.#turns.get(host) ?? Promise.resolve();
    const turn = before.then(() => this.#send(url, method));
    this.#turns.set(host, turn);
    return turn;
  }

  /** Sends a request. Rejects only if the run was stopped. */
  async #send(url: URL, method: 'HEAD' | 'GET'): Promise<Answer> {
    const { signal, clock, version } = this.#options;
    signal.throwIfAborted();
    const settled = this.#settled.get(url.host) ?? this.#settled.get(url.origin);
    if (settled !== undefined) return settled;
    if (clock.elapsed() >= this.#untilMs) return UNKNOWN;
    try {
      const { statusCode, headers, body } = await request.call(this.#poolOf(url.origin), {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { 'user-agent': `docs-cli/${version} (checks links)`, accept: '*/*' },
        headersTimeout: TIMEOUT_MS,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      // The body is not needed, however large it is.
      body.on('error', () => undefined).destroy();
      const wantsPatience = statusCode === 429 || headers['retry-after'] !== undefined;
      if (statusCode >= 400 && wantsPatience) this.#settled.set(url.host, UNKNOWN);
      const { location } = headers;
      return { status: statusCode, location: typeof location === 'string' ? location : undefined };
    } catch (error) {
      signal.throwIfAborted();
      const { verdict, ofAll } = failed(error);
      if (ofAll) this.#settled.set(url.origin, verdict);
      else if (method === 'GET' && isTimeout(error)) this.#settled.set(url.origin, UNKNOWN);
      return verdict;
    }
  }

  #poolOf(origin: string): Dispatcher {
    const known = this.#pools.get(origin);
    if (known !== undefined) return known;
    const connect = { lookup: lookupPublic, timeout: TIMEOUT_MS };
    const pool = new Pool(origin, { connections: 1, pipelining: 1, connect });
    this.#pools.set(origin, pool);
    return pool;
  }
}

/** Only 404 and 410 prove a broken link: many sites answer programs with other errors. */
const judge = (status: number): SiteVerdict => {
  if (status === 404 || status === 410)
    return { kind: 'broken', why: `is answered with ${status}` };
  return status >= 200 && status < 300 ? FINE : UNKNOWN;
};

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError';

/**
 * The state after a request without an answer. `ofAll`: there was no connection, so it applies to
 * all links of the site.
 */
function failed(error: unknown): { readonly verdict: SiteVerdict; readonly ofAll: boolean } {
  if (isTimeout(error)) {
    const why = `has no answer within ${TIMEOUT_MS / 1000} s`;
    return { verdict: { kind: 'broken', why }, ofAll: false };
  }
  const { code, what, unsent } = toNetworkError(error, TIMEOUT_MS);
  if (NOT_ITS_FAULT.has(code)) return { verdict: UNKNOWN, ofAll: true };
  const known = what === code ? 'the answer cannot be read' : what;
  return { verdict: { kind: 'broken', why: `cannot be opened: ${known}` }, ofAll: unsent };
}
