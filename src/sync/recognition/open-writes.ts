/** Recognises the writes of an interrupted run on the platform, however the platform has reprinted their texts. */
import { digestOf } from '../../content/digest.ts';
import type { Digest, PageId, PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { ContentIntent, CreateIntent, Intent } from '../journal/entry.ts';
import { readPacked } from '../journal/text-pack.ts';
import { lineOfOwn, lineOfShown } from '../lock/recovered-line.ts';
import type { Own } from '../lock/recovered-line.ts';
import { headOf, sameTitle, storedOf } from '../lock/stored-page.ts';

/** Writes of an earlier run whose outcome the journal does not have, and what this run finds out about them. */
export class OpenWrites {
  /** Lines of pages that such writes changed, by the lock's key. The lock must record them before the journal forgets the writes. */
  readonly lines = new Map<PageKey, BasePage>();
  readonly #open: readonly Intent[];
  readonly #texts: ReadonlyMap<Digest, string>;
  readonly #pages = new Set<PageId>();
  /** What was found out about writes. Those without an entry are judged by their age. */
  readonly #fates = new Map<Intent, 'known' | 'in doubt'>();

  private constructor(open: readonly Intent[], texts: ReadonlyMap<Digest, string>) {
    this.#open = open;
    this.#texts = texts;
    for (const write of open) if (write.op !== 'create') this.#pages.add(write.id);
  }

  /** Loads the texts of `open` writes, if they were kept. */
  static async of(open: readonly Intent[], project: Project): Promise<OpenWrites> {
    const digests = open.flatMap((intent) => ('sent' in intent ? (intent.sent ?? []) : []));
    const texts = digests.length === 0 ? new Map() : await readPacked(project, new Set(digests));
    return new OpenWrites(open, texts);
  }

  /** Creations of pages. */
  get creates(): readonly CreateIntent[] {
    return this.#open.filter((intent) => intent.op === 'create');
  }

  /** Whether an open write concerns this page. */
  concern(page: PageId): boolean {
    return this.#pages.has(page);
  }

  /** The text that a write sent. Returns null if it was not kept. */
  textOf({ sent }: ContentIntent): string | null {
    return sent === null ? null : (this.#texts.get(sent) ?? null);
  }

  /** Which parts of the page an open write left. Returns undefined if none did. */
  explain(page: Page, key: PageKey, samePage: (a: string, b: string) => boolean): Own | undefined {
    const head = headOf(page);
    const digest = head === null ? null : digestOf(head);
    for (const intent of this.#open) {
      if (!('sent' in intent)) continue;
      // The file or the page may have another name now.
      const isOf = intent.op === 'update' ? intent.id === page.id : intent.key === key;
      if (!isOf) continue;
      const text = this.textOf(intent);
      const body =
        head !== null && (digest === intent.sent || (text !== null && samePage(text, head)));
      const title = intent.title !== null && sameTitle(intent.title, page.title);
      if (intent.sent === null ? title : body) return { body, title, intent };
    }
    return undefined;
  }

  /** The line after an open publish of this page. Returns undefined if there was none that took effect. */
  lineAfterPublish(line: BasePage, answer: Page): BasePage | undefined {
    const publishes = this.#open.filter(
      (intent) => intent.op === 'publish' && intent.id === answer.id,
    );
    const shown = publishes.length > 0 ? lineOfShown(line, storedOf(answer)) : undefined;
    if (!shown) return undefined;
    this.lines.set(line.key, shown);
    for (const intent of publishes) this.settle(intent);
    return shown;
  }

  /** Records for the lock what an open write did to a page. Returns undefined if no line can express it. */
  keep(
    origin: PageKey,
    seen: RemotePage,
    line: BasePage | undefined,
    own: Own,
  ): BasePage | undefined {
    const known = lineOfOwn(origin, seen, line, own);
    if (known) this.lines.set(origin, known);
    this.#fates.set(own.intent, known ? 'known' : 'in doubt');
    return known;
  }

  /** Marks a write whose outcome is known. */
  settle(write: Intent): void {
    this.#fates.set(write, 'known');
  }

  /** Writes that the platform may still be working on. `isOver` tells whether a write is too old for that. */
  inDoubt(isOver: (write: Intent) => boolean): readonly Intent[] {
    return this.#open.filter((write) => {
      const fate = this.#fates.get(write);
      return fate === undefined ? !isOver(write) : fate === 'in doubt';
    });
  }
}
