/** What git says about a checkout: files that it does not track, or whose absence it ignores. */
import { realpathSync } from 'node:fs';
import { posix, relative, sep } from 'node:path';
import { Failure } from '../../model/failure.ts';
import type { FilePath } from '../../model/ids.ts';
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
 * The function asks for the files that links lead to, and does not ask again for the same list. No
 * file is ignored without git. Rejects with `failed` if git cannot tell.
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
  const git = files.length === 0 ? undefined : await openGit(place);
  if (!git) return new Set();
  const root = realpathSync.native(place.root);
  const paths = new Map<FilePath, string>();
  for (const file of files) {
    const at = placeIn(root, file);
    if ('problem' in at) continue;
    paths.set(file, git.prefix + relative(root, at.real).split(sep).join('/'));
  }
  if (paths.size === 0) return new Set();
  // The disk may take another case for the same name.
  const named = Array.from(paths.values(), (path) => `:(top,literal,icase)${path}`);
  const list = await git.read([...IGNORED, '--', ...named]);
  if (list === undefined) {
    throw new Failure('failed', 'Git could not tell which files it ignores.', {
      hint: 'git status shows what is wrong',
    });
  }
  const ignored = new Set(list.split('\0').map(folded));
  return new Set(files.filter((file) => ignored.has(folded(paths.get(file) ?? file))));
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
