import { didYouMean } from '../../../model/text/nearest.ts';
import { relative, resolve } from 'node:path';
import { nearestPath, placeOfSetting } from '../../../config/setting-place.ts';
import type { Context } from '../../../context.ts';
import type { ReferencePolicy } from '../../../definitions/referenced-files.ts';
import { Failure } from '../../../model/failure.ts';
import { areTooMany, globProblem } from '../../../model/text/globs.ts';
import { MAX_GLOBS } from '../../../model/input-limits.ts';
import { isFile } from '../named-files/input.ts';
import { namedFile } from '../named-files/named-file.ts';

/** The allowed targets of `$ref`s in a definition. */
export interface ReferenceOptions {
  readonly remoteRefs: boolean;
  readonly outsideRefs: boolean;
}

/** A definition that the user selected. */
export interface WantedDefinition {
  /** Absolute path. */
  readonly file: string;
  /** The version that the configuration assigns to it. */
  readonly version: string | null;
}

/**
 * The files that `patterns` name, in their order, each once; without patterns, the configured ones.
 *
 * @param mayLack whether generated files may be missing; they are left out with a message
 */
export async function wantedFiles(
  context: Context,
  patterns: readonly string[],
  { mayLack = false }: { readonly mayLack?: boolean } = {},
): Promise<WantedDefinition[]> {
  if (patterns.length === 0) return configuredFiles(context, mayLack);
  await refuseDearGlobs(context, patterns);
  const files = new Set<string>();
  for (const pattern of patterns) {
    for (const file of await matches(context, pattern)) files.add(file);
  }
  const configured = await configuredVersions(context);
  return [...files].map((file) => ({ file, version: configured(file) }));
}

/** The version that the configuration gives a file; null if it gives none, or several. */
export async function configuredVersions(
  context: Context,
): Promise<(file: string) => string | null> {
  const { root, references } = await context.folder();
  return (file) => {
    const [only, another] = references.filter((each) => resolve(root, each.file) === file);
    return another === undefined ? (only?.version ?? null) : null;
  };
}

/**
 * Refuses globs that take too long. A pipeline may make globs from file names in a pull request.
 */
async function refuseDearGlobs({ host }: Context, patterns: readonly string[]): Promise<void> {
  const globs: string[] = [];
  for (const pattern of patterns) {
    if (isGlob(pattern) && !(await isFile(resolve(host.cwd, pattern)))) globs.push(pattern);
  }
  const problem = globs.map(globProblem).find((each) => each !== undefined);
  if (problem !== undefined) throw new Failure('usage', `Each pattern must be ${problem}.`);
  if (areTooMany(globs)) {
    throw new Failure('usage', `There are too many globs: ${globs.length}.`, {
      hint: `Give at most ${MAX_GLOBS}, and fewer if they have more than two wildcards between two slashes`,
    });
  }
}

const isGlob = (pattern: string): boolean => /[*?[{!]/.test(pattern);

/** The message that a build did not generate a definition here. */
export const notMade = (file: string): string => `${file} is generated and not here`;

async function configuredFiles(context: Context, mayLack: boolean): Promise<WantedDefinition[]> {
  const wanted: WantedDefinition[] = [];
  for (const { isMade, ...each } of await configuredDefinitions(context, mayLack)) {
    if (isMade) wanted.push(each);
    else {
      context.ui.say((style) =>
        style.text(`${notMade(shown(context, each.file))}: it was not checked.`),
      );
    }
  }
  return wanted;
}

/**
 * All definitions in the configuration, in order. Rejects with `usage` if there are none, and with
 * `config` and the line if a file is missing.
 *
 * @param mayLack whether generated files may be missing; `isMade` is then false
 */
export async function configuredDefinitions(
  context: Context,
  mayLack: boolean,
): Promise<{ file: string; version: string; isMade: boolean }[]> {
  const { root, references } = await context.folder();
  if (references.length === 0) {
    throw new Failure(
      'usage',
      'No definition was named, and the configuration does not list any.',
      {
        hint: 'Name files, or list them under `references:`',
      },
    );
  }
  const listed: { file: string; version: string; isMade: boolean }[] = [];
  for (const [index, { file: name, version, generated = false }] of references.entries()) {
    const file = resolve(root, name);
    await namedFile(context, file);
    const isMade = await isFile(file);
    if (!isMade && !(generated && mayLack)) throw await notThere(context, index);
    listed.push({ file, version, isMade });
  }
  return listed;
}

/** The failure for a missing definition that the configuration lists at `index`. */
async function notThere(context: Context, index: number): Promise<Failure> {
  const { root, references } = await context.config();
  const { file = '', generated = false } = references.value[index] ?? {};
  if (generated) {
    return new Failure('config', `There is no file "${file}", which a build generates.`, {
      hint: 'Run what generates it first',
    });
  }
  const near = nearestPath(root, file, (name, isFolder) => !isFolder && isDefinitionName(name));
  return new Failure('config', `There is no file "${file}".`, {
    hint: didYouMean(near, 'Correct it under `references:`'),
    place: await placeOfSetting(references, {
      path: ['references', index, 'file'],
      from: context.host.cwd,
    }),
  });
}

/** Whether the name has the ending of a definition file. */
export const isDefinitionName = (name: string): boolean => /\.(?:ya?ml|json)$/i.test(name);

async function matches(context: Context, pattern: string): Promise<string[]> {
  const { host } = context;
  const literal = resolve(host.cwd, pattern);
  if (await isFile(literal)) return [(await namedFile(context, pattern)).path];
  // Each pattern is used alone, so this one would mean all files except its own.
  if (pattern.startsWith('!')) {
    throw new Failure(
      'usage',
      `"${pattern}" begins with !, but patterns cannot leave definitions out.`,
      {
        hint: 'Name the definitions that are meant',
      },
    );
  }
  if (isGlob(pattern)) {
    const { globby } = await import('globby');
    const found = await globby(pattern, {
      cwd: host.cwd,
      absolute: true,
      ignore: ['**/node_modules/**'],
    });
    for (const file of found) await namedFile(context, file);
    if (found.length > 0) return found.toSorted();
  }
  throw noFile(pattern);
}

export const noFile = (name: string): Failure =>
  new Failure('usage', `There is no file "${name}".`, {
    hint: 'Paths are relative to the working folder',
  });

/** The path relative to the working folder. */
export const shown = ({ host }: Context, file: string): string =>
  /^https?:/.test(file) ? file : relative(host.cwd, file).replaceAll('\\', '/') || file;

/** The allowed targets of references in this run. */
export async function policyOf(
  context: Context,
  { remoteRefs, outsideRefs }: ReferenceOptions,
): Promise<ReferencePolicy> {
  const { root } = await context.folder();
  return { root, network: remoteRefs, outside: outsideRefs, signal: context.host.signal };
}
