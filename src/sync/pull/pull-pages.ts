/**
 * Writes what the platform has into files that are unchanged since the run read them: changed
 * texts, merges, new slugs, and pages that have no file yet.
 */
import type { PageMap } from '../../content/links/link-targets.ts';
import type { Conflict, Pull } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import type { PageInFile } from '../../model/local.ts';
import type { MovingLines } from '../../move/move-files.ts';
import type { Row } from '../plan/cases.ts';
import type { Task } from '../plan/work-list.ts';
import { lineAfterPull } from './pulled-line.ts';
import { statesWith } from '../record/line.ts';
import { headWithDigest, storedOf } from '../record/stored-page.ts';
import { findPlaces, linkFiles, moveFile, staying, withFiles, withoutKeys } from './follow-slug.ts';
import type { NewPlace } from './follow-slug.ts';
import { makeFiles } from './new-file.ts';
import type { EachPull } from './new-file.ts';
import { announceDraft, pulledPage, putPage, headToKeep, lookBeforePull } from './pull-page.ts';
import type { PulledPage, LookedAt, PullScene } from './pull-page.ts';
import { writeMerge } from './write-merge.ts';
import type { MergedWork } from './write-merge.ts';
import type { NewFile } from './new-pages.ts';
import type { TriedMerge } from './try-merge.ts';

/** A page whose file has everything from the platform except the slug. */
interface Pulled {
  readonly look: LookedAt;
  readonly file: PulledPage;
}

/** A page whose file is about to follow its slug. */
interface Mover {
  readonly task: Task<Pull>;
  readonly look: LookedAt;
  readonly place: NewPlace;
}

/** Writes into files what the plan takes over from the platform. */
export class PullPages {
  readonly #scene: PullScene;
  readonly #pulls: readonly Task<Pull>[];
  readonly #newFiles: ReadonlyMap<PageKey, NewFile>;
  readonly #places: ReadonlyMap<PageKey, NewPlace | Failure>;
  readonly #pulled = new Map<PageKey, Pulled>();
  /** Pages with their new slugs, by their former keys. */
  readonly #renamed = new Map<PageKey, PageInFile>();
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
    this.#scene = scene;
    this.#pulls = pulls;
    this.#newFiles = newFiles;
    this.#places = findPlaces(pulls, scene);
    const made = Array.from(newFiles, ([key, { file }]): PageInFile => ({ key, file }));
    const changing = new Set(
      pulls.flatMap(({ change: { key, to } }) => (to === undefined ? [] : [key, to])),
    );
    this.#links = withoutKeys(withFiles(scene.run.folder.texts.pages, made), changing);
  }

  /** Writes title and text of a page into its file. `rename` follows its slug. */
  async pull(task: Task<Pull>): Promise<void> {
    const { change, row } = task;
    const { run, books } = this.#scene;
    const fields = change.fields.filter((field) => field !== 'slug');
    if (fields.length > 0) {
      const look = await lookBeforePull(task, this.#scene);
      if (!look) return;
      const pages = fields.includes('body') ? this.#links : run.folder.texts.pages;
      this.#pulled.set(change.key, await this.#write({ ...change, fields }, row, look, pages));
    }
    const place = this.#places.get(change.key);
    if (place instanceof Failure) this.#stay(change, place);
    // `rename` does the rest.
    else if (!place) books.ledger.apply(change);
  }

  /**
   * Gives files their pages' new slugs. Call it after all pulls and merges, because other files with
   * links to these pages count as changed from then on, and before `makeFiles`.
   */
  async rename(): Promise<void> {
    const { run, deps, books } = this.#scene;
    const movers: Mover[] = [];
    for (const task of this.#pulls) {
      const { change } = task;
      const place = this.#places.get(change.key);
      if (!place || place instanceof Failure || books.ledger.isEntered(change)) continue;
      deps.signal.throwIfAborted();
      await books.ledger.attempt([change], async () => {
        const pulled = this.#pulled.get(change.key);
        const look = pulled?.look ?? (await lookBeforePull(task, this.#scene));
        // Of all files before the first one moves, because that changes links in the others.
        if (look && !pulled) run.folder.texts.confirm(look.local);
        if (look) movers.push({ task, look, place });
      });
    }
    for (const mover of movers) {
      const { change } = mover.task;
      await books.ledger.attempt([change], async () => {
        if (await this.#rename(mover)) this.#renamed.set(change.key, mover.place);
      });
    }
    if (this.#renamed.size === 0) return;
    const places = [...this.#renamed.values()];
    for (const [key, { file }] of this.#pulled) {
      await linkFiles(this.#renamed.get(key) ?? file, places, deps.project);
    }
    this.#links = withFiles(this.#links, places);
  }

  /** The file keeps its name. It may have got title and text. */
  #stay(change: Pull, { message, hint }: Failure): void {
    const { ledger } = this.#scene.books;
    const { to: _, ...rest } = change;
    const fields = change.fields.filter((field) => field !== 'slug');
    if (this.#pulled.has(change.key)) ledger.apply({ ...rest, fields });
    ledger.skip(change, message, hint);
  }

  /** Resolves to false if the file keeps its name. */
  async #rename({ task: { change, row }, look, place }: Mover): Promise<boolean> {
    const { deps, books, withOtherLines } = this.#scene;
    const pulled = this.#pulled.get(change.key);
    const had = books.lineOf(row) ?? row.base;
    const { isHandedOn: _, ...there } = place;
    const file = { ...(pulled?.file ?? look.local), ...there };
    const taken = { file, planned: look.planned, stored: storedOf(look.page) };
    const after = lineAfterPull(change, taken, had, []);
    // A file that comes back under its former key is not a new page.
    const line = { ...after, formerStates: statesWith(after, [change.key]) };
    const lines: MovingLines = {
      // The run writes redirects for all its changes at its end.
      shown: new Set(),
      rename: async () => {
        books.record(line, had?.key ?? row.formerKey);
        return async () => {
          if (had) books.record(had, place.key);
        };
      },
    };
    try {
      await withOtherLines((others) => moveFile(look.local, place, [lines, ...others], deps));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#stay(change, staying(look.local, error.message));
      return false;
    }
    books.ledger.apply(change);
    return true;
  }

  async #write(
    { fields, to, overrides }: Pull,
    row: Row,
    { local, planned, page }: LookedAt,
    pages: PageMap,
  ): Promise<Pulled> {
    const { run, deps, books } = this.#scene;
    const had = books.lineOf(row) ?? row.base;
    const text = run.folder.texts.confirm(local);
    const theirs = planned.isOverPublished ? { ...page, contentDraft: null } : page;
    const file = pulledPage(theirs, local, text, fields, pages);
    // The file's own earlier state belongs here: the file may have been edited, and a checkout
    // undoes edit and pull together.
    const states = [...(had ? [{ title: had.title, head: had.sent }] : []), local];
    const taken = { file, planned, stored: storedOf(page) };
    const line = lineAfterPull({ fields, to }, taken, had, states);
    const before = headToKeep(local, run);
    await announceDraft(line, had, books);
    const copy = await putPage(file, text, deps.project);
    if (overrides && copy) deps.report({ type: 'replaced', file: local.file, copy });
    books.recordTaken(line, had?.key ?? row.formerKey, headWithDigest(page), before);
    return { look: { local, planned, page }, file };
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
