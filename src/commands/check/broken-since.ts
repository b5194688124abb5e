/**
 * The findings for `docs check --changed`: all findings in changed files, and those that the
 * changes caused in other files.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckFinding } from '../../content/check/finding.ts';
import type { FilePath } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import { changedFiles, textsBefore } from '../../system/git/changed-files.ts';
import { ignoredIn } from '../../system/git/working-tree.ts';
import type { Machine } from '../../system/programs/start-program.ts';
import { fileIn } from '../../content/folder/list-folder.ts';
import { folderWith } from '../../content/folder/folder-of-texts.ts';
import type { FolderOfTexts } from '../../content/folder/folder-of-texts.ts';
import { snippetFiles } from '../../content/snippets/sources.ts';
import { sourcesBeside } from '../shared/page-folders/repository-files.ts';
import { checkFolders } from '../shared/page-folders/checked-folders.ts';

export interface BrokenSince {
  isChanged(file: FilePath): boolean;
  /** The findings in changed files, and those in other files that did not exist before. */
  wanted(findings: readonly CheckFinding[]): Promise<readonly CheckFinding[]>;
}

/**
 * @param read the current folders
 *
 * @param ref a commit; throws `usage` if git does not know it
 */
export async function brokenSince(
  { project, machine }: { readonly project: Project; readonly machine: Machine },
  read: readonly FolderOfTexts[],
  ref: string,
): Promise<BrokenSince> {
  const place = { root: project.root, ...machine };
  const references = project.references.map(({ file }) => file);
  const sampled = snippetFiles(read.flatMap(allTexts));
  const changed = await changedFiles(place, ref, {
    below: [...project.contents.map(({ path }) => path), ...references, ...sampled],
    files: [
      ...read.flatMap(({ folder, files }) => files.map((path) => fileIn(folder.path, path))),
      ...[...references, ...sampled].filter((file) => existsSync(join(project.root, file))),
    ],
  });
  const paths = new Set(changed.files.keys());
  const isChanged = (file: FilePath): boolean => paths.has(file.normalize('NFC') as FilePath);
  return {
    isChanged,
    async wanted(findings) {
      const elsewhere = new Set<FilePath>();
      for (const { place: at } of findings) if (!isChanged(at.file)) elsewhere.add(at.file);
      if (elsewhere.size === 0 || paths.size === 0) {
        return findings.filter(({ place: at }) => isChanged(at.file));
      }
      const texts = await textsBefore(place, changed);
      const before = await Promise.all(read.map((folder) => folderWith(folder, paths, texts)));
      const whole = await checkFolders(project, before, ignoredIn(place), {
        before: (file) =>
          paths.has(file as FilePath) ? (texts.get(file as FilePath) ?? null) : undefined,
      });
      const known = new Set((await whole.findings((file) => elsewhere.has(file))).map(identity));
      return findings.filter((each) => isChanged(each.place.file) || !known.has(identity(each)));
    },
  };
}

/** The texts of pages, posts and synced blocks. */
const allTexts = (folder: FolderOfTexts): readonly string[] => [
  ...Array.from(folder.pages.values(), ({ text }) => text),
  ...sourcesBeside(folder, () => true).map(({ text }) => text),
];

/** The identity of a finding. In a file that did not change, the place is the same as before. */
const identity = ({ rule, place: { file, line, column } }: CheckFinding): string =>
  `${rule}\0${file}\0${line}\0${column}`;
