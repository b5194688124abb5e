/**
 * Reads the contents of an export's ZIP. Writes nothing to disk. Refuses entries that no export
 * contains.
 */
import { isUtf8 } from 'node:buffer';
import { Failure } from '../../model/failure.ts';
import { openArchive } from './open-archive.ts';
import type { Archive, ArchiveEntry, StoredEntry } from './open-archive.ts';
import { MAX_NAME_BYTES, refuseSizes } from './sizes.ts';
import type { ArchiveProblem } from './sizes.ts';

/** Limits exist because everything that is read is kept in memory. */
const SIZES = {
  mostBytes: 1024 ** 3,
  mostBytesOfOne: 64 * 1024 ** 2,
  harmlessBytes: 16 * 1024 ** 2,
};

/** Whether the file at this path of an export is Markdown, JSON or YAML. */
export const isExportedText = (path: string): boolean => /\.(?:md|json|ya?ml)$/i.test(path);

/** Whether it is a picture or another file that pages show. */
export const isExportedAsset = (path: string): boolean => /^assets\/.*[^/]$/.test(path);

/**
 * Texts by path, in the order of the archive. `hint`: what to type instead if it cannot be read.
 * @throws Failure `content` if `file` is not a sound ZIP, or contains links, encrypted or
 * duplicate entries, names that lead out of it, text that is not UTF-8, or too much
 */
export const readArchive = (file: string, hint?: string): Promise<ReadonlyMap<string, string>> =>
  readEntries(file, hint, isExportedText, textOf);

/** The assets of the export by their paths. Throws as `readArchive` does. */
export const readAssets = (file: string, hint?: string): Promise<ReadonlyMap<string, Buffer>> =>
  readEntries(file, hint, isExportedAsset, bytesOf);

async function readEntries<T>(
  file: string,
  hint: string | undefined,
  isWanted: (path: string) => boolean,
  read: (entry: StoredEntry) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  const inspect = (entries: readonly ArchiveEntry[]): void => {
    const wanted = entries.filter(({ name }) => isWanted(name));
    const refusal = refuseNames(entries) ?? refuseSizes(wanted, SIZES);
    if (refusal) throw new Error(`"${refusal.name.slice(0, 200)}": ${refusal.reason}`);
  };
  let archive: Archive | undefined;
  try {
    archive = await openArchive(file, { strictNames: true, inspect });
    const found = new Map<string, T>();
    for (const entry of archive.entries) {
      if (isWanted(entry.name)) found.set(entry.name, await read(entry));
    }
    return found;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure('content', `"${file}" cannot be loaded: ${reason}.`, {
      ...(hint === undefined ? {} : { hint }),
      cause: error,
    });
  } finally {
    archive?.close();
  }
}

function refuseNames(entries: readonly ArchiveEntry[]): ArchiveProblem | undefined {
  const seen = new Set<string>();
  for (const { name, special } of entries) {
    const reason = special === null ? badName(name) : 'it is a link or a device';
    if (reason !== undefined) return { name, reason };
    if (seen.has(name)) return { name, reason: 'it appears twice' };
    seen.add(name);
  }
  return undefined;
}

/**
 * Why the name is refused; undefined if it is not. File names of an export are titles, so all
 * characters except NUL are allowed.
 */
function badName(name: string): string | undefined {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return 'the name is too long';
  if (name.includes('\0')) return 'the name has a character that is not allowed';
  const parts = name.replace(/\/$/, '').split('/');
  return parts.some((part) => part === '' || part === '.' || part === '..')
    ? 'the path leads out of the archive'
    : undefined;
}

async function bytesOf(entry: StoredEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry.content()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function textOf(entry: StoredEntry): Promise<string> {
  const bytes = await bytesOf(entry);
  if (!isUtf8(bytes)) throw new Error(`"${entry.name}" is not valid UTF-8`);
  return bytes.toString('utf8');
}
