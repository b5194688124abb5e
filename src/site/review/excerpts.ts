/** The changes of a page as text without HTML: for terminals, comments and programs. */
import { diffArrays } from 'diff';
import type { Conversion } from '../../content/darkdown/write/conversion.ts';
import type { Phrases } from '../../content/darkdown/markdown/flow.ts';
import { textOf } from '../../content/darkdown/read/blocks.ts';
import { phrasesText } from '../../content/darkdown/write/phrase-text.ts';
import type { Changed, ComparedPiece } from './compared.ts';
import type { FactChange } from './fact-changes.ts';
import { type Piece, type PieceKind, pieceName } from './piece.ts';
import { iconName } from './looks.ts';
import { type WordRun, isOnePicture } from './runs.ts';
import { type BodyReview, isVisible } from './review-page.ts';
import { type Word, pictureOf } from './words.ts';

/** A stretch of text. `behind`: it reads the same, but its style or what is behind it differs. */
export interface ExcerptPart {
  readonly state: Exclude<WordRun['state'], 'restyled'>;
  readonly text: string;
}

/** A block that changed, such as a paragraph or a row. */
export interface Excerpt {
  /** `moved`: the same block was in another place before. */
  readonly state: 'added' | 'removed' | 'changed' | 'moved';
  /** `paragraph`, `row`, `code`, the name of a tag. */
  readonly kind: string;
  /** The words of the nearest heading above it on the new page; null: there is none. */
  readonly under: string | null;
  /** Without added parts, they are the old text. A picture and its replacement are one part. */
  readonly parts: readonly ExcerptPart[];
  /** Visible differences besides the words. For a block of blocks, `parts` is its first line. */
  readonly looks: readonly FactChange[];
}

/** The blocks that changed, in order. Leaves out differences that readers do not see. */
export function excerptsOf(review: Pick<BodyReview, 'old' | 'new' | 'entries'>): Excerpt[] {
  return new Excerpts(review.old.project, review.new.project).of(review.entries);
}

/** Pieces that are reported whole. */
const WHOLE: ReadonlySet<PieceKind> = new Set([
  'heading',
  'paragraph',
  'title',
  'address',
  'row',
  'code',
]);

class Excerpts {
  readonly #old: Conversion;
  readonly #new: Conversion;
  readonly #found: Excerpt[] = [];
  #under: string | null = null;

  constructor(old: Conversion, next: Conversion) {
    this.#old = old;
    this.#new = next;
  }

  of(entries: readonly ComparedPiece[]): Excerpt[] {
    for (const [at, entry] of entries.entries()) {
      const before = entries[at - 1];
      if (isHtml(entry, 'added') && before && isHtml(before, 'removed')) {
        this.#found.pop();
        this.#add('changed', entry.new, partsOfSource(before.old.look, entry.new.look));
      } else this.#take(entry);
    }
    return this.#found;
  }

  #take(entry: ComparedPiece): void {
    switch (entry.state) {
      case 'removed':
      case 'added': {
        const { state, isMoved } = entry;
        if (isMoved && state === 'removed') return undefined;
        const [piece, project] =
          entry.state === 'removed' ? [entry.old, this.#old] : [entry.new, this.#new];
        if (state === 'added') this.#pass(piece);
        const text = textOfPiece(piece, project);
        if (isMoved) this.#add('moved', piece, [{ state: 'same', text }]);
        else if (piece.kind !== 'asset') this.#add(state, piece, [{ state, text }]);
        return undefined;
      }
      case 'same':
        return this.#pass(entry.new);
      case 'changed': {
        this.#pass(entry.new);
        if (!WHOLE.has(entry.new.kind) && entry.runs.length === 0) {
          if (entry.looks.length > 0) {
            const [text = ''] = textOfPiece(entry.new, this.#new).split('\n');
            this.#add('changed', entry.new, [{ state: 'same', text }], entry.looks);
          }
          this.of(entry.children);
          return undefined;
        }
        if (isVisible(entry)) {
          this.#add('changed', entry.new, this.#parts(entry), looksIn(entry));
        }
        return undefined;
      }
      default:
        return entry satisfies never;
    }
  }

  #pass(piece: Piece): void {
    if (piece.kind === 'heading') this.#under = phrasesText(piece.phrases, this.#new).trim();
  }

  #add(
    state: Excerpt['state'],
    piece: Piece,
    parts: readonly ExcerptPart[],
    looks: readonly FactChange[] = [],
  ): void {
    const kind = pieceName(piece);
    this.#found.push({ state, kind, under: this.#under, parts: joined(parts), looks });
  }

  #parts({ new: piece, runs, children }: Changed): ExcerptPart[] {
    const own = runs.map(({ state, old, new: next }): ExcerptPart => {
      const [words, project] = state === 'removed' ? [old, this.#old] : [next, this.#new];
      if (isOnePicture(old) && isOnePicture(next) && state === 'restyled') {
        const [before, after] = [pictureName(old, this.#old), pictureName(next, this.#new)];
        const both = before === after ? `${after}, changed` : `${before} → ${after}`;
        return { state: 'behind', text: `[picture: ${both}]` };
      }
      return {
        state: state === 'restyled' ? 'behind' : state,
        text: wordsIn(
          words.map(({ phrase }) => phrase),
          project,
        ),
      };
    });
    const between = separatorIn(piece);
    const inner = children.flatMap((child): ExcerptPart[] => {
      const parts = this.#partsOf(child);
      const [state] = new Set(parts.map((part) => part.state));
      const apart = child.state === 'added' || child.state === 'removed' ? state : 'same';
      return [...parts, { state: apart ?? 'same', text: between }];
    });
    return [...own, ...(inner.at(-1)?.text === between ? inner.slice(0, -1) : inner)];
  }

  #partsOf(entry: ComparedPiece): ExcerptPart[] {
    if (entry.state === 'changed') return this.#parts(entry);
    const [piece, project] =
      entry.state === 'removed' ? [entry.old, this.#old] : [entry.new, this.#new];
    return [{ state: entry.state, text: textOfPiece(piece, project) }];
  }
}

const looksIn = ({ looks, children }: Changed): FactChange[] => [
  ...looks,
  ...children.flatMap((child) => (child.state === 'changed' ? looksIn(child) : [])),
];

/** Raw HTML that was replaced is reported as source, because the difference may be in its tags. */
function isHtml<State extends 'added' | 'removed'>(
  entry: ComparedPiece,
  state: State,
): entry is Extract<ComparedPiece, { readonly state: State }> {
  if (entry.state !== state) return false;
  const piece = entry.state === 'added' ? entry.new : entry.state === 'removed' ? entry.old : null;
  return piece?.kind === 'html';
}

const separatorIn = ({ kind }: Piece): string => (kind === 'row' ? ' | ' : '\n');

/** The words of a piece; for raw HTML its source, whose scripts and addresses are not words. */
function textOfPiece(piece: Piece, project: Conversion): string {
  if (piece.kind === 'html') return piece.look;
  const own = wordsIn(piece.phrases, project);
  const inner = piece.children.map((child) => textOfPiece(child, project)).join(separatorIn(piece));
  return own === '' || inner === '' ? own + inner : `${own}\n${inner}`;
}

/** The words of phrases. A picture gives its alternative text and address, an icon its name. */
const wordsIn = (phrases: Phrases, project: Conversion): string =>
  phrases
    .map((phrase) => {
      if (pictureOf(phrase) !== null) return `[picture: ${pictureName([{ phrase }], project)}]`;
      if (phrase.kind !== 'tag' || phrase.tag.name !== 'icon')
        return phrasesText([phrase], project);
      return `[icon: ${iconName(textOf(phrase.tag.attributes, 'classes'))}]`;
    })
    .join('');

const pictureName = (words: readonly Pick<Word, 'phrase'>[], project: Conversion): string =>
  words
    .flatMap(({ phrase }) => [phrasesText([phrase], project), pictureOf(phrase) ?? ''])
    .filter((part) => part !== '')
    .join(', ');

const TOKEN = /<[^<>]*>|\s+|[^\s<]+|</g;

/** Sources that differ in more parts have nothing in common worth showing. */
const MAX_EDITS = 400;

/** What differs between two sources of raw HTML: their tags and words. */
function partsOfSource(old: string, next: string): ExcerptPart[] {
  const parts = diffArrays(old.match(TOKEN) ?? [], next.match(TOKEN) ?? [], {
    maxEditLength: MAX_EDITS,
  });
  if (!parts) {
    return [
      { state: 'removed', text: old },
      { state: 'added', text: next },
    ];
  }
  return parts.map(({ added, removed, value }) => ({
    state: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

function joined(parts: readonly ExcerptPart[]): ExcerptPart[] {
  const result: ExcerptPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.state === part.state)
      result[result.length - 1] = { ...last, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
