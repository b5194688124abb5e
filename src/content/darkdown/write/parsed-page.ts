/** A page's text, parsed for writing it. Import this lazily: it loads markdown-it. */
import { PageReader } from '../markdown/page-reader.ts';
import type { Document } from '../read/model.ts';
import { parse } from '../read/parse.ts';
import { Conversion } from './conversion.ts';
import type { Resolver } from './resolver.ts';
import { parsedClear, withoutUnclear } from './unclear.ts';

/**
 * A page that is parsed once, for all forms that are written. Keep it only as long as the page is
 * being written.
 */
export class ParsedPage {
  /** As readers may see it. */
  readonly document: Document;
  readonly #synced = new Map<string, Document>();
  #reader: PageReader | undefined;

  constructor(document: Document) {
    this.document = withoutUnclear(document);
  }

  static of(text: string): ParsedPage {
    return new ParsedPage(parse(text));
  }

  /**
   * The reader for one form of the page. The next form gets the same reader, unless it would read
   * differently.
   */
  get reader(): PageReader {
    if (this.#reader === undefined || this.#reader.hasLearnt) {
      this.#reader = new PageReader(this.document);
    }
    return this.#reader;
  }

  conversion(resolver: Resolver): Conversion {
    return new Conversion(resolver, this.document.assets, (text) => {
      const known = this.#synced.get(text) ?? parsedClear(text);
      this.#synced.set(text, known);
      return known;
    });
  }
}
