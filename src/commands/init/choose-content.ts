/** Which folders become content folders, and where their pages go: found, asked for, or made. */
import { posix } from 'node:path';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { ContentChoice, ContentExample, ContentFound, NextCommand } from './document.ts';
import { placeText } from './view.ts';
import { chooseStart } from './choose-start.ts';
import { understand } from './example.ts';
import type { InitOptions } from './init.run.ts';
import { missingVersions, versionsThere } from './known-platform.ts';
import type { KnownPlatform } from './known-platform.ts';
import { chooseFolder, choosePlace } from './questions.ts';
import { candidateAt, survey } from './survey.ts';
import type { FolderCandidate } from './survey.ts';

export interface ChosenContent {
  readonly content: readonly ContentFound[];
  /** Text of pages and settings to write, by file. */
  readonly pages: ReadonlyMap<string, string>;
  /** To be made: a content folder has to be there. */
  readonly folders: readonly string[];
  readonly next: NextCommand;
}

export async function chooseContent(
  context: Context,
  options: InitOptions,
  known: KnownPlatform | undefined,
): Promise<ChosenContent> {
  const { candidates, configs } = survey(context.host.cwd);
  if (candidates.length === 0 && options.content === undefined) {
    if (configs.length > 0) throw setUpBelow(configs);
    return chooseStart(context, options, known);
  }
  const chosen = options.content ? undefined : await chooseFolder(context, candidates);
  const folders = chosen
    ? [chosen]
    : (options.content ?? []).map((path) => named(path, candidates));
  const content: ContentFound[] = [];
  for (const folder of folders) {
    warnOfTool(context, folder);
    const choice = await placeOf(context, folder, options, known);
    content.push({ ...choice, ...(await understand(context, choice)) });
    warnOf(context, folder, choice, known);
  }
  return {
    content,
    pages: new Map(),
    folders: folders.map(({ path }) => path),
    next: known === undefined ? 'docs dev' : 'docs status',
  };
}

const setUpBelow = (configs: readonly string[]): Failure => {
  const [first = ''] = configs;
  return new Failure('usage', `These folders are already set up: ${configs.join(', ')}.`, {
    hint: `Work in ${posix.dirname(first)}, or give --config ${first}; docs init --content <folder> sets up another one`,
  });
};

function named(path: string, found: readonly FolderCandidate[]): FolderCandidate {
  const clean = path.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '') || '.';
  return found.find((each) => each.path === clean) ?? candidateAt(clean, []);
}

/** Shows one page with its place, and asks whether that is right, where somebody is there who did not say it already. */
async function placeOf(
  context: Context,
  folder: FolderCandidate,
  options: InitOptions,
  known: KnownPlatform | undefined,
): Promise<ContentChoice> {
  const { flags, ui } = context;
  const { path, layout, versions } = folder;
  const isTold = options.content !== undefined || options.in !== undefined;
  if (layout === 'plain' || options.in !== undefined) {
    return choosePlace(context, folder, options.in, known);
  }
  const choice = { path, place: null };
  const { example } = await understand(context, choice);
  const isSure = folder.isSure || known?.versions.some(({ slug }) => versions.includes(slug));
  if (isTold || example === null || (flags.yes && isSure)) return choice;
  const hint = `Give --content ${path} if the names of its folders are right, or --in version/documentation if it is one documentation`;
  if (flags.yes) throw unclear(folder, example, hint);
  const isRight = await ui.ask(
    (prompts, terminal) =>
      prompts.confirm(
        { message: `${placeText(example)}. Right?`, default: isSure === true },
        terminal,
      ),
    isSure ? 'docs init --yes takes what is found' : hint,
  );
  return isRight ? choice : choosePlace(context, { ...folder, layout: 'plain' }, undefined, known);
}

const unclear = ({ path }: FolderCandidate, example: ContentExample, hint: string): Failure =>
  new Failure(
    'usage',
    `It is not clear where pages go: ${placeText(example)}, if the folders in ${path} are versions.`,
    { hint },
  );

/** Said before anything is asked: who wants an import need not answer. */
function warnOfTool({ ui }: Context, { path, tool }: FolderCandidate): void {
  if (tool === null) return;
  ui.warn(
    `The pages in ${path} were written for ${tool}: readers see its own markup as text.`,
    'docs import . --out <folder> translates them',
  );
}

function warnOf(
  { ui }: Context,
  folder: FolderCandidate,
  { path, place }: ContentChoice,
  known: KnownPlatform | undefined,
): void {
  if (known === undefined || place !== null) return;
  for (const version of missingVersions(known, folder)) {
    ui.warn(
      `The platform has no version ${version}: what is in ${posix.join(path, version)} cannot be placed.`,
      `${versionsThere(known)}; create the version in the editor, or rename the folder`,
    );
  }
}
