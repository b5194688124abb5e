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
  const index = content.value.findIndex(({ path }) => !existsSync(join(root, path)));
  const missing = content.value[index];
  if (missing === undefined) return;
  const near = nearestPath(root, missing.path, (name, isFolder) => isFolder && !isHidden(name));
  throw new Failure('config', `There is no folder "${missing.path}".`, {
    hint: didYouMean(near, 'Correct `content` in the configuration, or create the folder'),
    place: await placeOfSetting(content, { path: ['content', index, 'path'], from }),
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
