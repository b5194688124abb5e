/** Carries out the changes of one page: each write journalled before it is sent, and settled where its answer was lost. */
import type { Api } from '../api/api.ts';
import type { Clock } from '../model/clock.ts';
import { Failure } from '../model/failure.ts';
import type { Digest, DocumentationId, PageId, VersionId } from '../model/ids.ts';
import { placeOf } from '../model/ids.ts';
import type { PageTexts } from '../model/local.ts';
import type { Page } from '../model/resources.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import { found } from './documentations.ts';
import type { Advance, Intent, Journal } from './journal.ts';
import { headDigest, headOf, sameTitle, storedOf } from './observe.ts';
import { settle } from './settle.ts';
import { advance, lineOf, tasksOf } from './steps.ts';
import type { Step, Task, Text, Work } from './steps.ts';
import type { TextPack } from './text-pack.ts';

export interface WriteDeps {
  readonly api: Pick<Api, 'pages'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly requestTimeoutMs: number;
  readonly journal: Journal;
  /** Where what is sent and what is read back is kept. */
  readonly pack: Pick<TextPack, 'keep'>;
  /** Keeps a text that a conflict would lose; resolves to where. */
  readonly keepLost: (text: string) => Promise<string>;
  readonly samePage: (a: string, b: string) => boolean;
  /** The history message; undefined: the platform's own. */
  readonly message: string | undefined;
  /** Told of every line that the lock is to have. */
  readonly advanced: (advance: Advance) => void;
  /** Told of every write that was settled. */
  readonly settled: (
    write: Intent,
    result: 'done' | 'again' | 'conflict',
    id: PageId | null,
  ) => void;
}

export interface Target {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
  /** Undefined: it is yet to be made. */
  readonly remote: RemotePage | undefined;
  /** The lock's line, where there is one. */
  readonly base: BasePage | undefined;
}

/** How often one write is sent, at most, where its answer is lost each time and it turns out not to have been carried out. */
const ATTEMPTS = 3;

interface Progress {
  readonly id: PageId;
  readonly line: BasePage;
  /** As the platform answered it last. */
  readonly seen: Pick<RemotePage, 'title' | 'slug' | 'stored'>;
}

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
  #progress: Progress | undefined;

  constructor(work: Work, target: Target, texts: PageTexts, deps: WriteDeps) {
    this.#work = work;
    this.#target = target;
    this.#texts = texts;
    this.#deps = deps;
    this.#progress = startOf(work, target);
  }

  async write(step: Step): Promise<void> {
    const { journal, advanced } = this.#deps;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const intent = this.#intent(step);
      this.#keepSent(step, intent);
      const moved = await journal.during(intent, async (number) => {
        const page = await this.#carryOut(step, intent, number);
        if (page === undefined) return undefined;
        const after = this.#moved(step, page);
        journal.settle(number, after);
        return after;
      });
      if (moved === undefined) continue;
      advanced(moved);
      return;
    }
    const { key } = this.#work.local;
    throw new Failure('outcome-unknown', `The answer for ${key} was lost ${ATTEMPTS} times.`, {
      hint: 'Run the same command again; it looks first at what the platform has.',
    });
  }

  /** The page after the write; undefined where the answer was lost and the write was not carried out. */
  async #carryOut(step: Step, intent: Intent, number: number): Promise<Page | undefined> {
    const { journal } = this.#deps;
    let page: Page;
    try {
      page = await this.#send(step, intent);
    } catch (error) {
      if (isLost(error)) return this.#settle(step, intent, number);
      journal.settle(number, null);
      throw error;
    }
    const { slug } = placeOf(intent.key);
    if (intent.op === 'create' && page.slug !== slug) {
      journal.settle(number, null);
      throw await this.#duplicate(page);
    }
    // Some answers leave contents out (notes, "Requests"); what is there has to be read back.
    const whole = page.contentDraft !== undefined && page.contentPublished !== undefined;
    return whole ? page : this.#deps.api.pages.read(page.id, undefined, this.#deps.signal);
  }

  async #settle(step: Step, intent: Intent, number: number): Promise<Page | undefined> {
    const { journal, settled } = this.#deps;
    const write = {
      intent,
      version: this.#target.version,
      content: step.op === 'publish' ? null : this.#content(step.text),
      before: this.#progress?.seen,
    };
    const settlement = await settle(write, this.#deps);
    const id = settlement.result === 'again' ? null : settlement.page.id;
    settled(intent, settlement.result, id);
    if (settlement.result === 'done') return settlement.page;
    journal.settle(number, null);
    if (settlement.result === 'again') return undefined;
    throw await this.#overtaken(intent, settlement.page, write.content);
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

  /** The next run knows its own write by it, and merges start from it. */
  #keepSent(step: Step, intent: Intent): void {
    if (step.op === 'publish' || intent.op === 'publish') return;
    const text = this.#content(step.text);
    if (text !== null && intent.sent !== null) this.#deps.pack.keep(intent.sent, text);
  }

  #keepReadBack(page: Page, stored: RemotePage['stored'], sent: Digest | null): void {
    const digest = headDigest(stored);
    const text = headOf(page);
    if (digest === null || text === null || digest === sent) return;
    this.#deps.pack.keep(digest, text);
  }

  #intent(step: Step): Intent {
    const { local, update } = this.#work;
    const about = { key: local.key, at: this.#deps.clock.now() };
    if (step.op === 'create') {
      const { documentation } = this.#target;
      const sent = this.#digest(step.text) ?? local.head;
      return { ...about, op: 'create', documentation, title: local.title, sent };
    }
    const { id, seen } = this.#known();
    if (step.op === 'publish') return { ...about, op: 'publish', id };
    // Never the slug that the page has by chance: a slug left out or changed would change its URL.
    const slug = update?.fields.includes('slug') === true ? placeOf(local.key).slug : seen.slug;
    const title = step.title ? local.title : null;
    return { ...about, op: 'update', id, title, slug, sent: this.#digest(step.text) };
  }

  #send(step: Step, intent: Intent): Promise<Page> {
    const { api, signal, message } = this.#deps;
    const { local, create } = this.#work;
    switch (intent.op) {
      case 'create': {
        const content = this.#content(step.op === 'create' ? step.text : null) ?? '';
        const { slug } = placeOf(local.key);
        const categoryTitle = create?.category ?? undefined;
        const page = { title: local.title, slug, content, categoryTitle, message };
        return api.pages.create(intent.documentation, page, signal);
      }
      case 'update': {
        const content = this.#content(step.op === 'update' ? step.text : null) ?? undefined;
        const change = { slug: intent.slug, title: intent.title ?? undefined, content, message };
        return api.pages.update(intent.id, change, signal);
      }
      case 'publish':
        return api.pages.publish(intent.id, signal);
      default:
        return intent satisfies never;
    }
  }

  #moved(step: Step, page: Page): Advance {
    const { local, pending } = this.#work;
    const title = sameTitle(page.title, local.title) ? local.title : page.title;
    const text = this.#content('head');
    const stored = storedOf(page, text === null ? undefined : { text, digest: local.head });
    const seen = { title, slug: page.slug, stored };
    const line = this.#progress?.line ?? newLine(this.#work, page);
    const sent = step.op === 'publish' ? null : this.#digest(step.text);
    if (step.op !== 'publish') this.#keepReadBack(page, stored, sent);
    const next = advance(line, { ...seen, id: page.id, updated: page.updated }, sent, pending);
    this.#progress = { id: page.id, line: next, seen };
    return { line: next, was: this.#target.base?.key ?? local.key };
  }

  async #duplicate(page: Page): Promise<Failure> {
    const { version, documentation } = this.#target;
    const { slug } = placeOf(this.#work.local.key);
    const address = { version: { id: version }, documentation: { id: documentation }, slug };
    const other = await found(this.#deps.api.pages.find(address, undefined, this.#deps.signal));
    const taken = other ? `page ${other.id} has it` : 'another page has it';
    return new Failure(
      'conflict',
      `The platform made page ${page.id} as "${page.slug}", for the slug "${slug}" is taken: ${taken}.`,
      { hint: `Remove page ${page.id} on the platform, then give the file another slug.` },
    );
  }

  #known(): Progress {
    if (this.#progress === undefined) throw new Error('a page is written before it is there');
    return this.#progress;
  }

  #content(text: Text | null): string | null {
    if (text === null) return null;
    const { draft, published } = this.#texts;
    return text === 'published' ? published : (draft ?? published);
  }

  #digest(text: Text | null): Digest | null {
    const { local } = this.#work;
    if (text === null) return null;
    return text === 'published' ? local.published : local.head;
  }
}

function startOf({ local, pending }: Work, { remote, base }: Target): Progress | undefined {
  if (remote === undefined) return undefined;
  const { id, title, slug, stored } = remote;
  const line = pending.length > 0 && base ? { ...base, key: local.key } : lineOf(local, remote);
  return { id, line: { ...line, header: local.headerDigest }, seen: { title, slug, stored } };
}

const newLine = ({ local }: Work, { id, slug, updated }: Page): BasePage => ({
  key: local.key,
  id,
  title: local.title,
  slug,
  updated,
  header: local.headerDigest,
  sent: local.head,
  sentPublished: null,
  draft: null,
  published: null,
});

/** The platform may or may not have carried the write out. An answer that cannot be read tells as little as none. */
const isLost = (error: unknown): boolean =>
  error instanceof Failure &&
  (error.code === 'outcome-unknown' || error.code === 'platform-garbled');
