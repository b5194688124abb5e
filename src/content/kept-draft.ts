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
  const ours = sentencesOf(body);
  const { added, removed } = changesOf(draft, published);
  if (added.length > 0) return added.some((sentence) => ours.has(sentence));
  return removed.length === 0 || removed.some((sentence) => !ours.has(sentence));
}

/** A draft that docs wrote into the file of a page, and what readers saw then. */
export interface PulledDraft {
  readonly key: PageKey;
  readonly draft: string;
  readonly published: string | null;
}

/** Finds what drafts add in the texts of other pages. */
export class CopiedDrafts {
  /** Each sentence that drafts add, with the pages whose drafts do. */
  readonly #added: ReadonlyMap<string, readonly AddedSentence[]>;

  constructor(drafts: Iterable<PulledDraft>) {
    const added = Array.from(drafts).flatMap(({ key, draft, published }) =>
      changesOf(draft, published).added.map((sentence, _, { length }) => ({
        key,
        sentence,
        length,
      })),
    );
    this.#added = groupBy(added, ({ sentence }) => sentence);
  }

  /** Whether no text can have one. */
  get isEmpty(): boolean {
    return this.#added.size === 0;
  }

  /**
   * Whether a body has a long sentence that the draft of another page than `key` adds, or all
   * sentences of such a draft. Those in `had`, the page's former text, do not count: one of them may
   * be a sentence that many pages have.
   */
  hasOne(body: string, key: PageKey | undefined, had: string | null): boolean {
    let former: ReadonlySet<string> | undefined;
    const isNew = (sentence: string): boolean => !(former ??= sentencesOf(had ?? '')).has(sentence);
    const found = new Map<PageKey, number>();
    for (const sentence of sentencesOf(body)) {
      for (const { key: other, length } of this.#added.get(sentence) ?? []) {
        if (other === key) continue;
        const count = (found.get(other) ?? 0) + 1;
        const isLong = Buffer.byteLength(sentence) >= LONG;
        if (count === length || (isLong && isNew(sentence))) return true;
        found.set(other, count);
      }
    }
    return false;
  }
}

/** `length`: how many sentences the page's draft adds. */
interface AddedSentence {
  readonly key: PageKey;
  readonly sentence: string;
  readonly length: number;
}

/**
 * In bytes of UTF-8, because an ideograph says as much as some letters. A longer sentence is hardly
 * written twice by chance.
 */
const LONG = 20;

function changesOf(draft: string, published: string | null) {
  const theirs = sentencesOf(draft);
  const before = sentencesOf(published ?? '');
  return {
    added: [...theirs].filter((sentence) => !before.has(sentence)),
    removed: [...before].filter((sentence) => !theirs.has(sentence)),
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
const BLOCK_END = /\n\s*\n/;
const CLAUSE_END = /(?<=[.!?…:;؟۔])\s|(?<=[。！？：；])|\|/;

/**
 * The letters of each clause, line and block. Whoever breaks lines, sets spaces and accents, or
 * marks words up, has written none.
 */
function sentencesOf(text: string): ReadonlySet<string> {
  const sampled = new Set<number>();
  for (const { fence } of snippetsIn(text)) {
    for (let at = fence?.open ?? 0; at <= (fence?.close ?? -1); at += 1) sampled.add(at);
  }
  const lines = text.split('\n').filter((line, at) => !sampled.has(at) && !isComment(line));
  const spaced = lines.map((line) => {
    const [begins, isHeading] = BLOCK.exec(line) ?? [];
    return begins === undefined ? line : `\n${line}${isHeading ? '\n' : ''}`;
  });
  const bare = [MARKS, COMMENT, WITHIN, INLINE_TAG].reduce(
    (rest, marks) => rest.replaceAll(marks, ''),
    spaced.join('\n'),
  );
  const seen = seenText(bare.replaceAll(TAG, '\n\n'));
  const pieces = seen.split('\n').concat(seen.split(BLOCK_END));
  const clauses = pieces.flatMap((piece) => piece.split(CLAUSE_END));
  const letters = pieces.concat(clauses).map(lettersOf);
  return new Set(letters.filter((each) => each !== ''));
}

/** Without accents, vowel marks and apostrophes, with the letters of ligatures. */
const lettersOf = (clause: string): string =>
  Array.from(
    clause
      .normalize('NFKD')
      .toLowerCase()
      .matchAll(/[\p{LC}\p{Lo}\p{N}]+/gu),
  ).join('');
