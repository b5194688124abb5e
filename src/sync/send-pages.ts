import { Failure } from '../model/failure.ts';
import { commitMessage } from '../git/history.ts';
import type { PageKey } from '../model/ids.ts';
import type { LocalPage, PageTexts } from '../model/local.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import { loadCanonical } from './canonical.ts';
import type { Dates } from './dates.ts';
import type { Advance, Journal } from './journal.ts';
import { AGAIN } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { lookAgain } from './look-again.ts';
import { keepObject, objectPath } from './objects.ts';
import { isAsSeen } from './observe.ts';
import type { Target } from './page-state.ts';
import { RefusedSlugs } from './refused-slugs.ts';
import type { RunState, SyncDeps } from './session.ts';
import { sendsText } from './steps.ts';
import type { Work } from './steps.ts';
import type { TextPack } from './text-pack.ts';
import { changesOf } from './works.ts';
import type { MergedWork } from './write-merge.ts';
import { writePage } from './write-page.ts';
import type { WriteDeps } from './write-page.ts';

/** After this long a page is read again before it is written: someone may have edited it since. */
const FRESH_MS = 5000;

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

const NO_TEXTS: PageTexts = { draft: null, published: null };

/** Sends pages, each where it belongs and as it was planned. */
export class PageSender {
  readonly #state: RunState;
  readonly #deps: SyncDeps;
  readonly #books: Pick<Books, 'ledger' | 'lines'>;
  readonly #writing: WriteDeps;

  private constructor(
    state: RunState,
    deps: SyncDeps,
    books: Pick<Books, 'ledger' | 'lines'>,
    writing: WriteDeps,
  ) {
    this.#state = state;
    this.#deps = deps;
    this.#books = books;
    this.#writing = writing;
  }

  static async open(
    state: RunState,
    deps: SyncDeps,
    { journal, pack, dates, advanced, ...books }: Books,
  ): Promise<PageSender> {
    const { project } = deps;
    return new PageSender(state, deps, books, {
      ...deps,
      journal,
      pack,
      dates,
      advanced,
      keepLost: async (text) => objectPath(project, await keepObject(project, text)),
      samePage: (await loadCanonical()).samePage,
      slugs: new RefusedSlugs(),
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
    if (planned) {
      const now = await this.#lookAgain(local, planned, base.get(origin));
      if (now === undefined || !isAsSeen(planned, now)) {
        const what = now === undefined ? 'removed' : 'changed';
        const reason = `It was ${what} on the platform since the plan was made.`;
        for (const change of changesOf(work)) ledger.skip(change, reason, AGAIN);
        return;
      }
    }
    await this.#write(work, target);
  }

  /** The same for what a merge made. */
  async sendMerged({ work, remote, line }: MergedWork): Promise<void> {
    const target = this.#targetOf(work.local.key, remote, line);
    const now = await this.#lookAgain(work.local, remote, line);
    if (now === undefined || !isAsSeen(remote, now)) {
      const reason = 'It was changed on the platform since it was merged; the file is merged.';
      throw new Failure('conflict', reason, { hint: AGAIN });
    }
    await this.#write(work, target);
  }

  #write(work: Work, target: Target): Promise<void> {
    // What the platform changed may be in the file by now: the text that was planned with is not asked for where none is sent.
    const texts = sendsText(work) ? this.#state.texts.read(work.local) : NO_TEXTS;
    const { ledger } = this.#books;
    return writePage(work, target, texts, this.#writing, (change) => ledger.apply(change));
  }

  #targetOf(key: PageKey, remote: RemotePage | undefined, base: BasePage | undefined): Target {
    const placement = this.#state.snapshot.placement(key);
    if (placement.kind === 'hidden') throw new Failure('not-found', placement.reason);
    const { version, documentation } = placement;
    return { version, documentation, remote, base };
  }

  /** The page as it is now, where it was not looked at just now. Undefined: it is gone. */
  async #lookAgain(
    local: LocalPage,
    planned: RemotePage,
    base: BasePage | undefined,
  ): Promise<RemotePage | undefined> {
    const { snapshot, texts, still } = this.#state;
    const isFresh = this.#deps.clock.elapsed() - snapshot.takenAt <= FRESH_MS;
    // Where it was known that dates tell nothing, what is sent was read for the plan.
    if (isFresh && this.#writing.dates.standStill === still) return planned;
    return lookAgain(planned.id, { base, local }, texts, this.#deps);
  }
}
