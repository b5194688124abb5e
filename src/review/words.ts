/** The words of a line: what is compared within a piece. */
import type { Mark, Phrase, Phrases } from '../content/darkdown/markdown/flow.ts';
import { plainAttributes } from '../content/darkdown/print/normal-form.ts';
import { textOf } from '../content/darkdown/read/blocks.ts';
import type { InlineTag } from '../content/darkdown/read/inline.ts';
import type { Conversion } from '../content/darkdown/write/conversion.ts';
import { phrasesText } from '../content/darkdown/write/phrase-text.ts';
import { lookOf, styleOf, STYLES } from './styles.ts';

/** The smallest part of a line that can be the same on both sides. */
export interface Word {
  /** What a reader tells it from others by, its style aside. */
  readonly seen: string;
  /** How it looks, for people: `bold`, `link`. Empty for most. */
  readonly style: string;
  /** What is behind it: where its link leads, what a picture is said to be. Empty for most. */
  readonly unseen: string;
  /** What is written for it. */
  readonly phrase: Phrase;
  /** Marks around it, the outermost first. */
  readonly marks: readonly Mark[];
}

/** Letters that belong together, spaces, or one other character. To JavaScript some that do not show are spaces. */
const WORD = /[\p{L}\p{N}\p{M}_]+|[^\S\ufeff\u2028\u2029]+|[^]/gu;
const SPACE = /^[^\S\ufeff\u2028\u2029]/;

/** The words of a line, in order: put end to end they are the line. To readers spaces are one, however many, and so is the end of a line. */
export const wordsOf = (phrases: Phrases, project: Conversion): Word[] =>
  partsOf(phrases, project, false);

/** The same of a line in which each space counts. */
export const wordsOfCode = (phrases: Phrases, project: Conversion): Word[] =>
  partsOf(phrases, project, true);

/** Equal for two lines only if nothing in them differs, seen or unseen. */
export function lineKey(phrases: Phrases, project: Conversion): string {
  const [only] = phrases;
  if (phrases.length === 1 && only?.kind === 'text') return `=${only.text}`;
  let key = '';
  for (const phrase of phrases) {
    if (phrase.kind === 'text') key += `t${phrase.text.length} ${phrase.text}`;
    else if (!isMark(phrase)) {
      const [seen, unseen] = [seenOf(phrase, project), unseenOf(phrase, project)];
      key += `${phrase.kind} ${seen.length} ${seen}${unseen.length} ${unseen}`;
    } else if (phrase.kind === 'close') key += '>';
    else {
      const targets = targetsOf(phrase.mark).join('\n');
      key += `<${lookOf(phrase.mark)} ${targets.length} ${targets}`;
    }
  }
  return key;
}

function partsOf(phrases: Phrases, project: Conversion, isExact: boolean): Word[] {
  const words: Word[] = [];
  let marks: readonly Mark[] = [];
  let style = '';
  let behind = '';
  const push = (seen: string, phrase: Phrase, unseen = ''): void => {
    const all = unseen === '' ? behind : `${behind}\n${unseen}`;
    const own = styleOf(phrase);
    const both = own === '' || style === '' ? style + own : `${style}, ${own}`;
    words.push({ seen, style: both, unseen: all, phrase, marks });
  };
  for (const phrase of phrases) {
    if (isMark(phrase)) {
      marks = phrase.kind === 'open' ? [...marks, phrase.mark] : marks.slice(0, -1);
      style = marks.map((mark) => STYLES[lookOf(mark)]).join(', ');
      behind = marks.flatMap(targetsOf).join('\n');
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
      push(isText ? seen : `\n${seen}`, phrase, unseenOf(phrase, project));
    }
  }
  return words;
}

/** Phrases of which a reader sees nothing but words; a text never begins with a line end. */
const READS_AS_TEXT: ReadonlySet<Phrase['kind']> = new Set([
  'variable',
  'page-title',
  'soft-break',
]);

/** Whether it is words and no more: `style` says all that a reader tells it by beside them. */
export const isWords = ({ phrase }: Word): boolean =>
  phrase.kind === 'text' || READS_AS_TEXT.has(phrase.kind) || styleOf(phrase) !== '';

const targetsOf = (mark: Mark): readonly string[] => {
  if (mark.name === 'link') return [JSON.stringify([mark.href, mark.title])];
  return mark.name === 'pair'
    ? [JSON.stringify(plainAttributes(mark.tag.name, mark.tag.attributes))]
    : [];
};

const isMark = (phrase: Phrase): phrase is Extract<Phrase, { readonly mark: Mark }> =>
  phrase.kind === 'open' || phrase.kind === 'close';

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
      return `picture ${project.asset(phrase.url)}`;
    case 'empty-link':
      return '';
    case 'tag':
      return seenOfTag(phrase.tag, project);
    default:
      return phrase satisfies never;
  }
}

function seenOfTag(tag: InlineTag, project: Conversion): string {
  const { name, attributes } = tag;
  const text = phrasesText([{ kind: 'tag', tag }], project);
  switch (name) {
    case 'badge':
      return `badge ${textOf(attributes, 'type') || 'info'} ${text}`;
    case 'icon':
      return `icon ${textOf(attributes, 'classes')}`;
    case 'inline-image':
      return `picture ${project.asset(textOf(attributes, 'url'))}`;
    default:
      return `${name} ${text}`;
  }
}

/** What a phrase has beside what shows; empty for most. */
function unseenOf(phrase: Whole, project: Conversion): string {
  switch (phrase.kind) {
    case 'variable':
      return phrase.name;
    case 'image':
      return JSON.stringify([phrase.url, phrase.title, phrasesText(phrase.label, project)]);
    case 'empty-link':
      return JSON.stringify([phrase.href, phrase.title]);
    case 'page-title':
      return phrase.href;
    case 'tag': {
      const { name, attributes } = phrase.tag;
      const meaning =
        name === 'glossary' ? project.resolver.glossary(textOf(attributes, 'term')) : '';
      return JSON.stringify([name, plainAttributes(name, attributes), meaning]);
    }
    case 'code-span':
    case 'soft-break':
    case 'hard-break':
      return '';
    default:
      return phrase satisfies never;
  }
}
