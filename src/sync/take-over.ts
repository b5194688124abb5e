/** Writes into page files what the platform has: texts that moved there, both sides merged, pages that have no file yet. */
import { join } from 'node:path';
import { digestsOf } from '../content/page-facts.ts';
import { headerValue, parsePageFile } from '../content/page-file.ts';
import type { PageMap } from '../content/link-targets.ts';
import type { Conflict, Field, Pull, Update } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import type { Digest, PageId, PageKey } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { Page } from '../model/resources.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import type { Arrival } from './arrivals.ts';
import { found } from './documentations.ts';
import { AGAIN } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { listInNav, writeNewFile } from './new-file.ts';
import { lineWhileMerging } from './merging.ts';
import { keepObject, objectPath } from './objects.ts';
import { headDigest, headOf, sameTitle, storedOf } from './observe.ts';
import { pullPage } from './pull-page.ts';
import { textsOf } from './scan-links.ts';
import type { RunState, SyncDeps } from './session.ts';
import { lineAfterPull, lineOf, workOf } from './steps.ts';
import type { Work } from './steps.ts';
import type { TextPack } from './text-pack.ts';

/** A merged page that is to be sent, and the page as it was merged with. */
export interface MergedWork {
  readonly work: Work;
  readonly remote: RemotePage;
  readonly line: BasePage;
}

export class TakeOver {
  readonly #state: RunState;
  readonly #deps: SyncDeps;
  readonly #ledger: Ledger;
  readonly #pack: TextPack;
  readonly #advance: (line: BasePage, was: PageKey) => void;
  readonly #pages: PageMap;

  constructor(
    state: RunState,
    deps: SyncDeps,
    to: {
      readonly ledger: Ledger;
      readonly pack: TextPack;
      readonly advance: (line: BasePage, was: PageKey) => void;
    },
  ) {
    this.#state = state;
    this.#deps = deps;
    this.#ledger = to.ledger;
    this.#pack = to.pack;
    this.#advance = to.advance;
    this.#pages = withArrivals(state.texts.pages, state.arrivals);
  }

  /** Title and text of a page that has a file. */
  async pull(change: Pull): Promise<void> {
    const { local, remote, texts, lock } = this.#state;
    const origin = this.#originOf(change.key);
    const page = local.pages.get(change.key);
    const planned = remote.get(origin);
    if (!page || !planned) return;
    const answer = await this.#read(change.id);
    if (!answer || headDigest(storedOf(answer)) !== headDigest(planned.stored)) {
      this.#ledger.skip(change, MOVED, AGAIN);
      return;
    }
    texts.read(page);
    const pulled = await pullPage(answer, page, change.fields, this.#deps.project, this.#pages);
    const stored = storedOf(answer);
    const line = lineAfterPull(change, pulled, { stored }, planned, lock.pages.get(origin));
    this.#keepBase(answer);
    this.#advance(line, origin);
    this.#ledger.apply(change);
  }

  /** Pages that have no file yet. */
  async arrive(changes: readonly Pull[]): Promise<void> {
    const listed = new Map<string, Arrival[]>();
    for (const change of changes) {
      this.#deps.signal.throwIfAborted();
      const arrival = this.#state.arrivals.get(change.key);
      if (!arrival) continue;
      try {
        const isDone = await this.#arriveOne(change, arrival);
        const { folder } = arrival.destination;
        if (isDone) listed.set(folder, [...(listed.get(folder) ?? []), arrival]);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'content') throw error;
        this.#ledger.fail(change, error);
      }
    }
    for (const arrivals of listed.values()) await listInNav(arrivals, this.#deps.project);
  }

  async #arriveOne(change: Pull, arrival: Arrival): Promise<boolean> {
    const page = arrival.page ?? (await this.#read(arrival.id));
    if (!page) {
      this.#ledger.skip(change, GONE, AGAIN);
      return false;
    }
    const { project } = this.#deps;
    const { head, published } = await writeNewFile(change.key, page, arrival, project, this.#pages);
    const { draft, published: shown } = storedOf(page);
    const line: BasePage = {
      key: change.key,
      id: page.id,
      title: page.title,
      slug: page.slug,
      updated: arrival.updated,
      header: null,
      sent: head,
      sentPublished: shown === null ? null : published,
      draft,
      published: shown,
    };
    this.#keepBase(page);
    this.#advance(line, change.key);
    this.#ledger.apply(change);
    return true;
  }

  /**
   * Writes the merged text, and notes what it was merged with: base as long as the file holds it. Resolves to what is to be sent; null where
   * there is nothing, or a person has to settle marked lines first.
   */
  async merge(change: Conflict): Promise<MergedWork | null> {
    const { merges, local, remote, texts } = this.#state;
    const origin = this.#originOf(change.key);
    const tried = merges.get(change.key);
    const page = local.pages.get(change.key);
    const planned = remote.get(origin);
    if (!tried || !page || !planned) return null;
    texts.read(page);
    const { project } = this.#deps;
    const base = this.#state.base.get(origin);
    const before = [page, ...(await this.#committed(page))];
    const kept = await this.#replace(page, tried.text, tried.page);
    const after = digestsOf(textsOf(tried.text, page, this.#pages));
    const titles = tried.isClean ? mergedTitle(page, planned, base) : null;
    const merged = { ...page, ...after, title: titles ?? page.title };
    const seen = asSeen(planned, tried.page, merged);
    const fields: Field[] = [];
    if (!sameTitle(merged.title, seen.title)) fields.push('title');
    if (merged.head !== seen.head) fields.push('body');
    const isSettled = tried.isClean && fields.length === 0;
    const line = isSettled ? lineOf(merged, seen) : lineWhileMerging(merged, before, seen, base);
    this.#advance(line, origin);
    if (!tried.isClean) {
      const reason = `${page.file} has both texts between markers.`;
      const where = kept.map((digest) => objectPath(project, digest)).join(', ');
      this.#ledger.skip(change, reason, `Settle it there, then push. The texts are kept: ${where}`);
      return null;
    }
    this.#ledger.apply(change);
    if (isSettled) return null;
    const { id } = planned;
    const { key, file } = page;
    const update: Update = {
      kind: 'update',
      key,
      file,
      id,
      fields,
      from: null,
      commit: null,
      notes: [],
    };
    return { work: workOf(merged, [update]), remote: seen, line };
  }

  /** The file as git would bring it back. */
  async #committed(page: LocalPage): Promise<readonly Pick<LocalPage, 'title' | 'head'>[]> {
    const { readBlobs } = await import('./git.ts');
    const found = [];
    for await (const { text } of readBlobs(this.#deps.project.root, [`HEAD:./${page.file}`])) {
      const title = headerValue(parsePageFile(text), 'title') ?? page.title;
      found.push({ title, ...digestsOf(textsOf(text, page, this.#pages)) });
    }
    return found;
  }

  async #replace(page: LocalPage, text: string, answer: Page): Promise<readonly Digest[]> {
    const { project } = this.#deps;
    const { readFile } = await import('node:fs/promises');
    const path = join(project.root, page.file);
    const kept = [await keepObject(project, await readFile(path, 'utf8'))];
    const theirs = headOf(answer);
    if (theirs !== null) kept.push(await keepObject(project, theirs));
    const { default: writeFileAtomic } = await import('write-file-atomic');
    await writeFileAtomic(path, text);
    return kept;
  }

  /** What the next merge starts from. */
  #keepBase(page: Page): void {
    const digest = headDigest(storedOf(page));
    const text = headOf(page);
    if (digest !== null && text !== null) this.#pack.keep(digest, text);
  }

  #read(id: PageId): Promise<Page | undefined> {
    return found(this.#deps.api.pages.read(id, undefined, this.#deps.signal));
  }

  #originOf(key: PageKey): PageKey {
    return this.#state.renamed.get(key) ?? key;
  }
}

const MOVED = 'It was changed on the platform since the plan was made.';
const GONE = 'It was removed on the platform since the plan was made.';

/** Links lead to pages that get their file in this run, too. */
function withArrivals(pages: PageMap, arrivals: RunState['arrivals']): PageMap {
  if (arrivals.size === 0) return pages;
  const keys = new Map([...arrivals].map(([key, { file }]) => [file.normalize('NFC'), key]));
  return {
    keyOf: (file) => pages.keyOf(file) ?? keys.get(file),
    fileOf: (key) => pages.fileOf(key) ?? arrivals.get(key)?.file,
  };
}

/** The title of the side that changed it. */
const mergedTitle = (local: LocalPage, remote: RemotePage, base: BasePage | undefined): string =>
  base?.title === local.title ? remote.title : local.title;

/** The page in the terms of the merged file. */
function asSeen(planned: RemotePage, page: Page, merged: LocalPage): RemotePage {
  const stored = storedOf(page);
  const own = headDigest(stored);
  return { ...planned, head: own ?? merged.head, stored };
}
