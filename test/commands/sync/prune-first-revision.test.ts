// Slow: each test makes a git history of its own.
/** `docs push --prune`, on the first revision of the API. */
import { describe } from 'vitest';
import { prunes } from './push-prune.ts';

describe('docs push --prune (classic)', () => {
  prunes('classic');
});
