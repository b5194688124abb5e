/** The parts of a page that search answers with: what stands under each heading of level 2. Import this lazily: it brings markdown-it. */
import { Anchors } from './anchor.ts';
import { parse } from './parse.ts';
import { Project } from './project.ts';
import type { Resolver } from './resolver.ts';
import { NO_PROJECT } from './resolver.ts';
import type { TextSink } from './to-text.ts';
import { TextWriter } from './to-text.ts';

export interface Section {
  /** Empty for what stands before the first heading. */
  readonly title: string;
  /** 1 for what stands before the first heading of level 2, else 2. */
  readonly level: number;
  /** The `id` that `toHtml` gives the heading; empty where there is none. */
  readonly anchor: string;
  /** Plain text, headings of lower levels included. */
  readonly text: string;
}

export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly anchor: string;
}

/** Sections in order. What stands before the first heading comes first, if anything does. */
export function sections(body: string, resolver: Resolver = NO_PROJECT): Section[] {
  const sink = new Sections();
  const document = parse(body);
  new TextWriter(new Project(resolver, document.assets), sink).page(document);
  return sink.finish();
}

/** All headings with their anchors, synced blocks included as far as `resolver` knows them. */
export function headings(body: string, resolver: Resolver = NO_PROJECT): Heading[] {
  const sink = new Sections();
  const document = parse(body);
  new TextWriter(new Project(resolver, document.assets), sink).page(document);
  return sink.headings;
}

class Sections implements TextSink {
  readonly headings: Heading[] = [];
  readonly #anchors = new Anchors();
  readonly #sections: Section[] = [];
  #current = { title: '', level: 1, anchor: '' };
  #text: string[] = [];

  piece(text: string, tight: boolean): void {
    if (text === '') return;
    if (this.#text.length > 0) this.#text.push(tight ? '\n' : '\n\n');
    this.#text.push(text);
  }

  heading(level: number, title: string, anchorText: string): void {
    const anchor = this.#anchors.take(anchorText);
    this.headings.push({ level, title, anchor });
    if (level > 2) {
      this.piece(title, false);
      return;
    }
    this.#flush();
    this.#current = { title, level: 2, anchor };
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
