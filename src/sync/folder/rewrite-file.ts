/** Rewrites page files and keeps a copy of each text that is replaced. */
import { readInside, replaceText } from '../../content/folder/replace-text.ts';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { keepLost } from '../record/log-file.ts';

/**
 * Replaces the text of a file by what `change` makes of it. If the file is edited meanwhile, calls
 * `change` again with the new text. Keeps a copy of the old text. Does nothing if the file is
 * missing or cannot be read.
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
    await keepLost(project, read.text);
    if (await replaceText(project, file, read.text, after)) return;
  }
}

/** The failure if a file is not what it was when the run looked at it. */
export const changedFile = (file: FilePath, problem = 'changed since it was read'): Failure =>
  new Failure('content', `"${file}" ${problem}.`, { hint: 'Run the command again' });
