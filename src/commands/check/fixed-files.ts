import type { CheckFinding } from '../../content/check/finding.ts';
import { fixText } from '../../content/check/fix.ts';
import { withNavEntry } from '../../content/layouts/nav.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FilePath } from '../../model/ids.ts';
import { replaceText } from '../../content/folder/replace-text.ts';
import type { InProject } from '../../content/folder/replace-text.ts';

/**
 * Applies the fixes of `findings`, each file in one write, completely or not at all. `texts`: the
 * texts that were checked; a file that was edited since is not changed. Returns the findings that
 * were fixed.
 */
export async function fixFiles(
  project: InProject,
  findings: readonly CheckFinding[],
  texts: ReadonlyMap<FilePath, string>,
): Promise<CheckFinding[]> {
  const fixed: CheckFinding[] = [];
  const fixable = findings.filter(({ fix }) => fix !== null);
  for (const [file, own] of groupBy(fixable, fixedFile)) {
    const before = texts.get(file);
    if (before === undefined) continue;
    const { text, done } = fixText(before, own);
    const after = await withNavEntries(text, own);
    if (after === before) continue;
    if (!(await replaceText(project, file, before, after))) continue;
    for (const each of done) fixed.push(each);
  }
  return fixed;
}

/** The file that the fix changes. */
const fixedFile = ({ place, fix }: CheckFinding): FilePath =>
  fix?.kind === 'nav' ? fix.navFile : place.file;

async function withNavEntries(text: string, findings: readonly CheckFinding[]): Promise<string> {
  let after = text;
  for (const { fix } of findings) {
    if (fix?.kind === 'nav') after = await withNavEntry(after, fix.page, null);
  }
  return after;
}
