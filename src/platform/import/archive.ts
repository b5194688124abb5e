/** The texts of an export's ZIP. Nothing of it is written to disk; what no export of documentation holds is refused. */
import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { Failure } from '../../model/failure.ts';

const MOST_ENTRIES = 500_000;
/** Of all texts together: they are held in memory. */
const MOST_BYTES = 1024 ** 3;
const MOST_BYTES_OF_ONE = 64 * 1024 ** 2;
/** Texts shrink to a tenth. What shrinks more was made to fill a memory. */
const MOST_RATIO = 200;
const HARMLESS_BYTES = 16 * 1024 ** 2;
const LONGEST_NAME = 1024;

const OPTIONS = {
  lazyEntries: true,
  autoClose: false,
  decodeStrings: true,
  strictFileNames: true,
  validateEntrySizes: true,
};

/** Assets and whatever else is no text stays unread. */
const isText = (name: string): boolean => /\.(?:md|json|ya?ml)$/i.test(name);

/**
 * Texts by their paths, in the order of the archive.
 *
 * @throws Failure `content` where `file` is no sound ZIP, or holds names that lead out of it, links, an entry twice, what is
 *   encrypted, what is not UTF-8, or more than documentation has
 */
export async function readArchive(file: string): Promise<ReadonlyMap<string, string>> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(file, OPTIONS);
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      if (entries.length > MOST_ENTRIES) throw refused(file, `it has over ${MOST_ENTRIES} entries`);
    }
    const reason = problemOf(entries);
    if (reason !== null) throw refused(file, reason);
    const texts = new Map<string, string>();
    for (const entry of entries) {
      if (isText(entry.fileName)) texts.set(entry.fileName, await textOf(zip, entry, file));
    }
    return texts;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refused(file, error instanceof Error ? error.message : String(error), error);
  } finally {
    zip?.close();
  }
}

const refused = (file: string, reason: string, cause?: unknown): Failure =>
  new Failure('content', `${file} cannot be loaded: ${reason}.`, {
    hint: '--from takes the ZIP of docs export, or a folder of pages',
    cause,
  });

/** What is wrong with the archive as it describes itself; `null` where nothing is. */
function problemOf(entries: readonly Entry[]): string | null {
  const seen = new Set<string>();
  let bytes = 0;
  let compressed = 0;
  for (const entry of entries) {
    const { fileName: name, externalFileAttributes: attributes } = entry;
    const reason = nameProblem(name, attributes) ?? (seen.has(name) ? 'is there twice' : null);
    if (reason !== null) return `“${name.slice(0, 200)}” ${reason}`;
    seen.add(name);
    if (!isText(name)) continue;
    if (entry.isEncrypted()) return `“${name}” is encrypted`;
    if (entry.uncompressedSize > MOST_BYTES_OF_ONE) return `“${name}” is too large`;
    bytes += entry.uncompressedSize;
    compressed += entry.compressedSize;
  }
  if (bytes > MOST_BYTES) return `its texts are ${Math.round(bytes / 1024 ** 2)} MB`;
  if (bytes > HARMLESS_BYTES && bytes > MOST_RATIO * compressed) {
    return `it would unpack to ${Math.round(bytes / Math.max(1, compressed))} times its size`;
  }
  return null;
}

/** Titles are names here: anything that is no path out of the archive may be in one. */
function nameProblem(name: string, attributes: number): string | null {
  const type = (attributes >>> 16) & 0o170000;
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) return 'is a link or a device';
  if (Buffer.byteLength(name) > LONGEST_NAME) return 'has too long a name';
  if (name.includes('\0')) return 'has a name that is none';
  const parts = name.replace(/\/$/, '').split('/');
  return parts.some((part) => part === '' || part === '.' || part === '..')
    ? 'leads out of the archive'
    : null;
}

/** yauzl holds the size against what was announced, and does not look at the checksum. */
async function textOf(zip: ZipFile, entry: Entry, file: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (crc32(bytes) !== entry.crc32) {
    throw refused(file, `“${entry.fileName}” has another checksum than it should`);
  }
  if (!isUtf8(bytes)) throw refused(file, `“${entry.fileName}” is not valid UTF-8`);
  return bytes.toString('utf8');
}
