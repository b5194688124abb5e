/** Pushes the pages of a run, each to its place and as planned. */
import { Failure } from '../../model/failure.ts';
import { commitMessage } from '../../system/git/history.ts';
import type { PageId, PageKey } from '../../model/ids.ts';
import { loadCanonical } from '../comparable-digest.ts';
import { lookAt } from '../platform/look.ts';
import { AGAIN } from '../ledger.ts';
import { NewPages } from './settle.ts';
import type { WriteTarget } from './page-state.ts';
import { pushPage } from './push-page.ts';
import type { PageResult, PushDeps } from './push-page.ts';
import { RefusedSlugs } from './taken-slug.ts';
import type { SyncDeps } from '../deps.ts';
import type { SyncOptions } from '../run-options.ts';
import type { Run } from '../run.ts';
import { changesOf, sendsText } from '../plan/work-list.ts';
import type { PageWork } from '../plan/work-list.ts';
import type { MergedWork } from '../pull/write-merge.ts';
import { NO_TEXTS } from '../../model/local.ts';
import { placeById } from '../../model/sides.ts';

const UNLISTED = 'It is on the platform, although it was missing from the list of all pages.';

/** Pushes pages. Shares what the push of one page finds out with the others. */
export class PushPages {
  readonly #run: Run;
  readonly #deps: PushDeps;
  /** Pages that a later look found in another state than planned: each is read again. */
  readonly #distrusted = new Set<PageKey>();

  private constructor(run: Run, deps: PushDeps) {
    this.#run = run;
    this.#deps = deps;
  }

  static async open(
    run: Run,
    { message, send }: Pick<SyncOptions, 'message' | 'send'>,
    deps: SyncDeps & Pick<PushDeps, 'books'>,
  ): Promise<PushPages> {
    const { project, machine } = deps;
    return new PushPages(run, {
      ...deps,
      samePage: (await loadCanonical()).samePage,
      slugs: new RefusedSlugs(),
      newPages: new NewPages(run.platform.snapshot.pages, async () => {
        const { pages } = await deps.api.project.all({}, deps.signal);
        return pages;
      }),
      message:
        message ?? (send ? await commitMessage({ root: project.root, ...machine }) : undefined),
    });
  }

  /**
   * Marks a page that a later look found in another state than planned: it is read again before its
   * write.
   */
  distrust(key: PageKey): void {
    this.#distrusted.add(key);
  }

  /** Carries out a page's changes. Skips them if the page has changed since the plan was made. */
  async push(work: PageWork): Promise<void> {
    const { key, base, remote, placement } = work.row;
    const place = placeById(placement);
    const { books } = this.#deps;
    const { ledger } = books;
    const isOld = this.#distrusted.has(key);
    const seen = remote && isOld ? { ...remote, at: null } : remote;
    const planned = work.create ? undefined : seen;
    const line = books.lineOf(work.row);
    const isTakenOver = books.hasTaken(key);
    // Base must keep what somebody changed and this run does not pull, even if there is no line.
    const known = line ?? (work.pending.length > 0 ? base : undefined);
    const target = { ...place, remote: planned, base: known };
    if (target.base && !planned && (await this.#isThere(target.base.id))) {
      for (const change of changesOf(work)) ledger.skip(change, UNLISTED, AGAIN);
      return;
    }
    const result = await this.#write(work, { ...target, isTakenOver });
    if (result.kind !== 'stale') return;
    books.distrust(work.row);
    const reason = `It was ${result.what} on the platform since the plan was made.`;
    for (const change of changesOf(work)) ledger.skip(change, reason, AGAIN);
  }

  /**
   * Whether the page exists although the list of all pages lacks it. Creating it again would make a
   * duplicate.
   */
  async #isThere(id: PageId): Promise<boolean> {
    return (await lookAt(id, this.#deps)) !== undefined;
  }

  /** The same as `push`, for a merged page. */
  async pushMerged({ work, remote, line }: MergedWork): Promise<void> {
    const place = placeById(work.row.placement);
    const target = { ...place, remote, base: line, isTakenOver: true };
    const result = await this.#write(work, target);
    if (result.kind !== 'stale') return;
    const reason = `It was ${result.what} on the platform after it was merged; the file has the merged text.`;
    throw new Failure('conflict', reason, { hint: AGAIN });
  }

  #write(work: PageWork, target: WriteTarget): Promise<PageResult> {
    // The file may already have the platform's changes, so the planned text is read only if it is
    // sent.
    const texts = sendsText(work) ? this.#run.folder.texts.take(work.local) : NO_TEXTS;
    return pushPage({ work, target, texts }, this.#deps);
  }
}
