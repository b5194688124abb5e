/** Facts that need a page to be parsed completely. Import this lazily: it loads markdown-it. */
import GithubSlugger from 'github-slugger';
import { textOf } from '../darkdown/read/blocks.ts';
import { anchorOf, Anchors } from '../darkdown/anchor.ts';
import type { Phrase, Phrases } from '../darkdown/markdown/flow.ts';
import { linesIn } from '../darkdown/markdown/lines-in.ts';
import { PageReader } from '../darkdown/markdown/page-reader.ts';
import type { InlineTag } from '../darkdown/read/inline.ts';
import type { Block, Document, Fragment } from '../darkdown/read/model.ts';
import { Conversion } from '../darkdown/write/conversion.ts';
import { NO_PROJECT } from '../darkdown/write/resolver.ts';
import { headingText, phrasesText } from '../darkdown/write/phrase-text.ts';
import { repairUrl } from '../darkdown/url.ts';
import { VARIABLE } from '../darkdown/read/variable.ts';
import type { CheckedBody, CheckedPage } from './linkable-pages.ts';

/** The anchors of a page, as far as they are known without the platform. */
export class PageAnchors {
  readonly all: ReadonlySet<string>;
  /** Anchors by those that GitHub makes of the same headings; empty if it is not certain which. */
  readonly #byGithub = new Map<string, string>();
  readonly #bare: ReadonlySet<string>;
  /** Anchors of headings with a variable: the text before the variable and the text after it. */
  readonly #open: readonly (readonly [before: string, after: string])[];

  constructor(bodies: readonly BodyReading[]) {
    this.all = new Set(bodies.flatMap(({ anchors }) => [...anchors]));
    this.#bare = new Set([...this.all].map(bare));
    for (const [name, anchor] of bodies.flatMap(({ byGithub }) => [...byGithub])) {
      this.#byGithub.set(name, (this.#byGithub.get(name) ?? anchor) === anchor ? anchor : '');
    }
    const titles = bodies.flatMap((body) => body.titles);
    this.#open = titles.flatMap((title) => {
      const [before, ...rest] = title.split(VARIABLE);
      const after = rest.at(-1);
      return before === undefined || after === undefined
        ? []
        : [[anchorOf(before), anchorOf(after)] as const];
    });
  }

  /** The anchor of the heading for which GitHub, and most tools, have this one. */
  ofGithub(fragment: string): string | undefined {
    return this.#byGithub.get(fragment.normalize('NFC')) || undefined;
  }

  /**
   * Whether `fragment` may be an anchor. Hyphens and the values of variables may differ: the
   * values are unknown here, and the rule for hyphens fails for a few real headings.
   */
  mayHave(fragment: string): boolean {
    if (this.all.has(fragment) || this.#bare.has(bare(fragment))) return true;
    return this.#open.some(
      ([before, after]) => fragment.startsWith(before) && fragment.endsWith(after),
    );
  }
}

const bare = (anchor: string): string => anchor.replaceAll('-', '');

/** The results of parsing a page completely. */
export interface PageReading {
  readonly hrefs: ReadonlyMap<CheckedBody, ReadonlySet<string>>;
  readonly variables: ReadonlyMap<CheckedBody, ReadonlySet<string>>;
  /** `null` if a part of the page is unknown. */
  readonly anchors: PageAnchors | null;
}

export function readPage({ bodies, synced }: Pick<CheckedPage, 'bodies' | 'synced'>): PageReading {
  let isWhole = true;
  const readings = bodies.map((body) => {
    const reading = readDocument(body.document, (id) => {
      const text = synced?.get(id);
      isWhole &&= text !== undefined;
      return text;
    });
    return [body, reading] as const;
  });
  return {
    hrefs: new Map(readings.map(([body, { hrefs }]) => [body, hrefs])),
    variables: new Map(readings.map(([body, { variables }]) => [body, variables])),
    anchors: isWhole ? new PageAnchors(readings.map(([, reading]) => reading)) : null,
  };
}

/** Facts that only the Markdown of a body contains. */
export interface BodyReading {
  /** Targets of the links, images and inline tags that readers see. */
  readonly hrefs: ReadonlySet<string>;
  /** Anchors of headings and raw HTML, including those in synced blocks and in gates. */
  readonly anchors: ReadonlySet<string>;
  /** The anchors of headings by those that GitHub makes of them, which keep all letters. */
  readonly byGithub: ReadonlyMap<string, string>;
  readonly titles: readonly string[];
  /** Names of the variables that its text uses. */
  readonly variables: ReadonlySet<string>;
}

/**
 * Parses a body once for all checks of it.
 *
 * @param synced returns the body of a synced block; undefined if unknown
 */
export function readDocument(
  document: Document,
  synced: (id: string) => string | undefined,
): BodyReading {
  const project = new Conversion({ ...NO_PROJECT, synced }, document.assets);
  const reader = new BodyReader(project, new PageReader(document));
  reader.read(document);
  return reader;
}

const HTML_ANCHOR = /\b(?:id|name)="([^"\n]{1,200})"/g;

class BodyReader implements BodyReading {
  readonly hrefs = new Set<string>();
  readonly anchors = new Set<string>();
  readonly byGithub = new Map<string, string>();
  readonly titles: string[] = [];
  readonly variables = new Set<string>();
  readonly #project: Conversion;
  readonly #reader: PageReader;
  readonly #numbers = new Anchors();
  readonly #github = new GithubSlugger();
  /** The number of synced blocks that are open. */
  #depth = 0;

  constructor(project: Conversion, reader: PageReader) {
    this.#project = project;
    this.#reader = reader;
  }

  read(document: Document): void {
    this.#fragment(document);
    for (const [, id] of document.source.matchAll(HTML_ANCHOR)) {
      if (id !== undefined) this.anchors.add(id);
    }
  }

  #fragment(fragment: Fragment): void {
    for (const part of linesIn(fragment, this.#reader)) {
      if (part.kind === 'block') this.#block(part.block);
      else {
        if (part.kind === 'heading') this.#heading(part.phrases);
        this.#phrases(part.phrases);
      }
    }
  }

  #heading(phrases: Phrases): void {
    const text = headingText(phrases);
    const anchor = this.#numbers.take(text);
    this.anchors.add(anchor);
    this.byGithub.set(this.#github.slug(text.normalize('NFC')), anchor);
    this.titles.push(phrasesText(phrases, this.#project));
  }

  /** The headings of a synced block belong to the page. Its links do not. */
  #block({ name, attributes }: Block): void {
    if (name !== 'synced') return;
    this.#project.withSynced(textOf(attributes, 'id'), (body) => {
      this.#depth += 1;
      this.#fragment(body);
      this.#depth -= 1;
      return '';
    });
  }

  #phrases(phrases: Phrases): void {
    if (this.#depth === 0) for (const phrase of phrases) this.#phrase(phrase);
  }

  #phrase(phrase: Phrase): void {
    switch (phrase.kind) {
      case 'image':
        this.hrefs.add(phrase.url);
        return this.#phrases(phrase.label);
      case 'empty-link':
        this.hrefs.add(phrase.href);
        return undefined;
      case 'variable':
        this.variables.add(phrase.name);
        return undefined;
      case 'tag':
        return this.#tag(phrase.tag);
      case 'open':
        if (phrase.mark.name === 'link') this.hrefs.add(phrase.mark.href);
        return phrase.mark.name === 'pair' ? this.#tag(phrase.mark.tag) : undefined;
      case 'text':
      case 'code-span':
      case 'soft-break':
      case 'hard-break':
      case 'page-title':
      case 'close':
        return undefined;
      default:
        return phrase satisfies never;
    }
  }

  #tag({ attributes }: InlineTag): void {
    for (const name of ['href', 'link', 'url']) this.hrefs.add(repairUrl(textOf(attributes, name)));
  }
}
