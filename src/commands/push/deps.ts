import type { Context } from '../../context.ts';
import type { Report } from '../../sync/events.ts';
import type { SyncDeps } from '../../sync/session.ts';
import { otherProject } from '../other-project.ts';
import { requirePages } from './pages-here.ts';

/**
 * What planning and applying need. Rejects with `config` where there are no pages here, before any request, unless pages are what the
 * run is to make.
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
