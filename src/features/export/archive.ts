import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openArchive } from '../../content/archive/open-archive.ts';
import type { ArchiveEntry, StoredEntry } from '../../content/archive/open-archive.ts';
import { Failure } from '../../model/failure.ts';
import { refuse } from './archive-names.ts';

export interface CheckedArchive {
  /** Files, without folders. */
  readonly files: number;
  readonly bytes: number;
  /** Top-level folders, which are versions. */
  readonly folders: number;
}

/**
 * Reads the ZIP at `file` to its last byte, and writes its content to `folder` if that is given. Rejects with `platform-garbled` if it is cut
 * off, corrupt or encrypted, or if `refuse` refuses it. If `refuse` does, nothing was written.
 */
export async function unpackArchive(
  file: string,
  folder: string | null,
  signal: AbortSignal,
): Promise<CheckedArchive> {
  try {
    const inspect = folder === null ? () => undefined : refuseUnfit;
    const archive = await openArchive(file, { strictNames: false, inspect });
    try {
      return await readEntries(archive.entries, folder, signal);
    } finally {
      archive.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Failure || isSystemError(error)) throw error;
    throw new Failure(
      'platform-garbled',
      `The platform did not return a valid ZIP: ${messageOf(error)}.`,
      {
        hint: 'Try again; no file was kept',
        cause: error,
      },
    );
  }
}

/** Throws if the entries cannot be unpacked here. */
function refuseUnfit(entries: readonly ArchiveEntry[]): void {
  const refusal = refuse(entries);
  if (!refusal) return;
  const { name, reason } = refusal;
  throw new Failure('platform-garbled', `The export was not unpacked: ${name}: ${reason}.`, {
    hint: 'docs export without --extract saves the ZIP as it is',
  });
}

async function readEntries(
  entries: readonly StoredEntry[],
  folder: string | null,
  signal: AbortSignal,
): Promise<CheckedArchive> {
  let files = 0;
  let bytes = 0;
  const folders = new Set<string>();
  for (const entry of entries) {
    signal.throwIfAborted();
    const target = folder === null ? null : join(folder, entry.name);
    if (entry.name.endsWith('/')) {
      if (target !== null) await mkdir(target, { recursive: true });
      continue;
    }
    if (target !== null) await mkdir(dirname(target), { recursive: true });
    const sink = target === null ? discard() : createWriteStream(target, { flags: 'wx' });
    await pipeline(entry.content(), sink, { signal });
    files += 1;
    const top = entry.name.indexOf('/');
    if (top > 0) folders.add(entry.name.slice(0, top));
    bytes += entry.bytes;
  }
  return { files, bytes, folders: folders.size };
}

const discard = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** For example a full disk or a missing permission: not a fault of the archive. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
