/** API definitions that changed, with their changes as `docs ref diff` lists them. */
import { resolve } from 'node:path';
import { projectText } from '../../../system/files/read.ts';
import { AcceptedChanges } from '../definition-changes/accepted.ts';
import { reportOnSides, withFileNames } from '../definition-changes/compare.ts';
import type { DiffReport } from '../definition-changes/document.ts';
import { readSingleDocument } from '../../../definitions/comparable.ts';
import type { FilePath } from '../../../model/ids.ts';
import { sizeProblem } from '../../../model/input-limits.ts';

/** The changes of a definition. */
export interface ComparedDefinition {
  readonly file: FilePath;
  readonly report: DiffReport;
}

/**
 * The changes of those `files` that are definitions on both sides. Leaves out definitions in
 * several files, and new or removed ones: the other side has nothing to compare them with.
 *
 * @param before the former content of a file, if it is known
 */
export async function changedDefinitions(
  root: string,
  files: readonly FilePath[],
  { name, before }: { readonly name: string; readonly before: (file: FilePath) => unknown },
): Promise<ComparedDefinition[]> {
  if (files.length === 0) return [];
  const changes: ComparedDefinition[] = [];
  const accepted = await AcceptedChanges.read({ root });
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
      (found) =>
        accepted.judge(
          path,
          { older: older.content, newer: newer.content, version: undefined },
          found,
        ),
    );
    changes.push({ file, report: withFileNames(report, () => file) });
  }
  return changes;
}
