/** Finds changed files with git, but hashes them itself: git would run the repository's filters. */
import { lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside } from '../files/path.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FilePath } from '../../model/ids.ts';
import { blobName, missingText, readBlobs } from './blobs.ts';
import { abbreviated } from './history.ts';
import { openGit } from './run-git.ts';
import type { GitPlace } from './run-git.ts';
import { filesOf, followedLinks, isNotUtf8 } from './commit-files.ts';
import type { TreeFile } from './commit-files.ts';
import { ignoredPaths } from './working-tree.ts';

export interface ChangedFiles {
  /** By path in composed form (NFC), with the blob of the old content. Null: nothing to read. */
  readonly files: ReadonlyMap<FilePath, string | null>;
  /** Untracked files that git ignores. */
  readonly ignored: readonly FilePath[];
  /** The commit that they are compared with. `HEAD` before the first one: then all are new. */
  readonly base: string;
}

interface Scope {
  /** Files and folders of the project to look at. */
  readonly below: readonly FilePath[];
  /** The files that exist. */
  readonly files: readonly FilePath[];
}

/**
 * Returns those files in `scope` that differ from the merge base of `ref` and the current commit,
 * those that were deleted since, and untracked files that git does not ignore; all of them before the
 * first commit. Line ends alone do not count. Rejects with `usage` if the commit is unknown or git is missing.
 */
export async function changedFiles(
  place: GitPlace,
  ref: string,
  { below, files }: Scope,
): Promise<ChangedFiles> {
  const git = await openGit(place);
  if (!git) {
    throw new Failure(
      'usage',
      `There is no git repository here, so nothing can be compared with "${ref}".`,
      {
        hint: 'Install git and run git init; or leave out the option to check all files',
      },
    );
  }
  const commit = ref.startsWith('-')
    ? undefined
    : await git.read(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  const isUnborn = async (): Promise<boolean> => (await git.read(UNBORN)) !== undefined;
  if (commit === undefined && !(ref === 'HEAD' && (await isUnborn()))) {
    throw new Failure('usage', `Git does not know a commit "${ref}" here.`, {
      hint: 'Name a branch, tag or commit. A shallow clone has only a few: fetch all with fetch-depth: 0 (GitLab: GIT_DEPTH: 0)',
    });
  }
  const base =
    commit === undefined
      ? ref
      : ((await git.read(['merge-base', 'HEAD', commit.trim()])) ?? commit).trim();
  const before = commit === undefined ? [] : await filesOf(place, base, below);
  if (before === undefined) {
    throw new Failure('failed', 'Git could not tell which files changed.', {
      hint: 'git fsck shows what is missing; without --changed, all files are checked',
    });
  }
  const folder = new WorkingFolder(place.root);
  const changed = new Map<FilePath, string | null>();
  const known = new Set<FilePath>();
  for (const entry of before) {
    if (isNotUtf8(entry.file)) continue;
    known.add(composed(entry.file));
    if (!entry.isLink && !folder.hasAsIs(entry)) changed.set(composed(entry.file), entry.blob);
  }
  for (const { link, to } of await followedLinks(place, before)) {
    const isTargetChanged = to !== null && changed.has(composed(to.file));
    if (isTargetChanged || !folder.hasAsIs(link)) {
      changed.set(composed(link.file), to?.blob ?? null);
    }
  }
  const fresh = files.filter((file) => !known.has(composed(file)));
  const nameOf = (file: FilePath): string => git.prefix + file;
  const ignored = fresh.length > 0 ? await ignoredPaths(git, fresh.map(nameOf)) : undefined;
  const isIgnored = (file: FilePath): boolean => ignored?.has(nameOf(file)) === true;
  for (const file of fresh) if (!isIgnored(file)) changed.set(composed(file), null);
  return { files: changed, ignored: fresh.filter(isIgnored), base };
}

/** Succeeds on a branch; it has no commit yet if `HEAD` is none. */
const UNBORN = ['symbolic-ref', '--quiet', 'HEAD'];

const composed = (path: FilePath): FilePath => path.normalize('NFC') as FilePath;

/** Larger files are not read and count as changed. */
const MAX_BYTES = 32 * 1024 * 1024;

class WorkingFolder {
  readonly #root: string;
  readonly #top: string;
  /** Whether a folder is in the project rather than behind a link that leads out. */
  readonly #inside = new Map<string, boolean>();

  constructor(root: string) {
    this.#root = root;
    this.#top = realpathSync(root);
  }

  /** Whether the folder has the file as it is in the commit. Follows no links. */
  hasAsIs({ file, blob, isLink }: TreeFile): boolean {
    const path = join(this.#root, file);
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (!stats || !this.#isInside(dirname(path))) return false;
      if (stats.isSymbolicLink()) {
        return isLink && blobName(Buffer.from(readlinkSync(path)), blob) === blob;
      }
      if (!stats.isFile() || stats.size > MAX_BYTES) return false;
      const bytes = readFileSync(path);
      if (blobName(bytes, blob) === blob) return true;
      const plain = withoutReturns(bytes);
      return plain !== null && blobName(plain, blob) === blob;
    } catch {
      return false;
    }
  }

  #isInside(folder: string): boolean {
    const known = this.#inside.get(folder);
    if (known !== undefined) return known;
    const real = realpathSync(folder);
    const inside = isInside(real, this.#top);
    this.#inside.set(folder, inside);
    return inside;
  }
}

/** The bytes with CRLF replaced by LF, as `core.autocrlf` stores them. `null` if there is no CRLF. */
function withoutReturns(bytes: Buffer): Buffer | null {
  if (!bytes.includes('\r\n')) return null;
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

/** The old text of a file, or why git does not have it. */
export type OldText = string | Failure;

/** The old texts of changed files. Files that were not there have none. */
export async function textsBefore(
  place: GitPlace,
  { files: changed, base }: ChangedFiles,
): Promise<ReadonlyMap<FilePath, OldText>> {
  const files = groupBy(changed, ([, blob]) => blob);
  const blobs = [...files.keys()].filter((blob) => blob !== null);
  const texts = new Map<FilePath, OldText>();
  for await (const { blob, text } of readBlobs(place, blobs)) {
    for (const [path] of files.get(blob) ?? [])
      texts.set(path, text ?? missingText(path, abbreviated(base)));
  }
  return texts;
}
