/**
 * What must still be somewhere: the model beside the real folder and the real platform.
 *
 * A page has a title, a slug and three slots, a paragraph each. An edit puts its own token into one
 * of them, in place of what its author saw there: those tokens were replaced knowingly, and nobody
 * owes them any more. All others must be found, whatever the tool did in between.
 */
import { tokensIn, without } from '../support/seen-and-written.ts';

const SLOTS = 3;

export type Side = 'file' | 'platform';

/** Pages are named by their number. */
export class Model {
  readonly #owed = new Set<string>();
  /** Sides that someone edited since both last agreed, by page. */
  readonly #edited = new Map<number, Set<Side>>();
  /** The text that both last had in common, by page. */
  readonly #bases = new Map<number, string>();
  /** Pages that both sides had edited at any time of this run. */
  readonly #disputed = new Set<number>();
  #last = 0;

  get owed(): ReadonlySet<string> {
    return this.#owed;
  }

  newBody(): string {
    return Array.from({ length: SLOTS }, (_, slot) => this.#paragraph(slot)).join('\n\n');
  }

  /** The body after someone on `side` edited a slot of `body`, which cleans up after a merge. */
  edit(page: number, side: Side, body: string, slot: number): string {
    this.#mark(page, side);
    const paragraphs = body.split('\n\n');
    if (paragraphs.length !== SLOTS || /^[<=>|]{7}/m.test(body)) {
      this.forget(tokensIn(body));
      return this.newBody();
    }
    this.forget(tokensIn(paragraphs[slot]));
    return paragraphs.with(slot, this.#paragraph(slot)).join('\n\n');
  }

  /** The title after someone on `side`, seeing `title`, changed it. */
  retitle(page: number, side: Side, title: string): string {
    this.#mark(page, side);
    this.forget(tokensIn(title));
    return `About ${this.#token()}`;
  }

  /** The slug after someone in the editor, seeing `slug`, changed it. */
  reslug(page: number, slug: string): string {
    this.#mark(page, 'platform');
    this.forget(tokensIn(slug));
    return `page-${page}-${this.#token()}`;
  }

  /**
   * Someone in the editor, seeing `body`, restores `older`. This takes back an edit of what both
   * last had in common, and is not one: what the author of `file` replaced of it stays replaced.
   */
  restore(page: number, { body, older, file }: Record<'body' | 'older' | 'file', string>): void {
    this.#mark(page, 'platform');
    this.forget(without(tokensIn(body), tokensIn(older)));
    const replaced = without(tokensIn(this.#bases.get(page)), tokensIn(file));
    for (const token of without(tokensIn(older), replaced)) this.#owed.add(token);
  }

  /** A new page on `side`. */
  made(page: number, side: Side): string {
    this.#mark(page, side);
    return this.newBody();
  }

  /** The author of the file, who has `text`, deletes it. */
  remove(page: number, text: string): void {
    this.#mark(page, 'file');
    this.forget(tokensIn(text));
  }

  /** A person saw them, and decided that they are not wanted; or the tool is allowed to overwrite them. */
  forget(tokens: Iterable<string>): void {
    for (const token of tokens) this.#owed.delete(token);
  }

  /** A person gave the page to the other side: what only `body` has is let go. */
  letGo(body: string, kept: string): void {
    this.forget(without(tokensIn(body), tokensIn(kept)));
  }

  /**
   * The file is again what it was before the platform's texts came into it, or the page what it was
   * before it got the file's: both sides count as edited.
   */
  takeBack(page: number): void {
    this.#mark(page, 'file');
    this.#mark(page, 'platform');
  }

  /** Both sides have `body`. */
  agreed(page: number, body: string): void {
    this.#edited.delete(page);
    this.shareText(page, body);
  }

  /** Both sides have `body`; title or slug may differ. */
  shareText(page: number, body: string): void {
    this.#bases.set(page, body);
  }

  beginRun(): void {
    this.#disputed.clear();
    for (const [page, sides] of this.#edited) if (sides.size === 2) this.#disputed.add(page);
  }

  /** Whether both sides have edited the page, now or at any time of this run. */
  isDisputed(page: number): boolean {
    return this.#disputed.has(page);
  }

  #mark(page: number, side: Side): void {
    const sides = (this.#edited.get(page) ?? new Set<Side>()).add(side);
    this.#edited.set(page, sides);
    if (sides.size === 2) this.#disputed.add(page);
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
