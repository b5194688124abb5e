/**
 * What must still be somewhere: the model beside the real folder and the real platform.
 *
 * A page has a title and three slots, a paragraph each. An edit puts a token of its own into one of them, in place of what its author saw there: those
 * tokens were replaced knowingly and nobody owes them any more. All others must be found, whatever the tool did in between.
 */
import type { World } from '../support/world.ts';

const SLOTS = 3;
const TOKEN = /token-\d+-end/g;

export type Side = 'file' | 'platform';

export class Model {
  readonly #owed = new Set<string>();
  /** Sides that someone edited since both last agreed, by page. */
  readonly #edited = new Map<string, Set<Side>>();
  #last = 0;

  get owed(): ReadonlySet<string> {
    return this.#owed;
  }

  newBody(): string {
    return Array.from({ length: SLOTS }, (_, slot) => this.#paragraph(slot)).join('\n\n');
  }

  /** The body after someone on `side`, seeing `body`, edited a slot. What a merge left behind is cleaned up by writing all anew. */
  edit(page: string, side: Side, body: string, slot: number): string {
    this.#mark(page, side);
    const paragraphs = body.split('\n\n');
    if (paragraphs.length !== SLOTS || /^[<=>|]{7}/m.test(body)) {
      this.#replaced(body);
      return this.newBody();
    }
    this.#replaced(paragraphs[slot] ?? '');
    return paragraphs.with(slot, this.#paragraph(slot)).join('\n\n');
  }

  /** The title after someone on `side`, seeing `title`, changed it. */
  retitle(page: string, side: Side, title: string): string {
    this.#mark(page, side);
    this.#replaced(title);
    return `About ${this.#token()}`;
  }

  /** A new page on `side`. */
  made(page: string, side: Side): string {
    this.#mark(page, side);
    return this.newBody();
  }

  /** A person gave the page to the other side: what only `body` has is let go. */
  letGo(body: string, kept: string): void {
    const rest = new Set(kept.match(TOKEN));
    for (const token of body.match(TOKEN) ?? []) if (!rest.has(token)) this.#owed.delete(token);
  }

  /** The file is again what it was before the platform's texts came into it: both sides count as edited. */
  takeBack(page: string): void {
    this.#mark(page, 'file');
    this.#mark(page, 'platform');
  }

  agreed(page: string): void {
    this.#edited.delete(page);
  }

  bothEdited(page: string): boolean {
    return this.#edited.get(page)?.size === 2;
  }

  #mark(page: string, side: Side): void {
    this.#edited.set(page, (this.#edited.get(page) ?? new Set<Side>()).add(side));
  }

  #replaced(text: string): void {
    for (const token of text.match(TOKEN) ?? []) this.#owed.delete(token);
  }

  #paragraph(slot: number): string {
    return `Slot ${slot} holds ${this.#token()}.`;
  }

  #token(): string {
    this.#last += 1;
    const token = `token-${this.#last}-end`;
    this.#owed.add(token);
    return token;
  }
}

/** Keys of pages that are on the platform twice. */
export async function duplicates(world: World): Promise<string[]> {
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const { version, documentation, slug } of await world.platform.admin.pages()) {
    const key = `${version}/${documentation}/${slug}`;
    if (seen.has(key)) twice.push(key);
    seen.add(key);
  }
  return twice;
}
