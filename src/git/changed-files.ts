/** Files that git says changed. The tool reads and names them itself: git would run the filters of the repository on them. */
import { lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { Failure } from '../model/failure.ts';
import { groupBy } from '../model/group-by.ts';
import type { FilePath } from '../model/ids.ts';
import { blobName, readBlobs } from './blobs.ts';
import { openGit } from './run-git.ts';
import type { GitPlace } from './place.ts';
import { filesOf } from './tree.ts';
import type { TreeFile } from './tree.ts';

/** Changed files by path, in Unicode's composed form, with git's name for what was in them; `null`: they are new. */
export type ChangedFiles = ReadonlyMap<FilePath, string | null>;

interface Scope {
  /** Files and folders of the project that are asked about. */
  readonly below: readonly FilePath[];
  /** The files that are there. */
  readonly files: readonly FilePath[];
}

/**
 * Of the files in `scope` those that differ from what they were where `ref` and today's commit parted, those that are gone since, and
 * those that git does not know yet; what it is told to ignore does not count. Where a checkout writes line ends its own way, that is no
 * change. Throws `usage` if there is no such commit, or no git.
 */
export async function changedFiles(
  place: GitPlace,
  ref: string,
  { below, files }: Scope,
): Promise<ChangedFiles> {
  const git = await openGit(place);
  const commit = ref.startsWith('-')
    ? undefined
    : await git?.read(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  if (!git || commit === undefined) {
    throw new Failure('usage', `Git knows no commit "${ref}" here.`, {
      hint: 'Name a branch, tag or commit; a shallow clone has few: fetch-depth: 0',
    });
  }
  const base = (await git.read(['merge-base', 'HEAD', commit.trim()])) ?? commit;
  const before = await filesOf(place, base.trim(), below);
  if (before === undefined) {
    throw new Failure('failed', 'Git does not say which files changed.', {
      hint: 'git fsck says what is missing; without --changed all files are checked',
    });
  }
  const folder = new WorkingFolder(place.root);
  const changed = new Map<FilePath, string | null>();
  const known = new Set<FilePath>();
  for (const entry of before) {
    known.add(composed(entry.file));
    if (!folder.hasAsIs(entry)) changed.set(composed(entry.file), entry.blob);
  }
  const fresh = files.filter((file) => !known.has(composed(file)));
  // A name that begins with a colon says something else.
  const nameOf = (file: FilePath): string => `./${git.prefix}${file}`;
  const asked = fresh.map((file) => `${nameOf(file)}\0`).join('');
  const ignored = fresh.length > 0 ? await git.read(IGNORED, asked) : undefined;
  const passed = new Set(ignored?.split('\0'));
  for (const file of fresh) if (!passed.has(nameOf(file))) changed.set(composed(file), null);
  return changed;
}

/** Ends with 1 where it ignores none. */
const IGNORED = ['check-ignore', '-z', '--stdin'];

const composed = (path: FilePath): FilePath => path.normalize('NFC') as FilePath;

/** Larger ones are not read: they count as changed. */
const LARGEST_BYTES = 32 * 1024 * 1024;

class WorkingFolder {
  readonly #root: string;
  readonly #top: string;
  /** Whether a folder is in the project, and not behind a link that leads out. */
  readonly #inside = new Map<string, boolean>();

  constructor(root: string) {
    this.#root = root;
    this.#top = realpathSync(root);
  }

  /** Whether it has the file as the commit has it. Follows no link. */
  hasAsIs({ file, blob, isLink }: TreeFile): boolean {
    const path = join(this.#root, file);
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (!stats || !this.#isInside(dirname(path))) return false;
      if (stats.isSymbolicLink()) {
        return isLink && blobName(Buffer.from(readlinkSync(path)), blob) === blob;
      }
      if (!stats.isFile() || stats.size > LARGEST_BYTES) return false;
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
    const top = this.#top.endsWith(sep) ? this.#top : this.#top + sep;
    const inside = real === this.#top || real.startsWith(top);
    this.#inside.set(folder, inside);
    return inside;
  }
}

/** With LF where it has CRLF, as `core.autocrlf` brings it into the repository; `null` if it has none. */
function withoutReturns(bytes: Buffer): Buffer | null {
  if (!bytes.includes('\r\n')) return null;
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

/** The texts that changed files had; those that are new have none. */
export async function textsBefore(
  place: GitPlace,
  changed: ChangedFiles,
): Promise<ReadonlyMap<FilePath, string>> {
  const files = groupBy(changed, ([, blob]) => blob);
  const blobs = [...files.keys()].filter((blob) => blob !== null);
  const texts = new Map<FilePath, string>();
  for await (const { blob, text } of readBlobs(place, blobs)) {
    for (const [path] of files.get(blob) ?? []) texts.set(path, text);
  }
  return texts;
}
