/** Carries out the changes of one page: each write journalled before it is sent, and settled where its answer was lost. */
import { HeldBack, InterruptedWrite } from '../api/interrupted.ts';
import { digestOf } from '../content/digest.ts';
import { Failure } from '../model/failure.ts';
import { placeOf } from '../model/ids.ts';
import type { Digest, Slug } from '../model/ids.ts';
import type { PageTexts } from '../model/local.ts';
import type { Page } from '../model/resources.ts';
import type { Dates } from './dates.ts';
import { found } from './documentations.ts';
import { weigh } from './evidence.ts';
import type { Evidence, Part } from './evidence.ts';
import type { Advance, CreateIntent, Intent, Journal, UpdateIntent } from './journal.ts';
import { LastLook } from './last-look.ts';
import type { Looked } from './last-look.ts';
import { AGAIN } from './ledger.ts';
import { headDigest, headOf, isAsSeen, storedOf } from './observe.ts';
import { contentOf, intentOf, sentBy, startOf, stateAfter } from './page-state.ts';
import type { PageState, Target } from './page-state.ts';
import { findMade } from './made-unseen.ts';
import type { NewPages } from './made-unseen.ts';
import type { RefusedSlugs } from './refused-slugs.ts';
import { settle } from './settle.ts';
import type { SettleDeps } from './settle.ts';
import { tasksOf } from './steps.ts';
import type { Step, Task, Work } from './steps.ts';
import type { TextPack } from './text-pack.ts';

export interface WriteDeps extends SettleDeps {
  readonly journal: Journal;
  /** Where what is sent and what is read back is kept. */
  readonly pack: Pick<TextPack, 'keep'>;
  /** Keeps a text that a conflict would lose; resolves to where. */
  readonly keepLost: (text: string) => Promise<string>;
  /** A text that was sent or read back before; null: it is not kept. */
  readonly keptText: (digest: Digest) => Promise<string | null>;
  /** The history message; undefined: the platform's own. */
  readonly message: string | undefined;
  readonly slugs: RefusedSlugs;
  readonly newPages: NewPages;
  /** Told where a page got another text, and its date did not move. */
  readonly dates: Dates;
  /** Told of every line that the lock is to have. */
  readonly advanced: (advance: Advance) => void;
}

/** How often one write is sent, at most, where its answer is lost each time and it turns out not to have been carried out. */
const ATTEMPTS = 3;

/** What is written to a page, and what was seen of it before. */
export interface PageWork {
  readonly work: Work;
  readonly target: Target;
  readonly texts: PageTexts;
  readonly look: Looked;
}

/** The page is not what was seen of it, and nothing was written to it. */
export class MovedBefore extends Error {
  readonly what: 'changed' | 'removed';

  constructor(what: 'changed' | 'removed') {
    super(`the page was ${what}`);
    this.what = what;
  }
}

/**
 * Writes one page. Tells of each change as its last write is done; rejects with the failure of the first write that fails, with `conflict`
 * where an answer shows that somebody else wrote what this was to write, and with `MovedBefore`.
 */
export async function writePage(
  page: PageWork,
  deps: WriteDeps,
  done: (change: Task['change']) => void,
): Promise<void> {
  const tasks = tasksOf(page.work);
  const writer = new PageWriter(page, deps);
  for (const [index, { step, change }] of tasks.entries()) {
    const rest = tasks.slice(index + 1);
    const found = await writer.write(step);
    if (found.overtaken.size > 0) throw await writer.overtaken();
    if (!rest.some((task) => task.change === change)) done(change);
    // What comes next would publish, or replace, what somebody else wrote.
    if (rest.length > 0 && TEXTS.some((part) => found.drift.has(part))) {
      throw await writer.overtaken();
    }
  }
}

const TEXTS: readonly Part[] = ['draft', 'published'];

interface Answered {
  readonly page: Page;
  /** What somebody else wrote, as far as it is known. */
  readonly theirs: readonly (string | null | undefined)[];
  /** The text that the page was to get, where it is known. */
  readonly own: string | null;
  /** A text that is not ours was made public by it. */
  readonly isForeign: boolean;
}

class PageWriter {
  readonly #work: Work;
  readonly #target: Target;
  readonly #texts: PageTexts;
  readonly #deps: WriteDeps;
  readonly #look: LastLook;
  #state: PageState | undefined;
  /** The draft as it was answered last, where it is known. */
  #draft: string | null = null;
  /** The last write that was answered. */
  #last: Answered | undefined;

  constructor({ work, target, texts, look }: PageWork, deps: WriteDeps) {
    this.#work = work;
    this.#target = target;
    this.#texts = texts;
    this.#deps = deps;
    this.#state = startOf(work, target);
    const { api, clock, signal } = deps;
    const seen = this.#state === undefined ? { ...look, at: null } : look;
    this.#look = new LastLook(seen, {
      clock,
      read: async () => this.#state && found(api.pages.read(this.#state.id, undefined, signal)),
      isAsSeen: (page) => this.#isAsSeen(page),
    });
  }

  #isAsSeen(page: Page): boolean {
    return (
      this.#state !== undefined && isAsSeen(this.#state.seen, { ...page, stored: storedOf(page) })
    );
  }

  /** Resolves to what the answer tells beside the write. */
  async write(step: Step): Promise<Evidence> {
    const { clock, journal } = this.#deps;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const intent = intentOf(step, this.#work, this.#target, this.#state, clock.now());
      const content = step.op === 'publish' ? null : contentOf(this.#texts, step.text);
      this.#keepSent(intent, content);
      const found = await journal.during(intent, async (number) => {
        const page = await this.#carryOut(intent, content, number);
        return page && this.#advance(step, intent, content, page, number);
      });
      if (found !== undefined) return found;
    }
    const { key } = this.#work.local;
    throw new Failure('outcome-unknown', `The answer for ${key} was lost ${ATTEMPTS} times.`, {
      hint: 'Run the same command again; it looks first at what the platform has.',
    });
  }

  /** The page after the write; undefined where the answer was lost and the write was not carried out. */
  async #carryOut(
    intent: Intent,
    content: string | null,
    number: number,
  ): Promise<Page | undefined> {
    const { api, journal, signal } = this.#deps;
    let page: Page;
    try {
      page = await this.#send(intent, content);
    } catch (error) {
      if (isLost(error)) return this.#settle(intent, content, number);
      // What was cut off may have been carried out: it stays open, for the next run to look.
      if (!(error instanceof InterruptedWrite)) journal.settle(number, null);
      if (error instanceof HeldBack) throw await this.#heldBack(intent, content);
      throw (await this.#taken(intent, error)) ?? error;
    }
    this.#look.answered();
    if (intent.op !== 'publish' && page.slug !== slugIn(intent)) {
      journal.settle(number, null);
      throw await this.#suffixed(intent, page);
    }
    // Some answers leave contents out (notes, "Requests"); what is there has to be read back.
    const whole = page.contentDraft !== undefined && page.contentPublished !== undefined;
    return whole ? page : api.pages.read(page.id, undefined, signal);
  }

  /** The page is not as it was seen, or could not be looked at in time. */
  async #heldBack(intent: Intent, content: string | null): Promise<Error> {
    const page = this.#look.whatElse();
    if (this.#last === undefined) return new MovedBefore(page ? 'changed' : 'removed');
    if (page !== undefined) {
      return this.#conflict({ page, theirs: [headOf(page)], own: content, isForeign: false });
    }
    const message = `${intent.key} was removed on the platform while it was being pushed.`;
    return new Failure('conflict', message, { hint: AGAIN });
  }

  #send(intent: Intent, content: string | null): Promise<Page> {
    const { api, signal, message } = this.#deps;
    const look = this.#look;
    switch (intent.op) {
      case 'create': {
        const { slug } = placeOf(intent.key);
        const categoryTitle = this.#work.create?.category ?? undefined;
        const page = { title: intent.title, slug, content: content ?? '', categoryTitle, message };
        return api.pages.create(intent.documentation, page, signal, look);
      }
      case 'update': {
        const { slug } = intent;
        const title = intent.title ?? undefined;
        const change = { slug, title, content: content ?? undefined, message };
        return api.pages.update(intent.id, change, signal, look);
      }
      case 'publish':
        return api.pages.publish(intent.id, signal, look);
      default:
        return intent satisfies never;
    }
  }

  async #advance(
    step: Step,
    intent: Intent,
    sent: string | null,
    page: Page,
    number: number,
  ): Promise<Evidence> {
    const { local } = this.#work;
    const { journal, advanced, samePage } = this.#deps;
    const own = sent ?? (await this.#ownText(intent, page));
    const evidence = weigh(sentBy(intent, sent), this.#state?.seen, own, page, samePage);
    const state = stateAfter(step, this.#work, this.#texts, this.#state, page, evidence);
    const theirs = evidence.drift.has('published')
      ? [evidence.drift.has('draft') ? headOf(page) : null, page.contentPublished]
      : [headOf(page)];
    this.#last = { page, theirs, own, isForeign: evidence.overtaken.has('published') };
    this.#watchDate(page, state);
    if (evidence.overtaken.size === 0) this.#keepReadBack(intent, page, state);
    this.#draft = headOf(page);
    if (!this.#state) this.#deps.newPages.take(page.id);
    this.#state = state;
    const advance = { line: state.line, was: this.#target.base?.key ?? local.key };
    journal.settle(number, advance);
    advanced(advance);
    return evidence;
  }

  /** What was to be published, where the answer has another text: the platform may have printed it anew. */
  async #ownText({ op }: Intent, { contentPublished }: Page): Promise<string | null> {
    const was = this.#state ? headDigest(this.#state.seen.stored) : null;
    if (op !== 'publish' || was === null || typeof contentPublished !== 'string') return null;
    if (digestOf(contentPublished) === was) return null;
    return this.#draft ?? (await this.#deps.keptText(was));
  }

  #watchDate(page: Page, { line }: PageState): void {
    if (line.unproven === 'still') this.#deps.dates.standStill = true;
  }

  /** The next run knows its own write by it, and merges start from it. */
  #keepSent(intent: Intent, content: string | null): void {
    if (intent.op === 'publish' || intent.sent === null || content === null) return;
    this.#deps.pack.keep(intent.sent, content);
  }

  #keepReadBack(intent: Intent, page: Page, { seen }: PageState): void {
    const digest = headDigest(seen.stored);
    const text = headOf(page);
    if (intent.op === 'publish' || digest === null || text === null) return;
    if (digest === intent.sent) return;
    this.#deps.pack.keep(digest, text);
  }

  async #settle(intent: Intent, content: string | null, number: number): Promise<Page | undefined> {
    const { journal } = this.#deps;
    const { version } = this.#target;
    const before = this.#state?.seen;
    const at = this.#look.left?.now ?? intent.at;
    const write = { intent: { ...intent, at }, isEarlier: false, version, content, before };
    const settlement = await settle(write, this.#deps);
    if (settlement.result === 'done') return settlement.page;
    if (settlement.result === 'again' && intent.op === 'create') {
      const made = await this.#madeUnseen(intent, content, at);
      if (made) return made;
    }
    journal.settle(number, null);
    if (settlement.result === 'again') return undefined;
    const { page } = settlement;
    const own = content ?? (await this.#ownText(intent, page));
    const { published } = storedOf(page);
    const isForeign =
      intent.op === 'publish' && published !== null && published !== before?.stored.published;
    const theirs = [headOf(page), page.contentPublished].slice(0, isForeign ? 2 : 1);
    throw await this.#conflict({ page, theirs, own, isForeign });
  }

  /** The page that was made, where it has another slug than it was made with: to make it again would make a second one. */
  async #madeUnseen(
    intent: CreateIntent,
    content: string | null,
    at: number,
  ): Promise<Page | undefined> {
    const { newPages, clock, requestTimeoutMs } = this.#deps;
    const pages = await newPages.of(at + requestTimeoutMs, clock.now());
    const made = await findMade(intent, content, { pages, isTaken: newPages.isTaken }, this.#deps);
    if (made) newPages.take(made.id);
    return made;
  }

  /** The failure of a page whose last answer shows what somebody else wrote. */
  async overtaken(): Promise<Failure> {
    if (!this.#last) throw new Error('a page is overtaken before it is written');
    return this.#conflict(this.#last);
  }

  /** All texts are kept: nobody knows which of them will be there when a person looks. */
  async #conflict({ theirs, own, isForeign }: Answered): Promise<Failure> {
    const { keepLost } = this.#deps;
    const { key } = this.#work.local;
    const kept: string[] = [];
    for (const text of new Set(theirs)) {
      if (typeof text === 'string')
        kept.push(`the platform's text is kept in ${await keepLost(text)}`);
    }
    if (own !== null) kept.push(`what was sent in ${await keepLost(own)}`);
    const where = kept.length === 0 ? '' : `: ${kept.join(', ')}`;
    const message = isForeign
      ? `Readers see a text of ${key} that someone else wrote while it was being pushed${where}.`
      : `Someone else wrote ${key} while it was being pushed${where}.`;
    return new Failure('conflict', message, { hint: `Run docs diff ${key} to see both texts.` });
  }

  /** Where a write is refused because another page has its slug: that. */
  async #taken(intent: Intent, refusal: unknown): Promise<Failure | undefined> {
    if (intent.op === 'publish') return undefined;
    const slug = slugIn(intent);
    if (slug === this.#state?.seen.slug) return undefined;
    const other = await this.#deps.slugs.bearer(refusal, () => this.#bearerOf(slug));
    if (!other || other.id === this.#state?.id) return undefined;
    return new Failure(
      'conflict',
      `The slug "${slug}" is taken on the platform: page ${other.id} has it.`,
      { hint: 'Give the file another slug, or that page in the editor.' },
    );
  }

  /** The platform gave a page another slug than it was told. */
  async #suffixed(
    intent: CreateIntent | UpdateIntent,
    { id, slug: given }: Page,
  ): Promise<Failure> {
    const slug = slugIn(intent);
    const other = await this.#bearerOf(slug);
    const taken = other ? `page ${other.id} has it` : 'another page has it';
    const why = `"${given}", for the slug "${slug}" is taken: ${taken}.`;
    return intent.op === 'create'
      ? new Failure('conflict', `The platform made page ${id} as ${why}`, {
          hint: `Remove page ${id} on the platform, then give the file another slug.`,
        })
      : new Failure('conflict', `The platform gave page ${id} the slug ${why}`, {
          hint: 'Give the file another slug, or that page in the editor.',
        });
  }

  #bearerOf(slug: Slug): Promise<Page | undefined> {
    const { version, documentation } = this.#target;
    const address = { version: { id: version }, documentation: { id: documentation }, slug };
    return found(this.#deps.api.pages.find(address, undefined, this.#deps.signal));
  }
}

const slugIn = (intent: CreateIntent | UpdateIntent): Slug =>
  intent.op === 'create' ? placeOf(intent.key).slug : intent.slug;

/** The platform may or may not have carried the write out. An answer that cannot be read tells as little as none. */
const isLost = (error: unknown): boolean =>
  error instanceof Failure &&
  (error.code === 'outcome-unknown' || error.code === 'platform-garbled');
