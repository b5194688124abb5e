/** The one reader of ZIP archives. What an archive may hold is for its caller's rules to say. */
import { crc32 } from 'node:zlib';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

/** What an archive says of one of its entries. */
export interface ArchiveEntry {
  /** A folder's ends in `/`. */
  readonly name: string;
  /** What an entry is that is neither a file nor a folder. */
  readonly special: 'link' | 'device' | null;
  readonly compressedBytes: number;
  readonly bytes: number;
}

/** What an archive may hold, for what is to be made of it. */
export interface ArchiveRules {
  /** Whether a backslash in a name is refused. Otherwise it is read as a slash, as ZIPs made on Windows have it. */
  readonly strictNames: boolean;
  /** Throws if an archive with these entries is not to be read. */
  readonly inspect: (entries: readonly ArchiveEntry[]) => void;
}

/** An entry that can be read. */
export interface StoredEntry extends ArchiveEntry {
  /**
   * What is in it, in pieces. Throws at the end if that is not what the archive announced: its length or its checksum is another one; and
   * at once if it is encrypted.
   */
  readonly content: () => AsyncGenerator<Buffer>;
}

/** An archive that was inspected. */
export interface Archive {
  readonly entries: readonly StoredEntry[];
  readonly close: () => void;
}

/** More than any documentation has: the list of entries is held in memory. */
const MOST_ENTRIES = 500_000;

/** Opens the archive at `file`. Throws if it is not a sound ZIP, has more than 500,000 entries, or is against the rules. */
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
      if (entries.length > MOST_ENTRIES) throw new Error(`it has over ${MOST_ENTRIES} entries`);
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

/** yauzl compares the length with the one that was announced, and does not look at the checksum. */
async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new Error(`“${entry.fileName}” is encrypted`);
  let checksum = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    checksum = crc32(chunk as Buffer, checksum);
    yield chunk as Buffer;
  }
  if (checksum !== entry.crc32) {
    throw new Error(`“${entry.fileName}” has another checksum than it should`);
  }
}
