/** Reads ZIP archives. The caller's rules say what an archive may contain. */
import { crc32 } from 'node:zlib';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

/** The description of an entry in an archive. */
export interface ArchiveEntry {
  /** The name of a folder ends in `/`. */
  readonly name: string;
  /** What kind of special entry this is; null: a file or a folder. */
  readonly special: 'link' | 'device' | null;
  readonly compressedBytes: number;
  readonly bytes: number;
}

/** What an archive may contain: it depends on the purpose. */
export interface ArchiveRules {
  /**
   * Whether a backslash in a name is refused. If not, it is read as a slash: ZIPs made on Windows
   * have backslashes.
   */
  readonly strictNames: boolean;
  /** Throws if an archive with these entries may not be read. */
  readonly inspect: (entries: readonly ArchiveEntry[]) => void;
}

/** An entry that can be read. */
export interface StoredEntry extends ArchiveEntry {
  /**
   * Yields the content in pieces. Throws before the first piece if the entry is encrypted, and
   * after the last if its length or checksum is wrong.
   */
  readonly content: () => AsyncGenerator<Buffer>;
}

/** An archive that was inspected. */
export interface Archive {
  readonly entries: readonly StoredEntry[];
  readonly close: () => void;
}

/**
 * More than any documentation has. The limit exists because the whole list of entries is kept in
 * memory.
 */
const MAX_ENTRIES = 500_000;

/** Throws if `file` is not a sound ZIP, has more than 500,000 entries, or breaks the rules. */
export async function openArchive(
  file: string,
  { strictNames, inspect }: ArchiveRules,
): Promise<Archive> {
  const zip = await openPromise(file, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: true,
    strictFileNames: strictNames,
    validateEntrySizes: true,
  });
  try {
    const entries: StoredEntry[] = [];
    for await (const entry of zip.eachEntry()) {
      entries.push(stored(zip, entry));
      if (entries.length > MAX_ENTRIES) throw new Error(`it has over ${MAX_ENTRIES} entries`);
    }
    inspect(entries);
    return { entries, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const stored = (zip: ZipFile, entry: Entry): StoredEntry => ({
  name: entry.fileName,
  special: specialOf(entry),
  compressedBytes: entry.compressedSize,
  bytes: entry.uncompressedSize,
  content: () => contentOf(zip, entry),
});

/** The upper half of the attributes is the Unix mode, if the archive was made on Unix. */
function specialOf({ externalFileAttributes }: Entry): ArchiveEntry['special'] {
  const type = (externalFileAttributes >>> 16) & 0o170000;
  if (type === 0 || type === 0o100000 || type === 0o040000) return null;
  return type === 0o120000 ? 'link' : 'device';
}

/** yauzl compares the length with the announced one, but does not check the checksum. */
async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new Error(`"${entry.fileName}" is encrypted`);
  let checksum = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    checksum = crc32(chunk as Buffer, checksum);
    yield chunk as Buffer;
  }
  if (checksum !== entry.crc32) {
    throw new Error(`"${entry.fileName}" is corrupt (checksum mismatch)`);
  }
}
