/** What an export may hold: a platform that never stops must not fill the disk. */
import { expect, test } from 'vitest';
import { ofExportSize } from '../../../src/commands/export/export.run.ts';

const PIECE = new Uint8Array(64 * 1024 * 1024);

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n += 1) yield PIECE;
}

async function taken(count: number, length: number | null): Promise<number> {
  let bytes = 0;
  for await (const piece of ofExportSize(pieces(count), length)) bytes += piece.byteLength;
  return bytes;
}

test('an export of 2 GiB is taken', async () => {
  expect(await taken(32, null)).toBe(2 * 1024 ** 3);
});

test.each([
  ['that continues', 33, null],
  ['that says so beforehand', 1, 2 * 1024 ** 3 + 1],
  ['that says less than it sends', 33, 5],
])('an export of more %s is refused', async (_, count, length) => {
  await expect(taken(count, length)).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('an export has at most 2048 MB'),
    hint: 'Export one version: docs export --in v1.0',
  });
});
