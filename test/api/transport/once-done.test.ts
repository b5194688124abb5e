import { expect, test } from 'vitest';
import { onceDone } from '../../../src/api/transport/once-done.ts';

test('what was made once is shared by all', async () => {
  let made = 0;
  const once = onceDone(async () => ++made);
  expect(once.last()).toBeUndefined();
  expect(await Promise.all([once.get(), once.get()])).toEqual([1, 1]);
  expect(await once.get()).toBe(1);
  expect(await once.last()).toBe(1);
});

test('a failure is not kept: the next one tries again', async () => {
  let tries = 0;
  const once = onceDone(async () => {
    if (++tries === 1) throw new Error('not yet');
    return tries;
  });
  await expect(Promise.all([once.get(), once.get()])).rejects.toThrow('not yet');
  expect(once.last()).toBeUndefined();
  expect(await once.get()).toBe(2);
});
