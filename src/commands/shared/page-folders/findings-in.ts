/** The findings about pages and the files beside them, with those that need the lock or the redirects. */
import { finding } from '../../../content/check/finding.ts';
import type { CheckFinding } from '../../../content/check/finding.ts';
import type { CheckedPage } from '../../../content/check/linkable-pages.ts';
import type { Readings } from '../../../content/check/references.ts';
import { Failure } from '../../../model/failure.ts';
import type { FilePath } from '../../../model/ids.ts';
import { restrictionWords, saysNotYet } from '../../../model/local.ts';
import type { Project } from '../../../model/project.ts';
import { type Lock, readLastShared } from '../../../sync/reader.ts';
import type { CheckedFolders } from './checked-folders.ts';

interface Besides {
  /** Findings of other checks, which lines may ignore, too. */
  readonly more?: readonly CheckFinding[];
  /** Pages that were parsed before. */
  readonly readings?: Readings;
}

/**
 * What `docs check` finds in the files that are asked for, without definitions; not yet graded, and
 * with what the baseline has.
 */
export async function findingsIn(
  project: Project,
  whole: CheckedFolders,
  isAsked: (file: FilePath) => boolean,
  { more = [], readings }: Besides = {},
): Promise<readonly CheckFinding[]> {
  const asked = whole.pages.filter(({ file }) => isAsked(file));
  const shown = await publicAlready(project, asked);
  const redirects = await redirectFindings(project, whole);
  return whole.findings(isAsked, [...more, ...shown, ...redirects], readings);
}

/** The findings about the project's redirect rules, if it has any. */
async function redirectFindings(
  { root }: Project,
  { pages }: CheckedFolders,
): Promise<readonly CheckFinding[]> {
  const { redirectsText } = await import('../../../content/redirects/redirects-file.ts');
  const text = redirectsText(root);
  if (text === null) return [];
  const { checkRedirects } = await import('../../../content/check/redirect-findings.ts');
  return checkRedirects(text, new Set(pages.map(({ key }) => key)));
}

/** Pages that are published according to the lock, and held back according to their files. */
async function publicAlready(
  project: Project,
  pages: readonly CheckedPage[],
): Promise<readonly CheckFinding[]> {
  const notYet = pages.filter(({ restrictions }) => saysNotYet(restrictions.reasons[0]));
  if (notYet.length === 0) return [];
  const lock = await lastShared(project);
  return notYet.flatMap(({ key, file, restrictions: { reasons } }) => {
    const [why] = reasons;
    if (why === undefined || (lock?.pages.get(key)?.published ?? null) === null) return [];
    const message = `Readers already see this page, and still will, although it is ${restrictionWords(why)}: the API cannot unpublish it.`;
    return [finding('already-public', { file, message, hint: 'Unpublish it in the editor' })];
  });
}

/** Null if the lock cannot be read. A push reports why. */
async function lastShared(project: Project): Promise<Lock | null> {
  try {
    return await readLastShared(project);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
