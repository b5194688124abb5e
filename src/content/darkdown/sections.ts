/**
 * The sections of a page for search: the text under each heading. Import this lazily: it loads
 * markdown-it.
 */
import { Anchors } from './anchor.ts';
import type { ParsedPage } from './write/parsed-page.ts';
import type { Resolver } from './write/resolver.ts';
import type { TextSink } from './write/to-text.ts';
import { writeWords } from './write/to-text.ts';

/** A part of a page that search can find. */
export interface Section {
  /** Empty for the text before the first heading. */
  readonly title: string;
  /** The `id` that `toHtml` gives the heading; empty if there is none. */
  readonly anchor: string;
  /** The title of the level-2 heading above; empty if it is one itself, or there is none. */
  readonly above: string;
  /** Plain text, including headings of lower levels. */
  readonly text: string;
}

/**
 * Sections in order. The text before the first heading comes first, if there is any.
 *
 * @param deepest the level of headings that begin a section. The platform's search has 2
 */
export function sections(
  page: ParsedPage,
  resolver: Resolver,
  numbersHeadings = false,
  deepest: 2 | 3 = 2,
): Section[] {
  const sink = new Sections(numbersHeadings, deepest);
  writeWords(page, resolver, sink);
  return sink.finish();
}

class Sections implements TextSink {
  readonly #anchors: Anchors;
  readonly #deepest: number;
  readonly #sections: Section[] = [];
  #second = '';
  #current = { title: '', anchor: '', above: '' };
  #text: string[] = [];

  constructor(numbersHeadings: boolean, deepest: number) {
    this.#anchors = new Anchors(numbersHeadings);
    this.#deepest = deepest;
  }

  piece(text: string, tight: boolean): void {
    if (text === '') return;
    if (this.#text.length > 0) this.#text.push(tight ? '\n' : '\n\n');
    this.#text.push(text);
  }

  heading(level: number, title: string, anchorText: string): void {
    const anchor = this.#anchors.take(anchorText);
    if (level > this.#deepest) {
      this.piece(title, false);
      return;
    }
    this.#flush();
    if (level <= 2) this.#second = title;
    this.#current = { title, anchor, above: level <= 2 ? '' : this.#second };
  }

  headingInCell(anchorText: string): void {
    this.#anchors.take(anchorText);
  }

  finish(): Section[] {
    this.#flush();
    return this.#sections;
  }

  #flush(): void {
    const text = this.#text.join('');
    this.#text = [];
    if (text !== '' || this.#current.title !== '') this.#sections.push({ ...this.#current, text });
  }
}
