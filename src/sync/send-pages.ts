import type { Change } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import { commitMessage } from '../git/history.ts';
import type { PageId, PageKey } from '../model/ids.ts';
import type { PageTexts } from '../model/local.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import { loadCanonical } from './canonical.ts';
import type { Dates } from './dates.ts';
import { found } from './documentations.ts';
import type { Advance, Journal } from './journal.ts';
import { AGAIN } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { NewPages } from './made-unseen.ts';
import { keepObject, objectPath, readObject } from './objects.ts';
import type { Target } from './page-state.ts';
import { RefusedSlugs } from './refused-slugs.ts';
import type { RunState, SyncDeps } from './session.ts';
import { showsNone } from './snapshot.ts';
import { sendsText } from './steps.ts';
import type { Work } from './steps.ts';
import type { TextPack } from './text-pack.ts';
import { changesOf } from './works.ts';
import type { MergedWork } from './write-merge.ts';
import { MovedBefore, writePage } from './write-page.ts';
import type { WriteDeps } from './write-page.ts';

interface Books {
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly pack: TextPack;
  /** What the lock is to have, as of now: a page may be both written into its file and sent. */
  readonly lines: ReadonlyMap<PageKey, BasePage>;
  /** Where they stand still, each page is read again before it is written. */
  readonly dates: Dates;
  /** Told of every line that the lock is to have. */
  readonly advanced: (advance: Advance) => void;
}

/** Pages that are asked for, of a lock that seems to be another project's, before all are taken for that. */
const PROBES = 3;

const UNLISTED = 'It is on the platform, although the list of all pages lacked it.';

const NO_TEXTS: PageTexts = { draft: null, published: null };

/** Sends pages, each where it belongs and as it was planned. */
export class PageSender {
  readonly #state: RunState;
  readonly #books: Pick<Books, 'ledger' | 'lines'>;
  readonly #writing: WriteDeps;
  #isElsewhere: Promise<boolean> | undefined;

  private constructor(state: RunState, books: Pick<Books, 'ledger' | 'lines'>, writing: WriteDeps) {
    this.#state = state;
    this.#books = books;
    this.#writing = writing;
  }

  static async open(
    state: RunState,
    deps: SyncDeps,
    { journal, pack, dates, advanced, ...books }: Books,
  ): Promise<PageSender> {
    const { project } = deps;
    return new PageSender(state, books, {
      ...deps,
      journal,
      pack,
      dates,
      advanced,
      keepLost: async (text) => objectPath(project, await keepObject(project, text)),
      keptText: (digest) => readObject(project, digest),
      samePage: (await loadCanonical()).samePage,
      slugs: new RefusedSlugs(),
      newPages: new NewPages(state.snapshot.pages, async () => {
        const { pages } = await deps.api.project.all({}, deps.signal);
        return pages;
      }),
      message:
        state.options.message ?? (await commitMessage({ root: project.root, ...deps.machine })),
    });
  }

  /** Carries a page's changes out, unless it changed since the plan was made: then it is left alone. */
  async send(work: Work): Promise<void> {
    const { local } = work;
    const { renamed, remote, base } = this.#state;
    const { ledger, lines } = this.#books;
    const origin = renamed.get(local.key) ?? local.key;
    const planned = work.create ? undefined : remote.get(origin);
    const target = this.#targetOf(local.key, planned, lines.get(local.key) ?? lines.get(origin));
    if (target.base && !planned && (await this.#isThere(target.base.id))) {
      for (const change of changesOf(work)) ledger.skip(change, UNLISTED, AGAIN);
      return;
    }
    try {
      const isUnseen = remote.isAsBase(origin);
      await this.#write(work, target, () => isUnseen && this.#isUnproven(base.get(origin)));
    } catch (error) {
      if (!(error instanceof MovedBefore)) throw error;
      const reason = `It was ${error.what} on the platform since the plan was made.`;
      for (const change of changesOf(work)) ledger.skip(change, reason, AGAIN);
    }
  }

  /** A list of all pages may lack one that is there: to make it again would be to make it twice. */
  async #isThere(id: PageId): Promise<boolean> {
    return !(await (this.#isElsewhere ??= this.#isLockElsewhere())) && this.#canRead(id);
  }

  /** Whether the lock is another project's: the list has none of its pages, and the first of them cannot be read either. */
  async #isLockElsewhere(): Promise<boolean> {
    const { lock, snapshot } = this.#state;
    if (!showsNone(lock, snapshot)) return false;
    for (const { id } of [...lock.pages.values()].slice(0, PROBES))
      if (await this.#canRead(id)) return false;
    return true;
  }

  async #canRead(id: PageId): Promise<boolean> {
    const { api, signal } = this.#writing;
    return (await found(api.pages.read(id, undefined, signal))) !== undefined;
  }

  /** The same for what a merge made. */
  async sendMerged({ work, remote, line }: MergedWork): Promise<void> {
    const target = this.#targetOf(work.local.key, remote, line);
    try {
      await this.#write(work, target, () => false);
    } catch (error) {
      if (!(error instanceof MovedBefore)) throw error;
      const reason = `It was ${error.what} on the platform since it was merged; the file is merged.`;
      throw new Failure('conflict', reason, { hint: AGAIN });
    }
  }

  /** `isDue`: it was not looked at for the plan, and has to be. */
  #write(work: Work, target: Target, isDue: () => boolean): Promise<void> {
    // What the platform changed may be in the file by now: the text that was planned with is not asked for where none is sent.
    const texts = sendsText(work) ? this.#state.texts.take(work.local) : NO_TEXTS;
    const { ledger } = this.#books;
    const look = { at: this.#state.snapshot.takenAt, isDue };
    const done = (change: Change): void => ledger.apply(change);
    return writePage({ work, target, texts, look }, this.#writing, done);
  }

  #targetOf(key: PageKey, remote: RemotePage | undefined, base: BasePage | undefined): Target {
    const placement = this.#state.snapshot.placement(key);
    if (placement.kind === 'hidden') throw new Failure('not-found', placement.reason);
    const { version, documentation } = placement;
    return { version, documentation, remote, base };
  }

  /** Whether the page's date does not tell that it is as base says; that dates stand still may have been seen in this run. */
  #isUnproven(line: BasePage | undefined): boolean {
    return line?.unproven !== undefined || this.#writing.dates.standStill;
  }
}
