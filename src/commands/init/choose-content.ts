/** Chooses the content folders: by options, by what is certain, or by questions. */
import { posix } from 'node:path';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { listOf } from '../../model/text/sentences.ts';
import { inShell } from '../../model/text/shell.ts';
import type { ContentFound, ContentPlace, NextCommand } from './document.ts';
import { type Understanding, understand } from './found.ts';
import { parsePlace, placeWords } from './place.ts';
import { type KnownPlatform, confirmPlace, thereOf, versionsThere } from './platform.ts';
import { type Folders, propose } from './proposals.ts';
import { askContent, askFolders, canAsk, warnOfMissing } from './questions.ts';
import { survey } from './survey.ts';
import { contentLines, firstPage } from './templates.ts';
import { folderName } from './view.ts';

interface ContentOptions {
  readonly content?: readonly string[];
  readonly in?: string;
  readonly check: boolean;
}

export interface ChosenContent {
  readonly content: readonly ContentFound[];
  /** Versions that their pages belong to. */
  readonly versions: readonly string[];
  /** Texts of pages and settings to write, by file. */
  readonly pages: ReadonlyMap<string, string>;
  readonly next: NextCommand;
}

/**
 * Rejects with `usage` if nobody can be asked and nothing is certain. `known`: the platform, if it
 * was asked.
 */
export async function chooseContent(
  context: Context,
  options: ContentOptions,
  known: KnownPlatform | undefined,
): Promise<ChosenContent> {
  const place =
    options.in === undefined
      ? null
      : known === undefined
        ? parsePlace(options.in)
        : await confirmPlace(context, known, options.in);
  const folders = await chooseFolders(context, options);
  if (folders === null) return chooseStart(context, place, known);
  for (const { path, tool } of folders) {
    if (tool === null) continue;
    context.ui.warn(
      `The pages in ${path} were written for ${tool}: readers see its own markup as text.`,
      'docs import . --out <folder> translates them',
    );
  }
  const found =
    place === null
      ? await arrange(context, folders, options, known)
      : await understand(
          context.host,
          folders.map(({ path }) => ({ path, place })),
        );
  const placed = [...found.folders, ...found.content];
  return {
    content: found.content,
    versions: [...new Set(placed.flatMap(({ place: each }) => each?.version ?? []))],
    pages: new Map(),
    next: known === undefined ? 'docs dev' : 'docs status',
  };
}

/** Null if there are no pages. Rejects with `usage` if all pages are in folders that are already set up. */
async function chooseFolders(
  context: Context,
  { content = [] }: ContentOptions,
): Promise<Folders | null> {
  const surveyed = survey(context.host.cwd);
  const { folders, configs } = surveyed;
  const given = content.map((path) => ({
    ...surveyed.at(posix.normalize(path.replaceAll('\\', '/')).replace(/\/+$/, '')),
    // Who names a folder of versions means that.
    isSure: true,
  }));
  const [first, ...others] = given.length > 0 ? given : folders;
  if (first !== undefined && (given.length > 0 || others.length === 0)) return [first, ...others];
  if (first !== undefined && canAsk(context)) return askFolders(context, [first, ...others]);
  if (first !== undefined) throw unclear([first, ...others]);
  const [config] = configs;
  if (config === undefined) return null;
  throw new Failure('usage', `These folders are already set up: ${configs.join(', ')}.`, {
    hint: `Work in ${posix.dirname(config)}, or give --config ${config}; docs init --content <folder> sets up another one`,
  });
}

async function arrange(
  context: Context,
  folders: Folders,
  { content, check }: ContentOptions,
  known: KnownPlatform | undefined,
): Promise<Understanding> {
  const { host, ui } = context;
  const asks = canAsk(context);
  const briefly = versionsThere(known);
  // Names of folders need no lists of documentations.
  const isPlain = !asks && propose(folders, briefly).isCertain;
  const there = isPlain ? briefly : await thereOf(context, known);
  const { proposals, isCertain } = propose(folders, there);
  if (asks && !(isCertain && content !== undefined)) {
    if (!there.isKnown && check)
      ui.say(
        'No key is set, so the names of versions and documentations are proposals. If you run docs login first, docs init offers those of your platform.',
      );
    return askContent(context, proposals, there);
  }
  const [way, another] = proposals;
  const found = await understand(host, way.content);
  // Folders that repeat names are hardly one documentation, even if there is only one.
  const hasProblems = found.content.some(({ unplaced }) => unplaced > 0);
  if (!isCertain || (way.kind === 'one' && another !== undefined && hasProblems))
    throw unclear(folders, there);
  warnOfMissing(ui, found.folders, there);
  return found;
}

/** Names the options and the lines that say what is not certain. */
function unclear(folders: Folders, there = versionsThere(undefined)): Failure {
  const { proposals } = propose(folders, there);
  const [{ path }, ...others] = folders;
  const each = proposals.find(({ kind }) => kind === 'documentations' || kind === 'versions');
  const [one] = (proposals.find(({ kind }) => kind === 'one') ?? each)?.content ?? [];
  const ways = [
    ...(proposals[0].kind === 'paths' ? ['if the folders in it are versions'] : []),
    ...(one?.place
      ? [
          `--in ${placeWords(one.place)} ${others.length > 0 ? 'for one of them' : 'if all of it is one documentation'}`,
        ]
      : []),
  ];
  return new Failure(
    'usage',
    others.length > 0
      ? `There are pages in ${listOf(folders.map((folder) => folder.path))}.`
      : `It is not clear where the pages of ${folderName(path)} go.`,
    {
      hint: `Give ${ways.map((way) => `--content ${inShell(path)} ${way}`).join(', or ')}${each ? '; or write such lines into docs-cli.config.yml:' : ''}`,
      lines: each ? contentLines(each.content) : [],
    },
  );
}

const FIRST_FOLDER = 'docs';

/** Chooses how to start without pages: with those of the platform, or with a first page. */
async function chooseStart(
  context: Context,
  place: ContentPlace | null,
  known: KnownPlatform | undefined,
): Promise<ChosenContent> {
  const empty = { path: FIRST_FOLDER, place, pages: 0, unplaced: 0, example: null };
  if (known !== undefined && known.all.pages.size > 0) {
    const versions = known.versions.map(({ slug }) => slug);
    return { content: [empty], versions, pages: new Map(), next: 'docs pull' };
  }
  const { versions, places } = await thereOf(context, known);
  const [version = 'v1.0'] = versions;
  const where = place ?? places[0] ?? { version, documentation: 'guide' };
  const pages = firstPage(FIRST_FOLDER, where, place !== null);
  const example = { file: [...pages.keys()].at(-1) ?? '', ...where, page: 'welcome' };
  return {
    content: [{ ...empty, pages: 1, example }],
    versions: [where.version],
    pages,
    next: 'docs dev',
  };
}
