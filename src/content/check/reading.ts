/** What only a whole reading of a page's Markdown tells. Import this lazily: it brings markdown-it. */
import type { Token } from 'markdown-it';
import { contentOf, textOf } from '../darkdown/read/blocks.ts';
import { anchorOf, Anchors, headingText } from '../darkdown/anchor.ts';
import type { MarkdownEnv } from '../darkdown/markdown/markdown-it.ts';
import { readReferences, tagOf, tokensOf } from '../darkdown/markdown/markdown-it.ts';
import type { Document, Fragment } from '../darkdown/read/model.ts';
import { Conversion } from '../darkdown/write/conversion.ts';
import { NO_PROJECT } from '../darkdown/write/resolver.ts';
import { inlineText } from '../darkdown/write/inline-text.ts';
import { repairUrl } from '../darkdown/url.ts';
import { VARIABLE } from '../darkdown/read/variable.ts';
import type { CheckedBody, CheckedPage } from './site.ts';

/** The anchors of a page, as far as they can be told without the platform. */
export class PageAnchors {
  readonly all: ReadonlySet<string>;
  readonly #bare: ReadonlySet<string>;
  /** Of headings with a variable: what stands before and after it. */
  readonly #open: readonly (readonly [before: string, after: string])[];

  constructor(bodies: readonly BodyReading[]) {
    this.all = new Set(bodies.flatMap(({ anchors }) => [...anchors]));
    this.#bare = new Set([...this.all].map(bare));
    const titles = bodies.flatMap((body) => body.titles);
    this.#open = titles.flatMap((title) => {
      const [before, ...rest] = title.split(VARIABLE);
      const after = rest.at(-1);
      return before === undefined || after === undefined
        ? []
        : [[anchorOf(before), anchorOf(after)] as const];
    });
  }

  /**
   * Whether `fragment` may be one of them. A value of a variable is not known here, and about hyphens the rule that is known
   * fails for a few real headings: what differs in these alone counts as there.
   */
  mayHave(fragment: string): boolean {
    if (this.all.has(fragment) || this.#bare.has(bare(fragment))) return true;
    return this.#open.some(
      ([before, after]) => fragment.startsWith(before) && fragment.endsWith(after),
    );
  }
}

const bare = (anchor: string): string => anchor.replaceAll('-', '');

/** What a whole reading of a page tells. */
export interface PageReading {
  readonly hrefs: ReadonlyMap<CheckedBody, ReadonlySet<string>>;
  readonly variables: ReadonlyMap<CheckedBody, ReadonlySet<string>>;
  /** `null` if not all of the page is known. */
  readonly anchors: PageAnchors | null;
}

/** Reads all bodies of a page. */
export function readPage({ bodies, synced }: Pick<CheckedPage, 'bodies' | 'synced'>): PageReading {
  let isWhole = true;
  const readings = bodies.map((body) => {
    const reading = readBody(body.document, (id) => {
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

/** What a body holds that only its Markdown tells. */
export interface BodyReading {
  /** Targets of links, images and inline tags that readers get. */
  readonly hrefs: ReadonlySet<string>;
  /** Anchors of headings, those in synced blocks and for some readers only included, and of raw HTML. */
  readonly anchors: ReadonlySet<string>;
  readonly titles: readonly string[];
  /** Names of the variables that its text calls. */
  readonly variables: ReadonlySet<string>;
}

/**
 * Reads a body, once for all that is to be known of it.
 *
 * @param synced the body of a synced block; `undefined`: not known
 */
export function readBody(
  document: Document,
  synced: (id: string) => string | undefined,
): BodyReading {
  const reader = new BodyReader(new Conversion({ ...NO_PROJECT, synced }, document.assets));
  reader.read(document);
  return reader;
}

const HTML_ANCHOR = /\b(?:id|name)="([^"\n]{1,200})"/g;

class BodyReader implements BodyReading {
  readonly hrefs = new Set<string>();
  readonly anchors = new Set<string>();
  readonly titles: string[] = [];
  readonly variables = new Set<string>();
  readonly #project: Conversion;
  readonly #reading: MarkdownEnv = { cellBreaks: false };
  readonly #numbers = new Anchors();
  /** Of synced blocks. */
  #depth = 0;

  constructor(project: Conversion) {
    this.#project = project;
  }

  read(document: Document): void {
    readReferences(document, this.#reading);
    this.#fragment(document);
    for (const [, id] of document.source.matchAll(HTML_ANCHOR)) {
      if (id !== undefined) this.anchors.add(id);
    }
  }

  #fragment({ source, nodes }: Fragment): void {
    for (const node of nodes) {
      if (node.kind === 'markdown') this.#run(tokensOf(source, node, this.#reading));
      else if (node.kind === 'block') {
        this.#fragment(contentOf(node));
        if (node.name === 'synced') this.#synced(textOf(node.attributes, 'id'));
      }
    }
  }

  /** Its headings are the page's, its links are not. */
  #synced(id: string): void {
    this.#project.withSynced(id, (body) => {
      this.#depth += 1;
      this.#fragment(body);
      this.#depth -= 1;
      return '';
    });
  }

  #run(tokens: readonly Token[]): void {
    for (const [index, token] of tokens.entries()) {
      if (this.#depth === 0) this.#target(token);
      if (token.type === 'heading_open') this.#heading(tokens[index + 1]?.children ?? []);
    }
  }

  #heading(children: readonly Token[]): void {
    this.anchors.add(this.#numbers.take(headingText(children)));
    this.titles.push(inlineText(children, this.#project));
  }

  #target(token: Token): void {
    for (const child of token.children ?? []) this.#target(child);
    if (token.type === 'variable') this.variables.add(token.content);
    const target = token.attrGet('href') ?? token.attrGet('src');
    if (target !== null) this.hrefs.add(String(target));
    if (token.type !== 'tag' && token.type !== 'pair_open') return;
    const { attributes } = tagOf(token);
    for (const name of ['href', 'link', 'url']) this.hrefs.add(repairUrl(textOf(attributes, name)));
  }
}
