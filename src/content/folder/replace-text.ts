/** Replaces the texts of files that somebody may be editing at the same time. */
import { readText } from './read-text.ts';
import { placeIn } from '../../files/limit.ts';
import { bytesOfText, replaceWhole } from '../../files/write.ts';
import type { WriteOptions } from '../../files/write.ts';
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
  return 'real' in place ? readText(place.real) : place;
}

/**
 * Replaces the file's content with `after` in one step. Resolves to false, and changes nothing, if the file does not hold `before` any more. The file is
 * compared right before it is replaced, because no system can replace a file on condition. Rejects with `content` if it cannot be written.
 */
export async function replaceText(
  project: InProject,
  file: FilePath,
  before: string,
  after: string,
  options: Pick<WriteOptions, 'announce'> = {},
): Promise<boolean> {
  const holdsBefore = (): boolean => {
    const now = readInside(project.root, file);
    return 'text' in now && now.text === before;
  };
  if (!holdsBefore()) return false;
  return replaceWhole(project, file, bytesOfText(after), { ...options, when: holdsBefore });
}
