import type { Initialized } from '../../ui/documents/init.ts';
import type { InitOptions } from './init-options.ts';
import { lstat, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DEFAULT_BASE_URL } from '../../config/config.ts';
import type { Setting } from '../../config/config.ts';
import { schemaAddress } from '../../config/schema-address.ts';
import type { Context } from '../../context.ts';
import { placeIn } from '../../files/limit.ts';
import { bytesOfText, replaceWhole, writeNew } from '../../files/write.ts';
import type { Home } from '../../files/write.ts';
import { Failure } from '../../model/failure.ts';
import { isLoopback } from '../../model/loopback.ts';
import { initView } from '../../ui/views/init.ts';
import { syncedByPlatform, syncNote } from '../github-sync.ts';
import { chooseContent } from './choose-content.ts';
import { chooseReferences } from './definitions.ts';
import { askPlatform } from './known-platform.ts';
import { choosePipeline, choosePublish } from './questions.ts';
import { ignoreState, IGNORE_FILE } from './ignore-file.ts';
import { configText, GITHUB_WORKFLOW, GITLAB_PIPELINE } from './templates.ts';

const CONFIG = 'docs-cli.config.yml';
const GITHUB = '.github/workflows/docs.yml';
const GITLAB = '.gitlab-ci.yml';

/** Sets up the working folder. Writes nothing before all is answered and checked. */
export async function init(context: Context, options: InitOptions): Promise<void> {
  const { host, ui } = context;
  const { cwd } = host;
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

  const schema = schemaAddress(host.packageFolder, cwd);
  const setup = { schema, baseUrl, content, references, publish, isSynced: synced !== null };
  const files = new Map([[CONFIG, configText(setup)], ...pages]);
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
    hint: 'docs config shows what it says; --force replaces it',
  });

/** Settings in another file of this folder would no longer be read. */
function refuseSecond(folder: string, file: string | null): void {
  if (file === null || dirname(file) !== folder || basename(file) === CONFIG) return;
  const name = basename(file);
  throw new Failure('usage', `${name} already exists.`, {
    hint: `docs config shows what it says; move its settings into ${CONFIG} to rename it`,
  });
}

/** What is there is somebody's work: it is left alone, and said. Throws if that is the configuration. */
async function writeAll(
  { ui }: Context,
  home: Home,
  files: ReadonlyMap<string, string>,
  mayReplace: (name: string) => boolean,
): Promise<string[]> {
  const written: string[] = [];
  for (const [name, text] of files) {
    const content = bytesOfText(text);
    const isNew = await writeNew(home, name, content);
    if (!isNew && !mayReplace(name)) {
      if (name === CONFIG) throw isThere();
      const isPipeline = name === GITHUB || name === GITLAB;
      ui.warn(
        `${name} already exists and was left as it is.`,
        isPipeline ? '--force replaces it' : undefined,
      );
      continue;
    }
    if (!isNew) await replaceWhole(home, name, content);
    written.push(name);
  }
  return written;
}

const exists = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;
