import { didYouMean } from '../model/text/nearest.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isHidden } from '../system/files/path.ts';
import { Failure } from '../model/failure.ts';
import type { Config } from './config.ts';
import { dirEntries, nearestPath, placeOfSetting } from './setting-place.ts';

const NAME = 'docs-cli.config.yml';

/** The most folders that are searched. The root of a monorepo has fewer, a home folder has more. */
const MAX_FOLDERS = 200;

/**
 * Throws `Failure('config')` if a folder of pages is missing. `from`: the folder that names in
 * messages are relative to.
 */
export async function requireContent(config: Config, from: string): Promise<void> {
  requireNoneBelow(config);
  const { root, content } = config;
  const missing = content.value
    .map(({ path }, at): Named => ({ path, at: ['content', at, 'path'] }))
    .find((each) => isMissing(root, each));
  if (missing) throw await missingFolder(config, content, missing, from);
}

/**
 * What is wrong with the folders of translations, each a `Failure('config')`: one is missing, or is
 * its own translation. Only what compares them needs them.
 */
export async function translationFailures(
  config: Config,
  from: string,
): Promise<readonly Failure[]> {
  const { root, translations } = config;
  const failures: Failure[] = [];
  for (const [index, { of, in: folders }] of translations.value.entries()) {
    const translated = folders.map((path, at): Named => ({
      path,
      at: ['translations', index, 'in', at],
    }));
    for (const each of [{ path: of, at: ['translations', index, 'of'] }, ...translated]) {
      if (isMissing(root, each))
        failures.push(await missingFolder(config, translations, each, from));
    }
    for (const own of translated.filter(({ path }) => path === of)) {
      failures.push(
        new Failure('config', `"${of}" cannot be its own translation.`, {
          hint: 'List only the folders of translations in `in`',
          place: await placeOfSetting(translations, { path: own.at, from }),
        }),
      );
    }
  }
  return failures;
}

const isMissing = (root: string, { path }: Named): boolean => !existsSync(join(root, path));

/** A folder that a setting names. */
interface Named {
  readonly path: string;
  readonly at: readonly (string | number)[];
}

async function missingFolder(
  { root }: Config,
  setting: Config['content'] | Config['translations'],
  { path, at }: Named,
  from: string,
): Promise<Failure> {
  const near = nearestPath(root, path, (name, isFolder) => isFolder && !isHidden(name));
  const otherwise = `Correct \`${at[0]}\` in the configuration, or create the folder`;
  return new Failure('config', `There is no folder "${path}".`, {
    hint: didYouMean(near, otherwise),
    place: await placeOfSetting(setting, { path: at, from }),
  });
}

/**
 * Throws `Failure('config')` if no setting says where pages are and folders below have
 * configurations of their own: the folder is then the root of several projects, and its pages
 * belong to none.
 */
function requireNoneBelow({ file, root, content }: Config): void {
  const isWhole = content.value.some(({ path }) => path === '.');
  if (file !== null || content.source.kind !== 'default' || !isWhole) return;
  const below = configsBelow(root);
  const [first] = below;
  if (first === undefined) return;
  throw new Failure('config', `There is no ${NAME} here, but there is ${below.join(', ')}.`, {
    hint: `Give --config ${first}, or work in its folder`,
  });
}

/** Paths of configurations one and two folders below `root`, relative to it. */
function configsBelow(root: string): readonly string[] {
  let left = MAX_FOLDERS;
  const foldersIn = (path: string): string[] => {
    if (left-- <= 0) return [];
    return dirEntries(join(root, path)).flatMap((entry) =>
      entry.isDirectory() && !isHidden(entry.name) ? [join(path, entry.name)] : [],
    );
  };
  const tops = foldersIn('.');
  return [...tops, ...tops.flatMap(foldersIn)]
    .map((folder) => join(folder, NAME).replaceAll('\\', '/'))
    .filter((file) => existsSync(join(root, file)))
    .toSorted();
}
