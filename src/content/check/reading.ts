/** What only a whole reading of a page's Markdown tells. Import this lazily: it brings markdown-it. */
import type { Token } from 'markdown-it';
import { contentOf, textOf } from '../darkdown/blocks.ts';
import { anchorOf, Anchors } from '../darkdown/anchor.ts';
import type { Reading } from '../darkdown/markdown.ts';
import { readReferences, tagOf, tokensOf } from '../darkdown/markdown.ts';
import type { Document, Fragment } from '../darkdown/model.ts';
import { Project } from '../darkdown/project.ts';
import { NO_PROJECT } from '../darkdown/resolver.ts';
import { TextWriter } from '../darkdown/to-text.ts';
import { repairUrl } from '../darkdown/url.ts';

/** All targets of links, images and inline tags that readers get. */
export function hrefsOf(document: Document): ReadonlySet<string> {
  const hrefs = new Set<string>();
  const reading: Reading = { cellBreaks: false };
  readReferences(document, reading);
  takeFragment(document);
  return hrefs;

  function takeFragment({ source, nodes }: Fragment): void {
    for (const node of nodes) {
      if (node.kind === 'markdown') tokensOf(source, node, reading).forEach(takeToken);
      else if (node.kind === 'block') takeFragment(contentOf(node));
    }
  }

  function takeToken(token: Token): void {
    token.children?.forEach(takeToken);
    const target = token.attrGet('href') ?? token.attrGet('src');
    if (target !== null) hrefs.add(String(target));
    if (token.type !== 'tag' && token.type !== 'pair_open') return;
    const { attributes } = tagOf(token);
    for (const name of ['href', 'link', 'url']) hrefs.add(repairUrl(textOf(attributes, name)));
  }
}

/** The anchors of a page, as far as they can be told without the platform. */
export class PageAnchors {
  readonly all: ReadonlySet<string>;
  readonly #bare: ReadonlySet<string>;
  /** Of headings with a variable: what stands before and after it. */
  readonly #open: readonly (readonly [before: string, after: string])[];

  constructor(all: ReadonlySet<string>, titles: readonly string[]) {
    this.all = all;
    this.#bare = new Set([...all].map(bare));
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

const VARIABLE = /%[A-Za-z_][A-Za-z0-9_.]*%/;

const bare = (anchor: string): string => anchor.replaceAll('-', '');

/**
 * The anchors of a page's headings, those in its synced blocks included.
 *
 * @param synced the body of a synced block; `undefined`: not known
 */
export function anchorsOf(
  documents: readonly Document[],
  synced: (id: string) => string | undefined,
): PageAnchors {
  const found = new Set<string>();
  const titles: string[] = [];
  for (const document of documents) {
    const anchors = new Anchors();
    const sink = {
      piece: () => undefined,
      heading: (_level: number, title: string, text: string) => {
        found.add(anchors.take(text));
        titles.push(title);
      },
    };
    new TextWriter(new Project({ ...NO_PROJECT, synced }, document.assets), sink).page(document);
    for (const [, id] of document.source.matchAll(/\b(?:id|name)="([^"\n]{1,200})"/g)) {
      if (id !== undefined) found.add(id);
    }
  }
  return new PageAnchors(found, titles);
}
