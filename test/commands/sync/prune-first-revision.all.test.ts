// Slow: each test makes a git history of its own.
/** `docs push --prune`, on the first revision of the API. */
import { describe } from 'vitest';
import { prunesAfterMove } from './push-prune-moved.ts';
import { prunes } from './push-prune.ts';

describe('docs push --prune (classic)', () => {
  prunes('classic');
});

describe('docs push --prune after a move (classic)', () => {
  prunesAfterMove('classic');
});
