// Slow: it runs every command against platforms that want its key.
/** The key reaches the platform it is for, and nothing else: the commands that `key-leaks` leaves. */
import { test } from 'vitest';
import { commands, tellsNobody, whatever } from './key-leaks.ts';

test.each(commands('others'))(
  `docs %s tells the key to nobody, where the platform ${whatever}`,
  tellsNobody,
);
