/** What is behind words: where links lead, what pictures are said to be, attributes of tags. */
import { AUTO_TITLE } from '../content/darkdown/markdown/flow.ts';
import type { Mark, Phrase } from '../content/darkdown/markdown/flow.ts';
import { plainAttributes } from '../content/darkdown/print/normal-form.ts';
import { textOf } from '../content/darkdown/read/blocks.ts';
import type { InlineTag } from '../content/darkdown/read/inline.ts';
import type { Conversion } from '../content/darkdown/write/conversion.ts';
import { phrasesText } from '../content/darkdown/write/phrase-text.ts';
import type { Fact } from './piece.ts';
import { lookOf } from './styles.ts';
import type { Word } from './words.ts';

/** What a word has behind it, for people: a link's target, a picture's description. */
export const factsOfWord = ({ phrase, marks }: Word, project: Conversion): Fact[] => [
  ...marks.flatMap(factsOfMark),
  ...factsOfPhrase(phrase, project),
];

function factsOfMark(mark: Mark): Fact[] {
  if (mark.name === 'link') return linkFacts(mark);
  if (mark.name !== 'pair') return [];
  const { name, attributes } = mark.tag;
  const target =
    lookOf(mark) === 'a' ? linkFacts({ href: textOf(attributes, 'href'), title: '' }) : [];
  const more = plainAttributes(name, attributes).filter(([what]) => what !== 'href');
  return [...target, ...more.map(([what, value]) => ({ what, value }))];
}

function linkFacts({ href, title }: { readonly href: string; readonly title: string }): Fact[] {
  const target = { what: 'link target', value: href };
  return title === '' ? [target] : [target, { what: 'link title', value: title }];
}

/** A link, and the words that lead there. */
export interface LinkInLine {
  readonly href: string;
  readonly words: readonly Word[];
}

/** The links in a line. */
export function leadsOf(words: readonly Word[]): LinkInLine[] {
  const leads = new Map<Mark | Word, Word[]>();
  for (const word of words) {
    if (word.phrase.kind === 'empty-link') leads.set(word, [word]);
    for (const mark of word.marks) {
      if (lookOf(mark) === 'a') leads.set(mark, [...(leads.get(mark) ?? []), word]);
    }
  }
  return [...leads].map(([link, own]) => ({ href: hrefOfLead(link), words: own }));
}

const hrefOfLead = (link: Mark | Word): string => {
  if ('phrase' in link) return link.phrase.kind === 'empty-link' ? link.phrase.href : '';
  if (link.name === 'link') return link.href;
  return link.name === 'pair' ? textOf(link.tag.attributes, 'href') : '';
};

function factsOfPhrase(phrase: Phrase, project: Conversion): Fact[] {
  if (phrase.kind === 'image') {
    const alt = { what: 'alt text', value: phrasesText(phrase.label, project) };
    const title = { what: 'picture title', value: phrase.title };
    const picture = { what: 'picture', value: phrase.url };
    return phrase.title === '' ? [picture, alt] : [picture, alt, title];
  }
  if (phrase.kind === 'empty-link') return linkFacts(phrase);
  if (phrase.kind === 'variable') return [{ what: 'variable', value: phrase.name }];
  if (phrase.kind === 'page-title') return [{ what: 'words', value: AUTO_TITLE }];
  return phrase.kind === 'tag' ? factsOfTag(phrase.tag, project) : [];
}

function factsOfTag({ name, attributes }: InlineTag, project: Conversion): Fact[] {
  const facts = plainAttributes(name, attributes).map(([what, value]) => ({ what, value }));
  if (name !== 'glossary') return facts;
  const meaning = project.resolver.glossary(textOf(attributes, 'term'));
  return [...facts, { what: 'meaning', value: meaning ?? '' }];
}
