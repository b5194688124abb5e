import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixFiles } from '../../../src/commands/check/fixed-files.ts';
import { finding } from '../../../src/content/check/finding.ts';
import type { FilePath } from '../../../src/model/ids.ts';
import { temporaryFolder } from '../../support/folder.ts';

const FILE = 'a.md' as FilePath;
const CHECKED = '---\ntitle:Page\n---\n';
const BLANK = finding('header-blank', {
  file: FILE,
  line: 2,
  message: 'There is no blank.',
  fix: { kind: 'edits', edits: [{ line: 2, column: 7, length: 0, text: ' ' }] },
});

test.each([
  ['mends a file as it was checked', CHECKED, '---\ntitle: Page\n---\n', [BLANK]],
  [
    'leaves one alone that was edited since: places in it are others',
    '---\nslug: page\ntitle:Page\n---\n',
    '---\nslug: page\ntitle:Page\n---\n',
    [],
  ],
])('%s', async (_, now, after, fixed) => {
  const folder = await temporaryFolder({ [FILE]: now });
  expect(
    await fixFiles(
      { root: folder, stateFolder: '.docs-cli' as FilePath },
      [BLANK],
      new Map([[FILE, CHECKED]]),
    ),
  ).toEqual(fixed);
  expect(await readFile(join(folder, FILE), 'utf8')).toBe(after);
});
