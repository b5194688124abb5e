/** What passes between the tool and the platform, one request after the other, and who acts in between. */
import type { HttpAnswer, HttpHandler, HttpRequest } from '../../src/system/http/exchange.ts';
import type { StoredPage } from '../support/admin.ts';

/** A write of the tool, as the platform carried it out. */
export interface Write {
  readonly kind: 'create' | 'update' | 'publish' | 'delete';
  readonly id: number;
  readonly before: StoredPage | undefined;
  readonly after: StoredPage | undefined;
  /** When the run looked at the page last. Undefined: it did not. */
  readonly look: Look | undefined;
  readonly ageMs: number;
}

export interface Look {
  readonly turn: number;
  readonly at: number;
  readonly page: StoredPage | undefined;
}

interface Watched {
  readonly pages: () => Promise<readonly StoredPage[]>;
  readonly now: () => number;
}

export class Watch {
  /** Before each request of a run, counted from 1. */
  onRequest: (request: number) => Promise<void> = () => Promise.resolve();
  onWrite: (write: Write) => Promise<void> = () => Promise.resolve();
  /** The last look of this run at each page, by id. */
  looks: ReadonlyMap<number, Look> = new Map();
  turn = 0;
  #requests = 0;
  #watched: Watched | undefined;
  #last: Promise<unknown> = Promise.resolve();

  watch(watched: Watched): void {
    this.#watched = watched;
  }

  beginRun(): void {
    this.#requests = 0;
    this.looks = new Map();
  }

  /** What happens next has a later number than all before. */
  next(): number {
    this.turn += 1;
    return this.turn;
  }

  inFront =
    (service: HttpHandler): HttpHandler =>
    (request) =>
      this.alone(async () => {
        this.#requests += 1;
        await this.onRequest(this.#requests);
        return this.#pass(request, service);
      });

  /** Does it while the platform does nothing else. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    return next;
  }

  async #pass(request: HttpRequest, service: HttpHandler): Promise<HttpAnswer> {
    if (!this.#watched) return service(request);
    const { method, target } = request;
    const { now } = this.#watched;
    const at = now();
    if (method === 'GET') {
      const answer = await service(request);
      await this.#look(idsIn(answer), at);
      return answer;
    }
    const named = /\/page\/(\d+)/.exec(target);
    const before = named ? await this.#page(Number(named[1])) : undefined;
    const answer = await service(request);
    const id = named ? Number(named[1]) : idsIn(answer)[0];
    if (answer.status !== 200 || id === undefined) return answer;
    const look = this.looks.get(id);
    const write = { kind: kindOf(method, target), id, before, look, ageMs: at - (look?.at ?? at) };
    this.next();
    await this.onWrite({ ...write, after: await this.#page(id) });
    await this.#look([id], at);
    return answer;
  }

  async #look(ids: readonly number[], at: number): Promise<void> {
    const turn = this.next();
    const pages = (await this.#watched?.pages()) ?? [];
    const looked = ids.map((id) => [id, { turn, at, page: pages.find((one) => one.id === id) }]);
    this.looks = new Map([...this.looks, ...(looked as [number, Look][])]);
  }

  async #page(id: number): Promise<StoredPage | undefined> {
    return (await this.#watched?.pages())?.find((page) => page.id === id);
  }
}

const kindOf = (method: string, target: string): Write['kind'] => {
  if (method === 'DELETE') return 'delete';
  if (method === 'POST') return 'create';
  return target.endsWith('/publish') ? 'publish' : 'update';
};

/** The pages in an answer. */
function idsIn({ status, body }: HttpAnswer): readonly number[] {
  if (status !== 200 || body === null) return [];
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return [];
  const json = JSON.parse(body.toString()) as { id?: number; page?: Record<string, unknown> };
  if (json.page) return Object.keys(json.page).map(Number);
  return json.id === undefined ? [] : [json.id];
}
