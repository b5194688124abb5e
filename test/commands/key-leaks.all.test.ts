// Slow: it runs every command against platforms that want its key.
/** The key reaches the platform it is for, and nothing else: the commands that `key-leaks` leaves. */
import { expect, test } from 'vitest';
import { commands, toldTo, whatever } from './key-leaks.ts';

test.each(commands('others'))(
  `docs %s tells the key to nobody, where the platform ${whatever}`,
  async (name, row) => {
    expect(await toldTo(name, row)).toEqual([]);
  },
);
