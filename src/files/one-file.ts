import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** Whether both names, relative to `root`, are of one file. A process that was killed while it moved the file leaves both. */
export function isOneFile(root: string, a: string, b: string): boolean {
  const [one, other] = [a, b].map((file) =>
    lstatSync(join(root, file), { throwIfNoEntry: false, bigint: true }),
  );
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
