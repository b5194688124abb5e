/** Which names of an archive may become files. Pure. */
import type { ArchiveEntry } from '../../content/archive/open-archive.ts';
import { LONGEST_NAME, refuseSizes } from '../../content/archive/sizes.ts';
import type { ArchiveProblem } from '../../content/archive/sizes.ts';
import { isPortableName } from '../../content/file-names.ts';

/** Real archives of documentation are far smaller; a larger one would fill a disk. */
const SIZES = { mostBytes: 8 * 1024 ** 3, harmlessBytes: 64 * 1024 ** 2 };

/**
 * Why an archive with these entries is not unpacked. Returns `undefined` if nothing is wrong. Refuses names that lead out of the folder, that
 * begin with a dot or a dash, or that some system cannot store or treats specially. Also refuses names that are the same file on a system that
 * ignores letter case or Unicode form, links, devices, and more or larger files than documentation has.
 */
export function refuse(entries: readonly ArchiveEntry[]): ArchiveProblem | undefined {
  return refuseSizes(entries, SIZES) ?? refuseNames(entries) ?? refuseCollisions(entries);
}

function refuseNames(entries: readonly ArchiveEntry[]): ArchiveProblem | undefined {
  for (const { name, special } of entries) {
    const reason = special === null ? badName(name) : `it is a ${special}`;
    if (reason !== undefined) return { name, reason };
  }
  return undefined;
}

/** The problem with one name. Names of folders end in `/`. */
export function badName(name: string): string | undefined {
  if (Buffer.byteLength(name) > LONGEST_NAME) return 'the name is too long';
  if (/^(?:\/|[A-Za-z]:)/.test(name)) return 'the path is absolute';
  const parts = name.replace(/\/$/, '').split('/');
  for (const part of parts) {
    if (part === '..' || part === '.' || part === '') return 'the path leads out of the folder';
    // `.git` has hooks, shells run other dot files when they start, and a dash begins an option.
    if (part.startsWith('.')) return 'the name begins with a dot';
    if (part.startsWith('-')) return 'the name begins with a dash';
    if (/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(part))
      return 'the name has control characters';
    if (!isPortableName(part)) return 'it is not a valid file name on Windows';
    if (Buffer.byteLength(part) > 255) return 'the name is too long';
  }
  return undefined;
}

/** Each name may occur only once as a file, and not also as a folder. */
function refuseCollisions(entries: readonly ArchiveEntry[]): ArchiveProblem | undefined {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const { name } of entries) {
    const isFolder = name.endsWith('/');
    const key = sameName(name.replace(/\/$/, ''));
    const other = files.get(key) ?? (isFolder ? undefined : folders.get(key));
    if (other !== undefined) return { name, reason: `it is the same file as ${other}` };
    if (!isFolder) files.set(key, name);
    for (const parent of isFolder ? [key, ...parentsOf(key)] : parentsOf(key)) {
      const file = files.get(parent);
      if (file !== undefined)
        return { name, reason: `${file} is a file, but would have to be a folder` };
      if (!folders.has(parent)) folders.set(parent, name);
    }
  }
  return undefined;
}

function* parentsOf(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
    yield path.slice(0, at);
}

/** Equal for names that are the same file on Windows or macOS. */
const sameName = (path: string): string => path.normalize('NFC').toLowerCase().normalize('NFC');
