/**
 * Pushes one page unless it has changed. Records each write before it is sent, and settles lost
 * ones.
 */
import { digestOf } from '../../content/digest.ts';
import type { RefusedWrite } from '../../api/call.ts';
import type { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { PageTexts } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { Books } from '../record/books.ts';
import type { SavingIntent } from '../record/entry.ts';
import { writesOf } from '../plan/work-list.ts';
import type { PageWork, Write } from '../plan/work-list.ts';
import { compareAnswer, foreignText, notAsSentIn, removedMeanwhile } from './evidence.ts';
import type { Evidence, NotAsSent } from './evidence.ts';
import {
  headDigest,
  headOf,
  isUnchanged,
  sameTitle,
  storedOf,
  withDigests,
} from '../record/stored-page.ts';
import type { Part } from '../record/stored-page.ts';
import type { LastLook } from '../platform/look.ts';
import { findMade, carriedOut, settleWrite, untilAnswered } from './settle.ts';
import type { NewPages, SettleDeps } from './settle.ts';
import { textToSend, intentOf, readBackOf, sentBy, startOf, stateAfter } from './page-state.ts';
import type { PageState, WriteTarget } from './page-state.ts';
import { bearerOfSlug, slugChanged, slugTaken } from './taken-slug.ts';
import type { RefusedSlugs } from './taken-slug.ts';
import { save, sendRecorded } from './send-write.ts';
import type { SentWrite } from './send-write.ts';

export interface PushDeps extends SettleDeps {
  readonly books: Books;
  /** The history message. Undefined: the platform's default. */
  readonly message: string | undefined;
  readonly newPages: NewPages;
  readonly slugs: RefusedSlugs;
}

/** What to write to a page, and what was seen of it before. */
export interface PagePush {
  readonly work: PageWork;
  readonly target: WriteTarget;
  readonly texts: PageTexts;
}

/** `stale`: the page has changed since we last looked, so nothing was written to it. */
export type PageResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'stale'; readonly what: 'changed' | 'removed' };

const TEXTS: readonly Part[] = ['draft', 'published'];

/**
 * Carries out the writes of one page. Records each change as applied when its last write is done.
 * Rejects with the failure of the first write that fails, and with `conflict` if an answer shows
 * that somebody else wrote what this was meant to write.
 */
export async function pushPage(page: PagePush, deps: PushDeps): Promise<PageResult> {
  const { ledger } = deps.books;
  const writes = writesOf(page.work);
  const pusher = new PagePusher(page, deps);
  let isShown = false;
  for (const [index, write] of writes.entries()) {
    // Who created the page has published this text, too.
    if (write.op === 'publish' && isShown) continue;
    const rest = writes.slice(index + 1);
    const answer = await pusher.write(write);
    if (answer.kind === 'stale') return answer;
    const { drift, notAsSent } = answer.evidence;
    if (notAsSent.size > 0) throw await pusher.notAsSent(answer);
    if (!rest.some(({ change }) => change === write.change)) {
      const { key, file } = page.work.local;
      const found = { kind: 'adopt', key, file, id: answer.page.id } as const;
      ledger.apply(write.change, answer.isFound ? found : write.change);
    }
    isShown = answer.isFound && storedOf(answer.page).published !== null;
    // The next write would publish or replace what somebody else wrote.
    if (rest.length > 0 && TEXTS.some((part) => drift.has(part)))
      throw await pusher.notAsSent(answer);
  }
  return { kind: 'done' };
}

type Answer = Answered | Extract<PageResult, { kind: 'stale' }>;

/** The write was carried out. */
interface Answered {
  readonly kind: 'written';
  /** The page after the write. */
  readonly page: Page;
  /** What the page shows about other people's writes. */
  readonly evidence: Evidence;
  /** The text that the page was meant to get, if it is known. */
  readonly own: string | null;
  /**
   * Whether somebody else had already created the same page, with the same text: then nothing was
   * written.
   */
  readonly isFound: boolean;
}

/** A write that was sent, and its text. Null: none. */
type UnderWay = Pick<SentWrite<SavingIntent, Page>, 'intent' | 'open'> & {
  readonly content: string | null;
};

const lookOf = ({ id, at, seen }: PageState): LastLook => ({
  id,
  at,
  isAsSeen: (page) => isUnchanged(seen, page),
});

class PagePusher {
  readonly #push: PagePush;
  readonly #deps: PushDeps;
  #state: PageState | undefined;
  /** The answer to the last write of this run. */
  #last: Answered | undefined;

  constructor(push: PagePush, deps: PushDeps) {
    this.#push = push;
    this.#deps = deps;
    this.#state = startOf(push.work, push.target);
  }

  write(write: Write): Promise<Answer> {
    const { work, target, texts } = this.#push;
    const content = textToSend(texts, write);
    return untilAnswered(work.local.key, () => {
      const intent = intentOf(write, work, target, this.#state, this.#deps.clock.now());
      return this.#send(intent, content);
    });
  }

  /** Resolves to undefined if the answer was lost and the write was not carried out. */
  async #send(planned: SavingIntent, content: string | null): Promise<Answer | undefined> {
    const { message, books } = this.#deps;
    const categoryTitle = this.#push.work.create?.category ?? undefined;
    const saving = { intent: planned, content, categoryTitle, message };
    const sent = await sendRecorded(
      { ...saving, look: this.#state && lookOf(this.#state) },
      (slot) => save(saving, slot, this.#deps),
      this.#deps,
    );
    if (sent.kind === 'stale') return this.#stale(planned.key, content, sent.page);
    const one = { ...sent, content };
    const { written } = sent;
    switch (written.kind) {
      case 'done':
        return this.#answered(one, written.value);
      case 'lost':
        return this.#settle(one, written.status);
      case 'interrupted':
        // The write stays open, so that the next run checks it.
        throw written.failure;
      case 'refused':
        books.undone(one.open);
        return this.#refused(one, written);
      default:
        return written satisfies never;
    }
  }

  /** Another run may have created the page with this slug. Otherwise rejects with the refusal. */
  async #refused(one: UnderWay, refusal: RefusedWrite): Promise<Answer> {
    const about = { target: this.#push.target, state: this.#state };
    const other = await bearerOfSlug(one.intent, refusal, about, this.#deps);
    if (other === undefined) throw refusal.failure;
    if (!this.#isSame(one, other)) throw slugTaken(other);
    return this.#adopt(one, other);
  }

  async #answered(one: UnderWay, page: Page): Promise<Answer | undefined> {
    const { api, newPages, signal } = this.#deps;
    // The answer is about another page than the one that this write created or was sent to.
    const isOther = this.#state ? page.id !== this.#state.id : newPages.isKnown(page.id);
    if (isOther) return this.#settle(one);
    const isSame = (other: Page): boolean => this.#isSame(one, other);
    const at = { target: this.#push.target, isSame };
    const changed = await slugChanged(one.intent, page, at, this.#deps);
    if (changed) {
      const { books } = this.#deps;
      books.undone(one.open);
      books.ledger.begin(one.intent.key);
      throw changed;
    }
    // Some answers leave contents out (docs/service.md, "Pages"), so they must be read back.
    const isWhole = page.contentDraft !== undefined && page.contentPublished !== undefined;
    return this.#take(one, isWhole ? page : await api.pages.read(page.id, { signal }));
  }

  /** The page is not as it was last seen, so nothing was sent. */
  async #stale(key: PageKey, own: string | null, page: Page | null): Promise<Answer> {
    if (this.#last === undefined) return { kind: 'stale', what: page ? 'changed' : 'removed' };
    if (page === null) throw removedMeanwhile(key);
    throw await this.#foreign({ theirs: [headOf(page)], own, isForeign: false });
  }

  /** Processes the page as it is after the write. */
  async #take(one: UnderWay, answer: Page): Promise<Answer> {
    const { books, newPages, samePage } = this.#deps;
    const { work, target, texts } = this.#push;
    const { intent, content } = one;
    const text = headText(texts);
    const known = text === null ? undefined : { text, digest: work.local.head };
    const page = withDigests(answer, known);
    const own = content ?? (await this.#ownText(intent, page));
    const before = this.#state;
    const evidence = compareAnswer(sentBy(intent, content), before?.seen, own, page, samePage);
    const state = stateAfter(intent, work, before, page, evidence);
    this.#last = { kind: 'written', page, evidence, own, isFound: false };
    this.#state = state;
    if (!before) newPages.take(page.id);
    const readBack = evidence.notAsSent.size === 0 ? readBackOf(intent, page) : undefined;
    books.done(one.open, state.line, target.base?.key ?? work.local.key, readBack);
    return this.#last;
  }

  /** Whether another run created the page that was to be created, and readers see nothing else. */
  #isSame({ intent, content }: UnderWay, page: Page): boolean {
    const { books, newPages } = this.#deps;
    const isOwn = [...books.lines.values()].some(({ id }) => id === page.id);
    if (intent.op !== 'create' || isOwn || newPages.isKnown(page.id)) return false;
    const { contentPublished: shown = null } = page;
    const isShown = shown !== null && content !== null && this.#deps.samePage(shown, content);
    return (
      sameTitle(page.title, intent.title) &&
      carriedOut({ intent, content, before: undefined }, page, this.#deps) &&
      (shown === null || isShown)
    );
  }

  #adopt({ intent, content }: UnderWay, found: Page): Answered {
    const { books, newPages } = this.#deps;
    const { work } = this.#push;
    const page = withDigests(found, undefined);
    const evidence = { drift: new Set<Part>(), notAsSent: new Set<Part>() };
    this.#state = stateAfter(intent, work, undefined, page, evidence);
    this.#last = { kind: 'written', page, evidence, own: content, isFound: true };
    newPages.take(page.id);
    books.record(this.#state.line, work.local.key);
    return this.#last;
  }

  /** The text to be published, if the answer has another one: the platform may have reprinted it. */
  async #ownText({ op }: SavingIntent, { contentPublished }: Page): Promise<string | null> {
    const was = this.#state ? headDigest(this.#state.seen.stored) : null;
    if (op !== 'publish' || was === null || typeof contentPublished !== 'string') return null;
    if (digestOf(contentPublished) === was) return null;
    const draft = this.#last && headOf(this.#last.page);
    return draft ?? this.#deps.books.keptText(was);
  }

  /** `status`: that of the answer, if the platform gave one. */
  async #settle(one: UnderWay, status?: number): Promise<Answer | undefined> {
    const { intent, content } = one;
    const before = this.#state?.seen;
    const { version } = this.#push.target;
    const elsewhere = async (): Promise<Page | undefined> =>
      intent.op === 'create' ? findMade(intent, content, this.#deps) : undefined;
    const lost = { intent, status, version, content, before };
    const settlement = await settleWrite({ ...lost, elsewhere }, this.#deps);
    // A new page gets its line, whatever text it has: without one, it may be created again.
    const isMade =
      settlement.result === 'conflict' &&
      intent.op === 'create' &&
      !this.#deps.newPages.isKnown(settlement.page.id);
    if (settlement.result === 'done' || isMade) return this.#take(one, settlement.page);
    this.#deps.books.undone(one.open);
    if (settlement.result === 'again') {
      const at = settlement.page?.sentAt;
      if (this.#state && at) this.#state = { ...this.#state, at };
      return undefined;
    }
    const { page } = settlement;
    const own = content ?? (await this.#ownText(intent, page));
    const { published } = storedOf(page);
    const isForeign =
      intent.op === 'publish' && published !== null && published !== before?.stored.published;
    const theirs = [headOf(page), page.contentPublished].slice(0, isForeign ? 2 : 1);
    throw await this.#foreign({ theirs, own, isForeign });
  }

  /** The failure if an answer shows that somebody else wrote to the page. */
  notAsSent({ page, evidence, own }: Answered): Promise<Failure> {
    return this.#foreign(notAsSentIn(page, evidence, own));
  }

  #foreign(shown: NotAsSent): Promise<Failure> {
    const { row, local } = this.#push.work;
    this.#deps.books.distrust(row);
    return foreignText(local.key, shown, this.#deps.books);
  }
}
