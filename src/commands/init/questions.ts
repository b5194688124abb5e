/** The questions of `docs init`, and what is taken if nobody can answer. */
import type { Context } from '../../context.ts';
import { DEFAULT_BASE_URL, wayToCreate } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';
import { count, anyOf, listOf } from '../../model/text/sentences.ts';
import { pathInRepository, type PipelineChoice } from './choose-pipeline.ts';
import { wrapLines } from '../../ui/width.ts';
import type { ContentChoice, ContentPlace } from './document.ts';
import { type Understanding, type FoundFolder, understand } from './found.ts';
import { parsePlace, placeWords } from './place.ts';
import {
  type Folders,
  isSamePlace,
  type Proposal,
  type Proposals,
  type There,
} from './proposals.ts';
import { foundTable, folderName } from './view.ts';

/** Whether somebody answers. Otherwise `docs init` takes only what is certain. */
export const canAsk = ({ ui, flags }: Pick<Context, 'ui' | 'flags'>): boolean =>
  ui.interactive && !flags.yes;

const UNASKED = 'docs init --yes takes what is certain';

interface Choice<T> {
  readonly value: T;
  readonly name: string;
}

/** Text that may have names of files, for a prompt that shows it after `hang` columns, in lines that it need not break. */
const fold = ({ ui }: Context, text: string, columns: number, hang: number): string =>
  wrapLines(' '.repeat(hang) + ui.style.text(text), columns - 1).slice(hang);

/** Asks for one of several, by arrow keys or by number. */
const choose = <T>(context: Context, message: string, choices: readonly Choice<T>[]): Promise<T> =>
  context.ui.ask(
    (prompts, terminal) =>
      prompts.select<T>(
        {
          message: fold(context, message, terminal.columns, 2),
          choices: choices.map(({ value, name }) => ({
            value,
            name: fold(context, name, terminal.columns, '> 1. '.length),
            short: context.ui.style.text(name).replace(/:.*/, ''),
          })),
          loop: false,
          pageSize: 12,
          theme: { indexMode: 'number' },
        },
        terminal,
      ),
    UNASKED,
  );

export const confirm = (context: Context, message: string, usual: boolean): Promise<boolean> =>
  context.ui.ask(
    (prompts, terminal) =>
      prompts.confirm(
        { message: fold(context, message, terminal.columns, 2), default: usual },
        terminal,
      ),
    UNASKED,
  );

/** All of the folders, or one. */
export const askFolders = (context: Context, folders: Folders): Promise<Folders> =>
  choose<Folders>(context, 'Where are the pages?', [
    { value: folders, name: `In all of these ${folders.length} folders` },
    ...folders.map((folder) => ({
      value: [folder] as const,
      name: `${folder.path}  (${count(folder.pages, 'page')})`,
    })),
  ]);

/** Shows where pages would go, until somebody says that it is right. `proposals`: the likeliest first. */
export async function askContent(
  context: Context,
  proposals: Proposals['proposals'],
  there: There,
): Promise<Understanding> {
  const { host, ui } = context;
  for (let [chosen] = proposals; ;) {
    const { content } = chosen;
    const found = await understand(host, content);
    ui.say((style) => `\n${WORDS[chosen.kind]}:\n${foundTable(found.folders, style)}`);
    warnOfMissing(ui, found.folders, there);
    const answer = await choose<Proposal | ContentChoice | null>(context, 'Is this right?', [
      { value: null, name: 'Yes' },
      ...proposals.flatMap((value) =>
        value === chosen ? [] : [{ value, name: `No. ${proposalWords(value)}` }],
      ),
      ...content.flatMap((value) =>
        value.place === null ? [] : [{ value, name: `Put ${folderName(value.path)} elsewhere` }],
      ),
    ]);
    if (answer === null) return found;
    if ('kind' in answer) chosen = answer;
    else {
      const place = await askPlace(context, answer, there, content.length > 1);
      const changed = place === undefined ? [] : [{ ...answer, place }];
      chosen = { ...chosen, content: content.flatMap((row) => (row === answer ? changed : [row])) };
    }
  }
}

const WORDS: Readonly<Record<Proposal['kind'], string>> = {
  paths: 'Folders name versions, and those in them documentations',
  one: 'All of it is one documentation',
  documentations: 'Each folder is a documentation',
  versions: 'Each folder is a version',
};

function proposalWords({ kind, content }: Proposal): string {
  const places = content.flatMap(({ place }) => (place === null ? [] : [placeWords(place)]));
  return [WORDS[kind], listOf(places, 3)].filter((part) => part !== '').join(': ');
}

/** Undefined if the folder is left out. */
async function askPlace(
  context: Context,
  { path, place }: ContentChoice,
  there: There,
  mayLeaveOut: boolean,
): Promise<ContentPlace | undefined> {
  const message = `Where do the pages of ${folderName(path)} go?`;
  const choices = [
    ...there.places.map((value) => ({ value, name: placeWords(value) })),
    { value: null, name: 'Another one: type it' },
    ...(mayLeaveOut ? [{ value: undefined, name: 'Nowhere: leave the folder out' }] : []),
  ];
  const chosen = choices.length === 1 ? null : await choose(context, message, choices);
  if (chosen !== null) return chosen;
  const text = await context.ui.ask(
    (prompts, terminal) =>
      prompts.input(
        {
          message: fold(context, message, terminal.columns, 2),
          default: place ? placeWords(place) : undefined,
          validate: (typed) => problemOf(typed) ?? true,
        },
        terminal,
      ),
    UNASKED,
  );
  return parsePlace(text);
}

function problemOf(typed: string): string | undefined {
  try {
    parsePlace(typed);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return [error.message, error.hint].join('\n');
    throw error;
  }
}

/** Warns of versions and documentations that the platform lacks, because no request can create them. */
export function warnOfMissing(
  ui: Context['ui'],
  folders: readonly FoundFolder[],
  { isKnown, baseUrl = DEFAULT_BASE_URL, versions, places }: There,
): void {
  const missing = new Map<string, string>();
  for (const { folder, place } of isKnown ? folders : []) {
    if (place === null) continue;
    if (!versions.includes(place.version)) missing.set(folder, `version ${place.version}`);
    else if (places.length > 0 && !places.some((one) => isSamePlace(one, place)))
      missing.set(folder, `documentation ${placeWords(place)}`);
  }
  if (missing.size === 0) return;
  const names = anyOf([...new Set(missing.values())], 3);
  const has = places.length === 0 ? versions : places.map(placeWords);
  ui.warn(
    `The platform has no ${names}: what is in ${listOf([...missing.keys()], 3)} cannot be placed.`,
    `It has ${listOf(has, 12) || 'none'}; ${wayToCreate('it', baseUrl)}, or choose another place`,
  );
}

export async function choosePublish(
  context: Context,
  publish: boolean | undefined,
): Promise<boolean> {
  if (publish !== undefined || !canAsk(context)) return publish ?? false;
  return confirm(context, 'Publish what a push changes?', false);
}

export async function choosePipeline(
  context: Context,
  ci: PipelineChoice | undefined,
): Promise<PipelineChoice> {
  if (ci !== undefined || !canAsk(context) || pathInRepository(context.host.cwd) !== '')
    return ci ?? 'none';
  return choose(context, 'Write a pipeline that checks and pushes?', [
    { value: 'none', name: 'No' },
    { value: 'github', name: 'GitHub Actions' },
    { value: 'gitlab', name: 'GitLab CI' },
  ]);
}
