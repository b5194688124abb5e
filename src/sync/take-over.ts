/** Writes into page files what the platform has: texts that moved there, both sides merged, pages that have no file yet. */
import type { PageMap } from '../content/link-targets.ts';
import type { Conflict, Field, Pull } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import type { FilePath, PageId, PageKey } from '../model/ids.ts';
import { placeOf } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { Page } from '../model/resources.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import type { Arrival } from './arrivals.ts';
import { found } from './documentations.ts';
import { moveFile, redirect, redirected, whereaboutsOf } from './follow-slug.ts';
import type { Whereabouts } from './follow-slug.ts';
import { AGAIN } from './ledger.ts';
import { lineAfterPull, lineOfArrival } from './line.ts';
import type { Ledger } from './ledger.ts';
import { writeNewFile } from './new-file.ts';
import { headDigest, headOf, storedOf, theirDigest } from './observe.ts';
import { pullPage } from './pull-page.ts';
import type { RunState, SyncDeps } from './session.ts';
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

interface TakeOverDeps {
  readonly ledger: Ledger;
  readonly pack: TextPack;
  readonly advance: (line: BasePage, was: PageKey) => void;
  /** Pages whose files are going to be sent in this run. */
  readonly sent: ReadonlySet<PageKey>;
}

export class TakeOver {
  readonly #state: RunState;
  readonly #deps: SyncDeps;
  readonly #to: TakeOverDeps;
  readonly #pages: PageMap;
  /** Where pages whose slug changed are going to be. */
  readonly #places = new Map<PageKey, Whereabouts | Failure>();

  constructor(state: RunState, deps: SyncDeps, to: TakeOverDeps, pulls: readonly Pull[]) {
    this.#state = state;
    this.#deps = deps;
    this.#to = to;
    const files = new Map([...state.arrivals].map(([key, { file }]) => [key, file]));
    for (const change of pulls) {
      const place = this.#placeOf(change);
      if (place === null) continue;
      this.#places.set(change.key, place);
      if (!(place instanceof Failure)) files.set(place.key, place.file);
    }
    this.#pages = withFiles(state.texts.pages, files);
  }

  /** Null: its slug did not change. */
  #placeOf({ key, fields }: Pull): Whereabouts | Failure | null {
    const { local, remote } = this.#state;
    const page = local.pages.get(key);
    const planned = remote.get(this.#originOf(key));
    if (!page || !planned || !fields.includes('slug')) return null;
    if (this.#to.sent.has(key)) return new Failure('content', SENT, { hint: AGAIN });
    try {
      const isLeaving = (other: LocalPage): boolean => {
        const seen = remote.get(this.#originOf(other.key));
        return seen !== undefined && seen.slug !== placeOf(other.key).slug;
      };
      return whereaboutsOf(page, planned.slug, local, this.#deps.project, isLeaving);
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
    await this.#write(change, fields, read, this.#state.texts.confirm(read.local));
  }

  /** Whether `rename` is for this change, not `pull`. */
  isRename({ key }: Pull): boolean {
    const place = this.#places.get(key);
    return place !== undefined && !(place instanceof Failure);
  }

  /** Pages whose slug changed, with all else of them. To be called once no other page file is being written. */
  async rename(changes: readonly Pull[]): Promise<void> {
    const { local, texts } = this.#state;
    const { project, signal } = this.#deps;
    const ready: { change: Pull; read: ReadAgain; place: Whereabouts; text: string }[] = [];
    for (const change of changes) {
      signal.throwIfAborted();
      const place = this.#places.get(change.key);
      if (!place || place instanceof Failure) continue;
      await this.#orFail(change, async () => {
        const read = await this.#readAgain(change);
        if (!read) return;
        ready.push({ change, read, place, text: texts.confirm(read.local) });
      });
    }
    const moves = ready.map(({ read, place }) => ({ page: read.local, to: place.file }));
    const moved = moves.filter(({ page, to }) => page.file !== to);
    if (moved.length > 0) await redirect(moved, local, project);
    for (const { change, read, place, text } of ready) {
      await this.#orFail(change, async () => {
        const { local: page } = read;
        const before = redirected(text, page.file, moved);
        if (page.file !== place.file) await moveFile({ page, to: place.file }, project);
        const local = { ...page, ...place };
        await this.#write(change, change.fields, { ...read, local }, before);
      });
    }
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
    change: Pull,
    fields: readonly Field[],
    { local, planned, page }: ReadAgain,
    before: string,
  ): Promise<void> {
    const origin = this.#originOf(change.key);
    const had = this.#state.lock.pages.get(origin);
    const { project } = this.#deps;
    const theirs = planned.over === undefined ? page : { ...page, contentDraft: null };
    const pulled = await pullPage(theirs, local, before, fields, project, this.#pages);
    // What the file itself was, too: it may have an edit of its own, which a checkout brings back together with the rest.
    const states = [...(had ? [{ title: had.title, head: had.sent }] : []), local];
    const line = {
      ...lineAfterPull(fields, pulled, storedOf(page), planned, had),
      ...replacedBy(pulled, states, had),
    };
    this.#keepBase(page);
    this.#to.advance(line, origin);
    this.#to.ledger.apply(change);
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
    const [state, deps, pages] = [this.#state, this.#deps, this.#pages];
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
function withFiles(pages: PageMap, files: ReadonlyMap<PageKey, FilePath>): PageMap {
  if (files.size === 0) return pages;
  const keys = new Map([...files].map(([key, file]) => [file.normalize('NFC'), key]));
  return {
    keyOf: (file) => keys.get(file) ?? pages.keyOf(file),
    fileOf: (key) => files.get(key) ?? pages.fileOf(key),
  };
}
