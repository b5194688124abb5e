import type { ContentFolder } from '../../model/project.ts';

/** The pages that the folder's globs select; `null`: all, without loading the slow glob library. */
export async function globbed(
  folder: string,
  { include, exclude }: Pick<ContentFolder, 'include' | 'exclude'>,
): Promise<ReadonlySet<string> | null> {
  const patterns = include.length > 0 ? include : ['**/*.md'];
  const takesAll = patterns.includes('**/*.md') || patterns.includes('**');
  if (takesAll && exclude.length === 0) return null;
  const { globbySync } = await import('globby');
  return new Set(
    globbySync(patterns, {
      cwd: folder,
      ignore: ['**/node_modules/**', ...exclude],
      expandDirectories: false,
      followSymbolicLinks: false,
      onlyFiles: false,
    }),
  );
}
