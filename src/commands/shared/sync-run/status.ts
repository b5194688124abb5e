import type { Context } from '../../../context.ts';
import { DEFAULT_OPTIONS, prepare, unfinishedMove } from '../../../sync/engine.ts';
import type { Prepared, SyncDeps, SyncOptions } from '../../../sync/engine.ts';
import { reporter } from '../run-report.ts';
import { isAsked, syncDeps } from './sync-deps.ts';
import { planOutputs, pushDocument } from './push-document.ts';
import { planPrinter, type PlanFlags } from './show-plan.ts';

/** The plan of a push of `paths` that would stop at conflicts. It is only shown, never carried out. */
export async function readOnlyPlan(
  context: Context,
  deps: SyncDeps,
  paths: readonly string[],
  publish: boolean | undefined,
  looks: SyncOptions['looks'] = 'shown',
): Promise<Prepared> {
  const options: SyncOptions = {
    ...DEFAULT_OPTIONS,
    publish: publish ?? (await context.config()).publish.value,
    publishForeign: isAsked(context),
    only: paths,
    workingFolder: context.host.cwd,
    looks,
  };
  return prepare(deps, options);
}

export interface StatusFlags extends PlanFlags {
  readonly publish?: boolean;
}

/** Prints the plan in short. Reads only pages whose date or title says that they changed. Rejects if it has what `--fail-on` names. */
export async function showStatus(
  context: Context,
  paths: readonly string[],
  flags: StatusFlags,
): Promise<void> {
  const { host, ui } = context;
  const shown = planPrinter(context, flags);
  const started = host.clock.elapsed();
  const deps = await syncDeps(context, reporter(ui));
  const prepared = await readOnlyPlan(context, deps, paths, flags.publish, 'dates');
  const half = unfinishedMove(deps.project);
  if (half !== null) ui.warn(half.message, half.hint);
  for (const warning of prepared.warnings) ui.warn(warning);
  for (const { message, hint } of prepared.refusals) ui.warn(message, hint);
  const document = pushDocument(prepared, null, deps.api.requests, host.clock.elapsed() - started);
  await ui.output(planOutputs(document));
  await shown.print(prepared, document, { long: true });
  shown.judge(prepared);
}
