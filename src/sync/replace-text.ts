/** Replaces texts of files that a person may be editing meanwhile. */
import { join } from 'node:path';
import { Failure } from '../model/failure.ts';
import type { FilePath } from '../model/ids.ts';
import type { Project } from '../model/project.ts';
import { keepObject } from './objects.ts';
import { readText } from './scan-files.ts';

/**
 * Makes `after` what the file holds, at once, and says whether it did: a file that does not hold `before` any more is left alone. It is
 * looked at last thing before it is replaced: no system replaces a file on condition.
 */
export async function replaceText(path: string, before: string, after: string): Promise<boolean> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  const now = readText(path);
  if (!('text' in now) || now.text !== before) return false;
  await writeFileAtomic(path, after);
  return true;
}

/**
 * Replaces what a file holds by what `change` makes of it, which is asked once more where the file was edited meanwhile. The text that the
 * file had is kept. A file that is not there, or cannot be read, is left alone.
 */
export async function rewriteFile(
  project: Project,
  file: FilePath,
  change: (text: string) => string | Promise<string>,
): Promise<void> {
  const path = join(project.root, file);
  for (;;) {
    const read = readText(path);
    if ('problem' in read) return;
    const after = await change(read.text);
    if (after === read.text) return;
    await keepObject(project, read.text);
    if (await replaceText(path, read.text, after)) return;
  }
}

/** Of a file that is not what it was when the run looked at it. */
export const changedFile = (file: FilePath, problem = 'changed since it was looked at'): Failure =>
  new Failure('content', `${file} ${problem}.`, { hint: 'Run the command again.' });
