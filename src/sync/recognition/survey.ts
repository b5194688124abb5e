/** Finds out what the platform has of each page: from the snapshot where that tells, by reading the page where it does not. */
import { isOneFile } from '../../files/one-file.ts';
import { momentOf } from '../../model/clock.ts';
import type { FilePath, PageId, PageKey } from '../../model/ids.ts';
import { withSlug } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage, PageTexts, UnplacedFile } from '../../model/local.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import { hasDrift } from '../../model/sides.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { loadCanonical } from './canonical.ts';
import type { Canonical } from './canonical.ts';
import { found } from '../snapshot/documentations.ts';
import type { CreateIntent, Intent } from '../journal/journal.ts';
import { findMade } from '../push/made-unseen.ts';
import { match } from '../pairing/match.ts';
import type { Quest } from '../pairing/match.ts';
import { explainedByMerge } from '../pull/pending-merge.ts';
import { moved, observe, storedOf, unmoved } from './observe.ts';
import type { KeysByName } from '../pairing/named-places.ts';
import { questsOf } from '../pairing/quests.ts';
import { baseOf, lineOfOwn, lineOfShown, rebased } from '../lock/line.ts';
import type { Own } from '../lock/line.ts';
import type { KnownDates } from '../lock/lock.ts';
import { RecentPages } from './recent-pages.ts';
import { RemotePages } from './remote-pages.ts';
import { SentTexts } from './sent-texts.ts';
import { forEachAtOnce } from '../pool.ts';
import { Meter } from '../progress.ts';
import type { SyncDeps } from '../session.ts';
import { settleCreate } from '../push/settle.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Sighting } from './suspect.ts';
import { Suspects } from './suspects.ts';
import type { Findings } from './suspects.ts';
import { baseOfTakenBack, isReverted } from '../pull/previous-states.ts';
import type { TextReader } from '../folder/texts.ts';

export interface Survey extends Findings {
  /** New keys to old ones of pages that the lock does not know and git does. */
  readonly renamed: Map<PageKey, PageKey>;
  /** Keys of files that are another page's file under a second name: a pull that was killed left them so. */
  readonly twins: Set<PageKey>;
  /** Pages that cannot be what their file says. */
  readonly unplaced: UnplacedFile[];
  /** Lines of pages that an interrupted run wrote, by the key that the lock has them under: for the lock, before the journal forgets the writes. */
  readonly own: Map<PageKey, BasePage>;
  /** Pages that may be written into files. */
  readonly recent: RecentPages;
  /** Open writes of which it cannot be told yet what became of them. */
  inDoubt: readonly Intent[];
}

export interface SurveyInput {
  /** Only pages in scope. */
  readonly base: ReadonlyMap<PageKey, BasePage>;
  readonly local: ReadonlyMap<PageKey, LocalPage>;
  /** Whether any file has the key, also out of scope. */
  readonly isFiled: (key: PageKey) => boolean;
  /** Also those out of scope: their pages are nobody else's. */
  readonly claimed: ReadonlyMap<PageKey, BasePage>;
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  readonly snapshot: Snapshot;
  readonly named: KeysByName;
  readonly texts: TextReader;
  /** Writes of an earlier run that nobody knows about. */
  readonly open: readonly Intent[];
  readonly dates: KnownDates;
  /** Pages whose date proves nothing are read also if nothing is to be written to them. */
  readonly looks: boolean;
  /** What moved on the platform is written into files. */
  readonly writesFiles: boolean;
  readonly publish: boolean;
  /** Read all pages in scope that there is no snapshot of, not only what is written. */
  readonly eachPage: boolean;
}

/** A page that the snapshot shows to have moved since the lock saw it. */
interface Drifted {
  readonly line: BasePage;
  readonly page: LocalPage;
}

const WIDTH = 32;

/** Whether there may be anything to send or to publish. */
const isEdited = (line: BasePage, page: LocalPage, publish: boolean): boolean =>
  line.key !== page.key ||
  line.title !== page.title ||
  line.sent !== page.head ||
  (publish && line.sentPublished !== page.published);

/** Reads as few pages as it can. Bodies are let go as soon as their digests are known. */
export async function survey(input: SurveyInput, deps: SyncDeps): Promise<Survey> {
  const sent = await SentTexts.of(input.open, deps.project);
  const surveyor = new Surveyor(input, deps, sent);
  await surveyor.knownPages();
  await surveyor.openCreates();
  await surveyor.strangers();
  await surveyor.renamedInGit();
  await surveyor.askGit();
  surveyor.closeIntents();
  return surveyor.result;
}

class Surveyor {
  readonly result: Survey;
  readonly #suspects: Suspects;
  /** By the key that they have on the platform, pages whose file has another. */
  readonly #moved = new Map<PageKey, { readonly id: PageId; readonly file: FilePath }>();
  readonly #input: SurveyInput;
  readonly #deps: SyncDeps;
  /** What an interrupted run was about to send. */
  readonly #sent: SentTexts;
  /** Of open writes, whether what became of them is known; those that are in neither have to be judged by their age. */
  readonly #fates = new Map<Intent, 'known' | 'in doubt'>();
  /** Pages that it was about to write. */
  readonly #open = new Set<PageId>();

  constructor(input: SurveyInput, deps: SyncDeps, sent: SentTexts) {
    this.#input = input;
    this.#deps = deps;
    this.#sent = sent;
    for (const write of input.open) if (write.op !== 'create') this.#open.add(write.id);
    const remote = new RemotePages(input.base, input.snapshot.pages);
    this.result = {
      remote,
      base: new Map(),
      renamed: new Map(),
      twins: new Set(),
      unplaced: [],
      own: new Map(),
      recent: new RecentPages(),
      inDoubt: [],
      warnings: [],
    };
    this.#suspects = new Suspects(input.base, this.result);
  }

  /** Pages of the lock. */
  async knownPages(): Promise<void> {
    const { base, local, renamed, snapshot } = this.#input;
    const newKeys = new Map([...renamed].map(([now, before]) => [before, now]));
    const { remote, unplaced } = this.result;
    const drifted: Drifted[] = [];
    const lost: BasePage[] = [];
    const isUnseen = snapshot.pages === null && this.#input.eachPage;
    for (const [key, line] of base) {
      const summary = snapshot.pages?.get(line.id);
      const page = local.get(newKeys.get(key) ?? key);
      if (isUnseen && page) drifted.push({ line, page });
      else if (isUnseen) lost.push(line);
      if (!page || !summary) continue;
      if (this.#elsewhere(page.key, summary)) {
        unplaced.push({ key: page.key, file: page.file, reason: this.#whereTo(line, summary) });
        remote.set(key, undefined);
      } else if (this.#isToRead(line, page, summary)) {
        drifted.push({ line, page });
      } else if (isReverted(line, page)) {
        remote.set(key, unmoved(line, summary));
        this.result.base.set(key, baseOfTakenBack(line));
      }
    }
    await this.#read(drifted);
    await this.#lookFor(lost);
  }

  /** Whether pages are still there whose files are gone. */
  async #lookFor(pages: readonly BasePage[]): Promise<void> {
    const { api, signal } = this.#deps;
    await forEachAtOnce(pages, WIDTH, async ({ key, id }) => {
      const answer = await found(api.pages.read(id, { signal }));
      if (!answer) this.result.remote.set(key, undefined);
    });
  }

  async #read(pages: readonly Drifted[]): Promise<void> {
    if (pages.length === 0) return;
    const { api, clock, report, signal } = this.#deps;
    const canonical = await loadCanonical();
    const meter = new Meter('observe', pages.length, clock, report);
    await forEachAtOnce(pages, WIDTH, async (drifted) => {
      const { line } = drifted;
      const at = momentOf(clock);
      const answer = await found(api.pages.read(line.id, { signal }));
      if (answer) {
        this.#compare(answer, drifted, canonical);
        if (this.#input.writesFiles) this.result.recent.keep(answer, at);
      } else this.result.remote.set(line.key, undefined);
      meter.step();
    });
  }

  #compare(answer: Page, { line: before, page }: Drifted, canonical: Canonical): void {
    const line = this.#published(answer, before);
    const sighting = this.#see(answer, page, line, canonical);
    const { seen } = sighting;
    const sent = this.#sent.explains(answer, page.key, canonical.samePage);
    if (sent) {
      const known = this.#keepOwn(line.key, seen, line, sent);
      if (known?.unproven === 'over') {
        if (this.#seeOver(answer, page, known, canonical)) return;
        this.#see(answer, page, line, canonical);
      }
    }
    const own = sent ?? explainedByMerge(line, page, seen);
    if (own) this.result.base.set(line.key, rebased(line.key, page, seen, line, own));
    else if (isReverted(line, page)) this.result.base.set(line.key, baseOfTakenBack(line));
    else this.#suspects.add(sighting, canonical);
  }

  /** Whether an interrupted run put the draft over a text that somebody published unseen: nobody decided about that yet. */
  #seeOver(answer: Page, page: LocalPage, line: BasePage, canonical: Canonical): boolean {
    const { seen } = this.#see(answer, page, line, canonical);
    if (seen.over === undefined) return false;
    this.result.base.set(line.key, line);
    return true;
  }

  /** The line with what an interrupted run made public of it: base, and for the lock before the journal forgets the publish. */
  #published(answer: Page, line: BasePage): BasePage {
    const publishes = this.#sent.publishesOf(answer.id);
    const shown = publishes.length > 0 ? lineOfShown(line, storedOf(answer)) : undefined;
    if (!shown) return line;
    this.result.own.set(line.key, shown);
    this.result.base.set(line.key, shown);
    for (const intent of publishes) this.#fates.set(intent, 'known');
    return shown;
  }

  /** Whether base cannot tell what the platform has, or what it tells is not to be relied on. */
  #isToRead(line: BasePage, page: LocalPage, summary: PageSummary): boolean {
    if (moved(line, summary) || line.merging || hasDrift(line)) return true;
    // What became of it shows in no date that has whole seconds.
    if (this.#open.has(line.id)) return true;
    const { dates, looks, publish } = this.#input;
    const provesNothing = dates !== 'move' || line.unproven !== undefined;
    return provesNothing && (looks || isEdited(line, page, publish));
  }

  #elsewhere(key: PageKey, { documentationId }: PageSummary): boolean {
    const placement = this.#input.snapshot.placement(key);
    return placement.kind === 'visible' && placement.documentation !== documentationId;
  }

  #whereTo({ id }: BasePage, { documentationId }: PageSummary): string {
    const { documentations } = this.#input.snapshot;
    const to = [...documentations].find(([, other]) => other === documentationId)?.[0];
    return to === undefined
      ? `Its page ${id} was moved to another documentation on the platform.`
      : `Its page ${id} was moved to ${to} on the platform: move the file there.`;
  }

  /** Pages that an earlier run may have made. */
  async openCreates(): Promise<void> {
    const { open, local } = this.#input;
    const creates = open.filter(
      (intent): intent is CreateIntent =>
        intent.op === 'create' && local.has(intent.key) && !this.result.remote.get(intent.key),
    );
    if (creates.length === 0) return;
    const canonical = await loadCanonical();
    await forEachAtOnce(creates, WIDTH, async (intent) => {
      const page = local.get(intent.key);
      const placement = this.#input.snapshot.placement(intent.key);
      if (!page || placement.kind === 'hidden') return;
      const content = this.#sent.textOf(intent) ?? this.#textInFile(page, intent);
      const write = { intent, version: placement.version, content };
      const settlement = await settleCreate(write, { ...this.#deps, samePage: canonical.samePage });
      this.#fates.set(intent, 'known');
      const answer =
        settlement.result === 'again'
          ? await this.#madeUnseen(intent, content, canonical)
          : settlement.page;
      if (answer) this.#take(page, answer, canonical);
    });
  }

  /** A page that was made, and has another slug now. */
  #madeUnseen(
    intent: CreateIntent,
    content: string | null,
    { samePage }: Canonical,
  ): Promise<Page | undefined> {
    const { snapshot, claimed } = this.#input;
    const ids = new Set(Array.from(claimed.values(), ({ id }) => id));
    const { remote } = this.result;
    const isTaken = (id: PageId): boolean =>
      ids.has(id) || [...remote.seen()].some((seen) => seen.id === id);
    const pages = snapshot.pages ?? new Map<PageId, PageSummary>();
    return findMade(intent, content, { pages, isTaken }, { ...this.#deps, samePage });
  }

  /** What this run made of open writes; those whose request the platform may still have before it stay open. */
  closeIntents(): void {
    const { open, snapshot } = this.#input;
    const { clock, requestTimeoutMs } = this.#deps;
    const isOver = ({ at }: Intent): boolean =>
      snapshot.pages !== null && clock.now() - at >= requestTimeoutMs;
    this.result.inDoubt = open.filter((intent) => {
      const fate = this.#fates.get(intent);
      return fate === undefined ? !isOver(intent) : fate === 'in doubt';
    });
  }

  /** Takes what an interrupted run did to a page for the lock. */
  #keepOwn(
    origin: PageKey,
    seen: RemotePage,
    line: BasePage | undefined,
    own: Own,
  ): BasePage | undefined {
    const known = lineOfOwn(origin, seen, line, own);
    if (known) this.result.own.set(origin, known);
    this.#fates.set(own.intent, known ? 'known' : 'in doubt');
    return known;
  }

  #textInFile(page: LocalPage, { sent }: CreateIntent): string | null {
    const texts = this.#input.texts.read(page);
    return page.published === sent ? texts.published : headText(texts);
  }

  /** Files that the lock does not know, or whose page is gone: another may be in its place. */
  async strangers(): Promise<void> {
    const { snapshot, local } = this.#input;
    this.#findTwins();
    if (snapshot.pages === null) return;
    this.#withoutTaken();
    const quests = this.#quests();
    if (quests.length === 0) return;
    const { api, signal, clock, report } = this.#deps;
    const canonical = await loadCanonical();
    await match(quests, {
      api,
      signal,
      progress: new Meter('match', 0, clock, report),
      take: (key, page) => {
        const stranger = local.get(key);
        if (stranger) this.#take(stranger, page, canonical);
      },
      taken: (key, page) => {
        const stranger = local.get(key);
        const reason = `Its slug is taken on the platform by page ${page.id}, which the lock file knows by another key.`;
        if (stranger) this.result.unplaced.push({ key, file: stranger.file, reason });
      },
    });
  }

  #quests(): readonly Quest[] {
    const { snapshot } = this.#input;
    if (snapshot.pages === null) return [];
    const out = new Set([...this.result.unplaced.map(({ key }) => key), ...this.result.twins]);
    const sought = { ...this.#input, placement: snapshot.placement, out };
    return questsOf(sought, snapshot.pages, this.result.remote);
  }

  /** Files without a page that git knows by another name. */
  async renamedInGit(): Promise<void> {
    const quests = this.#quests().filter(({ candidates }) => candidates.size > 0);
    if (quests.length === 0) return;
    const { findRenamedInGit } = await import('../pairing/renamed-in-git.ts');
    const { base, remote, renamed } = this.result;
    const pages = await findRenamedInGit(quests, this.#input, this.#deps);
    if (pages.length === 0) return;
    const canonical = await loadCanonical();
    for (const { page, answer, formerly } of pages) {
      const [was] = formerly;
      const { seen } = this.#see(answer, page, undefined, canonical);
      remote.set(page.key, undefined);
      remote.set(was, seen);
      renamed.set(page.key, was);
      const sighting = { answer, page, line: undefined, seen, formerly };
      const isOpen = this.#suspects.add(sighting, canonical);
      if (!isOpen) base.set(was, { ...baseOf(page, seen), key: was });
    }
  }

  /** A file gets the name of its page's new slug before it loses the old one: a pull that is killed in between leaves both. */
  #findTwins(): void {
    const { root } = this.#deps.project;
    for (const [key, { file }] of this.#moved) {
      const page = this.#input.local.get(key);
      if (page && isOneFile(root, file, page.file)) this.result.twins.add(key);
    }
  }

  /** A new file whose slug another file's page already has cannot be made: it would be a duplicate. */
  #withoutTaken(): void {
    const { local } = this.#input;
    const { remote, twins, unplaced } = this.result;
    for (const [key, { id, file }] of this.#moved) {
      const page = local.get(key);
      if (!page || remote.get(key) || twins.has(key)) continue;
      const reason = `Its slug is taken on the platform by page ${id}, which is that of ${file}.`;
      unplaced.push({ key, file: page.file, reason });
    }
  }

  #take(page: LocalPage, answer: Page, canonical: Canonical): void {
    const line = this.#input.base.get(page.key);
    const sighting = this.#see(answer, page, line, canonical);
    const { seen } = sighting;
    const own = this.#sent.explains(answer, page.key, canonical.samePage);
    if (own) this.#keepOwn(line?.key ?? page.key, seen, line, own);
    const isEdited = seen.head !== page.head || seen.title !== page.title;
    // What an earlier run made, and nobody touched since, is base whatever the file says now.
    if (own?.body && isEdited) {
      const title = own.title ? seen.title : (own.intent.title ?? seen.title);
      this.result.base.set(page.key, { ...baseOf(page, seen), title });
    } else this.#suspects.add(sighting, canonical);
  }

  /** Notes what the platform has of a page. */
  #see(
    answer: Page,
    page: LocalPage,
    line: BasePage | undefined,
    { samePage }: Canonical,
  ): Sighting {
    const updated = this.#input.snapshot.pages?.get(answer.id)?.updated ?? answer.updated;
    const texts = (): PageTexts => this.#input.texts.read(page);
    const seen = observe(answer, { base: line, local: page, updated, texts, samePage });
    this.result.remote.set(line?.key ?? page.key, seen);
    const key = withSlug(page.key, seen.slug);
    if (key !== page.key) this.#moved.set(key, { id: seen.id, file: page.file });
    return { answer, page, line, seen };
  }

  async askGit(): Promise<void> {
    const { texts, named } = this.#input;
    await this.#suspects.askGit(this.#deps, texts, named);
  }
}
