import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

test('a process that has nothing left to do before main has answered does not end with 0', async () => {
  const folder = await temporaryFolder({
    'dist/main.cjs': 'exports.main = () => new Promise(() => {});\n',
  });
  await cp('bin', join(folder, 'bin'), { recursive: true });
  await cp('package.json', join(folder, 'package.json'));
  const { exitCode } = await execa(process.execPath, [join(folder, 'bin/docs.js'), 'push'], {
    reject: false,
  });
  expect(exitCode).toBe(1);
});
