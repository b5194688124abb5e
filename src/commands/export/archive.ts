import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { Failure } from '../../model/failure.ts';
import type { ArchiveEntry } from './names.ts';
import { refuse } from './names.ts';

export interface Checked {
  /** Files, without folders. */
  readonly files: number;
  readonly bytes: number;
}

/**
 * Reads the ZIP at `file` to its last byte, writing what it holds into `folder` where there is one. Rejects with `platform-garbled`
 * where it is cut off, corrupt or encrypted, or where `refuse` has something against it: then nothing was written.
 */
export async function readArchive(
  file: string,
  folder: string | null,
  signal: AbortSignal,
): Promise<Checked> {
  try {
    const entries = await listEntries(file);
    const refusal = folder === null ? undefined : refuse(entries.map(describe));
    if (refusal) {
      throw new Failure(
        'platform-garbled',
        `The export is not unpacked: ${refusal.name}: ${refusal.reason}.`,
        {
          hint: 'docs export without --extract keeps the ZIP as it is',
        },
      );
    }
    return await readEntries(file, entries, folder, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Failure || isSystemError(error)) throw error;
    throw new Failure(
      'platform-garbled',
      `The platform's answer is no sound ZIP: ${messageOf(error)}.`,
      {
        hint: 'try again; nothing was kept',
        cause: error,
      },
    );
  }
}

const OPTIONS = {
  lazyEntries: true,
  autoClose: false,
  decodeStrings: true,
  strictFileNames: false,
};

async function listEntries(file: string): Promise<Entry[]> {
  const zip = await openPromise(file, OPTIONS);
  try {
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return entries;
  } finally {
    zip.close();
  }
}

/** The upper half of the attributes is the Unix mode, where the archive was made on Unix. */
function describe({
  fileName,
  externalFileAttributes,
  compressedSize,
  uncompressedSize,
}: Entry): ArchiveEntry {
  const type = (externalFileAttributes >>> 16) & 0o170000;
  const plain = type === 0 || type === 0o100000 || type === 0o040000;
  const special = type === 0o120000 ? 'link' : 'device';
  return {
    name: fileName,
    special: plain ? null : special,
    compressedBytes: compressedSize,
    bytes: uncompressedSize,
  };
}

async function readEntries(
  file: string,
  entries: readonly Entry[],
  folder: string | null,
  signal: AbortSignal,
): Promise<Checked> {
  const zip = await openPromise(file, OPTIONS);
  let files = 0;
  let bytes = 0;
  try {
    for (const entry of entries) {
      signal.throwIfAborted();
      const target = folder === null ? null : join(folder, entry.fileName);
      if (entry.fileName.endsWith('/')) {
        if (target !== null) await mkdir(target, { recursive: true });
        continue;
      }
      if (target !== null) await mkdir(dirname(target), { recursive: true });
      await readEntry(zip, entry, target, signal);
      files += 1;
      bytes += entry.uncompressedSize;
    }
  } finally {
    zip.close();
  }
  return { files, bytes };
}

/** yauzl holds what comes out against the size that was announced, and does not look at the checksum. */
async function readEntry(
  zip: ZipFile,
  entry: Entry,
  target: string | null,
  signal: AbortSignal,
): Promise<void> {
  if (entry.isEncrypted()) throw new Error(`${entry.fileName} is encrypted`);
  let checksum = 0;
  const source = await zip.openReadStreamPromise(entry);
  source.on('data', (chunk: Buffer) => {
    checksum = crc32(chunk, checksum);
  });
  const sink = target === null ? discard() : createWriteStream(target, { flags: 'wx' });
  await pipeline(source, sink, { signal });
  if (checksum !== entry.crc32)
    throw new Error(`${entry.fileName} has another checksum than it should`);
}

const discard = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** A full disk, a folder without permission: no fault of the archive. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
