import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { parseConfig } from '../../config/parse.ts';
import { schemaAddress } from '../../config/schema-address.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { isThere } from '../../system/files/path.ts';
import { syncedByPlatform, syncNote } from '../shared/github-sync.ts';
import { addPipeline, baseUrlToKeep, configsHere, isTrial, leftIn } from './add-pipeline.ts';
import { chooseContent } from './choose-content.ts';
import { type PipelineChoice, pipelineFor, requireCi } from './choose-pipeline.ts';
import type { Initialized } from './document.ts';
import { askPlatform, projectIn } from './platform.ts';
import { choosePipeline, choosePublish } from './questions.ts';
import { chooseReferences } from './references.ts';
import { configText } from './templates.ts';
import { initView } from './view.ts';
import {
  CONFIG,
  configExists,
  IGNORE_FILE,
  ignoreState,
  requireInside,
  writeAll,
} from './write-files.ts';

export interface InitOptions {
  readonly content?: readonly string[];
  readonly in?: string;
  readonly publish?: boolean;
  readonly references?: boolean;
  readonly ci?: PipelineChoice;
  readonly comment: boolean;
  readonly check: boolean;
  readonly force: boolean;
}

/** Sets up the working folder. Writes nothing until all answers are given and checked. */
export async function init(context: Context, options: InitOptions): Promise<void> {
  const { host, ui } = context;
  const { cwd } = host;
  requireCi(cwd, options.ci, options.comment);
  const configs = isPipelineOnly(options) ? await configsHere(context) : [];
  if (configs.length > 0) return addPipeline(context, options, configs);
  const settings = await context.config();
  refuseExisting(cwd, settings, options);

  const known = options.check ? await askPlatform(context) : undefined;
  const { content, versions, pages, next } = await chooseContent(context, options, known);
  const folders = content.map(({ path }) => path);
  const synced = await syncedByPlatform({ root: cwd, ...host }, folders);
  if (synced !== null) {
    const { message, hint } = syncNote(synced);
    ui.warn(message, hint);
  }
  const references = await chooseReferences(context, options.references, content, versions);
  const publish = await choosePublish(context, options.publish);
  const ci = await choosePipeline(context, options.ci);

  const baseUrl = baseUrlToKeep(settings.baseUrl);
  if (baseUrl !== null && !/\/api\/v\d+\/*$/.test(new URL(baseUrl).pathname))
    ui.warn(`${baseUrl} does not end in /api/v1, as the addresses of platforms do.`);
  const text = configText({
    schema: schemaAddress(host.packageFolder, cwd),
    baseUrl,
    project: isTrial(settings.baseUrl) ? null : projectIn(known, versions),
    content,
    references,
    publish,
    isSynced: synced !== null,
  });
  // Throws for settings that every command would refuse.
  parseConfig({ file: join(cwd, CONFIG), text, property: null }, CONFIG);
  const pipeline =
    ci === 'none'
      ? null
      : await pipelineFor(host, ci, {
          projects: [{ config: CONFIG, content: folders, references, publish, baseUrl }],
          comment: options.comment,
          force: options.force,
        });
  const files = new Map([[CONFIG, text], ...pages, ...(pipeline?.files ?? [])]);
  requireInside(cwd, [...folders, IGNORE_FILE]);
  const written = await writeAll(context, files, (name) => options.force && !pages.has(name));
  for (const folder of folders) await mkdir(join(cwd, folder), { recursive: true });
  if (await ignoreState(context)) written.push(IGNORE_FILE);
  const checked = known !== undefined;
  const left = leftIn(pipeline, written);
  await ui.result<Initialized>({ written, content, references, checked, left, next }, initView);
}

/** Whether a pipeline is requested, and no option is about the configuration. */
const isPipelineOnly = ({ ci = 'none', ...options }: InitOptions): boolean =>
  ci !== 'none' &&
  [options.content, options.in, options.publish, options.references].every(
    (option) => option === undefined,
  );

/** Throws if the folder has settings: in this file, or in another one, which would no longer be read. */
function refuseExisting(cwd: string, { file }: Config, { force }: InitOptions): void {
  if (!force && isThere(join(cwd, CONFIG))) throw configExists();
  if (file === null || dirname(file) !== cwd || basename(file) === CONFIG) return;
  throw new Failure('usage', `${basename(file)} already exists.`, {
    hint: `docs config shows what it says; move its settings into ${CONFIG} to rename it`,
  });
}
