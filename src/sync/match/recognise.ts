/**
 * Finds out what the platform has of each page, and whose text it is. Reads pages only if
 * necessary.
 */
import { withSlug } from '../../model/ids.ts';
import type { FilePath, Instant, PageId, PageKey } from '../../model/ids.ts';
import { NO_TEXTS } from '../../model/local.ts';
import type { LocalPage, PageTexts, UnplacedFile } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { Intent } from '../record/entry.ts';
import type { PulledDraft } from '../../content/kept-draft.ts';
import { isReverted } from '../record/line.ts';
import { headDigest, headOf } from '../record/stored-page.ts';
import { looksOf, writesFiles } from '../run-options.ts';
import type { SyncOptions } from '../run-options.ts';
import { Unpaired } from './unpaired.ts';
import type { Scope } from '../plan/select.ts';
import { lookAtEach } from '../platform/look.ts';
import { forEachAtOnce, Meter, READS_AT_ONCE } from '../pool.ts';
import type { SyncDeps } from '../deps.ts';
import type { Run } from '../run.ts';
import { showsNone, unclaimedPages } from '../platform/snapshot.ts';
import { loadCanonical } from '../comparable-digest.ts';
import type { Canonical } from '../comparable-digest.ts';
import { sortKnown } from './known-pages.ts';
import type { SharedPage } from './known-pages.ts';
import { baseKeyOf, explain, unexplainedIn, lacksPulled } from './explain.ts';
import type { Observation, Unexplained } from './explain.ts';
import type { GonePage } from './search-git.ts';
import { keptDraftIn, mayKeepDraft, observe, RemotePages, unmoved } from './observe.ts';

/** What is known of the selected pages. */
export interface Recognised {
  readonly remote: RemotePages;
  /** Lines of base from the log or git that the lock lacks. */
  readonly base: ReadonlyMap<PageKey, BasePage>;
  /** Old keys of pages where file or page went back (`Case.isReverted`). */
  readonly reverted: ReadonlySet<PageKey>;
  /** From new keys to old ones, for pages that are known from git and not from the lock. */
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  /** Files that cannot be the pages that their keys name. */
  readonly unplaced: readonly UnplacedFile[];
  /** Open writes whose outcome is still unknown. */
  readonly inDoubt: readonly Intent[];
  /** Old keys of pages that may be explained by history which this clone lacks. */
  readonly cutOff: ReadonlySet<PageKey>;
  /** Pages that a commit deleted, and whose files a newer commit restored. */
  readonly restored: ReadonlySet<PageKey>;
  readonly warnings: readonly string[];
}

const TOO_MANY =
  'The history is longer than what docs looks at, so pushes of long ago may look like edits made on the platform.';

/**
 * Looks at the lock's pages, then finds the pages of files that the lock does not know, and finally
 * searches git for the rest. Reads as few pages as possible, and frees their texts once the digests
 * are known.
 */
export async function recognisePages(
  run: Run,
  scope: Scope,
  options: SyncOptions,
  deps: SyncDeps,
): Promise<Recognised> {
  const recogniser = new Recogniser(run, scope, options, deps);
  await recogniser.lookAtKnown();
  await recogniser.findOthers();
  await recogniser.searchGit();
  return recogniser.result();
}

class Recogniser {
  readonly #run: Run;
  readonly #scope: Scope;
  readonly #options: SyncOptions;
  readonly #deps: SyncDeps;
  readonly #remote: RemotePages;
  readonly #base = new Map<PageKey, BasePage>();
  readonly #reverted = new Set<PageKey>();
  readonly #renamed = new Map<PageKey, PageKey>();
  readonly #unplaced: UnplacedFile[] = [];
  readonly #cutOff = new Set<PageKey>();
  readonly #restored = new Set<PageKey>();
  readonly #warnings: string[] = [];
  /** Pages that nothing explains yet. */
  readonly #open: Unexplained[] = [];
  /** Pages whose file has another key than the platform, by the platform's key. */
  readonly #moved = new Map<PageKey, { readonly id: PageId; readonly file: FilePath }>();

  constructor(run: Run, scope: Scope, options: SyncOptions, deps: SyncDeps) {
    this.#run = run;
    this.#scope = scope;
    this.#options = options;
    this.#deps = deps;
    this.#remote = new RemotePages(scope.base, run.platform.snapshot.pages);
  }

  /** Handles the pages of the lock. */
  async lookAtKnown(): Promise<void> {
    const known = sortKnown(this.#run, this.#scope, this.#options);
    const { toRead, toRecall, toDoubt, elsewhere, reverted } = known;
    for (const { line, unplaced } of elsewhere) {
      this.#unplaced.push(unplaced);
      this.#remote.set(line.key, undefined);
    }
    for (const key of reverted) this.#reverted.add(key);
    await this.#readKnown([...toRead, ...(await this.#recall(toRecall))]);
    await this.#readAlone(toDoubt);
  }

  /** Derives pages from base instead of reading them. Resolves to those that must be read. */
  async #recall(pages: readonly SharedPage[]): Promise<readonly SharedPage[]> {
    const { kept } = this.#run.lock;
    const left: SharedPage[] = [];
    for (const { line, page } of pages) {
      const head = headDigest(line);
      const isBack = isReverted(line, page);
      const mayLack = head !== null && line.formerStates !== undefined && !isBack;
      const theirs = mayLack ? await kept.read(head) : null;
      if (mayLack && theirs === null) {
        left.push({ line, page });
        continue;
      }
      this.#noteSlug(page, line);
      const isUndone = isBack || (await lacksPulled(line, page, theirs, this.#run));
      if (isUndone) this.#reverted.add(line.key);
      else if (mayKeepDraft(line, page)) {
        const found = await kept.pulledDraft(line);
        if (found === null) left.push({ line, page });
        else await this.#recallDraft({ line, page }, found);
      }
    }
    return left;
  }

  /** The draft that docs wrote into the file, if the log has it. */
  async #theirs(line: BasePage | undefined): Promise<string | null> {
    return line?.theirDraft ? this.#run.lock.kept.read(line.theirDraft) : null;
  }

  /** Notes whether the file still has its foreign draft. */
  async #recallDraft({ line, page }: SharedPage, { draft, published }: PulledDraft): Promise<void> {
    const ours = this.#run.folder.texts.read(page);
    const { keepsDraft } = await import('../../content/kept-draft.ts');
    const kept = keptDraftIn(page, ours, (text) => keepsDraft(text, draft, published));
    if (kept.keptDraft === undefined) return;
    const summary = this.#run.platform.snapshot.pages.get(line.id);
    this.#remote.set(line.key, { ...unmoved(line, summary), ...kept });
  }

  /** Notes a page that has another key on the platform than its file. */
  #noteSlug({ key, file }: LocalPage, { id, slug }: Pick<RemotePage, 'id' | 'slug'>): void {
    const there = withSlug(key, slug);
    if (there !== key) this.#moved.set(there, { id, file });
  }

  async #readKnown(pages: readonly SharedPage[]): Promise<void> {
    if (pages.length === 0) return;
    const { recent } = this.#run.platform;
    const isKept = writesFiles(this.#options) || looksOf(this.#options) === 'shown';
    const { clock, report } = this.#deps;
    const canonical = await loadCanonical();
    const meter = new Meter('observe', pages.length, clock, report);
    const read = async ({ line, page }: SharedPage): Promise<void> => {
      const answer = await recent.look(line.id, this.#deps);
      if (answer) {
        const isUndone = await lacksPulled(line, page, headOf(answer), this.#run);
        const known = { page, line, isUndone, previousKey: undefined };
        this.#recognise(answer, known, canonical, await this.#theirs(line));
        if (isKept) recent.keep(answer);
      } else this.#remote.set(line.key, undefined);
    };
    await forEachAtOnce(pages, READS_AT_ONCE, read, meter);
  }

  async #readAlone(lines: readonly BasePage[]): Promise<void> {
    if (lines.length === 0) return;
    const { samePage, keepsDraft } = await loadCanonical();
    const meter = new Meter('observe', lines.length, this.#deps.clock, this.#deps.report);
    await lookAtEach(lines, { ...this.#deps, meter }, (answer, line) => {
      if (!answer) return this.#remote.set(line.key, undefined);
      const describe = (base: BasePage): RemotePage =>
        observe(answer, {
          updated: this.#dateOf(answer),
          base,
          local: undefined,
          texts: () => NO_TEXTS,
          samePage,
          keepsDraft,
          theirs: null,
        });
      const seen = describe(line);
      const own = this.#run.lock.writes.explain({ answer, key: line.key, line, seen, samePage });
      this.#remote.set(line.key, own ? describe(own) : seen);
      if (own) this.#base.set(line.key, own);
    });
  }

  /** Finds pages of files that the lock lacks, or whose page is gone: another page may have replaced it. */
  async findOthers(): Promise<void> {
    const { base, local } = this.#scope;
    const { lock, platform } = this.#run;
    const without: LocalPage[] = [];
    for (const [key, page] of local) {
      if (!this.#remote.isAsBase(key) && !this.#remote.get(key)) without.push(page);
    }
    if (without.length === 0 && this.#moved.size === 0) return;
    const { findPages } = await import('./find-pages.ts');
    const pages = () => unclaimedPages(lock.pages.values(), platform.snapshot);
    const left = new Unpaired(without, [], pages, async (page, answer, previousKey) => {
      const line = previousKey === undefined ? base.get(page.key) : undefined;
      const known = { page, line, previousKey };
      this.#recognise(answer, known, await loadCanonical(), await this.#theirs(line));
    });
    const ids = new Set(Array.from(this.#remote.seen(), ([, { id }]) => id));
    const { asNamed } = this.#options;
    await findPages(left, this.#run, { ids, moved: this.#moved, asNamed }, this.#deps);
    this.#unplaced.push(...left.unplaced);
    this.#warnings.push(...left.warnings);
  }

  /** The date of the page in the snapshot, which the lock records. */
  #dateOf({ id, updated }: Page): Instant {
    return this.#run.platform.snapshot.pages.get(id)?.updated ?? updated;
  }

  /** Finds out whose text a page holds that was just read, and records the result. */
  #recognise(
    answer: Page,
    known: Pick<Observation, 'page' | 'line' | 'isUndone' | 'previousKey'>,
    canonical: Canonical,
    theirs: string | null,
  ): void {
    const { page, line } = known;
    const { samePage, keepsDraft } = canonical;
    const { folder, lock } = this.#run;
    const readTexts = (): PageTexts => folder.texts.read(page);
    const seen = {
      updated: this.#dateOf(answer),
      local: page,
      texts: readTexts,
      samePage,
      keepsDraft,
      theirs,
    };
    const describe = (base: BasePage | undefined): RemotePage => observe(answer, { ...seen, base });
    const observed: Observation = { ...known, answer, seen: describe(line), describe };
    const explained = explain(observed, lock.writes, canonical);
    const origin = baseKeyOf(observed);
    const remote = explained?.seen ?? observed.seen;
    this.#remote.set(origin, remote);
    if (!line && origin !== page.key) this.#renamed.set(page.key, origin);
    this.#noteSlug(page, remote);
    if (explained?.base) this.#base.set(origin, explained.base);
    if (explained?.isReverted) this.#reverted.add(origin);
    if (!explained) this.#open.push(unexplainedIn(observed, canonical));
  }

  /** Searches git for the rest. What git explains becomes base. */
  async searchGit(): Promise<void> {
    const gone = this.#gone();
    if (this.#open.length + gone.length === 0) return;
    const { cutOffWords, searchGit } = await import('./search-git.ts');
    const search = await searchGit(this.#open, gone, this.#run.folder, this.#deps);
    for (const [origin, { base, seen, isUndone }] of search.found) {
      this.#base.set(origin, base);
      this.#remote.set(origin, seen);
      if (isUndone) this.#reverted.add(origin);
    }
    for (const origin of search.changed) this.#reverted.add(origin);
    for (const origin of search.cutOff) this.#cutOff.add(origin);
    for (const { key } of search.restored) this.#restored.add(key);
    if (search.cutOff.length > 0) {
      const folders = this.#deps.project.contents.map(({ path }) => path);
      this.#warnings.push(cutOffWords(search.lacks, folders));
    } else if (search.isCut) this.#warnings.push(TOO_MANY);
  }

  /** Lock lines that have a file but no page on the platform. */
  #gone(): readonly GonePage[] {
    const { lock, platform } = this.#run;
    const { base, local } = this.#scope;
    if (showsNone(lock, platform.snapshot)) return [];
    const gone: GonePage[] = [];
    for (const line of base.values()) {
      if (platform.snapshot.pages.has(line.id) || this.#remote.get(line.key)) continue;
      const file = local.get(line.key)?.file;
      if (file !== undefined) gone.push({ line, file });
    }
    return gone;
  }

  result(): Recognised {
    const { writes } = this.#run.lock;
    const { clock, requestTimeoutMs } = this.#deps;
    // Until the timeout has passed, the platform may still be working on the request.
    const isOver = ({ at }: Intent): boolean => clock.now() - at >= requestTimeoutMs;
    return {
      remote: this.#remote,
      base: this.#base,
      reverted: this.#reverted,
      renamed: this.#renamed,
      unplaced: this.#unplaced,
      inDoubt: writes.inDoubt(isOver),
      cutOff: this.#cutOff,
      restored: this.#restored,
      warnings: this.#warnings,
    };
  }
}
