/** Recognises the writes of an interrupted run, however the platform has reprinted their texts. */
import { digestOf } from '../../content/digest.ts';
import { placeOf } from '../../model/ids.ts';
import type { Digest, PageId, PageKey } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { ContentIntent, CreateIntent, Intent, UpdateIntent } from './entry.ts';
import type { LogTexts } from './log-texts.ts';
import { lineOf } from './line.ts';
import { headDigest, headOf, sameTitle } from './stored-page.ts';
import type { Part } from './stored-page.ts';

/** A page that was read, and what is known of it. */
export interface AnsweredPage {
  readonly answer: Page;
  /** The key of its file, or of its line if it has none. */
  readonly key: PageKey;
  /** The lock's line of this very page. */
  readonly line: BasePage | undefined;
  readonly seen: RemotePage;
  readonly samePage: (a: string, b: string) => boolean;
}

/** Writes of an earlier run whose outcome is not in the log, and what this run finds out about them. */
export class OpenWrites {
  /**
   * Lines of pages that such writes changed. The lock must have them before the log drops the
   * writes.
   */
  readonly explained = new Map<PageKey, BasePage>();
  readonly open: readonly Intent[];
  readonly #texts: ReadonlyMap<Digest, string>;
  readonly #pages = new Set<PageId>();
  readonly #settled = new Set<Intent>();

  private constructor(open: readonly Intent[], texts: ReadonlyMap<Digest, string>) {
    this.open = open;
    this.#texts = texts;
    for (const write of open) if (write.op !== 'create') this.#pages.add(write.id);
  }

  /** Loads the texts of `open` writes, if they were kept. */
  static async of(open: readonly Intent[], kept: LogTexts): Promise<OpenWrites> {
    const texts = new Map<Digest, string>();
    for (const intent of open) {
      if (!('sent' in intent) || intent.sent === null) continue;
      const text = await kept.read(intent.sent);
      if (text !== null) texts.set(intent.sent, text);
    }
    return new OpenWrites(open, texts);
  }

  /** Creations of pages. */
  get creates(): readonly CreateIntent[] {
    return this.open.filter((intent) => intent.op === 'create');
  }

  /** Whether an open write concerns this page. */
  concern(page: PageId): boolean {
    return this.#pages.has(page);
  }

  /**
   * The line of a page that an open write changed, as if the write had been answered. Undefined if
   * none changed it.
   */
  explain(page: AnsweredPage): BasePage | undefined {
    let line: BasePage | undefined;
    for (const intent of this.open) {
      const next = this.#lineAfter(intent, { ...page, line: line ?? page.line });
      if (next === undefined) continue;
      line = next;
      this.#settled.add(intent);
    }
    if (line) this.explained.set(page.line?.key ?? page.key, line);
    return line;
  }

  /** Writes that may still be under way. `isOver`: whether a write is too old to be. */
  inDoubt(isOver: (write: Intent) => boolean): readonly Intent[] {
    return this.open.filter((write) => !this.#settled.has(write) && !isOver(write));
  }

  #lineAfter(intent: Intent, page: AnsweredPage): BasePage | undefined {
    switch (intent.op) {
      // A published page has the text that base has, only in another place. A page that is gone is not
      // read, and one that is still there needs no line.
      case 'publish':
      case 'delete':
        return undefined;
      case 'create':
        return intent.key === page.key && this.#holds(intent, page)
          ? lineAfterCreate(intent, page)
          : undefined;
      case 'update': {
        if (intent.id !== page.answer.id) return undefined;
        const isThere = intent.sent === null ? hasTitle(intent, page) : this.#holds(intent, page);
        return isThere ? lineAfterUpdate(intent, page) : undefined;
      }
      default:
        return intent satisfies never;
    }
  }

  /** Whether the page has the text that was sent, as stored or in canonical form. */
  #holds(intent: ContentIntent, { answer, samePage }: AnsweredPage): boolean {
    const head = headOf(answer);
    const text = intent.sent === null ? undefined : this.#texts.get(intent.sent);
    if (head === null) return false;
    return digestOf(head) === intent.sent || (text !== undefined && samePage(text, head));
  }
}

const hasTitle = ({ title }: ContentIntent, { answer }: AnsweredPage): boolean =>
  title !== null && sameTitle(title, answer.title);

/**
 * The line of a page that an open write created. Base has the sent title and slug, even if the page
 * has others now.
 */
function lineAfterCreate(intent: CreateIntent, page: AnsweredPage): BasePage | undefined {
  const { key, line, seen } = page;
  if (line) return undefined;
  const title = hasTitle(intent, page) ? seen.title : intent.title;
  const { slug } = placeOf(key);
  const racy = seen.racy || slug !== seen.slug || title !== seen.title;
  return lineOf({ ...seen, title, slug, racy }, { key, header: null, sent: intent.sent });
}

function lineAfterUpdate(intent: UpdateIntent, page: AnsweredPage): BasePage | undefined {
  const { key, line, seen } = page;
  const { stored } = seen;
  if (!line) {
    if (intent.sent === null || !hasTitle(intent, page)) return undefined;
    return lineOf(seen, { key, header: null, sent: intent.sent });
  }
  const unshared = new Set<Part>();
  if (!sameTitle(seen.title, intent.title ?? line.title)) unshared.add('title');
  if (seen.slug !== intent.slug) unshared.add('slug');
  if (intent.sent === null && headDigest(stored) !== headDigest(line)) unshared.add('draft');
  const shared = [line.published, headDigest(line), headDigest(stored)];
  if (!shared.includes(stored.published)) unshared.add('published');
  const { header, formerStates = [] } = line;
  const sent = intent.sent ?? line.sent;
  const { foreignDraft } = intent;
  const ours = { key: line.key, header, sent, formerStates, foreignDraft };
  return lineOf(seen, { ...ours, before: line, unshared });
}
