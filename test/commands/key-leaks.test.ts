/** The key reaches the platform it is for, and nothing else: some commands, the others in `key-leaks.all`. */
import { test } from 'vitest';
import { commands, tellsNobody, whatever } from './key-leaks.ts';

test.each(commands('first'))(
  `docs %s tells the key to nobody, where the platform ${whatever}`,
  tellsNobody,
);
