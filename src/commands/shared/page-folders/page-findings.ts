import type { Context } from '../../../context.ts';
import type { CheckFinding } from '../../../content/check/finding.ts';
import { graded } from '../../../content/check/baseline/graded.ts';
import type { Project } from '../../../model/project.ts';
import { lineTextsOf, withoutKnown } from '../../../content/check/baseline/baseline-file.ts';
import { type CheckedFolders, checkFolders } from './checked-folders.ts';
import { readTexts } from '../../../content/folder/folder-of-texts.ts';
import { ignoredIn } from '../../../system/git/working-tree.ts';
import { ruleSettings } from './rule-settings.ts';

/** The findings of `docs check` in the content folders, without those about definitions. */
export const pageFindings = async (
  context: Context,
  project: Project,
): Promise<readonly CheckFinding[]> => (await checkedPages(context, project)).findings;

/** The same, with the pages that were checked. */
export async function checkedPages(
  context: Context,
  project: Project,
): Promise<
  Pick<CheckedFolders, 'pages' | 'site'> & { readonly findings: readonly CheckFinding[] }
> {
  const settings = await ruleSettings(context);
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const whole = await checkFolders(
    project,
    read,
    ignoredIn({ root: project.root, ...context.host }),
  );
  const told = graded(await whole.findings(() => true), settings);
  const findings = withoutKnown(project, told, lineTextsOf(project), () => false)?.fresh ?? told;
  return { pages: whole.pages, site: whole.site, findings };
}
