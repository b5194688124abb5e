import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { describe, expect, test } from 'vitest';
import { checkArchive } from '../../../src/commands/export/archive.ts';
import { temporaryFolder } from '../../support/folder.ts';

const ENTRIES: Readonly<Record<string, string>> = {
  'Quick start/1 Start.md': '# Start\n'.repeat(500),
  'Quick start/2 Next.md': '# Next\n',
  'empty.md': '',
};

async function zipOf(entries: Readonly<Record<string, string>>, mode = 0o100644): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries))
    zip.addBuffer(Buffer.from(text), name, { mode });
  zip.end();
  return buffer(zip.outputStream);
}

const signal = new AbortController().signal;

async function check(bytes: Buffer): Promise<{ read: ReturnType<typeof checkArchive> }> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'export.zip'), bytes);
  return { read: checkArchive(join(folder, 'export.zip'), signal) };
}

test('a sound archive is read to its end', async () => {
  const { read } = await check(await zipOf(ENTRIES));
  expect(await read).toEqual({ files: 3, folders: 1 });
});

describe('an archive is refused', () => {
  test('wherever it is cut off', async () => {
    const bytes = await zipOf(ENTRIES);
    for (let length = 0; length < bytes.length; length += 37) {
      const { read } = await check(bytes.subarray(0, length));
      await expect(read).rejects.toMatchObject({ code: 'platform-garbled' });
    }
  });

  test('where a byte of the contents is another', async () => {
    const bytes = await zipOf(ENTRIES);
    const at = bytes.indexOf('Quick start/1 Start.md') + 'Quick start/1 Start.md'.length + 10;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x11, at);
    const { read } = await check(bytes);
    await expect(read).rejects.toMatchObject({ code: 'platform-garbled' });
  });

  test('where a byte of stored contents is another: the checksum tells', async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('the text'), 'a.md', { compress: false });
    zip.end();
    const bytes = await buffer(zip.outputStream);
    bytes.write('THE', bytes.indexOf('the text'));
    const { read } = await check(bytes);
    await expect(read).rejects.toMatchObject({ message: expect.stringContaining('checksum') });
  });

  test('where it is HTML', async () => {
    const { read } = await check(Buffer.from('<!doctype html><title>Sign in</title>'.repeat(20)));
    await expect(read).rejects.toMatchObject({ code: 'platform-garbled' });
  });

  test('where an entry is bigger than it says', async () => {
    const bytes = await zipOf({ 'a.md': 'a'.repeat(100_000) });
    const central = bytes.lastIndexOf('PK\u0001\u0002');
    bytes.writeUInt32LE(10, central + 24);
    const { read } = await check(bytes);
    await expect(read).rejects.toMatchObject({ code: 'platform-garbled' });
  });
});
