/** `docs init --ci` where configurations exist: adds a pipeline, and does not change them. */
import { dirname, posix, relative } from 'node:path';
import type { Setting } from '../../config/config.ts';
import { loadConfig } from '../../config/load.ts';
import type { Context } from '../../context.ts';
import { DEFAULT_BASE_URL, isLoopback } from '../../model/address.ts';
import { pipelineFor, type Pipeline, type PipelineChoice } from './choose-pipeline.ts';
import type { Initialized, LeftToFill } from './document.ts';
import type { PipelineProject } from './pipelines.ts';
import { isForTests, survey } from './survey.ts';
import { initView } from './view.ts';
import { writeAll } from './write-files.ts';

/** The configurations to which a pipeline can be added: that of the folder, and those below. Empty if the folder has to be set up. */
export async function configsHere(context: Context): Promise<readonly string[]> {
  const { cwd } = context.host;
  const { file } = await context.config();
  const isSetUp = file !== null && dirname(file) === cwd;
  if (file !== null && !isSetUp) return [];
  const { configs, folders } = survey(cwd);
  const others = configs.filter((config) => !isForTests(config));
  if (!isSetUp && (folders.length > 0 || others.length === 0)) return [];
  for (const config of configs.filter(isForTests))
    context.ui.warn(`${config} has no job in the pipeline: its folder is for tests or examples.`);
  return isSetUp ? [relative(cwd, file), ...others] : others;
}

interface PipelineOptions {
  readonly ci?: PipelineChoice;
  readonly comment: boolean;
  readonly force: boolean;
}

/** Rejects with `usage` if the pipeline cannot be written. */
export async function addPipeline(
  context: Context,
  { ci, comment, force }: PipelineOptions,
  configs: readonly string[],
): Promise<void> {
  const [first, ...others] = await Promise.all(configs.map((file) => projectAt(context, file)));
  if (ci === undefined || ci === 'none' || first === undefined) return;
  const pipeline = await pipelineFor(context.host, ci, {
    projects: [first, ...others],
    comment,
    force,
  });
  const written = await writeAll(context, pipeline.files, () => force);
  const left = leftIn(pipeline, written);
  const nothing = { content: [], references: [], checked: false };
  await context.ui.result<Initialized>(
    { written, ...nothing, left, next: 'docs status' },
    initView,
  );
}

/** The configuration in a file, with paths from the working folder. */
async function projectAt({ host, flags }: Context, config: string): Promise<PipelineProject> {
  const { content, references, publish, baseUrl } = await loadConfig(host, { ...flags, config });
  const fromHere = (path: string): string => posix.join(posix.dirname(config), path);
  return {
    config,
    content: content.value.map(({ path }) => fromHere(path)),
    references: references.value.map(({ file, generated }) => ({
      file: fromHere(file),
      generated,
    })),
    publish: publish.value,
    baseUrl: baseUrlToKeep(baseUrl),
  };
}

/** The values to fill in. Empty if an existing pipeline was not changed. */
export const leftIn = (
  pipeline: Pipeline | null,
  written: readonly string[],
): readonly LeftToFill[] =>
  pipeline !== null && [...pipeline.files.keys()].some((file) => written.includes(file))
    ? pipeline.left
    : [];

/**
 * The address for files that a team shares. Null for the default one, and for an address of this
 * machine: that is for a trial, which a team and its pipelines cannot reach.
 */
export const baseUrlToKeep = (address: Setting<string>): string | null =>
  isTrial(address) || address.value === DEFAULT_BASE_URL ? null : address.value;

export const isTrial = ({ value }: Setting<string>): boolean =>
  URL.canParse(value) && isLoopback(new URL(value));
