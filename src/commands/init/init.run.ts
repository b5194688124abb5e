import type {
  ContentFound,
  ContentPlace,
  Initialized,
  LeftToFill,
  NextCommand,
} from './document.ts';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { type Setting, DEFAULT_BASE_URL } from '../../config/config.ts';
import { parseConfig } from '../../config/parse.ts';
import { schemaAddress } from '../../config/schema-address.ts';
import type { Context } from '../../context.ts';
import { placeIn } from '../../system/files/limit.ts';
import { readRegular } from '../../system/files/read-file.ts';
import { isThere } from '../../system/files/path.ts';
import { type Home, bytesOfText, replaceWhole, writeNew } from '../../system/files/write.ts';
import { Failure } from '../../model/failure.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';
import { isLoopback } from '../../model/address.ts';
import { initView } from './view.ts';
import { syncedByPlatform, syncNote } from '../shared/github-sync.ts';
import { type KnownPlatform, askPlatform, placesIn, projectIn } from './platform.ts';
import {
  type PipelineChoice,
  chooseFolder,
  choosePipeline,
  choosePlace,
  choosePublish,
  chooseReferences,
  typedPlace,
  understand,
  warnAbout,
} from './questions.ts';
import { survey } from './survey.ts';
import { pipelineFor, pipelineNames, requireCi, type Pipeline } from './choose-pipeline.ts';
import { configText, firstPage, withIgnored } from './templates.ts';

const CONFIG = 'docs-cli.config.yml';
const IGNORE_FILE = '.gitignore';

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

/** Sets up the working folder. Writes nothing before all is answered and checked. */
export async function init(context: Context, options: InitOptions): Promise<void> {
  const { host, ui } = context;
  const { cwd } = host;
  const home = { root: cwd, stateFolder: null };
  const settings = await context.config();
  const isSetUp = settings.file !== null && dirname(settings.file) === cwd;
  if (isSetUp && wantsPipelineOnly(options)) return addPipeline(context, home, options);
  requireCi(options.ci, options.comment);
  refuseExisting(cwd, options);
  if (isSetUp) refuseSecond(settings.file ?? '');
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

  const text = configText({
    schema: schemaAddress(host.packageFolder, cwd),
    baseUrl: baseUrlToKeep(settings.baseUrl),
    project: isTrial(settings.baseUrl) ? null : projectIn(known, versions),
    content,
    references,
    publish,
    isSynced: synced !== null,
  });
  // What every command would refuse is not written.
  parseConfig({ file: join(cwd, CONFIG), text, property: null }, CONFIG);
  const pipeline =
    ci === 'none'
      ? null
      : await pipelineFor(host, ci, {
          config: CONFIG,
          content: folders,
          references,
          baseUrl: baseUrlToKeep(settings.baseUrl),
          comment: options.comment,
          force: options.force,
        });
  const files = new Map([[CONFIG, text], ...pages, ...(pipeline?.files ?? [])]);
  requireInside(cwd, [...files.keys(), ...folders, IGNORE_FILE]);
  const written = await writeAll(context, home, files, (name) => options.force && !pages.has(name));
  for (const folder of folders) await mkdir(join(cwd, folder), { recursive: true });
  if (await ignoreState(context, home)) written.push(IGNORE_FILE);
  const checked = known !== undefined;
  const left = leftIn(pipeline, written);
  await ui.result<Initialized>({ written, content, references, checked, left, next }, initView);
}

interface ChosenContent {
  readonly content: readonly ContentFound[];
  /** Versions that their pages belong to. */
  readonly versions: readonly string[];
  /** Texts of pages and settings to write, by file. */
  readonly pages: ReadonlyMap<string, string>;
  readonly next: NextCommand;
}

async function chooseContent(
  context: Context,
  options: InitOptions,
  known: KnownPlatform | undefined,
): Promise<ChosenContent> {
  const surveyed = survey(context.host.cwd);
  const folders =
    options.content?.map((path) =>
      surveyed.at(posix.normalize(path.replaceAll('\\', '/')).replace(/\/+$/, '')),
    ) ?? [await chooseFolder(context, surveyed)].filter((folder) => folder !== undefined);
  if (folders.length === 0) {
    const [first] = surveyed.configs;
    if (first === undefined) return chooseStart(context, options, known);
    const names = surveyed.configs.join(', ');
    throw new Failure('usage', `These folders are already set up: ${names}.`, {
      hint: `Work in ${posix.dirname(first)}, or give --config ${first}; docs init --content <folder> sets up another one`,
    });
  }
  const content: ContentFound[] = [];
  for (const folder of folders) {
    const place = await choosePlace(context, folder, options, known);
    warnAbout(context, folder, place, known);
    content.push(await understand(context, { path: folder.path, place }));
  }
  const versions = content.flatMap(({ place }, at) =>
    place === null ? (folders[at]?.versions ?? []) : [place.version],
  );
  return {
    content,
    versions: [...new Set(versions)],
    pages: new Map(),
    next: known === undefined ? 'docs dev' : 'docs status',
  };
}

const FIRST_FOLDER = 'docs';

/** Without pages here: with those of the platform, else with a first one. */
async function chooseStart(
  context: Context,
  options: InitOptions,
  known: KnownPlatform | undefined,
): Promise<ChosenContent> {
  const place = options.in === undefined ? null : await typedPlace(context, known, options.in);
  const [version] = known?.versions ?? [];
  const empty = { path: FIRST_FOLDER, place, pages: 0, unplaced: 0, example: null };
  if (known !== undefined && known.all.pages.size > 0) {
    const versions = known.versions.map(({ slug }) => slug);
    return { content: [empty], versions, pages: new Map(), next: 'docs pull' };
  }
  const [there] = known && version ? await placesIn(context, known.all, version) : [];
  const where: ContentPlace = place ??
    there ?? { version: version?.slug ?? 'v1.0', documentation: 'guide' };
  const pages = firstPage(FIRST_FOLDER, where, place !== null);
  const example = { file: [...pages.keys()].at(-1) ?? '', ...where, page: 'welcome' };
  return {
    content: [{ ...empty, pages: 1, example }],
    versions: [where.version],
    pages,
    next: 'docs dev',
  };
}

/** Whether no option is about the configuration. */
const wantsPipelineOnly = (options: InitOptions): boolean =>
  (options.ci ?? 'none') !== 'none' &&
  [options.content, options.in, options.publish, options.references].every(
    (option) => option === undefined,
  );

/** The configuration stays as it is. */
async function addPipeline(
  context: Context,
  home: Home,
  { ci, comment, force }: InitOptions,
): Promise<void> {
  if (ci === undefined || ci === 'none') return;
  const { contents, references } = await context.folder();
  const { file, baseUrl } = await context.config();
  const pipeline = await pipelineFor(context.host, ci, {
    config: basename(file ?? CONFIG),
    content: contents.map(({ path }) => path),
    references,
    baseUrl: baseUrlToKeep(baseUrl),
    comment,
    force,
  });
  requireInside(home.root, [...pipeline.files.keys()]);
  const written = await writeAll(context, home, pipeline.files, () => force);
  const nothing = { content: [], references: [], checked: false };
  const left = leftIn(pipeline, written);
  await context.ui.result<Initialized>(
    { written, ...nothing, left, next: 'docs status' },
    initView,
  );
}

/** Nothing where the pipeline that is there was left as it was. */
const leftIn = (pipeline: Pipeline | null, written: readonly string[]): readonly LeftToFill[] =>
  pipeline !== null && [...pipeline.files.keys()].some((file) => written.includes(file))
    ? pipeline.left
    : [];

/** Null: the default one. An address of this machine is for a trial: a team and its pipelines have no platform there. */
const baseUrlToKeep = (address: Setting<string>): string | null =>
  isTrial(address) || address.value === DEFAULT_BASE_URL ? null : address.value;

const isTrial = ({ value }: Setting<string>): boolean =>
  URL.canParse(value) && isLoopback(new URL(value));

/** A folder that others made may have links in the places of these. */
function requireInside(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const place = placeIn(folder, name);
    if ('real' in place) continue;
    throw new Failure('config', `${name} ${place.problem}: nothing was written.`, {
      hint: 'Find out where the link came from, and remove it',
    });
  }
}

function refuseExisting(folder: string, { force }: InitOptions): void {
  if (!force && isThere(join(folder, CONFIG))) throw configExists();
}

const configExists = (): Failure =>
  new Failure('usage', `${CONFIG} already exists.`, {
    hint: '--ci alone adds a pipeline; --force replaces the configuration and keeps a copy',
  });

/** Settings in another file of this folder would no longer be read. */
function refuseSecond(file: string): void {
  const name = basename(file);
  if (name === CONFIG) return;
  throw new Failure('usage', `${name} already exists.`, {
    hint: `docs config shows what it says; move its settings into ${CONFIG} to rename it`,
  });
}

/**
 * What is there is somebody's work: it is left alone, and said, or replaced after a copy was made.
 * Throws if that is the configuration, or if a file already has the name of the copy.
 */
async function writeAll(
  context: Context,
  home: Home,
  files: ReadonlyMap<string, string>,
  mayReplace: (name: string) => boolean,
): Promise<string[]> {
  const written: string[] = [];
  for (const [name, text] of files) {
    if (mayReplace(name)) written.push(...(await keepCopy(home, name, text)));
  }
  for (const [name, text] of files) {
    const content = bytesOfText(text);
    if (!(await writeNew(home, name, content))) {
      // Someone may have written it while questions were open.
      if (name === CONFIG && !mayReplace(name)) throw configExists();
      if (!mayReplace(name)) {
        const isPipeline = pipelineNames.has(name);
        context.ui.warn(
          `${name} already exists and was left as it is.`,
          isPipeline ? '--force replaces it and keeps a copy' : undefined,
        );
        continue;
      }
      await replaceWhole(home, name, content);
    }
    written.push(name);
  }
  return written;
}

/** Copies a file that `text` will replace, and resolves to the name of the copy; to nothing if there is no file, or if it already has this text. */
async function keepCopy(home: Home, name: string, text: string): Promise<string[]> {
  const before = bytesAt(home, name);
  if (before === null || before.equals(Buffer.from(text))) return [];
  const copy = `${name}.bak`;
  if (await writeNew(home, copy, bytesOfText(before))) return [copy];
  throw new Failure('usage', `${copy} already exists: there is no room for a copy of ${name}.`, {
    hint: `Move ${copy} away, then run the same command again`,
  });
}

/** Adds the line if it is missing; resolves to whether it did. A file that cannot be read is left alone, and the user is told. */
async function ignoreState({ ui }: Pick<Context, 'ui'>, home: Home): Promise<boolean> {
  let before: Buffer | null;
  try {
    before = bytesAt(home, IGNORE_FILE);
  } catch {
    ui.warn(
      `${IGNORE_FILE} cannot be read and was left as it is.`,
      'Add the line .docs-cli/ to it: the log and caches are kept there',
    );
    return false;
  }
  // Whatever its encoding is, each byte is a character of this one.
  const after = withIgnored(before?.toString('latin1') ?? '');
  if (after === null) return false;
  return replaceWhole(home, IGNORE_FILE, () => [Buffer.from(after, 'latin1')]);
}

/** Null: there is no such file. */
function bytesAt({ root }: Home, name: string): Buffer | null {
  try {
    return readRegular(join(root, name), null);
  } catch (error) {
    if (isMissing(error)) return null;
    throw fileFailure(error, 'config', `${name} cannot be read`) ?? error;
  }
}
