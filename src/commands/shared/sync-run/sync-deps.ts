import type { Context } from '../../../context.ts';
import type { Report, SyncDeps } from '../../../sync/engine.ts';
import { otherProject } from '../page-folders/project-hint.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { noPages } from '../page-folders/no-pages.ts';
import type { Project } from '../../../model/project.ts';

/** Whether the user is asked before anything is written, and so reads what the question says. */
export const isAsked = ({ ui, flags }: Context): boolean => ui.interactive && !flags.yes;

/**
 * What planning and applying need. Rejects with `config`, before any request, if there are no pages
 * here; with `newFiles`, a run may start without pages.
 */
export async function syncDeps(
  context: Context,
  report: Report,
  { newFiles }: { readonly newFiles: boolean } = { newFiles: false },
): Promise<SyncDeps> {
  const { host } = context;
  const [config, project] = await Promise.all([context.config(), context.project()]);
  if (!newFiles) await requirePages(config, project);
  const api = await context.api();
  return {
    project,
    api,
    baseUrl: config.baseUrl.value,
    clock: host.clock,
    signal: host.signal,
    report,
    requestTimeoutMs: config.timeoutMs.value,
    machine: host,
    otherProject: (name) => otherProject(name, { root: project.root, workingFolder: host.cwd }),
  };
}

/**
 * Rejects with `config` if there is nothing to compare with the platform: no page file and no lock.
 * Most likely the user meant another folder. Makes no request.
 */
async function requirePages({ file }: Config, project: Project): Promise<void> {
  if (existsSync(join(project.root, project.lockFile))) return;
  const { listFolder } = await import('../../../content/folder/list-folder.ts');
  const { contents } = project;
  if (contents.some((folder) => listFolder(project, folder).files.some(isPage))) return;
  throw noPages(project, { file });
}

/** Page files are Markdown, whichever of them the globs of a content folder include. */
const isPage = (path: string): boolean => path.endsWith('.md');
