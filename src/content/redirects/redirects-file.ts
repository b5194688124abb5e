/** The file of redirect rules in a project. */
import { bytesOfText, replaceWhole } from '../../system/files/write.ts';
import type { Project } from '../../model/project.ts';
import { projectText } from '../../system/files/read.ts';
import { readRedirects, REDIRECTS_FILE, withRedirects } from './redirects.ts';
import type { ReadRedirects, MovedAddress } from './redirects.ts';

/** The text of the file. Null if the file is missing or cannot be read. */
export function redirectsText(root: string): string | null {
  const read = projectText(root, REDIRECTS_FILE);
  return read !== null && 'text' in read ? read.text : null;
}

export const projectRedirects = (root: string): ReadRedirects =>
  readRedirects(redirectsText(root) ?? '');

/**
 * Adds rules, and resolves to whether the file changed. Does not change a file that cannot be read.
 */
export async function addRedirects(
  project: Pick<Project, 'root' | 'stateFolder'>,
  redirects: readonly MovedAddress[],
): Promise<boolean> {
  if (redirects.length === 0) return false;
  const before = projectText(project.root, REDIRECTS_FILE);
  if (before !== null && 'problem' in before) return false;
  const after = withRedirects(before?.text ?? null, redirects);
  if (after === before?.text) return false;
  return replaceWhole(project, REDIRECTS_FILE, bytesOfText(after));
}
