/** Carries out the changes of one page: each write journalled before it is sent, and settled where its answer was lost. */
import { InterruptedWrite } from '../api/interrupted.ts';
import { Failure } from '../model/failure.ts';
import { placeOf } from '../model/ids.ts';
import type { Slug } from '../model/ids.ts';
import { sameInstant } from '../model/instant.ts';
import type { PageTexts } from '../model/local.ts';
import type { Page } from '../model/resources.ts';
import type { Dates } from './dates.ts';
import { found } from './documentations.ts';
import type { Advance, CreateIntent, Intent, Journal, UpdateIntent } from './journal.ts';
import { headDigest, headOf } from './observe.ts';
import { contentOf, intentOf, startOf, stateAfter } from './page-state.ts';
import type { PageState, Target } from './page-state.ts';
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
  /** The history message; undefined: the platform's own. */
  readonly message: string | undefined;
  readonly slugs: RefusedSlugs;
  /** Told where a page got another text, and its date did not move. */
  readonly dates: Dates;
  /** Told of every line that the lock is to have. */
  readonly advanced: (advance: Advance) => void;
}

/** How often one write is sent, at most, where its answer is lost each time and it turns out not to have been carried out. */
const ATTEMPTS = 3;

/** Writes one page. Tells of each change as its last write is done; rejects with the failure of the first write that fails. */
export async function writePage(
  work: Work,
  target: Target,
  texts: PageTexts,
  deps: WriteDeps,
  done: (change: Task['change']) => void,
): Promise<void> {
  const tasks = tasksOf(work);
  const writer = new PageWriter(work, target, texts, deps);
  for (const [index, { step, change }] of tasks.entries()) {
    await writer.write(step);
    if (!tasks.slice(index + 1).some((task) => task.change === change)) done(change);
  }
}

class PageWriter {
  readonly #work: Work;
  readonly #target: Target;
  readonly #texts: PageTexts;
  readonly #deps: WriteDeps;
  #state: PageState | undefined;

  constructor(work: Work, target: Target, texts: PageTexts, deps: WriteDeps) {
    this.#work = work;
    this.#target = target;
    this.#texts = texts;
    this.#deps = deps;
    this.#state = startOf(work, target);
  }

  async write(step: Step): Promise<void> {
    const { clock, journal } = this.#deps;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const intent = intentOf(step, this.#work, this.#target, this.#state, clock.now());
      const content = step.op === 'publish' ? null : contentOf(this.#texts, step.text);
      this.#keepSent(intent, content);
      const isDone = await journal.during(intent, async (number) => {
        const page = await this.#carryOut(intent, content, number);
        if (page !== undefined) this.#advance(step, intent, page, number);
        return page !== undefined;
      });
      if (isDone) return;
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
      throw (await this.#taken(intent, error)) ?? error;
    }
    if (intent.op !== 'publish' && page.slug !== slugIn(intent)) {
      journal.settle(number, null);
      throw await this.#suffixed(intent, page);
    }
    // Some answers leave contents out (notes, "Requests"); what is there has to be read back.
    const whole = page.contentDraft !== undefined && page.contentPublished !== undefined;
    return whole ? page : api.pages.read(page.id, undefined, signal);
  }

  #send(intent: Intent, content: string | null): Promise<Page> {
    const { api, signal, message } = this.#deps;
    switch (intent.op) {
      case 'create': {
        const { slug } = placeOf(intent.key);
        const categoryTitle = this.#work.create?.category ?? undefined;
        const page = { title: intent.title, slug, content: content ?? '', categoryTitle, message };
        return api.pages.create(intent.documentation, page, signal);
      }
      case 'update': {
        const { slug } = intent;
        const title = intent.title ?? undefined;
        const change = { slug, title, content: content ?? undefined, message };
        return api.pages.update(intent.id, change, signal);
      }
      case 'publish':
        return api.pages.publish(intent.id, signal);
      default:
        return intent satisfies never;
    }
  }

  #advance(step: Step, intent: Intent, page: Page, number: number): void {
    const { local } = this.#work;
    const { journal, advanced } = this.#deps;
    const state = stateAfter(step, this.#work, this.#texts, this.#state, page);
    this.#state = state;
    this.#watchDate(page, state);
    this.#keepReadBack(intent, page, state);
    const advance = { line: state.line, was: this.#target.base?.key ?? local.key };
    journal.settle(number, advance);
    advanced(advance);
  }

  #watchDate({ updated }: Page, { seen }: PageState): void {
    const { remote } = this.#target;
    if (!remote || headDigest(remote.stored) === headDigest(seen.stored)) return;
    if (sameInstant(remote.updated, updated)) this.#deps.dates.standStill = true;
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
    const write = { intent, version, content, before: this.#state?.seen };
    const settlement = await settle(write, this.#deps);
    if (settlement.result === 'done') return settlement.page;
    journal.settle(number, null);
    if (settlement.result === 'again') return undefined;
    throw await this.#overtaken(intent, settlement.page, content);
  }

  /** Both texts are kept: nobody knows which of them will be there when a person looks. */
  async #overtaken({ key }: Intent, page: Page, sent: string | null): Promise<Failure> {
    const { keepLost } = this.#deps;
    const theirs = headOf(page);
    const kept = [
      ...(theirs === null ? [] : [`the platform's text is kept in ${await keepLost(theirs)}`]),
      ...(sent === null ? [] : [`what was sent in ${await keepLost(sent)}`]),
    ];
    const where = kept.length === 0 ? '' : `: ${kept.join(', ')}`;
    const message = `Someone else wrote ${key} while it was being pushed${where}.`;
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
