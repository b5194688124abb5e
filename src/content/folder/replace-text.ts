/** Replaces the texts of files that somebody may be editing at the same time. */
import { headerProblem, parsePageFile } from '../page/page-file.ts';
import { Failure } from '../../model/failure.ts';
import { inputKindOf, sizeProblem } from '../../model/input-limits.ts';
import { readText } from '../../system/files/read.ts';
import { placeIn } from '../../system/files/path.ts';
import { bytesOfText, replaceWhole } from '../../system/files/write.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';

/** Where a file of a project is, and where its new content is written first. */
export type InProject = Pick<Project, 'root' | 'stateFolder'>;

/** The text of a file in the project. Does not follow links that lead out of it. */
export function readInside(
  root: string,
  file: FilePath,
): { readonly text: string } | { readonly problem: string } {
  const place = placeIn(root, file);
  if ('problem' in place) return place;
  return readText(place.real) ?? { problem: 'does not exist' };
}

/** Throws `content` if commands would refuse to read the file with this text. */
export function requireReadable(file: FilePath, text: string): void {
  const kind = inputKindOf(file);
  const header = kind === 'page' ? headerProblem(parsePageFile(text)) : undefined;
  const problem = sizeProblem(kind, Buffer.byteLength(text)) ?? header;
  if (problem !== undefined) {
    throw new Failure('content', `"${file}" was not written: ${problem}.`, {
      hint: 'Divide the page into several',
    });
  }
}

/**
 * Replaces the file in one step. Resolves to false, and changes nothing, if its text is not
 * `before` any more; checks that right before the replacement. Rejects with `content` if the file
 * cannot be written, or if commands would refuse to read `after`.
 */
export async function replaceText(
  project: InProject,
  file: FilePath,
  before: string,
  after: string,
): Promise<boolean> {
  const holdsBefore = (): boolean => {
    const now = readInside(project.root, file);
    return 'text' in now && now.text === before;
  };
  if (!holdsBefore()) return false;
  requireReadable(file, after);
  return replaceWhole(project, file, bytesOfText(after), { when: holdsBefore });
}
