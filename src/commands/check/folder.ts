/** A content folder as `docs check` and `docs fmt` read it: every page file once. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { globbed } from '../../content/globs.ts';
import type { LeftOut } from '../../content/check/structure.ts';
import { detectLayout, roleOf } from '../../content/layouts/detect.ts';
import { mappingOf } from '../../content/layouts/layout.ts';
import type { Layout } from '../../content/layouts/layout.ts';
import type { FilePath } from '../../model/ids.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import { LARGEST_FILE_BYTES, readText } from '../../sync/scan-files.ts';
import { fileIn, listFolder } from '../../sync/scan-folder.ts';

type TextOrProblem =
  | { readonly text: string }
  | { readonly problem: string; readonly rule: NonNullable<LeftOut['rule']> };

/** Paths are relative to the folder. */
export interface ReadFolder {
  readonly folder: ContentFolder;
  readonly layout: Layout;
  /** Texts of page files, byte order marks included. */
  readonly pages: ReadonlyMap<string, string>;
  /** Texts of settings files and navigations. */
  readonly settings: ReadonlyMap<string, string>;
  readonly references: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** All files. */
  readonly files: readonly string[];
  /** Whether the configuration's globs take the page. */
  readonly takes: (path: string) => boolean;
  readonly read: (path: string) => TextOrProblem;
}

/** Throws `Failure('config')` where the folder is missing. */
export async function readFolder(project: Project, folder: ContentFolder): Promise<ReadFolder> {
  const { files, refused } = listFolder(project, folder);
  const taken = await globbed(join(project.root, folder.path), folder);
  const takes = (path: string): boolean => taken === null || taken.has(path);
  return sorted({
    folder,
    files,
    refused: refused.filter(({ path }) => takes(path)),
    takes,
    read: (path) => textOrProblem(project, fileIn(folder.path, path)),
  });
}

/**
 * The folder as it was before some of its files changed.
 *
 * @param changed paths in the project, in Unicode's composed form
 * @param texts what was in those of them that were there
 */
export function folderBefore(
  now: ReadFolder,
  changed: ReadonlySet<FilePath>,
  texts: ReadonlyMap<FilePath, string>,
): ReadFolder {
  const { folder } = now;
  const start = fileIn(folder.path, '');
  const nameOf = (path: string): FilePath => fileIn(folder.path, path).normalize('NFC') as FilePath;
  const kept = now.files.filter((path) => !changed.has(nameOf(path)));
  const had = [...texts.keys()]
    .filter((file) => file.startsWith(start))
    .map((file) => file.slice(start.length));
  const there = new Set(now.files);
  return sorted({
    folder,
    files: [...kept, ...had],
    refused: now.leftOut.filter(({ path }) => !there.has(path)),
    takes: (path) => !there.has(path) || now.takes(path),
    read: (path) => {
      const text = texts.get(nameOf(path)) ?? now.pages.get(path) ?? now.settings.get(path);
      return text === undefined ? now.read(path) : { text };
    },
  });
}

interface Unsorted {
  readonly folder: ContentFolder;
  readonly files: readonly string[];
  readonly refused: readonly LeftOut[];
  readonly takes: (path: string) => boolean;
  readonly read: (path: string) => TextOrProblem;
}

function sorted({ folder, files, refused, takes, read }: Unsorted): ReadFolder {
  const mapped = mappingOf(folder) !== null;
  const layout = detectLayout(files, mapped);
  const pages = new Map<string, string>();
  const settings = new Map<string, string>();
  const references: string[] = [];
  const leftOut: LeftOut[] = [...refused];
  for (const path of files) {
    const found = roleOf(path, layout, mapped);
    if (found.role === 'reference') references.push(path);
    else if (found.role === 'misplaced') {
      if (takes(path)) leftOut.push({ path, reason: found.reason });
    } else if (found.role !== 'other') {
      const text = read(path);
      if ('problem' in text) leftOut.push({ path, reason: text.problem, rule: text.rule });
      else (found.role === 'page' ? pages : settings).set(path, text.text);
    }
  }
  return { folder, layout, pages, settings, references, leftOut, files, takes, read };
}

function textOrProblem({ root }: Project, file: FilePath): TextOrProblem {
  const path = `${root}/${file}`;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_FILE_BYTES) {
    return { problem: `is larger than ${LARGEST_FILE_BYTES >> 20} MB`, rule: 'oversized-file' };
  }
  const read = readText(path);
  return 'problem' in read ? { ...read, rule: 'unreadable-file' } : read;
}
