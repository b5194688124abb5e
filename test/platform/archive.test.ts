import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { archive } from '../../src/platform/export/archive.ts';

test.each([1, 2, 3])(
  'an archive whose text %d cannot be read ends with that error',
  async (bad) => {
    const entries = [1, 2, 3].map((pageId) => ({ path: `${pageId}.md`, pageId }));
    const gone = new Error('terminating connection due to administrator command');
    const textOf = (id: number) => (id === bad ? Promise.reject(gone) : Promise.resolve('text'));
    await expect(buffer(archive(entries, textOf, new Date(0)))).rejects.toBe(gone);
  },
);
