/** The key reaches the platform it is for, and nothing else: some commands, the others in `key-leaks.all`. */
import { expect, test } from 'vitest';
import { commands, toldTo, whatever } from './key-leaks.ts';

test.each(commands('first'))(
  `docs %s tells the key to nobody, where the platform ${whatever}`,
  async (name, row) => {
    expect(await toldTo(name, row)).toEqual([]);
  },
);
