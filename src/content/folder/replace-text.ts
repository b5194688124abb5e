/** Replaces texts of files that a person may be editing meanwhile. */
import { readText } from './read-text.ts';
import { placeIn } from '../../files/limit.ts';
import { bytesOfText, replaceWhole } from '../../files/write.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';

/** Where a file of a project is, and where it lies until it is whole. */
export type InProject = Pick<Project, 'root' | 'stateFolder'>;

/** The text of a file in the project; none of one that links lead out of it to. */
export function readInside(
  root: string,
  file: FilePath,
): { readonly text: string } | { readonly problem: string } {
  const place = placeIn(root, file);
  return 'real' in place ? readText(place.real) : place;
}

/**
 * Makes `after` what the file holds, at once, and says whether it did: a file that does not hold `before` any more is left alone. It is
 * looked at last thing before it is replaced: no system replaces a file on condition. Rejects with `content` if it cannot be written.
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
  return replaceWhole(project, file, bytesOfText(after), { when: holdsBefore });
}
