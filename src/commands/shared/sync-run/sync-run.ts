import { basename, resolve } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { isOutOfFile } from '../../../connect.ts';
import type { Context } from '../../../context.ts';
import { ignoredIn, ignoredWarning } from '../../../system/git/working-tree.ts';
import { readRegular } from '../../../system/files/read.ts';
import { Failure } from '../../../model/failure.ts';
import type { Project } from '../../../model/project.ts';
import { fileFailure } from '../../../model/file-trouble.ts';
import { inPipeline } from '../../../model/pipeline.ts';
import {
  DEFAULT_OPTIONS,
  apply,
  exclusively,
  prepare,
  prepareSaved,
  savePlan,
  isUndecided,
} from '../../../sync/engine.ts';
import type {
  ConflictPolicy,
  Outcome,
  Prepared,
  SyncDeps,
  SyncOptions,
} from '../../../sync/engine.ts';
import { reporter } from '../run-report.ts';
import { failureAnnotations, planAnnotations } from '../plan-text/annotations.ts';
import type { PushDocument } from '../plan-text/document.ts';
import { addRedirects } from '../../../content/redirects/redirects-file.ts';
import { planView, question } from '../plan-text/plan.ts';
import { redirectsDone, redirectsWritten } from '../plan-text/redirect-rules.ts';
import { hasPulledDrafts, reportView, whatReadersSee } from '../plan-text/report.ts';
import { planSummary, pushSummary } from '../plan-text/summary.ts';
import { annotate, configurationName, forgeNames } from '../annotations.ts';
import type { OpenedReview } from './preview-plan.ts';
import { syncedByPlatform, syncNote } from '../github-sync.ts';
import { namedFile } from '../named-files/named-file.ts';
import { requireWritable, writeOutput } from '../named-files/output.ts';
import { readerLinks } from './reader-links.ts';
import { sourceLinks } from './source-links.ts';
import { isAsked, syncDeps } from './sync-deps.ts';
import { pushDocument, planOutputs } from './push-document.ts';
import { planPrinter, type PlanFlags } from './show-plan.ts';
import { AsTyped } from './typed-names.ts';
import type { TypedNames } from './typed-names.ts';
import {
  failIfUnseen,
  failIfPending,
  isRefused,
  isWorthShowing,
  refusalsOf,
  verdict,
  pendingChanges,
} from './verdict.ts';

/** The options of `push` and `sync`. */
export interface SyncFlags extends PlanFlags {
  /** Undefined: the value in the settings. */
  readonly publish?: boolean;
  readonly dryRun: boolean;
  readonly check: boolean;
  readonly message?: string;
  readonly allowListed: boolean;
  readonly recreate: boolean;
  /** Of `push` and `sync`: pages whose files are gone are deleted. */
  readonly prune?: boolean;
  readonly force: boolean;
  readonly skipConflicts: boolean;
  readonly ours: boolean;
  /** Of `sync` and `pull`: if both sides changed a page, the platform wins. */
  readonly theirs?: boolean;
  /** Of `sync` and `pull`: if both sides changed a page, their texts are merged. */
  readonly merge?: boolean;
  /** Of `sync`: what changed only on the platform is written into the files. */
  readonly pull?: boolean;
  /** Where the plan is saved. */
  readonly out?: string;
  /** A saved plan. */
  readonly plan?: string;
}

/** What a command may write, apart from what its flags allow. */
interface Writes {
  readonly send: boolean;
  readonly newFiles: boolean;
  /** Page files, if the user at the terminal chooses so. */
  readonly files: boolean;
  /**
   * The names that were typed for files of which copies are sent, by the paths of the copies. All
   * output uses these names.
   */
  readonly typed?: TypedNames;
  /** Both as in `SyncOptions`. */
  readonly asNamed?: boolean;
  readonly ownProject?: Project;
}

/** Plans, shows, asks and applies: `docs push`, `docs sync` and `docs pull`. */
export async function runSync(
  context: Context,
  paths: readonly string[],
  flags: SyncFlags,
  writes: Writes = { send: true, newFiles: false, files: false },
): Promise<void> {
  const { host, ui } = context;
  if (flags.merge && inPipeline(host.env)) {
    throw new Failure(
      'usage',
      '--merge writes files for a person to look at, so it does not run in a pipeline.',
      {
        hint: 'Merge on your machine, or give --skip-conflicts',
      },
    );
  }
  const onlyShows = flags.dryRun || flags.check || flags.out !== undefined;
  const printer = planPrinter(context, flags);
  if (!onlyShows) requireNoPlanFlags(flags);
  if (flags.out !== undefined) await requireWritable(context, flags.out);
  const started = host.clock.elapsed();
  const saved = flags.plan === undefined ? null : await savedPlan(context, flags.plan, paths);
  const config = await context.config();
  const deps = await syncDeps(context, reporter(ui), writes);
  if (writes.send && !config.besideGithubSync.value) await noteGithubSync(context, deps.project);
  await exclusively(deps, config.maxWaitMs.value, async () => {
    const planned =
      saved === null
        ? await makePlan(context, deps, paths, flags, writes)
        : await prepareSaved(deps, saved, writes);
    const names = new AsTyped(writes.typed, host.cwd);
    const document = (prepared: Prepared, outcome: Outcome | null) => {
      const durationMs = host.clock.elapsed() - started - ui.askingMs;
      const shownOutcome = outcome && names.outcome(outcome);
      return pushDocument(names.plan(prepared), shownOutcome, deps.api.requests, durationMs);
    };
    const configuration = await configurationName(context);
    const scene = { context, deps, flags, writes, config, printer, names, configuration, document };
    for (const warning of planned.warnings) ui.warn(names.text(warning));
    await annotate(context, names.annotations(planAnnotations(planned.plan)));
    // Set once, however the run ends.
    let outputs = planOutputs(document(planned, null));
    try {
      if (flags.out !== undefined) {
        await writeOutput(context, flags.out, savePlan(planned));
        outputs = { ...outputs, plan: resolve(host.cwd, flags.out) };
        const verb = writes.files ? 'sync' : 'push';
        ui.say(
          (style) => `Saved. docs ${verb} --plan ${style.text(flags.out ?? '')} carries it out.\n`,
        );
      }
      if (onlyShows) {
        await showOnly(planned, scene);
        return;
      }
      const prepared = await agreed(planned, scene);
      const outcome = await apply(prepared, deps);
      const done = document(prepared, outcome);
      outputs = planOutputs(done);
      await tellOutcome(prepared, outcome, done, scene);
      verdict(prepared, outcome);
    } finally {
      await ui.output(outputs);
    }
  });
}

/** What the steps of a run that a person sees have in common. */
interface Scene {
  readonly context: Context;
  readonly deps: SyncDeps;
  readonly flags: SyncFlags;
  readonly writes: Writes;
  readonly config: Config;
  readonly printer: ReturnType<typeof planPrinter>;
  readonly names: AsTyped;
  readonly configuration: string | null;
  readonly document: (prepared: Prepared, outcome: Outcome | null) => PushDocument;
}

/** The plan, for the summary of a job. */
const summarizePlan = (
  prepared: Prepared,
  { context: { ui }, printer, names, configuration }: Scene,
): Promise<void> =>
  ui.summarize((style) => planSummary(printer.view(names.plan(prepared), style), configuration));

/** Shows a plan that is not carried out. Throws if the flags say that it is to fail. */
async function showOnly(planned: Prepared, scene: Scene): Promise<void> {
  const { context, flags, printer, names, document } = scene;
  await printer.print(names.plan(planned), document(planned, null));
  await summarizePlan(planned, scene);
  if (flags.check) failIfPending(planned);
  else for (const { message, hint } of refusalsOf(planned)) context.ui.warn(message, hint);
  printer.judge(planned);
  failIfUnseen(planned);
}

/** Shows the plan, and asks a person who decides. Resolves to the plan with these decisions. */
async function agreed(planned: Prepared, scene: Scene): Promise<Prepared> {
  const { context, deps, flags, writes, names, document } = scene;
  const { ui, host } = context;
  if (planned.plan.changes.some(isWorthShowing)) {
    const shown = { ...context.flags, inPipeline: inPipeline(host.env) };
    ui.say((style) => `${planView(names.plan(planned), style, shown)}\n`);
  }
  const prepared = await withChosenSides(context, deps, planned, flags, writes);
  const work = pendingChanges(prepared);
  if (isRefused(prepared)) {
    await summarizePlan(prepared, scene);
    // The error that follows says only how many pages; scripts need to know which.
    if (ui.json) await ui.result(document(prepared, null), () => '');
  } else if (work.length > 0 && writes.send)
    await agreeOrLook(context, prepared, deps, question(work, prepared.plan));
  else if (work.length > 0) await ui.confirm(question(work, prepared.plan));
  return prepared;
}

/** Says what was done, in all places, and writes the redirects that follow from it. */
async function tellOutcome(
  prepared: Prepared,
  outcome: Outcome,
  done: PushDocument,
  { context, deps, writes, config, names, configuration }: Scene,
): Promise<void> {
  const { ui } = context;
  await annotate(context, names.annotations(failureAnnotations(outcome.failed)));
  const [fileLinkOf, nameOf] = await Promise.all([sourceLinks(context), forgeNames(context)]);
  const pageLinkOf = readerLinks(config.site.value);
  const { send: sends, only } = prepared.options;
  const asked = { sends, isNamed: only.length > 0 };
  const links = { fileLinkOf, pageLinkOf, nameOf, configuration };
  await ui.summarize(() => pushSummary(done, asked, links));
  await ui.result(done, (report, style) => reportView(report, asked, style));
  const seen = whatReadersSee(done, prepared.options.publish);
  if (seen !== null) ui.say(seen);
  if (hasPulledDrafts(done)) await tellWhatKeepsDrafts(ui, deps);
  const redirects = redirectsDone(outcome.applied);
  if (await addRedirects(deps.project, redirects)) ui.say(redirectsWritten(redirects));
  if (writes.send) nameProject(context, config, prepared);
}

/** Says what keeps pulled drafts from readers. */
async function tellWhatKeepsDrafts(
  ui: Context['ui'],
  { project, machine }: Scene['deps'],
): Promise<void> {
  const { lockFile: lock } = project;
  const place = { root: project.root, ...machine };
  const does = 'alone says that these texts are somebody’s drafts';
  const [ignored] = await ignoredWarning(ignoredIn(place), [lock], does);
  if (ignored === undefined)
    ui.say(`Commit ${lock} with the files: it alone says that their texts are somebody’s drafts.`);
  else ui.warn(`${ignored} A push from there publishes them.`);
}

/**
 * Says, after the first push, how to name the project in the settings. Not if the address is that
 * of one run: the project of a trial is not that of the file.
 */
function nameProject(
  { ui }: Context,
  { file, project, profile, baseUrl }: Config,
  { run: { lock, platform } }: Prepared,
): void {
  const [first] = platform.snapshot.versions;
  const isOfFile = isOutOfFile(baseUrl) || baseUrl.source.kind === 'default';
  if (lock.pages.size > 0 || project.value !== null || file === null || !isOfFile || !first) return;
  const [slug, id] = first;
  const where = profile.value === null ? '' : ` to the profile ${profile.value}`;
  ui.say(
    (style) =>
      `To keep a key of another project from writing, add this${style.text(where)} in ${style.text(basename(file))}: project: ${id} (its version ${style.text(slug)})`,
  );
}

/** A run that writes takes no `--format` or `--fail-on`: its exit code depends on what it did. */
function requireNoPlanFlags({ failOn, format }: SyncFlags): void {
  const flag = failOn === undefined ? '--format markdown' : '--fail-on';
  if (failOn === undefined && (format ?? 'text') === 'text') return;
  throw new Failure('usage', `${flag} only works for a plan that is shown and not carried out.`, {
    hint: `Add --dry-run, or leave out ${flag}`,
  });
}

/**
 * Warns that the platform itself also syncs this repository. Says nothing if only a file suggests
 * it and the clone is complete: its history would show the platform's commits. The caller checks
 * whether the settings turn the warning off.
 */
async function noteGithubSync({ host, ui }: Context, { root, contents }: Project): Promise<void> {
  const folders = contents.map(({ path }) => path);
  const synced = await syncedByPlatform({ root, ...host }, folders);
  if (synced === null || (synced.kind === 'file' && !synced.isCutOff)) return;
  const { message, hint } = syncNote(synced);
  ui.warn(message, hint);
}

async function makePlan(
  context: Context,
  deps: SyncDeps,
  paths: readonly string[],
  flags: SyncFlags,
  writes: Writes,
): Promise<Prepared> {
  const options: SyncOptions = {
    ...DEFAULT_OPTIONS,
    publish: flags.publish ?? (await context.config()).publish.value,
    // A saved plan is carried out where nobody may be asked.
    publishForeign: isAsked(context) && flags.out === undefined,
    only: paths,
    workingFolder: context.host.cwd,
    conflicts: policyOf(flags),
    pull: flags.pull ?? false,
    ...writes,
    recreate: flags.recreate,
    prune: flags.prune ?? false,
    allowListed: flags.allowListed,
    force: flags.force,
    message: flags.message ?? null,
  };
  return prepare(deps, options);
}

async function savedPlan(
  context: Context,
  file: string,
  paths: readonly string[],
): Promise<string> {
  if (paths.length > 0) {
    throw new Failure('usage', 'A saved plan already names its pages.', {
      hint: 'Leave out the pages, or --plan',
    });
  }
  const { path } = await namedFile(context, file);
  try {
    return readRegular(path, null).toString('utf8');
  } catch (error) {
    const hint = 'docs push --out plan.json saves a plan';
    throw fileFailure(error, 'usage', `"${file}" cannot be read`, hint) ?? error;
  }
}

function policyOf({ skipConflicts, ours, theirs, merge }: SyncFlags): ConflictPolicy {
  if (skipConflicts) return 'skip';
  if (merge) return 'merge';
  if (theirs) return 'theirs';
  return ours ? 'ours' : 'stop';
}

/** Asks before a plan is carried out, and shows it in the browser if the user wants to see it first. */
async function agreeOrLook(
  context: Context,
  prepared: Prepared,
  deps: SyncDeps,
  words: string,
): Promise<void> {
  const opened: OpenedReview[] = [];
  try {
    await context.ui.agree(words, undefined, async () => {
      const { openReview } = await import('./preview-plan.ts');
      opened.push(await openReview(context, prepared, deps));
    });
  } finally {
    for (const review of opened) await review.close();
  }
}

/** On a terminal, without a policy by flag, asks about pages that both sides changed. */
async function withChosenSides(
  context: Context,
  deps: SyncDeps,
  planned: Prepared,
  flags: SyncFlags,
  writes: Writes,
): Promise<Prepared> {
  const asks = isAsked(context) && flags.plan === undefined;
  const isOpen = planned.plan.changes.some((change) => isUndecided(change, planned.options));
  if (!asks || refusalsOf(planned).length > 0 || !isOpen || policyOf(flags) !== 'stop')
    return planned;
  const { chooseSides } = await import('./choose-sides.ts');
  return chooseSides(context, planned, deps, writes);
}
