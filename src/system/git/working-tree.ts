/** What git says about a checkout: files that it does not track, or whose absence it ignores. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FilePath } from '../../model/ids.ts';
import { count } from '../../model/text/count.ts';
import { listOf } from '../../model/text/list.ts';
import { placeIn } from '../files/limit.ts';
import { openGit } from './run-git.ts';
import type { GitPlace } from './run-git.ts';

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
  const found = files.flatMap((file) => {
    const at = placeIn(root, file);
    return 'problem' in at ? [] : { file, real: at.real };
  });
  const ignored = new Set<FilePath>();
  for (const [folder, own] of groupBy(found, ({ real }) => repositoryAround(real, root) ?? root)) {
    const git = await openGit({ ...place, root: folder });
    if (!git && repositoryAround(join(folder, 'any')) === undefined) continue;
    const named = own.map(({ file, real }) => {
      const path = (git?.prefix ?? '') + relative(folder, real).split(sep).join('/');
      return { file, path };
    });
    for (let at = 0; at < named.length; at += AT_ONCE) {
      const some = named.slice(at, at + AT_ONCE);
      // The disk may take another case for the same name.
      const asked = some.map(({ path }) => `:(top,literal,icase)${path}`);
      const list = await git?.read([...IGNORED, '--', ...asked]);
      if (list === undefined) throw cannotTell();
      const listed = new Set(list.split('\0').map(folded));
      for (const { file, path } of some) if (listed.has(folded(path))) ignored.add(file);
    }
  }
  return ignored;
}

/** Windows takes 32,767 characters for a program and its arguments. */
const AT_ONCE = 200;

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

/** The most files that a warning names. */
const NAMED = 3;

/** The innermost folder above a file, `top` at most, that has a repository. */
function repositoryAround(file: string, top?: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === top || folder === dirname(folder)) return undefined;
  }
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase();

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
