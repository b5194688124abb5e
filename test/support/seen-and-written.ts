/**
 * Records who saw and wrote what, in which order. Relies only on what passed between tool and platform, never
 * on what the tool says of itself.
 *
 * Texts that people write contain unique tokens, by which they are followed wherever they go.
 */
import type { Answer, Exchange, FaultProxy } from '../faults/proxy.ts';
import { headOf, type Author, type PlatformPage } from './author.ts';
import type { SimulatedTime } from './simulated-time.ts';

const TOKEN = /token-\d+-end/g;

export const tokensIn = (...texts: (string | null | undefined)[]): Set<string> =>
  new Set(texts.flatMap((text) => text?.match(TOKEN) ?? []));

export const without = (tokens: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...tokens].filter((token) => !others.has(token)));

export const allOf = ({ title, slug, draft, published }: PlatformPage): Set<string> =>
  tokensIn(title, slug, draft, published);

/** All tokens except those of a published text that a newer draft will replace. */
export const newestOf = (page: PlatformPage): Set<string> =>
  tokensIn(page.title, page.slug, headOf(page));

/** A write of the tool, as the platform carried it out. */
export interface Write {
  readonly kind: 'create' | 'update' | 'publish' | 'delete';
  readonly before: PlatformPage | undefined;
  /** For a deleted page, its id and slug without any tokens. */
  readonly after: PlatformPage;
  /** The page as the tool last saw it before it sent this. Undefined: as it is before the write. */
  readonly seen: PlatformPage | undefined;
  /** Tokens saved on this page after the tool's last look that its newest state lacked then. */
  readonly unseen: ReadonlySet<string>;
  /** The age of the last look when this reached the platform, including latency. */
  readonly ageMs: number;
  /** Whether the tool received the answer. */
  readonly answered: boolean;
  /** Whether it was carried out after the tool had stopped waiting for it. */
  readonly late: boolean;
}

interface Look {
  readonly turn: number;
  readonly at: number;
}

interface Sent extends Look {
  /** The looks at pages before the request was sent. */
  readonly looks: ReadonlyMap<number, Look>;
}

export type When = 'before' | 'after';

/** From the manual, "What it promises": "at most five seconds later". */
export const WINDOW_MS = 5000;

export class Witness {
  readonly #author: Author;
  readonly #time: SimulatedTime;
  /** The time that a request takes to the platform and back. */
  latencyMs: () => number = () => 0;
  /** Called after each write was carried out. */
  onWrite: (write: Write) => Promise<void> = () => Promise.resolve();
  /** Called when the first request since the count began has arrived. */
  onStart: () => void = () => {};
  /** Awaited before and after the n-th request is carried out. */
  onTurn: (request: number, when: When) => Promise<void> = () => Promise.resolve();
  #requests = 0;
  #hasBegun = false;
  #turn = 0;
  readonly #looks = new Map<number, Look>();
  readonly #saves: { turn: number; before: PlatformPage; tokens: ReadonlySet<string> }[] = [];
  readonly #sent = new WeakMap<Exchange, Sent>();
  /** The platform does one thing at a time, so that the state before each is known. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(proxy: FaultProxy, author: Author, time: SimulatedTime) {
    this.#author = author;
    this.#time = time;
    proxy.onArrival = (exchange) => this.#arrive(exchange);
    proxy.carryOut = (exchange, passOn) => this.#carryOut(exchange, passOn);
  }

  /** Requests carried out since the count began. */
  get requests(): number {
    return this.#requests;
  }

  /** Restarts the count at 1. */
  restartCount(): void {
    this.#requests = 0;
    this.#hasBegun = false;
  }

  /** Edits a page while the platform does nothing else. `work` resolves to the edited page. */
  async edit(id: number, work: (before: PlatformPage) => Promise<PlatformPage>): Promise<void> {
    const before = await this.#author.read(id);
    const after = await work(before);
    const fields = ['title', 'slug', 'draft', 'published'] as const;
    const tokens = new Set(
      fields.flatMap((field) =>
        Array.from(without(tokensIn(after[field]), tokensIn(before[field]))),
      ),
    );
    this.#saves.push({ turn: (this.#turn += 1), before, tokens });
  }

  /** Runs `work` after whatever the platform is doing. Do not call it in `onTurn`. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    return next;
  }

  async #arrive(exchange: Exchange): Promise<void> {
    if (!this.#hasBegun) this.onStart();
    this.#hasBegun = true;
    const at = this.#time.now();
    this.#sent.set(exchange, { turn: (this.#turn += 1), at, looks: new Map(this.#looks) });
    await this.#travel();
  }

  async #carryOut(exchange: Exchange, passOn: () => Promise<Answer>): Promise<Answer> {
    const answer = await this.#time.during(() =>
      this.alone(async () => {
        this.#requests += 1;
        const request = this.#requests;
        await this.onTurn(request, 'before');
        const answer = await this.#observed(exchange, passOn);
        await this.onTurn(request, 'after');
        return answer;
      }),
    );
    await this.#travel();
    // The platform's clock, not the machine's.
    const date = new Date(this.#time.now()).toUTCString();
    return { ...answer, headers: { ...answer.headers, date } };
  }

  async #observed(exchange: Exchange, passOn: () => Promise<Answer>): Promise<Answer> {
    const { method = 'GET', url = '' } = exchange.request;
    const named = /\/page\/(\d+)/.exec(url);
    const id = named ? Number(named[1]) : undefined;
    if (method === 'GET') {
      const answer = await passOn();
      this.#look(exchange, idsIn(answer));
      return answer;
    }
    const before = id === undefined ? undefined : await this.#author.find(id);
    const answer = await passOn();
    if (answer.status !== 200) return answer;
    const made = id ?? idsIn(answer)[0];
    if (made === undefined) return answer;
    const { fault } = exchange;
    const found = await this.#author.find(made);
    const after = found ?? emptied(before);
    if (after === undefined) return answer;
    const write = {
      kind: kindOf(method, url),
      before,
      after,
      ...this.#unseen(exchange, made),
      answered: fault === undefined,
      late: fault === 'late-commit',
    };
    this.#look(exchange, [made]);
    await this.onWrite(write);
    return answer;
  }

  #look({ fault }: Exchange, ids: readonly number[]): void {
    if (fault !== undefined) return;
    const look = { turn: (this.#turn += 1), at: this.#time.now() };
    for (const id of ids) this.#looks.set(id, look);
  }

  #unseen(exchange: Exchange, page: number): Pick<Write, 'seen' | 'unseen' | 'ageMs'> {
    const sent = this.#sent.get(exchange);
    const look = sent?.looks.get(page);
    const saves = this.#saves.filter(
      ({ turn, before }) => before.id === page && turn > (look?.turn ?? 0),
    );
    const seen = saves[0]?.before;
    const saved = new Set(saves.flatMap(({ tokens }) => Array.from(tokens)));
    return {
      seen,
      unseen: seen ? without(saved, newestOf(seen)) : saved,
      ageMs: sent && look ? sent.at - look.at : 0,
    };
  }

  async #travel(): Promise<void> {
    const ms = this.latencyMs() / 2;
    if (ms > 0) await this.#time.wait(ms);
  }
}

/** A deleted page, without its tokens. */
const emptied = (page: PlatformPage | undefined): PlatformPage | undefined =>
  page && {
    ...page,
    title: '',
    slug: page.slug.replaceAll(TOKEN, ''),
    draft: null,
    published: null,
  };

const kindOf = (method: string, url: string): Write['kind'] => {
  if (method === 'DELETE') return 'delete';
  if (method === 'POST') return 'create';
  return url.endsWith('/publish') ? 'publish' : 'update';
};

/** The pages in an answer. */
function idsIn({ status, body }: Answer): readonly number[] {
  if (status !== 200) return [];
  const json = JSON.parse(body.toString()) as { id?: number; page?: Record<string, unknown> };
  if (json.page) return Object.keys(json.page).map(Number);
  return json.id === undefined ? [] : [json.id];
}
