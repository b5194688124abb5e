import type { Context } from '../../context.ts';
import type { Change, ChangeKind } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import { textsOf } from '../../sync/engine.ts';
import type { Prepared, SyncDeps } from '../../sync/session.ts';
import { reporter } from '../../ui/report.ts';
import { diffView } from '../../ui/views/plan/diff.ts';
import { syncDeps } from './deps.ts';
import { readOnlyPlan } from './status.ts';

/** One page that differs. `docs/json/diff.schema.json` holds a list of these. */
export interface PageDiff {
  readonly key: PageKey;
  readonly kind: ChangeKind;
  readonly file: string | null;
  readonly fields: readonly string[];
  /** Unified diff from the platform's text to the file's; null: too different to show, or only one side has a text. */
  readonly diff: string | null;
  /** For conflicts: from what both last had in common to the platform's text, where that is known. */
  readonly theirs: string | null;
}

/** Kinds whose texts are worth comparing. */
const COMPARED: ReadonlySet<ChangeKind> = new Set(['create', 'update', 'pull', 'conflict']);

/** Prints a diff for each page that differs; reads each such page. */
export async function showDiff(context: Context, paths: readonly string[]): Promise<void> {
  const { ui } = context;
  const deps = await syncDeps(context, reporter(ui));
  const prepared = await readOnlyPlan(context, deps, paths, undefined);
  const changes = prepared.plan.changes.filter(({ kind }) => COMPARED.has(kind));
  const progress = ui.progress('Comparing texts');
  const diffs: PageDiff[] = [];
  for (const change of changes) {
    progress.update(`Comparing texts: ${diffs.length} of ${changes.length}`);
    if (change.key !== null) diffs.push(await compare(prepared, deps, change, change.key));
  }
  progress.stop();
  await ui.result(diffs, diffView, { long: true });
}

/** Both texts of a page, compared; reads it. */
export async function compare(
  prepared: Prepared,
  deps: SyncDeps,
  change: Change,
  key: PageKey,
): Promise<PageDiff> {
  const { base, local, remote } = await textsOf(prepared, deps, key);
  const { unifiedDiff } = await import('./unified.ts');
  const { kind } = change;
  const theirs = kind === 'conflict' && base !== null && remote !== null;
  return {
    key,
    kind,
    file: 'file' in change ? change.file : null,
    fields: 'fields' in change ? change.fields : [],
    diff: unifiedDiff(remote ?? '', local ?? '', 'platform', 'file'),
    theirs: theirs ? unifiedDiff(base, remote, 'last in common', 'platform') : null,
  };
}
