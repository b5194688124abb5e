/** Two sources of raw HTML, compared by their tags and words. */
import { diffArrays } from 'diff';
import type { ExcerptPart } from './excerpts.ts';

const TOKEN = /<[^<>]*>|\s+|[^\s<]+|</g;

/** Sources that differ in more than this have nothing in common worth showing. */
const MOST_EDITS = 400;

/** What differs between two sources. */
export function partsOfSource(old: string, next: string): ExcerptPart[] {
  const parts = diffArrays(old.match(TOKEN) ?? [], next.match(TOKEN) ?? [], {
    maxEditLength: MOST_EDITS,
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
