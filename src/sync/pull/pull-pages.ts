/**
 * Writes what the platform has into files that are unchanged since the run read them: changed
 * texts, merges, new slugs, and pages that have no file yet.
 */
import type { PageMap } from '../../content/links/link-targets.ts';
import type { Conflict, Pull } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import type { PageInFile } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Row } from '../plan/cases.ts';
import type { Task } from '../plan/work-list.ts';
import { lineAfterPull } from './pulled-line.ts';
import { statesWith } from '../lock/previous-states.ts';
import { headWithDigest, storedOf } from '../lock/stored-page.ts';
import { findPlaces, linkFiles, move, redirect, withFiles, withoutKeys } from './follow-slug.ts';
import type { Move, NewPlaces } from './follow-slug.ts';
import { makeFiles } from './new-file.ts';
import type { EachPull } from './new-file.ts';
import { pulledPage, putPage, headToKeep, lookBeforePull } from './pull-page.ts';
import type { PulledPage, LookedAt, PullScene } from './pull-page.ts';
import { writeMerge } from './write-merge.ts';
import type { MergedWork } from './write-merge.ts';
import type { NewFile } from './new-pages.ts';
import type { TriedMerge } from './try-merge.ts';

/** A page whose file has everything from the platform except the slug. */
interface Pulled {
  readonly look: LookedAt;
  readonly line: BasePage;
  readonly file: PulledPage;
}

/** A page whose file is about to follow its slug. */
interface Mover extends Move {
  readonly task: Task<Pull>;
  readonly look: LookedAt;
}

/** Writes into files what the plan takes over from the platform. */
export class PullPages {
  readonly #scene: PullScene;
  readonly #pulls: readonly Task<Pull>[];
  readonly #newFiles: ReadonlyMap<PageKey, NewFile>;
  readonly #places: NewPlaces['places'];
  readonly #staying: NewPlaces['staying'];
  readonly #pulled = new Map<PageKey, Pulled>();
  /**
   * Maps links in remote texts to files. Links to pages whose slugs change are translated after the
   * files moved.
   */
  #links: PageMap;

  /** `pulls`: everything that the run takes over into existing files. */
  constructor(
    scene: PullScene,
    pulls: readonly Task<Pull>[],
    newFiles: ReadonlyMap<PageKey, NewFile>,
  ) {
    const { texts } = scene.run.folder;
    this.#scene = scene;
    this.#pulls = pulls;
    this.#newFiles = newFiles;
    const { places, staying } = findPlaces(pulls, scene);
    this.#places = places;
    this.#staying = staying;
    const made = Array.from(newFiles, ([key, { file }]): PageInFile => ({ key, file }));
    const changing = new Set(
      pulls.flatMap(({ change: { key, to } }) => (to === undefined ? [] : [key, to])),
    );
    this.#links = withoutKeys(withFiles(texts.pages, made), changing);
  }

  /** Takes over title and text of a page that has a file, but not its slug. */
  async pull(task: Task<Pull>): Promise<void> {
    const { change } = task;
    const { run, books } = this.#scene;
    const fields = change.fields.filter((field) => field !== 'slug');
    if (fields.length > 0) {
      const look = await lookBeforePull(task, this.#scene);
      if (!look) return;
      const pages = fields.includes('body') ? this.#links : run.folder.texts.pages;
      this.#pulled.set(change.key, await this.#write({ ...change, fields }, task.row, look, pages));
    }
    const reason = this.#staying.get(change.key);
    if (reason) books.ledger.skip(change, reason.message, reason.hint);
    // `rename` does the rest.
    else if (!this.#places.has(change.key)) books.ledger.apply(change);
  }

  /** Takes over new slugs. Call it after everything else, when no other page file is being written. */
  async rename(): Promise<void> {
    if (this.#places.size === 0) return;
    const { run, deps, books } = this.#scene;
    const movers: Mover[] = [];
    for (const task of this.#pulls) {
      deps.signal.throwIfAborted();
      await books.ledger.attempt([task.change], async () => {
        const mover = await this.#prepareMove(task);
        if (mover) movers.push(mover);
      });
    }
    await redirect(movers, run.folder.local, deps.project);
    const moved = new Map<PageKey, PageInFile>();
    for (const mover of movers) {
      await books.ledger.attempt([mover.task.change], async () => {
        await this.#move(mover);
        moved.set(mover.page.key, mover.to);
      });
    }
    const places = [...moved.values()];
    for (const [key, { file }] of this.#pulled) {
      await linkFiles(moved.get(key) ?? file, places, deps.project);
    }
    this.#links = withFiles(this.#links, places);
  }

  /** Resolves to undefined if the file keeps its place. */
  async #prepareMove(task: Task<Pull>): Promise<Mover | undefined> {
    const { change } = task;
    const to = this.#places.get(change.key);
    if (!to) return undefined;
    const isSlugOnly = change.fields.every((field) => field === 'slug');
    const look = isSlugOnly
      ? await lookBeforePull(task, this.#scene)
      : this.#pulled.get(change.key)?.look;
    if (!look) return undefined;
    if (isSlugOnly) this.#scene.run.folder.texts.confirm(look.local);
    return { task, look, page: look.local, to };
  }

  async #move(mover: Mover): Promise<void> {
    const { task, look, to } = mover;
    const { change, row } = task;
    const { deps, books } = this.#scene;
    await move(mover, deps.project);
    const pulled = this.#pulled.get(change.key);
    const had = pulled?.line ?? this.#lineOf(row);
    const file = { ...(pulled?.file ?? look.local), ...to };
    const taken = { file, planned: look.planned, stored: storedOf(look.page) };
    const line = lineAfterPull(change.fields, taken, had, []);
    const formerStates = statesWith(line, [change.key]);
    books.record({ ...line, formerStates }, had?.key ?? row.formerKey);
    books.ledger.apply(change);
  }

  /** The page's line before anything is taken over. Returns undefined if there is none. */
  #lineOf({ formerKey, base }: Row): BasePage | undefined {
    const { lock } = this.#scene.run;
    return lock.writes.lines.get(formerKey) ?? lock.pages.get(formerKey) ?? base;
  }

  async #write(
    { fields, overrides }: Pull,
    { formerKey }: Row,
    { local, planned, page }: LookedAt,
    pages: PageMap,
  ): Promise<Pulled> {
    const { run, deps, books } = this.#scene;
    const had = run.lock.pages.get(formerKey);
    const text = run.folder.texts.confirm(local);
    const theirs = planned.isOverPublished ? { ...page, contentDraft: null } : page;
    const file = pulledPage(theirs, local, text, fields, pages);
    // The file's own earlier state belongs here: the file may have been edited, and a checkout
    // undoes edit and pull together.
    const states = [...(had ? [{ title: had.title, head: had.sent }] : []), local];
    const taken = { file, planned, stored: storedOf(page) };
    const line = lineAfterPull(fields, taken, had, states);
    const before = headToKeep(local, run);
    const copy = await putPage(file, text, deps.project);
    if (overrides && copy) deps.report({ type: 'replaced', file: local.file, copy });
    books.record(line, formerKey, headWithDigest(page), before);
    return { look: { local, planned, page }, line, file };
  }

  /** Creates the files of pages that have none. */
  makeFiles(changes: readonly Pull[], each: EachPull): Promise<void> {
    return makeFiles(changes, this.#newFiles, this.#links, this.#scene, each);
  }

  /** Merges a page that both sides changed. */
  merge(task: Task<Conflict>, tried: TriedMerge): Promise<MergedWork | null> {
    return writeMerge(task, tried, this.#scene);
  }
}
