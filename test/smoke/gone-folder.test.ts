import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { expectOfSchema } from '../support/schema.ts';

test('a working folder that was deleted is named as the reason', async () => {
  const folder = await temporaryFolder({ 'dist/main.cjs': 'exports.main = async () => 0;\n' });
  await cp('bin', join(folder, 'bin'), { recursive: true });
  await cp('package.json', join(folder, 'package.json'));
  const inGone = (...argv: string[]) =>
    execa('sh', ['-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', 'sh', ...argv], {
      cwd: folder,
      reject: false,
    });
  const docs = [process.execPath, join(folder, 'bin/docs.js')];

  const { exitCode, stderr, stdout } = await inGone(...docs, 'status');
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toBe('error The working folder does not exist any more.\n  Go to another folder');

  const json = await inGone(...docs, 'status', '--json');
  expect(json.exitCode).toBe(2);
  await expectOfSchema('error', JSON.parse(json.stderr));
});
