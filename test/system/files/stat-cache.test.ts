import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StatCache } from '../../../src/system/files/stat-cache.ts';
import { temporaryFolder } from '../../support/folder.ts';

const NAME = { file: 'scan.cache', format: 'test 1' };

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** A file whose times are all well before the next read. */
async function settledFile(): Promise<{ folder: string; file: string; state: string }> {
  const folder = await temporaryFolder({ 'a.md': 'text' });
  const file = join(folder, 'a.md');
  utimesSync(file, LONG_AGO, LONG_AGO);
  await afterTick(statSync(file).ctimeMs, folder);
  return { folder, file, state: join(folder, 'state') };
}

/** Until the file system's clock has left the tick at `timeMs`. */
async function afterTick(timeMs: number, folder: string): Promise<void> {
  const probe = join(folder, 'probe');
  do {
    writeFileSync(probe, '');
    await new Promise(setImmediate);
  } while (statSync(probe).mtimeMs <= timeMs);
}

function save(state: string, file: string, value: string): void {
  const cache = new StatCache<{ value: string }>(state, NAME);
  cache.beforeReading();
  cache.keep('a.md', statSync(file), { value });
  cache.save();
}

const read = (state: string, file: string): string | undefined =>
  new StatCache<{ value: string }>(state, NAME).known('a.md', statSync(file))?.value;

test('a file that did not change is known, and the state folder is none of git’s business', async () => {
  const { file, state } = await settledFile();
  save(state, file, 'kept');
  expect(read(state, file)).toBe('kept');
  expect(readdirSync(state).toSorted()).toEqual(['.gitignore', 'scan.cache']);
  expect(readFileSync(join(state, '.gitignore'), 'utf8')).toBe('*\n');
});

test('a file of another time or size is not known', async () => {
  const { file, state } = await settledFile();
  save(state, file, 'kept');
  writeFileSync(file, 'texts');
  utimesSync(file, LONG_AGO, LONG_AGO);
  expect(read(state, file)).toBeUndefined();
});

test('a file of the same size and the same modification time is not known once it was written', async () => {
  const { file, state } = await settledFile();
  save(state, file, 'kept');
  writeFileSync(file, 'TEXT');
  utimesSync(file, LONG_AGO, LONG_AGO);
  expect(read(state, file)).toBeUndefined();
});

test('a file touched since reading began is not trusted', async () => {
  const { file, state } = await settledFile();
  const cache = new StatCache<{ value: string }>(state, NAME);
  cache.beforeReading();
  writeFileSync(file, 'next');
  cache.keep('a.md', statSync(file), { value: 'racy' });
  cache.save();
  expect(read(state, file)).toBeUndefined();
});

test('a cache is changed by other values, by fewer, and not by the same', async () => {
  const { file, state } = await settledFile();
  save(state, file, 'kept');
  const same = new StatCache<{ value: string }>(state, NAME);
  same.known('a.md', statSync(file));
  expect(same.isChanged).toBe(false);
  expect(new StatCache(state, NAME).isChanged).toBe(true);
  same.revise('a.md', { value: 'other' });
  expect(same.isChanged).toBe(true);
});

test('a cache that is cut off, changed or foreign is empty', async () => {
  const { file, state } = await settledFile();
  save(state, file, 'kept');
  const path = join(state, 'scan.cache');
  const whole = readFileSync(path);
  const damaged = [
    ...Array.from({ length: whole.length - 1 }, (_, length) => whole.subarray(0, length)),
    Buffer.from(whole.toString('latin1').replace('kept', 'kepT'), 'latin1'),
    Buffer.concat([whole, Buffer.from('x')]),
    '\0'.repeat(100),
    'null\n',
  ];
  for (const bytes of damaged) {
    writeFileSync(path, bytes);
    expect(read(state, file)).toBeUndefined();
  }
  writeFileSync(path, whole);
  expect(read(state, file)).toBe('kept');
});

test('a value whose file is gone, or was damaged, after the cache was opened is not known', async () => {
  const { file, state } = await settledFile();
  const open = () => new StatCache<{ value: string }>(state, NAME);
  const path = join(state, 'scan.cache');
  const spoil = [
    () => writeFileSync(path, readFileSync(path, 'latin1').replace('kept', 'Kept'), 'latin1'),
    () => rmSync(path),
  ];
  for (const act of spoil) {
    save(state, file, 'kept');
    const opened = open();
    act();
    expect(opened.known('a.md', statSync(file))).toBeUndefined();
  }
});

test('a folder that cannot be written costs reading, nothing else', async () => {
  const { file, folder } = await settledFile();
  const state = join(folder, 'a.md', 'state');
  expect(() => save(state, file, 'lost')).not.toThrow();
  expect(read(state, file)).toBeUndefined();
});
