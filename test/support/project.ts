/** The project of a folder, for tests of what gets one: commands read theirs from the configuration. */
import type { FilePath } from '../../src/model/ids.ts';
import { lockFileOf } from '../../src/model/project.ts';
import type { ContentFolder, Project } from '../../src/model/project.ts';

/** A content folder whose files say where they belong. */
export const contentAt = (path: string): ContentFolder => ({
  path: path as FilePath,
  version: null,
  documentation: null,
  include: [],
  exclude: [],
});

/** @param contents without it, the pages are in `docs` */
export const projectAt = (
  root: string,
  contents: readonly ContentFolder[] = [contentAt('docs')],
): Project => ({
  root,
  contents,
  references: [],
  lockFile: lockFileOf(null),
  stateFolder: '.docs-cli' as FilePath,
});
