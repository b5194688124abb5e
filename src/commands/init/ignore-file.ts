/** The line of `.gitignore` for what the tool keeps for itself. What is there stays as it is, byte for byte. */
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { readRegular } from '../../files/read-file.ts';
import type { Home } from '../../files/write.ts';
import { replaceWhole, writeNew } from '../../files/write.ts';
import { isMissing } from '../../model/file-trouble.ts';
import { withIgnored } from './templates.ts';

export const IGNORE_FILE = '.gitignore';

/** Adds the line if it is missing; resolves to whether it did. A file that cannot be read is left alone, and the user is told. */
export async function ignoreState({ ui }: Pick<Context, 'ui'>, home: Home): Promise<boolean> {
  const path = join(home.root, IGNORE_FILE);
  const before = bytesAt(path);
  if (before === 'unreadable') {
    ui.warn(
      `${IGNORE_FILE} cannot be read and was left as it is.`,
      'Add the line .docs-cli/ to it: the log and caches are kept there',
    );
    return false;
  }
  // Whatever its encoding is, each byte is a character of this one.
  const after = withIgnored(before?.toString('latin1') ?? '');
  if (after === null) return false;
  const content = () => [Buffer.from(after, 'latin1')];
  return before === null
    ? writeNew(home, IGNORE_FILE, content)
    : replaceWhole(home, IGNORE_FILE, content, {
        when: () => readRegular(path, null).equals(before),
      });
}

/** Null: there is no such file. */
function bytesAt(path: string): Buffer | 'unreadable' | null {
  try {
    return readRegular(path, null);
  } catch (error) {
    return isMissing(error) ? null : 'unreadable';
  }
}
