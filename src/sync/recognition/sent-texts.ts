/** What an interrupted run sent, or was about to: its own writes are known by it, however the platform printed them. */
import { digestOf } from '../../content/digest.ts';
import type { Digest, PageId, PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import type { Page } from '../../model/resources.ts';
import type { CreateIntent, Intent, PublishIntent, UpdateIntent } from '../journal/journal.ts';
import { headOf, sameTitle } from './observe.ts';
import type { Own } from '../lock/line.ts';
import { readPacked } from '../journal/text-pack.ts';

type Sending = CreateIntent | UpdateIntent;

export class SentTexts {
  readonly #intents: readonly Sending[];
  readonly #publishes: readonly PublishIntent[];
  readonly #texts: ReadonlyMap<Digest, string>;

  constructor(open: readonly Intent[], texts: ReadonlyMap<Digest, string>) {
    this.#texts = texts;
    this.#intents = open.filter((intent) => intent.op !== 'publish');
    this.#publishes = open.filter((intent) => intent.op === 'publish');
  }

  /** With the texts of `open` writes, as far as they were kept. */
  static async of(open: readonly Intent[], project: Project): Promise<SentTexts> {
    const digests = open.flatMap((intent) => (intent.op === 'publish' ? [] : (intent.sent ?? [])));
    const texts = digests.length === 0 ? new Map() : await readPacked(project, new Set(digests));
    return new SentTexts(open, texts);
  }

  /** The text that a write sent; null if it was not kept. */
  textOf({ sent }: Sending): string | null {
    return sent === null ? null : (this.#texts.get(sent) ?? null);
  }

  /** The publishes of a page that were under way. */
  publishesOf(page: PageId): readonly PublishIntent[] {
    return this.#publishes.filter(({ id }) => id === page);
  }

  /** What of a page such a write left, if anything. */
  explains(page: Page, key: PageKey, samePage: (a: string, b: string) => boolean): Own | undefined {
    const head = headOf(page);
    const digest = head === null ? null : digestOf(head);
    for (const intent of this.#intents) {
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
}
