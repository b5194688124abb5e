import type { Initialized } from './document.ts';
import { lstat, mkdir } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { DEFAULT_BASE_URL } from '../../config/config.ts';
import type { Setting } from '../../config/config.ts';
import { parseConfig } from '../../config/parse.ts';
import { schemaAddress } from '../../config/schema-address.ts';
import type { Context } from '../../context.ts';
import { findRepository } from '../../git/find-repository.ts';
import { placeIn } from '../../files/limit.ts';
import { readRegular } from '../../files/read-file.ts';
import { bytesOfText, replaceWhole, writeNew } from '../../files/write.ts';
import type { Home } from '../../files/write.ts';
import { Failure } from '../../model/failure.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';
import { isLoopback } from '../../model/address.ts';
import { initView } from './view.ts';
import { syncedByPlatform, syncNote } from '../../github-sync.ts';
import { chooseContent } from './choose-content.ts';
import { chooseReferences } from './definitions.ts';
import { askPlatform } from './known-platform.ts';
import { choosePipeline, choosePublish } from './questions.ts';
import { configText, GITHUB_WORKFLOW, GITLAB_PIPELINE, withIgnored } from './templates.ts';

const CONFIG = 'docs-cli.config.yml';
const GITHUB = '.github/workflows/docs.yml';
const GITLAB = '.gitlab-ci.yml';

/** Sets up the working folder. Writes nothing before all is answered and checked. */
export async function init(context: Context, options: InitOptions): Promise<void> {
  const { host, ui } = context;
  const { cwd } = host;
  if (wantsPipelineOnly(options) && (await isSetUp(context))) return addPipeline(context, options);
  await refuseExisting(cwd, options);
  const settings = await context.config();
  refuseSecond(cwd, settings.file);
  const baseUrl = baseUrlToKeep(settings.baseUrl);
  const known = options.check ? await askPlatform(context) : undefined;
  const { content, pages, folders, next } = await chooseContent(context, options, known);
  const synced = await syncedByPlatform(
    { root: cwd, ...host },
    content.map(({ path }) => path),
  );
  if (synced !== null) {
    const { message, hint } = syncNote(synced);
    ui.warn(message, hint);
  }
  const references = await chooseReferences(context, options, content, known);
  const publish = await choosePublish(context, options);
  const pipeline = await choosePipeline(context, options);
  if (pipeline !== 'none') requireTop(cwd, pipeline, content);

  const schema = schemaAddress(host.packageFolder, cwd);
  const setup = { schema, baseUrl, content, references, publish, isSynced: synced !== null };
  const files = new Map([[CONFIG, configText(setup)], ...pages]);
  // What every command would refuse is not written.
  parseConfig({ file: join(cwd, CONFIG), text: configText(setup), property: null }, CONFIG);
  // Someone may have written it while questions were open.
  await refuseExisting(cwd, options);
  requireInside(cwd, [...files.keys(), ...folders, IGNORE_FILE, GITHUB, GITLAB]);
  if (pipeline === 'github') files.set(GITHUB, GITHUB_WORKFLOW);
  if (pipeline === 'gitlab') files.set(GITLAB, GITLAB_PIPELINE);
  const home = { root: cwd, stateFolder: null };
  const written = await writeAll(context, home, files, (name) => options.force && !pages.has(name));
  for (const folder of folders) await mkdir(join(cwd, folder), { recursive: true });
  if (await ignoreState(context, home)) written.push(IGNORE_FILE);
  const checked = known !== undefined;
  await ui.result<Initialized>({ written, content, references, checked, next }, initView);
}

/** Whether no option is about the configuration. */
const wantsPipelineOnly = ({
  ci,
  content,
  in: inside,
  publish,
  references,
}: InitOptions): boolean =>
  (ci === 'github' || ci === 'gitlab') &&
  [content, inside, publish, references].every((option) => option === undefined);

async function isSetUp(context: Context): Promise<boolean> {
  const { file } = await context.config();
  return file !== null && dirname(file) === context.host.cwd;
}

/** The configuration stays as it is. */
async function addPipeline(context: Context, { ci = 'none', force }: InitOptions): Promise<void> {
  const { host, ui } = context;
  const [name, text] = ci === 'github' ? [GITHUB, GITHUB_WORKFLOW] : [GITLAB, GITLAB_PIPELINE];
  requireInside(host.cwd, [name]);
  requireTop(host.cwd, ci, (await context.folder()).contents);
  const home = { root: host.cwd, stateFolder: null };
  const written = await writeAll(context, home, new Map([[name, text]]), () => force);
  const nothing = { content: [], references: [], checked: false };
  await ui.result<Initialized>({ written, ...nothing, next: 'docs status' }, initView);
}

/** Below the top of a repository, no forge finds a pipeline. */
function requireTop(
  folder: string,
  pipeline: string,
  content: readonly { readonly path: string }[],
): void {
  const below = findRepository(folder)?.prefix ?? '';
  if (below === '') return;
  const folders = content.map(({ path }) => `--content ${posix.join(below, path)}`);
  throw new Failure(
    'usage',
    `Workflows are read at the top of the repository only; this folder is "${below.slice(0, -1)}".`,
    { hint: `There: docs init --ci ${pipeline} ${folders.join(' ')}` },
  );
}

/** Null: the default one. An address of this machine is for a trial: a team and its pipelines have no platform there. */
function baseUrlToKeep({ value }: Setting<string>): string | null {
  const isTrial = URL.canParse(value) && isLoopback(new URL(value));
  return isTrial || value === DEFAULT_BASE_URL ? null : value;
}

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

async function refuseExisting(folder: string, { force }: InitOptions): Promise<void> {
  if (!force && (await exists(join(folder, CONFIG)))) throw isThere();
}

const isThere = (): Failure =>
  new Failure('usage', `${CONFIG} already exists.`, {
    hint: '--ci alone adds a pipeline; --force replaces the configuration and keeps a copy',
  });

/** Settings in another file of this folder would no longer be read. */
function refuseSecond(folder: string, file: string | null): void {
  if (file === null || dirname(file) !== folder || basename(file) === CONFIG) return;
  const name = basename(file);
  throw new Failure('usage', `${name} already exists.`, {
    hint: `docs config shows what it says; move its settings into ${CONFIG} to rename it`,
  });
}

/**
 * What is there is somebody's work: it is left alone, and said, or replaced after a copy was made. Throws if that is the configuration, or if
 * a file already has the name of the copy.
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
    const isNew = await writeNew(home, name, content);
    if (!isNew && !mayReplace(name)) {
      if (name === CONFIG) throw isThere();
      const isPipeline = name === GITHUB || name === GITLAB;
      context.ui.warn(
        `${name} already exists and was left as it is.`,
        isPipeline ? '--force replaces it and keeps a copy' : undefined,
      );
      continue;
    }
    if (!isNew) await replaceWhole(home, name, content);
    written.push(name);
  }
  return written;
}

/** Copies a file that `text` will replace, and resolves to the name of the copy. Resolves to undefined if there is no file, or if it already has this text. */
async function keepCopy(home: Home, name: string, text: string): Promise<string[]> {
  let before: Buffer;
  try {
    before = readRegular(join(home.root, name), null);
  } catch (error) {
    if (isMissing(error)) return [];
    throw fileFailure(error, 'config', `${name} cannot be read`) ?? error;
  }
  if (before.equals(Buffer.from(text))) return [];
  const copy = `${name}.bak`;
  if (!(await writeNew(home, copy, bytesOfText(before)))) {
    throw new Failure('usage', `${copy} already exists: there is no room for a copy of ${name}.`, {
      hint: `Move ${copy} away, then run the same command again`,
    });
  }
  return [copy];
}

const exists = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;

export interface InitOptions {
  readonly content?: readonly string[];
  readonly in?: string;
  readonly publish?: boolean;
  readonly references?: boolean;
  readonly ci?: 'github' | 'gitlab' | 'none';
  readonly check: boolean;
  readonly force: boolean;
}

const IGNORE_FILE = '.gitignore';

/** Adds the line if it is missing; resolves to whether it did. A file that cannot be read is left alone, and the user is told. */
async function ignoreState({ ui }: Pick<Context, 'ui'>, home: Home): Promise<boolean> {
  const path = join(home.root, IGNORE_FILE);
  const before = bytesAt(path);
  if (before === 'unreadable') {
    ui.warn(
      `${IGNORE_FILE} cannot be read and was left as it is.`,
      'Add the line .docs-cli/ to it: the log and caches are kept there',
    );
    return false;
  }
  // Whatever its encoding is, each byte is a character of this one.
  const after = withIgnored(before?.toString('latin1') ?? '');
  if (after === null) return false;
  const content = () => [Buffer.from(after, 'latin1')];
  return before === null
    ? writeNew(home, IGNORE_FILE, content)
    : replaceWhole(home, IGNORE_FILE, content, {
        when: () => readRegular(path, null).equals(before),
      });
}

/** Null: there is no such file. */
function bytesAt(path: string): Buffer | 'unreadable' | null {
  try {
    return readRegular(path, null);
  } catch (error) {
    return isMissing(error) ? null : 'unreadable';
  }
}
