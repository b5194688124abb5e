import type { Initialized } from '../../ui/documents/init.ts';
import type { ContentChoice } from '../../ui/documents/init.ts';
import type { InitOptions } from './init-options.ts';
import { lstat, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { DEFAULT_BASE_URL } from '../../config/config.ts';
import type { Setting } from '../../config/config.ts';
import type { Context } from '../../context.ts';
import { placeIn } from '../../files/limit.ts';
import { bytesOfText, replaceWhole, writeNew } from '../../files/write.ts';
import { Failure } from '../../model/failure.ts';
import { isLoopback } from '../../model/loopback.ts';
import { initView } from '../../ui/views/init.ts';
import { syncedByPlatform, syncNote } from '../github-sync.ts';
import { askPlatform, missingVersions, versionsThere } from './known-platform.ts';
import { chooseFolders, choosePipeline, choosePlace, choosePublish } from './questions.ts';
import { candidateAt, surveyFolders } from './survey.ts';
import type { FolderCandidate } from './survey.ts';
import { configText, GITHUB_WORKFLOW, GITLAB_PIPELINE, withIgnored } from './templates.ts';

const CONFIG = 'docs-cli.config.yml';
const GITHUB = '.github/workflows/docs.yml';
const GITLAB = '.gitlab-ci.yml';

/** Sets up the working folder. Writes nothing before all is answered and checked. */
export async function init(context: Context, options: InitOptions): Promise<void> {
  const { host, ui } = context;
  const { cwd } = host;
  await refuseExisting(cwd, options);
  const baseUrl = baseUrlToKeep((await context.config()).baseUrl);
  const found = surveyFolders(cwd);
  const folders =
    options.content === undefined
      ? await chooseFolders(context, found)
      : options.content.map((path) => named(path, found));
  const known = options.check ? await askPlatform(context) : undefined;

  const content: ContentChoice[] = [];
  for (const folder of folders) {
    const choice = await choosePlace(context, folder, options.in, known);
    content.push(choice);
    if (known === undefined || choice.place !== null) continue;
    for (const version of missingVersions(known, folder)) {
      ui.warn(
        `The platform has no version ${version}: what is in ${posix.join(folder.path, version)} cannot be placed.`,
        `${versionsThere(known)}; versions are made in the editor, or rename the folder`,
      );
    }
  }
  const synced = await syncedByPlatform(
    { root: cwd, ...host },
    content.map(({ path }) => path),
  );
  if (synced !== null) {
    const { message, hint } = syncNote(synced);
    ui.warn(message, hint);
  }
  const publish = await choosePublish(context, options);
  const pipeline = await choosePipeline(context, options);

  const files = new Map<string, string>([
    [CONFIG, configText({ baseUrl, content, publish, isSynced: synced !== null })],
  ]);
  // Someone may have written it while questions were open.
  await refuseExisting(cwd, options);
  requireInside(cwd, [CONFIG, '.gitignore', GITHUB, GITLAB]);
  const ignore = withIgnored(await readFile(join(cwd, '.gitignore'), 'utf8').catch(() => ''));
  if (ignore !== null) files.set('.gitignore', ignore);
  if (pipeline === 'github') files.set(GITHUB, GITHUB_WORKFLOW);
  if (pipeline === 'gitlab') files.set(GITLAB, GITLAB_PIPELINE);
  const written = await writeAll(context, files, options.force);
  await ui.result<Initialized>({ written, content, checked: known !== undefined }, initView);
}

/** Null: the default one. What the environment says of a platform on this machine is for a trial: a team and its pipelines have none there. */
function baseUrlToKeep({ value, source }: Setting<string>): string | null {
  const isTrial =
    source.kind === 'environment' && URL.canParse(value) && isLoopback(new URL(value));
  return isTrial || value === DEFAULT_BASE_URL ? null : value;
}

function named(path: string, found: readonly FolderCandidate[]): FolderCandidate {
  const clean = path.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '') || '.';
  return found.find((each) => each.path === clean) ?? candidateAt(clean, []);
}

/** A folder that others made may have links in the places of these. */
function requireInside(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const place = placeIn(folder, name);
    if ('real' in place) continue;
    throw new Failure('config', `${name} ${place.problem}: nothing was written.`, {
      hint: 'Look at where the link came from, and remove it',
    });
  }
}

async function refuseExisting(folder: string, { force }: InitOptions): Promise<void> {
  if (force || !(await exists(join(folder, CONFIG)))) return;
  throw new Failure('usage', `${CONFIG} is there already.`, {
    hint: 'docs config shows what it says; --force replaces it',
  });
}

/** A pipeline that is there is somebody's work: it is left alone, and said. */
async function writeAll(
  { host, ui }: Context,
  files: ReadonlyMap<string, string>,
  force: boolean,
): Promise<string[]> {
  const written: string[] = [];
  const home = { root: host.cwd, stateFolder: null };
  for (const [name, text] of files) {
    const content = bytesOfText(text);
    const mayReplace = force || name === CONFIG || name === '.gitignore';
    const isNew = await writeNew(home, name, content);
    if (!isNew && !mayReplace) {
      ui.warn(`${name} is there already and was left as it is.`, '--force replaces it');
      continue;
    }
    if (!isNew) await replaceWhole(home, name, content);
    written.push(name);
  }
  return written;
}

const exists = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;
