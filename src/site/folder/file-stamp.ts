import type { Stats } from 'node:fs';

/** Changes with a file's bytes, also if another file of its size and times takes its place. */
export const fileStamp = ({ mtimeMs, ctimeMs, size, ino }: Stats): string =>
  [mtimeMs, ctimeMs, size, ino].map((each) => Math.round(each).toString(36)).join('-');
