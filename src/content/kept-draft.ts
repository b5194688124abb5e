/** Whether a text still has a draft that somebody else wrote into the page. */
import { groupBy } from '../model/group-by.ts';
import type { PageKey } from '../model/ids.ts';
import { isComment } from './darkdown/comment-lines.ts';
import { snippetsIn } from './snippets/snippets.ts';
import { sameWords, seenText } from './words.ts';

/**
 * Whether a body still has something that a draft changes in the published text: a sentence that it
 * adds or, if it adds none, the lack of one that it takes out. If so, readers would get words that
 * somebody else has not finished. Comments and samples do not count, because commands change them.
 * Without the draft (null), or if it changes no words, nobody can tell, and readers must not get what
 * nobody has looked at.
 */
export function keepsDraft(body: string, draft: string | null, published: string | null): boolean {
  if (draft === null || sameWords(body, draft)) return true;
  const { sentences } = readOf(body);
  const { added, removed } = changesOf(draft, published);
  if (added.size > 0) return [...added.keys()].some((sentence) => sentences.has(sentence));
  return removed.length === 0 || removed.some((sentence) => !sentences.has(sentence));
}

/** A draft that docs wrote into the file of a page, and what readers saw then. */
export interface PulledDraft {
  readonly key: PageKey;
  readonly draft: string;
  readonly published: string | null;
}

/** A sentence in the text of one page that the draft of another page, `key`, adds. */
export interface CopiedSentence {
  readonly key: PageKey;
  /** Its letters. */
  readonly sentence: string;
  /** As the draft has it. */
  readonly words: string;
}

/** Finds what drafts add in the texts of other pages. */
export class CopiedDrafts {
  /** Each sentence that drafts add, once for each page whose draft does. */
  readonly #added: ReadonlyMap<string, readonly CopiedSentence[]>;
  readonly #byPage: ReadonlyMap<PageKey, readonly CopiedSentence[]>;

  constructor(drafts: Iterable<PulledDraft>) {
    const added = Array.from(drafts).flatMap(({ key, draft, published }) =>
      Array.from(changesOf(draft, published).added, ([sentence, words]) => ({
        key,
        sentence,
        words,
      })),
    );
    this.#added = groupBy(added, ({ sentence }) => sentence);
    this.#byPage = groupBy(added, ({ key }) => key);
  }

  /** Whether no text can have one. */
  get isEmpty(): boolean {
    return this.#added.size === 0;
  }

  /** What the sentences of page `key`, if it is one, have of the drafts of other pages. */
  among(sentences: Sentences, key: PageKey | undefined): readonly CopiedSentence[] {
    return Array.from(sentences.keys()).flatMap((sentence) =>
      (this.#added.get(sentence) ?? []).filter((each) => each.key !== key),
    );
  }

  /**
   * What makes the page of which these were found a copy, as short as it is telling: a long sentence,
   * or one of all that a draft adds. Those that `isKnown` do not count: many pages may have them.
   */
  copied(
    found: readonly CopiedSentence[],
    isKnown: (sentence: string) => boolean,
  ): CopiedSentence | undefined {
    const unknown = found.filter(({ sentence }) => !isKnown(sentence));
    const counted = groupBy(unknown, ({ key }) => key);
    const isWhole = (key: PageKey): boolean => {
      const all = this.#byPage.get(key)?.filter(({ sentence }) => !isKnown(sentence));
      return counted.get(key)?.length === all?.length;
    };
    const byLength = unknown.toSorted((a, b) => a.sentence.length - b.sentence.length);
    return (
      byLength.find(({ sentence }) => isTelling(sentence)) ??
      byLength.findLast(({ key }) => isWhole(key))
    );
  }
}

/** Pieces of a text, each with its words, by their letters. */
export type Sentences = ReadonlyMap<string, string>;

/** Each line and block of a text, and each clause in it. */
export const sentencesOf = (text: string): Sentences => readOf(text).sentences;

/** Those of the sentences that a text has somewhere, by their letters. */
export function sentencesWithin(text: string, sentences: Iterable<string>): readonly string[] {
  const letters = lettersOf(text);
  return [...sentences].filter((sentence) => letters.includes(sentence));
}

/** Whether a sentence, by its letters, is hardly written twice by chance. */
export const isTelling = (sentence: string): boolean => Buffer.byteLength(sentence) >= LONG;

/** In bytes of UTF-8, because an ideograph says as much as some letters. */
const LONG = 20;

/** A draft that has no other clauses than the published text adds nothing. */
function changesOf(draft: string, published: string | null) {
  const theirs = readOf(draft);
  const before = readOf(published ?? '');
  const isNew = (sentence: string): boolean => !before.sentences.has(sentence);
  const adds = [...theirs.clauses].some(isNew);
  return {
    added: new Map(adds ? [...theirs.sentences].filter(([sentence]) => isNew(sentence)) : []),
    removed: [...before.clauses].filter((clause) => !theirs.sentences.has(clause)),
  };
}

/** HTML within a sentence. Any other tag ends one. */
const INLINE = String.raw`</?(?:a|abbr|b|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)\b`;
const INLINE_TAG = new RegExp(`${INLINE}[^<>]*>`, 'gi');
const TAG = /<\/?[a-z][a-z\d-]*(?=[\s/>])[^<>]*>/gi;
const COMMENT = /<!--(?:(?!<!--|-->)[^])*-->/g;
/** Tags behind other text in their line. */
const WITHIN = /(?<!^[ \t>]*)\{%(?:(?!\{%|%\}).)*%\}/gm;
/** References to footnotes, addresses of headings and ticks of tasks. */
const MARKS = /\[\^[^\][\s]+\]|\{#[^{}\s]*\}|\[x\](?= )/gi;
/** What begins a block, also without a blank line before it. A heading ends one, too. */
const BLOCK = new RegExp(
  String.raw`^[ \t>]*(?:(#)|(?:[*+-]|\d+[.)])[ \t]|[|:{$]|(?!${INLINE})<)`,
  'i',
);
/** Its language is not a part of a sentence. */
const FENCE = /^[ \t>]*(?:`{3}|~{3})/;
const BLOCK_END = /\n\s*\n/;
const CLAUSE_END = /(?<=[.!?…:;؟۔])\s|(?<=[。！？：；])|\|/;

/** A text as it is compared: by letters. */
interface Read {
  /** The words of each clause, line and block. */
  readonly sentences: Sentences;
  /** The clauses of each block, whatever its lines. */
  readonly clauses: ReadonlySet<string>;
}

/** Whoever breaks lines, sets spaces and accents, or marks words up, has written none. */
function readOf(text: string): Read {
  const sampled = new Set<number>();
  for (const { fence } of snippetsIn(text)) {
    for (let at = fence?.open ?? 0; at <= (fence?.close ?? -1); at += 1) sampled.add(at);
  }
  const lines = text.split('\n').filter((line, at) => !sampled.has(at) && !isComment(line));
  const spaced = lines.map((line) => {
    if (FENCE.test(line)) return '';
    const [begins, isHeading] = BLOCK.exec(line) ?? [];
    return begins === undefined ? line : `\n${line}${isHeading ? '\n' : ''}`;
  });
  const bare = [MARKS, COMMENT, WITHIN, INLINE_TAG].reduce(
    (rest, marks) => rest.replaceAll(marks, ''),
    spaced.join('\n'),
  );
  const seen = seenText(bare.replaceAll(TAG, '\n\n'));
  const blocks = seen.split(BLOCK_END);
  const pieces = seen.split('\n').concat(blocks);
  const clausesOf = (piece: string): readonly string[] => piece.split(CLAUSE_END);
  const sentences = new Map(
    pieces.concat(pieces.flatMap(clausesOf)).map((words) => [lettersOf(words), words.trim()]),
  );
  sentences.delete('');
  const clauses = new Set(blocks.flatMap(clausesOf).map(lettersOf));
  clauses.delete('');
  return { sentences, clauses };
}

/** Without accents, vowel marks and apostrophes, with the letters of ligatures. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{LC}\p{Lo}\p{N}]+/gu, '');
