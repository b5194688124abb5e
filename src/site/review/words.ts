/** The words of a line, which are compared within a piece. */
import { AUTO_TITLE } from '../../content/darkdown/markdown/flow.ts';
import type { Mark, Phrase, Phrases } from '../../content/darkdown/markdown/flow.ts';
import { plainAttributes } from '../../content/darkdown/print/normal-form.ts';
import { textOf } from '../../content/darkdown/read/blocks.ts';
import type { InlineTag } from '../../content/darkdown/read/inline.ts';
import type { Conversion } from '../../content/darkdown/write/conversion.ts';
import { phrasesText } from '../../content/darkdown/write/phrase-text.ts';
import { elementOf, hrefOf } from '../../content/darkdown/write/html-phrases.ts';
import { styleOf, STYLES } from './looks.ts';
import type { Fact } from './piece.ts';

/** The smallest part of a line that can be the same on both sides. */
export interface Word {
  /** What a reader sees of it, without its style. */
  readonly seen: string;
  /** How it looks, for people: `bold`, `link`. Empty for most. */
  readonly style: string;
  /** What is behind it, for people: a link's target, alternative text. Empty for most. */
  readonly facts: readonly Fact[];
  /** The phrase that is written for the word. */
  readonly phrase: Phrase;
  /** Marks around it, the outermost first. */
  readonly marks: readonly Mark[];
}

/** Letters, spaces, or one other character, such as the invisible U+FEFF, U+2028 and U+2029. */
const WORD = /[\p{L}\p{N}\p{M}_]+|[^\S\ufeff\u2028\u2029]+|[^]/gu;
const SPACE = /^[^\S\ufeff\u2028\u2029]/;

/** The words of a line; joined, they are the line. A line end or several spaces count as one. */
export const wordsOf = (phrases: Phrases, project: Conversion): Word[] =>
  partsOf(phrases, project, false);

/** The same for a line in which each space counts. */
export const wordsOfCode = (phrases: Phrases, project: Conversion): Word[] =>
  partsOf(phrases, project, true);

/** Equal for two lines only if nothing in them differs, visible or not. */
export function lineKey(phrases: Phrases, project: Conversion): string {
  const [only] = phrases;
  if (phrases.length === 1 && only?.kind === 'text') return `=${only.text}`;
  let key = '';
  for (const phrase of phrases) {
    if (phrase.kind === 'text') key += `t${phrase.text.length} ${phrase.text}`;
    else if (!isMark(phrase)) {
      const seen = seenOf(phrase, project);
      key += `${phrase.kind} ${seen.length} ${seen}${factsKey(factsOfPhrase(phrase, project))}`;
    } else if (phrase.kind === 'close') key += '>';
    else key += `<${elementOf(phrase.mark)} ${factsKey(factsOfMark(phrase.mark))}`;
  }
  return key;
}

function partsOf(phrases: Phrases, project: Conversion, isExact: boolean): Word[] {
  const words: Word[] = [];
  let marks: readonly Mark[] = [];
  let style = '';
  let behind: readonly Fact[] = [];
  const push = (seen: string, phrase: Phrase): void => {
    const own = styleOf(phrase);
    const both = own === '' || style === '' ? style + own : `${style}, ${own}`;
    const facts = factsOfPhrase(phrase, project);
    const all = facts.length === 0 ? behind : [...behind, ...facts];
    words.push({ seen, style: both, facts: all, phrase, marks });
  };
  for (const phrase of phrases) {
    if (isMark(phrase)) {
      marks = phrase.kind === 'open' ? [...marks, phrase.mark] : marks.slice(0, -1);
      style = marks.map((mark) => STYLES[elementOf(mark)]).join(', ');
      behind = marks.flatMap(factsOfMark);
    } else if (phrase.kind === 'text') {
      for (const text of phrase.text.match(WORD) ?? []) {
        push(isExact || !SPACE.test(text) ? text : ' ', { kind: 'text', text });
      }
    } else if (phrase.kind === 'code-span') {
      for (const code of phrase.code.match(WORD) ?? []) {
        push(SPACE.test(code) ? ' ' : code, { kind: 'code-span', code });
      }
    } else {
      const seen = seenOf(phrase, project);
      const isText = READS_AS_TEXT.has(phrase.kind);
      push(isText ? seen : `\n${seen}`, phrase);
    }
  }
  return words;
}

/**
 * Phrases that read as plain words. In `seen`, others begin with a line end, which a text never
 * contains.
 */
const READS_AS_TEXT: ReadonlySet<Phrase['kind']> = new Set([
  'variable',
  'page-title',
  'soft-break',
]);

/** Whether a reader sees nothing of it besides its words and `style`. */
export const isWords = ({ phrase }: Word): boolean =>
  phrase.kind === 'text' || READS_AS_TEXT.has(phrase.kind) || styleOf(phrase) !== '';

const isMark = (phrase: Phrase): phrase is Extract<Phrase, { readonly mark: Mark }> =>
  phrase.kind === 'open' || phrase.kind === 'close';

/** The address of the picture; null if the phrase is something else. */
export function pictureOf(phrase: Phrase): string | null {
  if (phrase.kind === 'image') return phrase.url;
  const isPicture = phrase.kind === 'tag' && phrase.tag.name === 'inline-image';
  return isPicture ? textOf(phrase.tag.attributes, 'url') : null;
}

/** The text of words, as its readers see it. */
export const textOfWords = (words: readonly Word[], project: Conversion): string =>
  phrasesText(
    words.map(({ phrase }) => phrase),
    project,
  );

/** A name, for people, of something without words. */
export function wordlessName(word: Word | undefined): string {
  if (word && pictureOf(word.phrase) !== null) return 'picture';
  return word?.phrase.kind === 'tag' ? word.phrase.tag.name : 'link';
}

type Whole = Exclude<Phrase, { readonly kind: 'text' } | { readonly mark: Mark }>;

function seenOf(phrase: Whole, project: Conversion): string {
  switch (phrase.kind) {
    case 'code-span':
      return `code ${phrase.code}`;
    case 'soft-break':
      return ' ';
    case 'hard-break':
      return 'break';
    case 'variable':
      return project.resolver.variable(phrase.name) ?? `%${phrase.name}%`;
    case 'page-title':
      return project.title(phrase.href);
    case 'image':
      return pictureSeen(phrase.url, project);
    case 'empty-link':
      return '';
    case 'tag':
      return seenOfTag(phrase.tag, project);
    default:
      return phrase satisfies never;
  }
}

const pictureSeen = (url: string, project: Conversion): string => `picture ${project.asset(url)}`;

function seenOfTag(tag: InlineTag, project: Conversion): string {
  const { name, attributes } = tag;
  const text = phrasesText([{ kind: 'tag', tag }], project);
  switch (name) {
    case 'badge':
      return `badge ${textOf(attributes, 'type') || 'info'} ${text}`;
    case 'icon':
      return `icon ${textOf(attributes, 'classes')}`;
    case 'inline-image':
      return pictureSeen(textOf(attributes, 'url'), project);
    default:
      return `${name} ${text}`;
  }
}

export const factsKey = (facts: readonly Fact[]): string =>
  facts.map(({ what, value }) => JSON.stringify([what, value])).join('\n');

function factsOfMark(mark: Mark): Fact[] {
  if (mark.name === 'link') return linkFacts(mark);
  if (mark.name !== 'pair') return [];
  const { name, attributes } = mark.tag;
  const target = elementOf(mark) === 'a' ? linkFacts({ href: hrefOf(mark), title: '' }) : [];
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

export function leadsOf(words: readonly Word[]): LinkInLine[] {
  const leads = new Map<Mark | Word, Word[]>();
  for (const word of words) {
    if (word.phrase.kind === 'empty-link') leads.set(word, [word]);
    for (const mark of word.marks) {
      if (elementOf(mark) === 'a') leads.set(mark, [...(leads.get(mark) ?? []), word]);
    }
  }
  return [...leads].map(([link, own]) => ({ href: hrefOfLead(link), words: own }));
}

const hrefOfLead = (link: Mark | Word): string => {
  if (!('phrase' in link)) return hrefOf(link);
  return link.phrase.kind === 'empty-link' ? link.phrase.href : '';
};

function factsOfPhrase(phrase: Phrase, project: Conversion): Fact[] {
  if (phrase.kind === 'image') {
    const alt = { what: 'alt text', value: phrasesText(phrase.label, project) };
    const title = { what: 'picture title', value: phrase.title };
    return phrase.title === '' ? [alt] : [alt, title];
  }
  if (phrase.kind === 'empty-link') return linkFacts(phrase);
  if (phrase.kind === 'variable') return [{ what: 'variable', value: phrase.name }];
  if (phrase.kind === 'page-title') return [{ what: 'words', value: AUTO_TITLE }];
  return phrase.kind === 'tag' ? factsOfTag(phrase.tag, project) : [];
}

function factsOfTag({ name, attributes }: InlineTag, project: Conversion): Fact[] {
  const facts = plainAttributes(name, attributes)
    // Readers see which picture it is, so its address is not an invisible fact.
    .filter(([what]) => name !== 'inline-image' || what !== 'url')
    .map(([what, value]) => ({ what, value }));
  if (name !== 'glossary') return facts;
  const meaning = project.resolver.glossary(textOf(attributes, 'term'));
  return [...facts, { what: 'meaning', value: meaning ?? '' }];
}
