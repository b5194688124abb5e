import type { Context } from '../context.ts';
import type { Finding } from '../content/check/finding.ts';
import { graded } from '../content/check/baseline/graded.ts';
import type { Project } from '../model/project.ts';
import { lineTextsOf, withoutKnown } from './baseline-file.ts';
import { checkFolders } from './checked-folders.ts';
import { readTexts } from './folder-of-texts.ts';
import { ruleSettings } from './rule-settings.ts';

/** The findings of `docs check` in the content folders, without those about definitions. */
export async function pageFindings(
  context: Context,
  project: Project,
): Promise<readonly Finding[]> {
  const settings = await ruleSettings(context);
  const read = await Promise.all(project.contents.map((folder) => readTexts(project, folder)));
  const whole = await checkFolders(project, read);
  const told = graded(await whole.findings(() => true), settings);
  return withoutKnown(project, told, lineTextsOf(project), () => false)?.fresh ?? told;
}
