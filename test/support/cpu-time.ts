/** Notes for each test file how long the processor worked for it, for `dearest-files.ts`. */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';

declare module 'vitest' {
  export interface TaskMeta {
    cpuSeconds?: number;
  }
}

const STAT = '/proc/self/stat';
const TICKS_PER_SECOND = 100;

/** Of child processes that have ended. 0 on systems that do not say. */
function secondsOfChildren(): number {
  if (!existsSync(STAT)) return 0;
  // After the name of the program, which may hold anything.
  const fields = readFileSync(STAT, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOfChildren();
}

let before = 0;

beforeAll(() => {
  before = seconds();
});

// oxlint-disable-next-line no-empty-pattern -- Vitest passes the file only behind fixtures.
afterAll(({}, file) => {
  file.meta.cpuSeconds = seconds() - before;
});
