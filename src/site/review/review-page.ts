/** Compares a page before and after a change. Pure. Import this lazily: it loads markdown-it. */
import { type Resolver, NO_PROJECT } from '../../content/darkdown/write/resolver.ts';
import { Anchors } from '../../content/darkdown/anchor.ts';
import { headingText, phrasesText } from '../../content/darkdown/write/phrase-text.ts';
import { compareSides } from './compare.ts';
import type { ComparedPiece } from './compared.ts';
import type { FactChange } from './fact-changes.ts';
import { type Piece, Keys } from './piece.ts';
import { type ReadSide, readSide } from './read-side.ts';

/** A body, and the project around it. */
export interface ReviewedBody {
  readonly text: string;
  readonly resolver: Resolver;
}

/** What differs between two bodies. */
export interface BodyReview {
  readonly old: ReadSide;
  readonly new: ReadSide;
  /** All pieces of both sides, each once, in an order that keeps the order of each side. */
  readonly entries: readonly ComparedPiece[];
}

/** Compares two bodies. Undefined: that side has no such page. */
export function reviewBody(
  old: ReviewedBody | undefined,
  next: ReviewedBody | undefined,
): BodyReview {
  const keys = new Keys();
  const [before, after] = [old, next].map((body) =>
    body ? readSide(body.text, body.resolver, keys) : readSide('', NO_PROJECT, keys),
  ) as [ReadSide, ReadSide];
  return { old: before, new: after, entries: compareSides(before, after) };
}

/** Whether anything differs, visible or not. If only the sources differ, the result is false. */
export const isChanged = ({ entries }: BodyReview): boolean =>
  entries.some(({ state }) => state !== 'same');

/** Whether readers see any difference. */
export const showsChange = ({ entries }: BodyReview): boolean => entries.some(isVisible);

/** Whether readers see any difference in a piece. */
export function isVisible(entry: ComparedPiece): boolean {
  if (entry.state !== 'changed') return entry.state !== 'same' && !isInvisible(entry);
  const { runs, children, looks } = entry;
  return (
    looks.length > 0 ||
    runs.some(({ state }) => state !== 'same' && state !== 'behind') ||
    children.some(isVisible)
  );
}

const isInvisible = (entry: Exclude<ComparedPiece, { state: 'changed' }>): boolean =>
  (entry.state === 'removed' ? entry.old : entry.new).kind === 'asset';

/**
 * Anchors that the page had and that no heading has now: links to them lead to the top of the page.
 */
export function goneAnchors({ old, new: next }: BodyReview): FactChange[] {
  const left = anchorsOf(next);
  return [...anchorsOf(old)].flatMap(([anchor, title]) =>
    left.has(anchor) ? [] : [{ what: 'anchor', of: title, old: `#${anchor}`, new: null }],
  );
}

/** The titles of headings by their anchors. */
function anchorsOf({ pieces, project }: ReadSide): ReadonlyMap<string, string> {
  const anchors = new Anchors();
  const found = new Map<string, string>();
  const walk = ({ kind, phrases, children }: Piece): void => {
    const anchor = kind === 'heading' ? anchors.take(headingText(phrases)) : '';
    if (/[a-z\d]/.test(anchor.replace(/^-\d+$/, '')))
      found.set(anchor, phrasesText(phrases, project));
    for (const child of children) walk(child);
  };
  for (const piece of pieces) walk(piece);
  return found;
}

/** All invisible differences, in order. */
export const factsIn = (entries: readonly ComparedPiece[]): FactChange[] =>
  entries.flatMap((entry) => {
    if (entry.state === 'same') return [];
    return entry.state === 'changed' ? [...entry.facts, ...factsIn(entry.children)] : entry.facts;
  });
