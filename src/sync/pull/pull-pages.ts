/**
 * Writes what the platform has into files, provided that they are still what was looked at: changed texts,
 * merges, new slugs, and pages that have no file yet.
 */
import type { PageMap } from '../../content/links/link-targets.ts';
import { dropSecondName } from '../../files/write.ts';
import type { Announce } from '../../files/write.ts';
import type { Conflict, Field, Pull } from '../../model/change.ts';
import { placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, PageInFile } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Case } from '../plan/cases.ts';
import { lineAfterMove, lineAfterPull } from '../lock/pulled-line.ts';
import type { Mover } from './slug-order.ts';
import { headWithDigest, storedOf } from '../lock/stored-page.ts';
import { linkFiles } from './follow-slug.ts';
import { makeFiles } from './make-files.ts';
import type { EachPull } from './make-files.ts';
import { movePages } from './move-pages.ts';
import type { PageMover } from './move-pages.ts';
import { findPlaces, mapPages } from './new-places.ts';
import type { NewPlaces, PageMaps } from './new-places.ts';
import { statesAfter, statesOf } from '../lock/previous-states.ts';
import { pulledPage, putPage } from './pull-page.ts';
import type { PulledPage } from './pull-page.ts';
import { formerKeyOf, lookBeforePull } from './scene.ts';
import type { LookedAt, PullScene } from './scene.ts';
import { writeMerge } from './write-merge.ts';
import type { MergedWork } from './write-merge.ts';

/** A page whose file has everything from the platform except the slug. */
interface Pulled {
  readonly look: LookedAt;
  readonly line: BasePage;
  readonly file: PulledPage;
}

/** The lock's line of a page so far, and its key. */
interface Before {
  readonly was: PageKey;
  readonly had: BasePage | undefined;
  /** What its file holds. */
  readonly text: string;
}

interface Ready {
  readonly change: Pull;
  readonly look: LookedAt;
  readonly mover: PageMover;
}

/** Writes into files what the plan takes over. */
export class PullPages {
  readonly #scene: PullScene;
  readonly #pulls: readonly Pull[];
  readonly #places: NewPlaces['places'];
  readonly #staying: NewPlaces['staying'];
  readonly #maps: PageMaps;
  readonly #pulled = new Map<PageKey, Pulled>();

  /** `pulls`: everything that the run takes over into existing files. */
  constructor(scene: PullScene, pulls: readonly Pull[]) {
    this.#scene = scene;
    this.#pulls = pulls;
    const { places, staying } = findPlaces(pulls, scene);
    this.#places = places;
    this.#staying = staying;
    this.#maps = mapPages(places, scene.state);
  }

  /** Takes over title and text of a page that has a file, but not its slug. */
  async pull(change: Pull): Promise<void> {
    const { state } = this.#scene;
    const { ledger } = this.#scene.books;
    const fields = change.fields.filter((field) => field !== 'slug');
    if (fields.length === 0) {
      const reason = this.#staying.get(change.key);
      if (reason) ledger.skip(change, reason.message, reason.hint);
      return;
    }
    const look = await lookBeforePull(change, this.#scene);
    if (!look) return;
    const was = formerKeyOf(change.key, this.#scene);
    const had = state.lock.pages.get(was);
    const pages = fields.includes('body') ? this.#maps.staying : state.texts.pages;
    const before = { was, had, text: state.texts.confirm(look.local) };
    const place = this.#places.get(change.key);
    if (place) await this.#undoHalfMove(look.local, place);
    this.#pulled.set(change.key, await this.#write(fields, look, before, pages));
    // `rename` does the rest.
    if (!place) ledger.apply(change);
  }

  /** A killed pull left the file with two names. Writing a new text under one of them would turn it into two files. */
  async #undoHalfMove({ file }: LocalPage, place: PageInFile): Promise<void> {
    if (place.file !== file) await dropSecondName(this.#scene.deps.project, file, place.file);
  }

  /** Takes over new slugs. Call it after everything else, when no other page file is being written. */
  async rename(): Promise<void> {
    const changes = this.#pulls.filter(({ key }) => this.#places.has(key));
    if (changes.length === 0) return;
    const { state, deps, books } = this.#scene;
    const { project } = deps;
    this.#learnMoved();
    const { ready, staying } = await this.#prepareMoves(changes);
    const movers = ready.map(({ mover }) => mover);
    await movePages(movers, staying, { local: state.local, project, books });
    for (const one of ready) {
      await books.ledger.attempt([one.change], async () => {
        await this.#finishMove(one);
        books.ledger.apply(one.change);
      });
    }
    const moved = movers.flatMap(({ at, to }) => (at === to ? [at] : []));
    const places = new Map(movers.map(({ page, at }) => [page.key, at]));
    for (const [key, { file }] of this.#pulled) {
      await linkFiles(places.get(key) ?? file, moved, project);
    }
  }

  /** Updates the lines of files that a killed run had moved already. This comes first, because another page may get their old key. */
  #learnMoved(): void {
    const { state, books } = this.#scene;
    for (const page of state.sides.cases.moved()) {
      const { key, was } = page;
      const isThere = state.sides.remote.get(was)?.slug === placeOf(key).slug;
      const line = this.#lineOf(page);
      const isKnown = line === undefined || books.lines.get(key)?.id === line.id;
      if (isThere && !isKnown) books.learn(lineAfterMove(line, key), was);
    }
  }

  /** Pages that can move, and those that should but stay; the ledger says why. */
  async #prepareMoves(
    changes: readonly Pull[],
  ): Promise<{ readonly ready: readonly Ready[]; readonly staying: readonly Mover[] }> {
    const { state, deps, books } = this.#scene;
    const ready: Ready[] = [];
    const staying: Mover[] = [];
    for (const change of changes) {
      deps.signal.throwIfAborted();
      const to = this.#places.get(change.key);
      const page = state.local.pages.get(change.key);
      if (!page || !to) continue;
      staying.push({ at: page, to });
      await books.ledger.attempt([change], async () => {
        const one = await this.#prepareMove(change, to);
        if (!one) return;
        ready.push(one);
        staying.pop();
      });
    }
    return { ready, staying };
  }

  /** Returns undefined if the page stays. */
  async #prepareMove(change: Pull, to: PageInFile): Promise<Ready | undefined> {
    const pulled = this.#pulled.get(change.key);
    const hasMore = change.fields.some((field) => field !== 'slug');
    const look = hasMore ? pulled?.look : await lookBeforePull(change, this.#scene);
    if (!look) return undefined;
    const page = look.local;
    const text = pulled?.file.text ?? this.#scene.state.texts.confirm(page);
    const line = pulled?.line ?? this.#lineOf(this.#scene.state.sides.cases.of(change.key));
    return { change, look, mover: { page, id: change.id, at: page, to, line, text } };
  }

  /** The page's line before anything is taken over. Returns undefined if there is none. */
  #lineOf({ was, base }: Case): BasePage | undefined {
    const { writes, lock } = this.#scene.state;
    return writes.lines.get(was) ?? lock.pages.get(was) ?? base;
  }

  /** Throws the reason if the page did not get to its new place. */
  async #finishMove({ change, look, mover }: Ready): Promise<void> {
    const { failure, at, line: had, text } = mover;
    if (failure) throw failure;
    const was = had?.key ?? formerKeyOf(change.key, this.#scene);
    const pulled = this.#pulled.get(change.key);
    if (!pulled) {
      const now = { ...look, local: { ...look.local, ...at } };
      await this.#write([], now, { was, had, text }, this.#maps.after);
      return;
    }
    const file = { ...pulled.file, ...at };
    const taken = { file, planned: look.planned, stored: storedOf(look.page) };
    const line = lineAfterPull(change.fields, taken, had, statesOf(pulled.line));
    this.#scene.books.learn(line, was);
  }

  async #write(
    fields: readonly Field[],
    look: LookedAt,
    { was, had, text }: Before,
    pages: PageMap,
  ): Promise<Pulled> {
    const { local, planned, page } = look;
    const theirs = planned.over === undefined ? page : { ...page, contentDraft: null };
    const file = pulledPage(theirs, local, text, fields, pages);
    // Include what the file itself was: it may contain an edit of its own, and a checkout restores both together.
    const states = [...(had ? [{ title: had.title, head: had.sent }] : []), local];
    const taken = { file, planned, stored: storedOf(page) };
    const line = lineAfterPull(fields, taken, had, statesAfter(file, states, had));
    const { deps, books } = this.#scene;
    const put = (announce: Announce) => putPage(file, text, deps.project, { announce });
    await books.arrive(line, was, put, headWithDigest(page));
    return { look, line, file };
  }

  /** Creates the files of pages that have none. */
  makeFiles(changes: readonly Pull[], each: EachPull): Promise<void> {
    return makeFiles(changes, this.#maps.after, this.#scene, each);
  }

  /** Merges a page that both sides changed. */
  merge(change: Conflict): Promise<MergedWork | null> {
    return writeMerge(change, this.#maps.now, this.#scene);
  }
}
