import type { Context } from '../context.ts';
import type { Report, SyncDeps } from '../sync/engine.ts';
import { otherProject } from '../page-folders/project-hint.ts';
import { requirePages } from './require-pages.ts';

/** Whether the user is asked before anything is written, and so reads what the question says. */
export const isAsked = ({ ui, flags }: Context): boolean => ui.interactive && !flags.yes;

/**
 * What planning and applying need. Rejects with `config`, before any request, if there are no pages here; with
 * `newFiles`, a run may start without pages.
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
    clock: host.clock,
    signal: host.signal,
    report,
    requestTimeoutMs: config.timeoutMs.value,
    machine: host,
    otherProject: (name) => otherProject(name, { root: project.root, workingFolder: host.cwd }),
  };
}
