import { expect, test } from 'vitest';
import { isLeftOver, temporaryName } from '../../../src/system/files/temporary.ts';

const HOUR_MS = 60 * 60 * 1000;
const [, PID = '', HOST = ''] = /^\.docs-cli-(\d+)-(\w+)-/.exec(temporaryName()) ?? [];
const DEAD = 2 ** 22 + 1;

const named = (pid: number | string, host: string): string =>
  `.docs-cli-${pid}-${host}-0123abcd-7.tmp`;

test.each([
  ['of this process', temporaryName(), 9 * HOUR_MS, false],
  ['of an earlier process with its id', named(PID, HOST), 0, true],
  ['of a process that is over', named(DEAD, HOST), 0, true],
  ['of one that is at work', named(process.ppid, HOST), 0, false],
  ['of another machine, just now', named(DEAD, 'feedfeed'), 1000, false],
  ['of another machine, long ago', named(DEAD, 'feedfeed'), 2 * HOUR_MS, true],
  ['that is somebody’s own', 'a.md.tmp', 9 * HOUR_MS, false],
])('a temporary file %s is left over or not', (_, name, ageMs, expected) => {
  expect(isLeftOver(name, ageMs)).toBe(expected);
});
