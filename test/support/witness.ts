/**
 * Who saw and wrote what, in which order: judged by what passed between tool and platform, and by nothing that the tool says of itself.
 *
 * What people write carries tokens, each of which is written once: a text is followed by them wherever it goes.
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

/** All but what readers see and a newer text replaced. */
export const newestOf = (page: PlatformPage): Set<string> =>
  tokensIn(page.title, page.slug, headOf(page));

/** A write of the tool, as the platform carried it out. */
export interface Write {
  readonly kind: 'create' | 'update' | 'publish' | 'delete';
  readonly before: PlatformPage | undefined;
  /** Of a page that was deleted, its id and slug without anything that people wrote. */
  readonly after: PlatformPage;
  /** The page as the tool looked at it last before it sent this; undefined: as it is before the write. */
  readonly seen: PlatformPage | undefined;
  /** Tokens that somebody saved on this page after that, and that its newest text, title and slug did not have then. */
  readonly unseen: ReadonlySet<string>;
  /** So old the last look was as this reached the platform, latency and all. */
  readonly ageMs: number;
  /** Whether its answer got to the tool. */
  readonly answered: boolean;
  /** Whether it came about after the tool had gone on. */
  readonly late: boolean;
}

interface Look {
  readonly turn: number;
  readonly at: number;
}

interface Sent extends Look {
  /** Of pages that were looked at before. */
  readonly looks: ReadonlyMap<number, Look>;
}

export type When = 'before' | 'after';

/** README: "at most five seconds later". */
export const WINDOW_MS = 5000;

export class Witness {
  readonly #author: Author;
  readonly #time: SimulatedTime;
  /** How long a request takes to the platform and back. */
  latencyMs: () => number = () => 0;
  /** Told of each write once it is carried out. */
  onWrite: (write: Write) => Promise<void> = () => Promise.resolve();
  /** Told as the first request since it began to count is under way. */
  onStart: () => void = () => {};
  /** Awaited around the n-th request that the platform carries out. */
  onTurn: (request: number, when: When) => Promise<void> = () => Promise.resolve();
  #requests = 0;
  #hasBegun = false;
  #turn = 0;
  readonly #looks = new Map<number, Look>();
  readonly #saves: { turn: number; before: PlatformPage; tokens: ReadonlySet<string> }[] = [];
  readonly #sent = new WeakMap<Exchange, Sent>();
  /** The platform does one thing at a time, so that it is known what was there before. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(proxy: FaultProxy, author: Author, time: SimulatedTime) {
    this.#author = author;
    this.#time = time;
    proxy.onArrival = (exchange) => this.#arrive(exchange);
    proxy.carryOut = (exchange, passOn) => this.#carryOut(exchange, passOn);
  }

  /** Requests carried out since it began to count. */
  get requests(): number {
    return this.#requests;
  }

  /** Begins to count requests at 1 again. */
  countAnew(): void {
    this.#requests = 0;
    this.#hasBegun = false;
  }

  /** Somebody works on a page, while the platform does nothing else. `work` is given the page, and resolves to what it made of it. */
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

  /** After whatever the platform is at. Never from within `onTurn`. */
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

/** What is left of a page that was deleted. */
const emptied = (page: PlatformPage | undefined): PlatformPage | undefined =>
  page && {
    id: page.id,
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

/** The pages that an answer tells of. */
function idsIn({ status, body }: Answer): readonly number[] {
  if (status !== 200) return [];
  const json = JSON.parse(body.toString()) as { id?: number; page?: Record<string, unknown> };
  if (json.page) return Object.keys(json.page).map(Number);
  return json.id === undefined ? [] : [json.id];
}
