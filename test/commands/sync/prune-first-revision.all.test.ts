// Slow: each test makes a git history of its own.
/** `docs push --prune` after a move, on the first revision of the API. */
import { describe } from 'vitest';
import { prunesAfterMove } from './push-prune-moved.ts';

describe('docs push --prune after a move (classic)', () => {
  prunesAfterMove('classic');
});
