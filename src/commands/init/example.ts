/** One page of a content folder with the place that a push would give it: what shows whether the folder was understood. */
import { posix } from 'node:path';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { placeOf } from '../../model/ids.ts';
import type { FilePath, Slug } from '../../model/ids.ts';
import { lockFileOf } from '../../model/project.ts';
import type { ContentFolder } from '../../model/project.ts';
import { scanFolder } from '../../sync/reader.ts';
import type { ContentChoice, ContentExample } from './document.ts';

/** What a push would make of a folder. */
export interface Understood {
  readonly example: ContentExample | null;
  readonly pages: number;
  /** Files that it could not place. */
  readonly unplaced: number;
}

/**
 * Reads the folder as a push does, and writes nothing. Rejects with `usage` if it is an export. A folder whose settings cannot be read has no example. If the folder is one documentation,
 * the example is in a subfolder, if it has any: there people may expect another documentation.
 */
export async function understand(
  { host }: Pick<Context, 'host'>,
  choice: ContentChoice,
): Promise<Understood> {
  const project = {
    root: host.cwd,
    contents: [folderOf(choice)],
    references: [],
    lockFile: lockFileOf(null),
    stateFolder: '.docs-cli' as FilePath,
  };
  try {
    const { signal } = host;
    const { pages, unplaced } = await scanFolder(project, { remember: false, signal });
    const [first] = pages.values();
    const isBelow = ({ file }: { readonly file: FilePath }) =>
      choice.place !== null && posix.dirname(file) !== posix.normalize(choice.path);
    const shown = [...pages.values()].find(isBelow) ?? first;
    return {
      example: shown === undefined ? null : exampleOf(shown.file, shown.key),
      pages: pages.size,
      unplaced: unplaced.length,
    };
  } catch (error) {
    if (error instanceof Failure && error.code !== 'usage')
      return { example: null, pages: 0, unplaced: 0 };
    throw error;
  }
}

function exampleOf(file: string, key: Parameters<typeof placeOf>[0]): ContentExample {
  const { version, documentation, slug } = placeOf(key);
  return { file, version, documentation, page: slug };
}

const folderOf = ({ path, place }: ContentChoice): ContentFolder => ({
  path: path as FilePath,
  version: (place?.version ?? null) as Slug | null,
  documentation: (place?.documentation ?? null) as Slug | null,
  include: ['**/*.md'],
  exclude: [],
});
