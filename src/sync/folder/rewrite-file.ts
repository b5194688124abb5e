/** Rewrites page files, keeping the text that each had. */
import { readInside, replaceText } from '../../content/folder/replace-text.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { keepObject } from '../journal/objects.ts';

/**
 * Replaces what a file holds by what `change` makes of it, which is asked once more if the file was edited meanwhile. The text that the
 * file had is kept. A file that is not there, or cannot be read, is left alone.
 */
export async function rewriteFile(
  project: Project,
  file: FilePath,
  change: (text: string) => string | Promise<string>,
): Promise<void> {
  for (;;) {
    const read = readInside(project.root, file);
    if ('problem' in read) return;
    const after = await change(read.text);
    if (after === read.text) return;
    await keepObject(project, read.text);
    if (await replaceText(project, file, read.text, after)) return;
  }
}

/** The failure of a file that is not what it was when the run looked at it. */
export const changedFile = (file: FilePath, problem = 'changed since it was looked at'): Failure =>
  new Failure('content', `${file} ${problem}.`, { hint: 'Run the command again' });
