import type { LocalPage, LocalProject, PageTexts } from '../model/local.ts';
import type { Project } from '../model/project.ts';

/**
 * Reads what the content folders hold: which pages, under which keys, with which digests. Files that did not change since
 * the last scan are known by their stat data and not read. A file that cannot be placed is listed in `unplaced`, the
 * rest proceeds. Throws `Failure('content')` where a settings file is malformed, `Failure('config')` where a content
 * folder is missing.
 */
export async function scan(project: Project): Promise<LocalProject> {
  void project;
  throw new Error('not built yet');
}

/** Reads texts of pages as they are sent. Digests of what it returns equal those in the `LocalPage`. */
export interface TextReader {
  /** Throws `Failure('content')` where the file is gone or is not what was scanned. */
  read(page: LocalPage): PageTexts;
}

/** A reader of the texts of `local`, which was scanned from `project`. */
export function openTexts(project: Project, local: LocalProject): TextReader {
  void project;
  void local;
  throw new Error('not built yet');
}
