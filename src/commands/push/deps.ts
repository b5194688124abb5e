import type { Context } from '../../context.ts';
import type { Report } from '../../sync/events.ts';
import type { SyncDeps } from '../../sync/session.ts';

export async function syncDeps(context: Context, report: Report): Promise<SyncDeps> {
  const { host } = context;
  const [config, project, api] = await Promise.all([
    context.config(),
    context.project(),
    context.api(),
  ]);
  return {
    project,
    api,
    clock: host.clock,
    signal: host.signal,
    report,
    requestTimeoutMs: config.timeoutMs.value,
  };
}
