/** What git says about a checkout: files that it does not track, or whose absence it ignores. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FilePath } from '../../model/ids.ts';
import { count, listOf } from '../../model/text/sentences.ts';
import { isLink, placeIn } from '../files/path.ts';
import { openGit } from './run-git.ts';
import type { Git, GitPlace } from './run-git.ts';

/** A larger number suggests somebody else's tree or the output of a build, so the rest is not looked at. */
const MAX_FILES = 20_000;

/**
 * Lists untracked files of the checkout, then ignored files that have a page's name. Paths are
 * relative to the project; those of files beside it start with `../`. Returns at most the limit of
 * each, and nothing if git fails or is missing. Git lists folders, and reads only the files with
 * ignore rules.
 */
export async function untrackedFiles(place: GitPlace): Promise<readonly string[]> {
  const git = await openGit(place);
  if (!git) return [];
  const lists = await Promise.all([git.read(OTHERS), git.read([...IGNORED, '--', ...PAGES])]);
  return lists
    .flatMap((list) => (list ?? '').split('\0', MAX_FILES))
    .filter((path) => path !== '' && !path.endsWith('/'))
    .map((path) => posix.relative(git.prefix, path));
}

const OTHERS = ['ls-files', '-z', '--full-name', '--others', '--exclude-standard'];
const IGNORED = [...OTHERS, '--ignored'];

/** Files in packages are not pages of this project. */
const PAGES = ['*.md*', '*.markdown*', ':(exclude,glob)**/node_modules/**'];

/** Tells which of these files of the project git ignores. Untracked files alone can be ignored. */
export type IgnoredByGit = (files: readonly FilePath[]) => Promise<ReadonlySet<FilePath>>;

/**
 * The function asks for the files that links lead to, each in the innermost repository that it is
 * in, and does not ask again for the same list. No file is ignored outside of repositories. Rejects
 * with `failed` if git cannot tell, also because it is missing or does not trust the repository.
 */
export function ignoredIn(place: GitPlace): IgnoredByGit {
  let last: { readonly asked: string; readonly answer: ReturnType<IgnoredByGit> } | undefined;
  return (files) => {
    const asked = files.join('\0');
    if (last?.asked !== asked) last = { asked, answer: ignoredOf(place, files) };
    return last.answer;
  };
}

async function ignoredOf(
  place: GitPlace,
  files: readonly FilePath[],
): Promise<ReadonlySet<FilePath>> {
  const root = realpathSync.native(place.root);
  const repositories = new Map<string, string | undefined>();
  const repositoryOf = (folder: string): string | undefined => {
    if (!repositories.has(folder)) repositories.set(folder, repositoryAt(folder, root));
    return repositories.get(folder);
  };
  const found = Array.from(
    groupBy(files, (file) => posix.dirname(file)),
    ([folder, own]) => {
      const at = placeIn(root, folder);
      return 'problem' in at ? [] : own.flatMap((file) => placedIn(root, at.real, file));
    },
  ).flat();
  const ignored = new Set<FilePath>();
  for (const [top, own] of groupBy(found, ({ real }) => repositoryOf(dirname(real)) ?? root)) {
    const git = await openGit({ ...place, root: top });
    if (!git && repositoryAt(top) === undefined) continue;
    const pathOf = ({ real }: (typeof own)[number]): string =>
      (git?.prefix ?? '') + relative(top, real).split(sep).join('/');
    const listed = git && (await ignoredPaths(git, own.map(pathOf)));
    if (listed === undefined) throw cannotTell();
    for (const one of own) if (listed.has(pathOf(one))) ignored.add(one.file);
  }
  return ignored;
}

/** Where a file of the folder really is. Empty: it is a link that is not followed. */
function placedIn(
  root: string,
  folder: string,
  file: FilePath,
): readonly { readonly file: FilePath; readonly real: string }[] {
  const real = join(folder, posix.basename(file));
  if (!isLink(real)) return [{ file, real }];
  const at = placeIn(root, file);
  return 'problem' in at ? [] : [{ file, real: at.real }];
}

/** Those of the paths, from the repository's top, that git ignores. Undefined if git cannot tell. */
export async function ignoredPaths(
  git: Git,
  paths: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  // With `./`, because git gives a leading colon a special meaning.
  const asked = paths.map((path) => `./${path}\0`).join('');
  const list = await git.read(['check-ignore', '-z', '--stdin'], asked, NONE_IGNORED);
  return list === undefined ? undefined : new Set(list.split('\0').map((path) => path.slice(2)));
}

/** The exit code of `git check-ignore` if it ignores none of the files. */
const NONE_IGNORED = 1;

const cannotTell = (): Failure =>
  new Failure('failed', 'Git could not tell which files it ignores.', {
    hint: 'git status shows what is wrong',
  });

/**
 * A warning that names those of the files that git ignores. None if there are none, or if git cannot
 * tell.
 *
 * @param does the continuation of "3 files that"
 */
export async function ignoredWarning(
  ignoredOf: IgnoredByGit,
  files: readonly FilePath[],
  does: string,
): Promise<readonly string[]> {
  if (files.length === 0) return [];
  const ignored = await ignoredOf(files).catch((error: unknown) => {
    if (error instanceof Failure) return new Set<FilePath>();
    throw error;
  });
  if (ignored.size === 0) return [];
  const them = ignored.size === 1 ? 'it' : 'them';
  return [
    `Git ignores ${count(ignored.size, 'file')} that ${does}, so no other computer has ${them}: ${listOf([...ignored], NAMED)}.`,
  ];
}

/** Gives the warning of `ignoredWarning`, if there is one. */
export async function warnOfIgnored(
  ui: { warn(text: string): void },
  ...about: Parameters<typeof ignoredWarning>
): Promise<void> {
  for (const warning of await ignoredWarning(...about)) ui.warn(warning);
}

/** The most files that a warning names. */
const NAMED = 3;

/** The innermost folder from this one upwards, to `top` at most, that has a repository. */
function repositoryAt(from: string, top?: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === top || folder === dirname(folder)) return undefined;
  }
}

/**
 * Files whose absence git does not notice: left out by a sparse checkout, or marked as unchanged in
 * the index. Paths are relative to the project. Empty if git fails or is missing. Reads only the
 * index.
 */
export async function unwatchedFiles(place: GitPlace): Promise<readonly string[]> {
  const git = await openGit(place);
  const list = await git?.read(['ls-files', '-v', '-z', '--full-name']);
  if (!git || list === undefined) return [];
  const { prefix } = git;
  return list.split('\0').flatMap((entry) => {
    const [tag = '', path] = [entry[0], entry.slice(2)];
    return /[Sa-z]/.test(tag) && path.startsWith(prefix) ? [path.slice(prefix.length)] : [];
  });
}
