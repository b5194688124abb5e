import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { noPages } from '../page-folders/no-pages.ts';
import type { Project } from '../model/project.ts';

/**
 * Rejects with `config` if there is nothing to compare with the platform: no page file and no lock. Most likely the
 * user meant another folder. Makes no request.
 */
export async function requirePages({ file }: Config, project: Project): Promise<void> {
  if (existsSync(join(project.root, project.lockFile))) return;
  const { listFolder } = await import('../content/folder/list-folder.ts');
  const { contents } = project;
  if (contents.some((folder) => listFolder(project, folder).files.some(isPage))) return;
  throw noPages(project, { file });
}

/** Page files are Markdown, whichever of them the globs of a content folder include. */
const isPage = (path: string): boolean => path.endsWith('.md');
