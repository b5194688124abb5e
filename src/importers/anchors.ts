/** Anchors of a page: the names that links of each tool use, and the platform's in their place. */
import { Anchors } from '../content/darkdown/anchor.ts';
import type { Phrase } from '../content/darkdown/markdown/flow.ts';
import { headingText } from '../content/darkdown/write/phrase-text.ts';
import type { Dialect, HeadingPiece, SourcePiece, SourcePage } from './model.ts';
import { plainText } from './read/phrases.ts';
import { CountedSlugs } from './slugs.ts';

/** The platform's anchors of a page, by the names that the source uses. An empty anchor is the top of the page. */
export function anchorsOf(page: SourcePage, dialect: Dialect): ReadonlyMap<string, string> {
  const headings = [...headingsIn(page.pieces)];
  const taken = new Anchors();
  const targets = new Map(headings.map((each) => [each, taken.take(headingText(each.phrases))]));
  const found = new Map<string, string>();
  const add = (name: string, target: string): void => {
    if (name !== '' && !found.has(name)) found.set(name, target);
  };
  for (const [{ ids }, target] of targets) for (const id of ids) add(id, target);
  for (const id of page.headingIds) add(id, '');
  for (const slugger of dialect.slugs) {
    const slugs = new CountedSlugs(slugger);
    if (page.heading !== null) add(slugs.take(page.heading), '');
    const named = [...targets].map(([{ phrases }, target]) => [phrases, target] as const);
    for (const [phrases, target] of named)
      add(slugs.take(plainText(phrases.filter(isNoBadge))), target);
    // The name if a badge is written with tags: then its words are part of the text.
    for (const [phrases, target] of named) add(slugger.slug(plainText(phrases)), target);
  }
  for (const { name, under } of page.places) {
    add(name, under === null ? '' : (targets.get(under) ?? ''));
  }
  return found;
}

const isNoBadge = (phrase: Phrase): boolean => phrase.kind !== 'tag' || phrase.tag.name !== 'badge';

function* headingsIn(pieces: readonly SourcePiece[]): Generator<HeadingPiece> {
  for (const piece of pieces) {
    if (piece.kind === 'heading') yield piece;
    else if (piece.kind === 'quote' || piece.kind === 'block') yield* headingsIn(piece.content);
    else if (piece.kind === 'list') for (const item of piece.items) yield* headingsIn(item);
  }
}
