/** API definitions that are not as they were, as `docs ref diff` lists their changes. */
import { resolve } from 'node:path';
import { projectText } from '../content/folder/read-text.ts';
import { reportOnSides, withFileNames } from '../definition-changes/compare.ts';
import type { DiffReport } from '../definition-changes/document.ts';
import { readSingleDocument } from '../definitions/load.ts';
import type { FilePath } from '../model/ids.ts';
import { sizeProblem } from '../model/input-limits.ts';

/** What became of a definition. */
export interface ComparedDefinition {
  readonly file: FilePath;
  readonly report: DiffReport;
}

/**
 * The changes of those of `files` that are definitions, and were. A definition in several files, or one that is new or gone, is left out: of the
 * other side there is nothing to compare with.
 *
 * @param before what was in a file, if that is known
 */
export async function changedDefinitions(
  root: string,
  files: readonly FilePath[],
  { name, before }: { readonly name: string; readonly before: (file: FilePath) => unknown },
): Promise<ComparedDefinition[]> {
  const changes: ComparedDefinition[] = [];
  for (const file of files) {
    const was = before(file);
    const is = projectText(root, file);
    if (typeof was !== 'string' || is === null || 'problem' in is) continue;
    if (sizeProblem('definition', was.length) !== undefined) continue;
    const path = resolve(root, file);
    const [older, newer] = [
      await readSingleDocument(was, path),
      await readSingleDocument(is.text, path),
    ];
    if (older === undefined || newer === undefined) continue;
    const report = await reportOnSides(
      { ...older, name: `${file} (${name})` },
      { ...newer, name: file },
    );
    changes.push({ file, report: withFileNames(report, () => file) });
  }
  return changes;
}
