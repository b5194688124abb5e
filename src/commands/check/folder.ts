/** A content folder as `docs check` and `docs fmt` read it: every page file once. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { globbed } from '../../content/globs.ts';
import { detectLayout, roleOf } from '../../content/layouts/detect.ts';
import type { Layout } from '../../content/layouts/layout.ts';
import type { Misplaced } from '../../content/layouts/layout.ts';
import type { FilePath } from '../../model/ids.ts';
import type { ContentFolder, Project } from '../../model/project.ts';
import { LARGEST_FILE_BYTES, readText } from '../../sync/scan-files.ts';
import { fileIn, listFolder } from '../../sync/scan-folder.ts';

/** Paths are relative to the folder. */
export interface ReadFolder {
  readonly folder: ContentFolder;
  readonly layout: Layout;
  /** Texts of page files, byte order marks included. */
  readonly pages: ReadonlyMap<string, string>;
  /** Texts of settings files and navigations. */
  readonly settings: ReadonlyMap<string, string>;
  readonly references: readonly string[];
  readonly misplaced: readonly Misplaced[];
  /** All files. */
  readonly files: readonly string[];
  /** Whether the configuration's globs take the page. */
  readonly takes: (path: string) => boolean;
  readonly text: (path: string) => string | null;
}

/** Throws `Failure('config')` where the folder is missing. */
export async function readFolder(project: Project, folder: ContentFolder): Promise<ReadFolder> {
  const { files, refused } = listFolder(project, folder);
  const mapped = folder.version !== null && folder.documentation !== null;
  const layout = detectLayout(files, mapped);
  const taken = await globbed(join(project.root, folder.path), folder);
  const takes = (path: string): boolean => taken === null || taken.has(path);
  const pages = new Map<string, string>();
  const settings = new Map<string, string>();
  const references: string[] = [];
  const misplaced: Misplaced[] = refused.filter(({ path }) => takes(path));
  for (const path of files) {
    const found = roleOf(path, layout, mapped);
    if (found.role === 'reference') references.push(path);
    else if (found.role === 'misplaced') {
      if (takes(path)) misplaced.push({ path, reason: found.reason });
    } else if (found.role !== 'other') {
      const read = textOrProblem(project, fileIn(folder.path, path));
      if ('problem' in read) misplaced.push({ path, reason: read.problem });
      else (found.role === 'page' ? pages : settings).set(path, read.text);
    }
  }
  const text = (path: string): string | null => {
    const read = textOrProblem(project, fileIn(folder.path, path));
    return 'text' in read ? read.text : null;
  };
  return { folder, layout, pages, settings, references, misplaced, files, takes, text };
}

function textOrProblem({ root }: Project, file: FilePath): ReturnType<typeof readText> {
  const path = `${root}/${file}`;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_FILE_BYTES)
    return { problem: `is larger than ${LARGEST_FILE_BYTES >> 20} MB` };
  return readText(path);
}
