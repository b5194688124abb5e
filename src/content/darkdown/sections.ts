/** The parts of a page that search answers with: what stands under each heading of level 2. Import this lazily: it brings markdown-it. */
import { Anchors } from './anchor.ts';
import { parse } from './read/parse.ts';
import type { Resolver } from './write/resolver.ts';
import type { TextSink } from './write/to-text.ts';
import { writeWords } from './write/to-text.ts';

/** A part of a page that search can answer with. */
export interface Section {
  /** Empty for what stands before the first heading. */
  readonly title: string;
  /** The `id` that `toHtml` gives the heading; empty if there is none. */
  readonly anchor: string;
  /** Plain text, headings of lower levels included. */
  readonly text: string;
}

/** Sections in order. The text before the first heading comes first, if there is any. */
export function sections(body: string, resolver: Resolver): Section[] {
  const sink = new Sections();
  writeWords(parse(body), resolver, sink);
  return sink.finish();
}

class Sections implements TextSink {
  readonly #anchors = new Anchors();
  readonly #sections: Section[] = [];
  #current = { title: '', anchor: '' };
  #text: string[] = [];

  piece(text: string, tight: boolean): void {
    if (text === '') return;
    if (this.#text.length > 0) this.#text.push(tight ? '\n' : '\n\n');
    this.#text.push(text);
  }

  heading(level: number, title: string, anchorText: string): void {
    const anchor = this.#anchors.take(anchorText);
    if (level > 2) {
      this.piece(title, false);
      return;
    }
    this.#flush();
    this.#current = { title, anchor };
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
