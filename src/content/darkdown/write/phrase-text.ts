/** Phrases as text. */
import { AUTO_TITLE } from '../markdown/flow.ts';
import type { Phrases } from '../markdown/flow.ts';
import { textOf } from '../read/blocks.ts';
import type { InlineTag } from '../read/inline.ts';
import type { Conversion } from './conversion.ts';

/** The words that a reader sees. */
export function phrasesText(phrases: Phrases, project: Conversion): string {
  let text = '';
  for (const phrase of phrases) {
    switch (phrase.kind) {
      case 'text':
        text += phrase.text;
        break;
      case 'code-span':
        text += phrase.code;
        break;
      case 'soft-break':
        text += ' ';
        break;
      case 'hard-break':
        text += '\n';
        break;
      case 'variable':
        text += project.resolver.variable(phrase.name) ?? `%${phrase.name}%`;
        break;
      case 'tag':
        text += tagText(phrase.tag, project);
        break;
      case 'image':
        text += phrasesText(phrase.label, project);
        break;
      case 'page-title':
        text += project.title(phrase.href);
        break;
      case 'empty-link':
      case 'open':
      case 'close':
        break;
      default:
        phrase satisfies never;
    }
  }
  return text;
}

function tagText({ name, attributes }: InlineTag, project: Conversion): string {
  switch (name) {
    case 'badge':
      return project.words(textOf(attributes, 'text'));
    case 'key':
      return textOf(attributes, 'key');
    case 'glossary':
      return textOf(attributes, 'term');
    default:
      return '';
  }
}

/**
 * The words for a heading's anchor: includes the texts of links, drops tags and the `%` of
 * variables.
 */
export function headingText(phrases: Phrases): string {
  let text = '';
  for (const phrase of phrases) {
    if (phrase.kind === 'text') text += phrase.text;
    else if (phrase.kind === 'code-span') text += phrase.code;
    else if (phrase.kind === 'variable') text += phrase.name;
    else if (phrase.kind === 'page-title') text += AUTO_TITLE;
    else if (phrase.kind === 'soft-break' || phrase.kind === 'hard-break') text += ' ';
  }
  return text;
}
