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
  /** Folders at its top, which stand for versions. */
  readonly folders: number;
}

/**
 * Reads the ZIP at `file` to its last byte, writing what it holds into `folder` if there is one. Rejects with `platform-garbled`
 * if it is cut off, corrupt or encrypted, or if `refuse` has something against it: then nothing was written.
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
      `The platform's answer is not a sound ZIP: ${messageOf(error)}.`,
      {
        hint: 'Try again; nothing was kept',
        cause: error,
      },
    );
  }
}

/** Throws if what the entries say cannot be a folder here. */
function refuseUnfit(entries: readonly ArchiveEntry[]): void {
  const refusal = refuse(entries);
  if (!refusal) return;
  const { name, reason } = refusal;
  throw new Failure('platform-garbled', `Refusing to unpack the export: ${name}: ${reason}.`, {
    hint: 'docs export without --extract keeps the ZIP as it is',
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

/** A full disk, a folder without permission: not a fault of the archive. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
