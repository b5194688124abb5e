/** The links of a body with their texts, as readers see them. Import this lazily: it loads markdown-it. */
import type { Phrases } from '../../content/darkdown/markdown/flow.ts';
import { linesIn } from '../../content/darkdown/markdown/lines-in.ts';
import { PageReader } from '../../content/darkdown/markdown/page-reader.ts';
import { textOf } from '../../content/darkdown/read/blocks.ts';
import type { Attributes, Document } from '../../content/darkdown/read/model.ts';
import { Conversion } from '../../content/darkdown/write/conversion.ts';
import { phrasesText } from '../../content/darkdown/write/phrase-text.ts';
import { NO_PROJECT } from '../../content/darkdown/write/resolver.ts';
import { LINK_ATTRIBUTES } from '../../content/links/find-links.ts';

export interface ReadLink {
  readonly href: string;
  /** `null`: there is none. */
  readonly text: string | null;
}

/** In order. Links in synced blocks belong to the blocks, not to the page, and are left out. */
export function readLinks(document: Document): ReadLink[] {
  const found: ReadLink[] = [];
  const project = new Conversion(NO_PROJECT, document.assets);
  const reader = new PageReader(document);
  for (const part of linesIn(document, reader)) {
    if (part.kind === 'block') addAttributes(part.block.attributes);
    else readPhrases(part.phrases);
  }
  return found;

  function readPhrases(phrases: Phrases): void {
    for (const [index, phrase] of phrases.entries()) {
      if (phrase.kind === 'tag') addAttributes(phrase.tag.attributes);
      else if (phrase.kind === 'empty-link') add(phrase.href, '');
      else if (phrase.kind === 'open' && phrase.mark.name === 'pair') {
        addAttributes(phrase.mark.tag.attributes);
      } else if (phrase.kind === 'open' && phrase.mark.name === 'link') {
        const { mark } = phrase;
        const end = phrases.findIndex((each) => each.kind === 'close' && each.mark === mark);
        add(mark.href, phrasesText(phrases.slice(index + 1, end), project));
      }
    }
  }

  function addAttributes(attributes: Attributes): void {
    for (const name of LINK_ATTRIBUTES) add(textOf(attributes, name), textOf(attributes, 'title'));
  }

  function add(href: string, text: string): void {
    if (href !== '') found.push({ href, text: text === '' ? null : text });
  }
}
