import type {
  ContentFound,
  ContentPlace,
  Initialized,
  LeftToFill,
  NextCommand,
} from './document.ts';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, posix, relative } from 'node:path';
import type { Setting } from '../../config/config.ts';
import { loadConfig } from '../../config/load.ts';
import { parseConfig } from '../../config/parse.ts';
import { schemaAddress } from '../../config/schema-address.ts';
import type { Context } from '../../context.ts';
import { placeIn } from '../../system/files/limit.ts';
import { readRegular } from '../../system/files/read-file.ts';
import { isThere } from '../../system/files/path.ts';
import { type Home, bytesOfText, replaceWhole, writeNew } from '../../system/files/write.ts';
import { Failure } from '../../model/failure.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';
import { DEFAULT_BASE_URL, isLoopback } from '../../model/address.ts';
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
import type { PipelineProject } from './pipelines.ts';
import { isForTests, survey } from './survey.ts';
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

/** Sets up the working folder. Writes nothing until all answers are given and checked. */
export async function init(context: Context, options: InitOptions): Promise<void> {
  const { host, ui } = context;
  const { cwd } = host;
  const home = { root: cwd, stateFolder: null };
  const settings = await context.config();
  const isSetUp = settings.file !== null && dirname(settings.file) === cwd;
  if (wantsPipelineOnly(options) && (isSetUp || settings.file === null)) {
    const configs = isSetUp ? [relative(cwd, settings.file ?? '')] : [];
    const { configs: below, folders } = survey(cwd);
    const others = below.filter((file) => !isForTests(file));
    if (isSetUp || (folders.length === 0 && others.length > 0)) {
      for (const file of below.filter(isForTests))
        ui.warn(`${file} has no job in the pipeline: its folder is for tests or examples.`);
      return addPipeline(context, home, options, [...configs, ...others]);
    }
  }
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
  // Throws for settings that every command would refuse.
  parseConfig({ file: join(cwd, CONFIG), text, property: null }, CONFIG);
  const pipeline =
    ci === 'none'
      ? null
      : await pipelineFor(host, ci, {
          projects: [
            {
              config: CONFIG,
              content: folders,
              references,
              baseUrl: baseUrlToKeep(settings.baseUrl),
            },
          ],
          comment: options.comment,
          force: options.force,
          atTop: (below) => optionsAtTop(below, content, options, context.flags.yes),
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

/** Chooses how to start without pages: with those of the platform, or with a first page. */
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

/** The options that set up the same folders at the top of the repository. */
function optionsAtTop(
  below: string,
  content: readonly ContentFound[],
  { publish, check }: InitOptions,
  yes: boolean,
): readonly string[] {
  const [place] = content.flatMap((each) => each.place ?? []);
  return [
    ...content.flatMap(({ path }) => ['--content', posix.join(below, path)]),
    ...(place === undefined ? [] : ['--in', `${place.version}/${place.documentation}`]),
    ...(publish === undefined ? [] : [publish ? '--publish' : '--no-publish']),
    ...(check ? [] : ['--no-check']),
    ...(yes ? ['--yes'] : []),
  ];
}

/** Whether only a pipeline is requested, and no option is about the configuration. */
const wantsPipelineOnly = (options: InitOptions): boolean =>
  (options.ci ?? 'none') !== 'none' &&
  [options.content, options.in, options.publish, options.references].every(
    (option) => option === undefined,
  );

/** Adds a pipeline, and does not change configurations. */
async function addPipeline(
  context: Context,
  home: Home,
  { ci, comment, force }: InitOptions,
  configs: readonly string[],
): Promise<void> {
  const [first, ...others] = await Promise.all(configs.map((file) => projectAt(context, file)));
  if (ci === undefined || ci === 'none' || first === undefined) return;
  const pipeline = await pipelineFor(context.host, ci, {
    projects: [first, ...others],
    comment,
    force,
    // The configurations stay where they are, and are found there.
    atTop: () => [],
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

/** The configuration in a file, with paths from the working folder. */
async function projectAt({ host, flags }: Context, config: string): Promise<PipelineProject> {
  const { content, references, baseUrl } = await loadConfig(host, { ...flags, config });
  const fromHere = (path: string): string => posix.join(posix.dirname(config), path);
  return {
    config,
    content: content.value.map(({ path }) => fromHere(path)),
    references: references.value.map(({ file, generated }) => ({
      file: fromHere(file),
      generated,
    })),
    baseUrl: baseUrlToKeep(baseUrl),
  };
}

/** The values to fill in. Empty if an existing pipeline was not changed. */
const leftIn = (pipeline: Pipeline | null, written: readonly string[]): readonly LeftToFill[] =>
  pipeline !== null && [...pipeline.files.keys()].some((file) => written.includes(file))
    ? pipeline.left
    : [];

/**
 * The address for the settings. Null for the default one, and for an address of this machine: that
 * is for a trial, which a team and its pipelines cannot reach.
 */
const baseUrlToKeep = (address: Setting<string>): string | null =>
  isTrial(address) || address.value === DEFAULT_BASE_URL ? null : address.value;

const isTrial = ({ value }: Setting<string>): boolean =>
  URL.canParse(value) && isLoopback(new URL(value));

/** Throws if a file would be written through a symbolic link out of the folder. */
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

/** Throws if the folder has settings in another file, which would no longer be read. */
function refuseSecond(file: string): void {
  const name = basename(file);
  if (name === CONFIG) return;
  throw new Failure('usage', `${name} already exists.`, {
    hint: `docs config shows what it says; move its settings into ${CONFIG} to rename it`,
  });
}

/**
 * Writes the files. Existing files are not changed, which is reported, or are replaced after a copy
 * was made. Throws if the configuration exists, or if a file already has the name of a copy.
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
      // Somebody may have written it while questions were open.
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

/** Adds the line if it is missing; resolves to whether it did. Does not change a file that cannot be read, and warns. */
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
  // In latin1, each byte is one character, whatever the encoding of the file is.
  const after = withIgnored(before?.toString('latin1') ?? '');
  if (after === null) return false;
  return replaceWhole(home, IGNORE_FILE, () => [Buffer.from(after, 'latin1')]);
}

/** The bytes of a file. Null if it does not exist. */
function bytesAt({ root }: Home, name: string): Buffer | null {
  try {
    return readRegular(join(root, name), null);
  } catch (error) {
    if (isMissing(error)) return null;
    throw fileFailure(error, 'config', `${name} cannot be read`) ?? error;
  }
}
