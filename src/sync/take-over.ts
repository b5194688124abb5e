/** Writes into page files what the platform has: texts that moved there, both sides merged, pages that have no file yet. */
import type { PageMap } from '../content/link-targets.ts';
import type { Conflict, Field, Pull } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import type { FilePath, PageId, PageKey } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { Page } from '../model/resources.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import type { Arrival } from './arrivals.ts';
import { found } from './documentations.ts';
import { linkFiles, whereaboutsOf } from './follow-slug.ts';
import { AGAIN } from './ledger.ts';
import { lineAfterPull, lineOfArrival } from './line.ts';
import type { Ledger } from './ledger.ts';
import { movePages, PageMover } from './move-pages.ts';
import { writeNewFile } from './new-file.ts';
import { headDigest, headOf, storedOf, theirDigest } from './observe.ts';
import { pullPage } from './pull-page.ts';
import type { PulledPage } from './pull-page.ts';
import type { RunState, SyncDeps } from './session.ts';
import type { Mover, Whereabouts } from './slug-order.ts';
import { replacedBy } from './taken-back.ts';
import type { TextPack } from './text-pack.ts';
import { listNoted, noteUnlisted } from './unlisted.ts';
import { writeMerge } from './write-merge.ts';
import type { MergedWork } from './write-merge.ts';

/** A page of the plan, as it was read again just now: not moved since. */
interface ReadAgain {
  readonly local: LocalPage;
  readonly planned: RemotePage;
  readonly page: Page;
}

interface Taken {
  readonly read: ReadAgain;
  readonly line: BasePage;
  readonly pulled: PulledPage;
}

/** What the lock says of a page so far, and under which key. */
interface Before {
  readonly was: PageKey;
  readonly had: BasePage | undefined;
  /** What its file holds. */
  readonly text: string;
}

interface Ready {
  readonly change: Pull;
  readonly read: ReadAgain;
  readonly mover: PageMover;
}

interface TakeOverDeps {
  readonly ledger: Ledger;
  readonly pack: TextPack;
  readonly advance: (line: BasePage, was: PageKey) => void;
  /** Makes what was advanced so far survive a crash. */
  readonly flush: () => Promise<void>;
  /** Pages whose files are going to be sent in this run. */
  readonly sent: ReadonlySet<PageKey>;
}

export class TakeOver {
  readonly #state: RunState;
  readonly #deps: SyncDeps;
  readonly #to: TakeOverDeps;
  /** As it is going to be. */
  readonly #pages: PageMap;
  /** New slugs, in the files as they are called before they move. */
  readonly #pagesNow: PageMap;
  /** Links to pages that move are left as the platform has them until those are where they go: such a text says the same before and after. */
  readonly #pagesThatStay: PageMap;
  /** What was taken over of pages but for their slug. */
  readonly #taken = new Map<PageKey, Taken>();
  /** Where pages whose slug changed are going to be. */
  readonly #places = new Map<PageKey, Whereabouts | Failure>();

  constructor(state: RunState, deps: SyncDeps, to: TakeOverDeps, pulls: readonly Pull[]) {
    this.#state = state;
    this.#deps = deps;
    this.#to = to;
    this.#place(pulls);
    const arriving = [...state.arrivals].map(([key, { file }]): Whereabouts => ({ key, file }));
    const moving: Whereabouts[] = [];
    const changing = new Set<PageKey>();
    const now: Whereabouts[] = [];
    for (const [key, place] of this.#places) {
      if (place instanceof Failure) continue;
      moving.push(place);
      changing.add(key).add(place.key);
      const page = state.local.pages.get(key);
      if (page) now.push({ key: place.key, file: page.file });
    }
    const { pages } = state.texts;
    this.#pages = withFiles(pages, [...arriving, ...moving]);
    this.#pagesNow = withFiles(pages, [...arriving, ...now]);
    this.#pagesThatStay = without(withFiles(pages, arriving), changing);
  }

  /** Says where pages go whose slug changed: to a place that is free, or that its page leaves. */
  #place(pulls: readonly Pull[]): void {
    let moving = pulls.filter(({ fields }) => fields.includes('slug'));
    for (;;) {
      const leaving = new Set(moving.map(({ key }) => key));
      const going: Pull[] = [];
      for (const change of moving) {
        const place = this.#placeOf(change, leaving);
        if (place === null) continue;
        this.#places.set(change.key, place);
        if (!(place instanceof Failure)) going.push(change);
      }
      // Who stays may be in another one's way.
      if (going.length === moving.length) return;
      moving = going;
    }
  }

  /** Null: it is not there any more. */
  #placeOf({ key }: Pull, leaving: ReadonlySet<PageKey>): Whereabouts | Failure | null {
    const { local, lock, remote, snapshot } = this.#state;
    const page = local.pages.get(key);
    const planned = remote.get(this.#originOf(key));
    if (!page || !planned) return null;
    if (this.#to.sent.has(key)) return new Failure('content', SENT, { hint: AGAIN });
    const isLeaving = (other: LocalPage): boolean => leaving.has(other.key);
    // No two pages of a documentation have one slug: this one's is no longer that of a page which is still there.
    const isMoved = (other: LocalPage): boolean => {
      const line = lock.pages.get(this.#originOf(other.key));
      return line !== undefined && (snapshot.pages?.has(line.id) ?? true);
    };
    try {
      const others = { isLeaving, isMoved };
      return whereaboutsOf(page, planned.slug, local, this.#deps.project, others);
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  }

  /** Title and text of a page that has a file; its slug is left. */
  async pull(change: Pull): Promise<void> {
    const fields = change.fields.filter((field) => field !== 'slug');
    const why = this.#places.get(change.key);
    if (fields.length === 0) {
      if (why instanceof Failure) this.#to.ledger.skip(change, why.message, why.hint);
      return;
    }
    const read = await this.#readAgain(change);
    if (!read) return;
    const was = this.#originOf(change.key);
    const had = this.#state.lock.pages.get(was);
    const { pages } = this.#state.texts;
    const map = fields.includes('body') ? this.#pagesThatStay : pages;
    const before = { was, had, text: this.#state.texts.confirm(read.local) };
    this.#taken.set(change.key, await this.#write(fields, read, before, map));
    if (!this.isRename(change)) this.#to.ledger.apply(change);
  }

  /** Whether the page gets its new slug by `rename`. */
  isRename({ key }: Pull): boolean {
    const place = this.#places.get(key);
    return place !== undefined && !(place instanceof Failure);
  }

  /** New slugs of pages. To be called once all else was taken over, and no other page file is being written. */
  async rename(changes: readonly Pull[]): Promise<void> {
    if (changes.length === 0) return;
    const { project, signal } = this.#deps;
    const ready: Ready[] = [];
    const staying: Mover[] = [];
    for (const change of changes) {
      signal.throwIfAborted();
      const to = this.#places.get(change.key);
      const page = this.#state.local.pages.get(change.key);
      if (!page || !to || to instanceof Failure) continue;
      staying.push({ at: page, to });
      await this.#orFail(change, async () => {
        const one = await this.#readyOf(change, to);
        if (!one) return;
        ready.push(one);
        staying.pop();
      });
    }
    const movers = ready.map(({ mover }) => mover);
    const { local } = this.#state;
    const { advance, flush, ledger } = this.#to;
    await movePages(movers, staying, { local, project, advance, flush });
    for (const { change, read, mover } of ready) {
      const { failure, at, line: had, text } = mover;
      await this.#orFail(change, async () => {
        if (failure) throw failure;
        const now = { ...read, local: { ...read.local, ...at } };
        const was = had?.key ?? this.#originOf(change.key);
        const taken = this.#taken.get(change.key);
        if (taken) {
          const { replaced } = taken.line;
          const pulled = { ...taken.pulled, ...at };
          const { page, planned } = read;
          const line = lineAfterPull(change.fields, pulled, storedOf(page), planned, had);
          advance(replaced ? { ...line, replaced } : line, was);
        } else await this.#write([], now, { was, had, text }, this.#pages);
        ledger.apply(change);
      });
    }
    const moved = movers.flatMap(({ at, to }) => (at === to ? [at] : []));
    const places = new Map(movers.map(({ page, at }) => [page.key, at]));
    for (const [key, { pulled }] of this.#taken) {
      await linkFiles(places.get(key) ?? pulled, moved, project);
    }
  }

  /** What is needed to move a page; undefined: it stays, and the ledger says why. */
  async #readyOf(change: Pull, to: Whereabouts): Promise<Ready | undefined> {
    const taken = this.#taken.get(change.key);
    const hasMore = change.fields.some((field) => field !== 'slug');
    const read = hasMore ? taken?.read : await this.#readAgain(change);
    if (!read) return undefined;
    const { local: page } = read;
    const text = taken?.pulled.text ?? this.#state.texts.confirm(page);
    const line = taken?.line ?? this.#lineOf(change);
    return { change, read, mover: new PageMover({ page, id: change.id, to, line, text }) };
  }

  /** What the lock says of a page before anything of it is taken over; undefined: nothing. */
  #lineOf({ key }: Pull): BasePage | undefined {
    const { own, lock, base } = this.#state;
    const origin = this.#originOf(key);
    return own.get(origin) ?? lock.pages.get(origin) ?? base.get(origin);
  }

  async #readAgain(change: Pull): Promise<ReadAgain | undefined> {
    const { local, remote } = this.#state;
    const page = local.pages.get(change.key);
    const planned = remote.get(this.#originOf(change.key));
    if (!page || !planned) return undefined;
    const answer = await this.#read(change.id);
    const isSame = answer && isStill(planned, answer);
    if (isSame) return { local: page, planned, page: answer };
    this.#to.ledger.skip(change, MOVED, AGAIN);
    return undefined;
  }

  async #write(
    fields: readonly Field[],
    { local, planned, page }: ReadAgain,
    { was, had, text }: Before,
    pages: PageMap,
  ): Promise<Taken> {
    const { project } = this.#deps;
    const theirs = planned.over === undefined ? page : { ...page, contentDraft: null };
    const pulled = await pullPage(theirs, local, text, fields, project, pages);
    // What the file itself was, too: it may have an edit of its own, which a checkout brings back together with the rest.
    const states = [...(had ? [{ title: had.title, head: had.sent }] : []), local];
    const line = {
      ...lineAfterPull(fields, pulled, storedOf(page), planned, had),
      ...replacedBy(pulled, states, had),
    };
    this.#keepBase(page);
    this.#to.advance(line, was);
    return { read: { local, planned, page }, line, pulled };
  }

  /** Pages that have no file yet. */
  async arrive(changes: readonly Pull[]): Promise<void> {
    const [{ project, signal }, { ledger }] = [this.#deps, this.#to];
    const done = new Map<FilePath, Pull>();
    await noteUnlisted(project, this.#listedFiles(changes));
    try {
      for (const change of changes) {
        signal.throwIfAborted();
        const arrival = this.#state.arrivals.get(change.key);
        if (!arrival) continue;
        await this.#orFail(change, async () => {
          if (await this.#arriveOne(change, arrival)) done.set(arrival.file, change);
        });
      }
    } finally {
      // Also where the run is stopped: what was written is listed.
      const unlisted = await listNoted(project);
      for (const [file, change] of done) {
        const failure = unlisted.get(file);
        if (failure) ledger.fail(change, failure);
        else ledger.apply(change);
      }
    }
  }

  /** Files that a `_nav.yaml` has to list. */
  #listedFiles(changes: readonly Pull[]): readonly FilePath[] {
    const arrivals = changes.flatMap(({ key }) => this.#state.arrivals.get(key) ?? []);
    return arrivals.flatMap(({ destination, file }) =>
      destination.kind === 'repository' ? [file] : [],
    );
  }

  async #arriveOne(change: Pull, arrival: Arrival): Promise<boolean> {
    const page = arrival.page ?? (await this.#read(arrival.id));
    if (!page) {
      this.#to.ledger.skip(change, GONE, AGAIN);
      return false;
    }
    const { project } = this.#deps;
    const { head, published } = await writeNewFile(change.key, page, arrival, project, this.#pages);
    const line = lineOfArrival(change.key, page, arrival.updated, { head, published });
    this.#keepBase(page);
    this.#to.advance(line, arrival.was ?? change.key);
    return true;
  }

  /** A page that both sides changed. */
  merge(change: Conflict): Promise<MergedWork | null> {
    const { ledger, advance } = this.#to;
    const [state, deps, pages] = [this.#state, this.#deps, this.#pagesNow];
    return writeMerge(change, { state, deps, ledger, pages, advance });
  }

  /** A file that cannot be written fails its page, not the run. */
  async #orFail(change: Pull, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure) || error.endsRun) throw error;
      this.#to.ledger.fail(change, error);
    }
  }

  /** What the next merge starts from. */
  #keepBase(page: Page): void {
    const digest = headDigest(storedOf(page));
    const text = headOf(page);
    if (digest !== null && text !== null) this.#to.pack.keep(digest, text);
  }

  #read(id: PageId): Promise<Page | undefined> {
    return found(this.#deps.api.pages.read(id, undefined, this.#deps.signal));
  }

  #originOf(key: PageKey): PageKey {
    return this.#state.renamed.get(key) ?? key;
  }
}

const isStill = (planned: RemotePage, page: Page): boolean =>
  page.slug === planned.slug &&
  theirDigest({ ...planned, stored: storedOf(page) }) === theirDigest(planned);

const MOVED = 'It was changed on the platform since the plan was made.';
const GONE = 'It was removed on the platform since the plan was made.';

const SENT = 'Its file is sent in this run; its new slug is taken over by the next one.';

/** Links lead to pages that get their file, or another one, in this run, too. */
function withFiles(pages: PageMap, places: readonly Whereabouts[]): PageMap {
  if (places.length === 0) return pages;
  const keys = new Map(places.map(({ key, file }) => [file.normalize('NFC'), key]));
  const files = new Map(places.map(({ key, file }) => [key, file]));
  return {
    keyOf: (file) => keys.get(file) ?? pages.keyOf(file),
    fileOf: (key) => files.get(key) ?? pages.fileOf(key),
  };
}

function without(pages: PageMap, keys: ReadonlySet<PageKey>): PageMap {
  if (keys.size === 0) return pages;
  return {
    keyOf: (file) => {
      const key = pages.keyOf(file);
      return key === undefined || keys.has(key) ? undefined : key;
    },
    fileOf: (key) => (keys.has(key) ? undefined : pages.fileOf(key)),
  };
}
