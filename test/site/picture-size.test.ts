import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FilePath } from '../../src/model/ids.ts';
import { pictureSize } from '../../src/site/folder/picture-size.ts';
import { temporaryFolder } from '../support/folder.ts';
import { pngOf } from '../support/png.ts';

const svg = (attributes: string): string =>
  `<?xml version="1.0"?>\n<!-- width="7" --><svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path d="M0 0"/></svg>`;

const gif = Buffer.from('4749463839610a00140080000000000000000021f90401000000002c00000000', 'hex');

/** A camera that was held upright: the picture lies in its file. */
const jpeg = Buffer.concat([
  Buffer.from('ffd8ffe10022', 'hex'),
  Buffer.from('Exif\0\0'),
  Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex'),
  Buffer.from('ffc0001108003c005003012200021101031101', 'hex'),
]);

test.each([
  ['a.png', pngOf(600, 300), { width: 600, height: 300, isFluid: false }],
  ['a.gif', gif, { width: 10, height: 20, isFluid: false }],
  ['a.jpg', jpeg, { width: 60, height: 80, isFluid: false }],
  ['a.svg', svg('width="40px" height="20px"'), { width: 40, height: 20, isFluid: false }],
  ['b.svg', svg('viewBox="0 0 400 200"'), { width: 400, height: 200, isFluid: true }],
  ['c.svg', svg('width="100%" viewBox="0 0 400 200"'), { width: 400, height: 200, isFluid: true }],
  ['d.svg', svg(''), undefined],
  ['b.png', 'no picture', undefined],
  ['c.png', '', undefined],
] as const)('the size of %s', async (name, content, size) => {
  const root = await temporaryFolder({ [name]: content });
  expect(pictureSize(root, name as FilePath)).toEqual(size);
});

test('nothing is read through a link out of the project, or from what is no file', async () => {
  const outside = await temporaryFolder({ 'a.png': pngOf(6, 3) });
  const root = await temporaryFolder({ 'folder.png/a.txt': '' });
  await symlink(join(outside, 'a.png'), join(root, 'link.png'));
  for (const name of ['link.png', 'folder.png', 'missing.png'])
    expect(pictureSize(root, name as FilePath)).toBe(undefined);
});
