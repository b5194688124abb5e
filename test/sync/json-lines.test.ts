import {
  chmodSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aboutLines, bytesOf, linesOf } from '../../src/sync/record/json-lines.ts';
import { alone, replaceWhole } from '../../src/system/files/write.ts';
import { temporaryFolder } from '../support/folder.ts';

test('the lines of a file are those of its text, whatever blocks it is read in', async () => {
  const folder = await temporaryFolder({});
  const path = join(folder, 'lines');
  const line = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', '')),
    fc.nat(300_000).map((length) => 'ä'.repeat(length)),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.boolean(), (lines, ended) => {
      const text = lines.join('\n') + (ended && lines.length > 0 ? '\n' : '');
      writeFileSync(path, text);
      const wanted = readFileSync(path, 'utf8').split('\n');
      if (wanted.at(-1) === '') wanted.pop();
      expect([...linesOf(path)]).toEqual(wanted);
    }),
    { numRuns: 40 },
  );
});

test('a line that is longer than any that docs writes is cut off, and the lines after it are read', async () => {
  const folder = await temporaryFolder({ lines: `a\n${'x'.repeat(9_000_000)}\nb\n` });
  const [first, long = '', last, ...more] = linesOf(join(folder, 'lines'));
  expect([first, last, more]).toEqual(['a', 'b', []]);
  expect(long.length).toBeLessThan(2_000_000);
});

test('a warning names the file, the first bad line, and the number of others', () => {
  expect(aboutLines('a.lock', [], 'wrong.')).toEqual([]);
  expect(aboutLines('a.lock', [7], 'wrong.')).toEqual(['a.lock:7: wrong.']);
  expect(aboutLines('a.lock', [7, 8, 9], 'wrong.')).toEqual([
    'a.lock:7, and 2 more like it: wrong.',
  ]);
});

test('lines are converted to bytes, however many there are', () => {
  const lines = Array.from({ length: 2_500 }, (_, number) => `line ${number}`);
  expect(Buffer.concat([...bytesOf(lines)]).toString()).toBe(`${lines.join('\n')}\n`);
  expect([...bytesOf([])]).toEqual([]);
});

const replaceFile = (path: string, lines: Iterable<string>): Promise<boolean> =>
  replaceWhole(...alone(path), () => bytesOf(lines), { leavesSame: true });

test('a file is replaced as a whole, keeps its permissions, and is not touched if its text is the same', async () => {
  const folder = await temporaryFolder({ 'real.txt': 'before, and longer\n' });
  const real = join(folder, 'real.txt');
  const link = join(folder, 'link.txt');
  chmodSync(real, 0o640);
  symlinkSync(real, link);

  await replaceFile(link, ['after']);
  expect(readFileSync(real, 'utf8')).toBe('after\n');
  const { mode, ino } = statSync(real);
  expect(mode & 0o777).toBe(0o640);

  await replaceFile(link, ['after']);
  expect(statSync(real).ino).toBe(ino);
  await replaceFile(link, ['afte']);
  expect(readFileSync(real, 'utf8')).toBe('afte\n');
  await replaceFile(link, []);
  expect(readFileSync(real, 'utf8')).toBe('');
  expect(readdirSync(folder).toSorted()).toEqual(['link.txt', 'real.txt']);
});

test('a write that fails leaves the file as it was', async () => {
  const folder = await temporaryFolder({ 'file.txt': 'before\n' });
  const path = join(folder, 'file.txt');
  function* failing(): Generator<string> {
    yield 'after';
    throw new Error('no more');
  }
  await expect(replaceFile(path, failing())).rejects.toThrow('no more');
  expect(readFileSync(path, 'utf8')).toBe('before\n');
  expect(readdirSync(folder)).toEqual(['file.txt']);
});
