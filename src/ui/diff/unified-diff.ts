import { createTwoFilesPatch } from 'diff';

/** A diff with more changed lines than this takes long and is useless. */
const MOST_EDITS = 2000;

/** The unified diff of two texts, three lines around each change; empty if they are equal, null if they have too little in common. */
export function unifiedDiff(
  before: string,
  after: string,
  beforeName: string,
  afterName: string,
): string | null {
  if (before === after) return '';
  const patch = createTwoFilesPatch(beforeName, afterName, before, after, undefined, undefined, {
    context: 3,
    maxEditLength: MOST_EDITS,
  });
  return patch?.replace(/^=+\n/, '') ?? null;
}
