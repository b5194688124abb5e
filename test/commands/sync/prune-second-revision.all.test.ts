// Slow: each test makes a git history of its own.
/** `docs push --prune`, on the second revision of the API. */
import { describe } from 'vitest';
import { prunesAfterMove } from './push-prune-moved.ts';
import { prunes } from './push-prune.ts';

describe('docs push --prune (2026)', () => {
  prunes('2026');
});

describe('docs push --prune after a move (2026)', () => {
  prunesAfterMove('2026');
});
