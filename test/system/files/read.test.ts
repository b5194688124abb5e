import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRegular } from '../../../src/system/files/read.ts';
import { fileReason } from '../../../src/model/file-trouble.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** Why it is not read. */
function reasonOf(path: string, kind: Parameters<typeof readRegular>[1] = 'page'): string {
  try {
    return `read: ${readRegular(path, kind).length} bytes`;
  } catch (error) {
    return fileReason(error) ?? String(error);
  }
}

test('a file is read up to the size of its kind', async () => {
  const folder = await temporaryFolder({
    'a.yaml': Buffer.alloc(2 ** 20),
    'b.yaml': Buffer.alloc(2 ** 20 + 1),
  });
  expect(reasonOf(join(folder, 'a.yaml'), 'navigation')).toBe('read: 1048576 bytes');
  expect(reasonOf(join(folder, 'b.yaml'), 'navigation')).toBe(
    '1.1 MB; a navigation has at most 1 MB',
  );
  expect(reasonOf(join(folder, 'a.yaml'), 'configuration')).toBe(
    '1 MB; a configuration has at most 256 kB',
  );
  expect(reasonOf(join(folder, 'b.yaml'), null)).toBe('read: 1048577 bytes');
});

test('a folder and a missing file have the errors of the system', async () => {
  const folder = await temporaryFolder();
  expect(reasonOf(folder)).toBe('it is a folder');
  expect(reasonOf(join(folder, 'none'))).toBe('there is no such file or folder');
});

test.skipIf(process.platform === 'win32')(
  'a pipe, a device and a socket are refused at once',
  async () => {
    const folder = await temporaryFolder();
    const [pipe, socket] = [join(folder, 'pipe'), join(folder, 'socket')];
    execFileSync('mkfifo', [pipe]);
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((done) => void server.listen(socket, done));
    for (const path of [pipe, socket, '/dev/zero']) {
      expect(reasonOf(path)).toBe('it is a pipe, a device or a socket');
    }
  },
);
