import { openArchive } from '../../content/archive/open-archive.ts';
import { Failure } from '../../model/failure.ts';

export interface CheckedArchive {
  /** Files, without folders. */
  readonly files: number;
  /** Top-level folders, which are versions. */
  readonly folders: number;
}

/** Reads the ZIP at `file` to its last byte. Rejects with `platform-garbled` if it is cut off, corrupt or encrypted. */
export async function checkArchive(file: string, signal: AbortSignal): Promise<CheckedArchive> {
  try {
    const archive = await openArchive(file, { strictNames: false, inspect: () => undefined });
    try {
      let files = 0;
      const folders = new Set<string>();
      for (const { name, content } of archive.entries) {
        if (name.endsWith('/')) continue;
        for await (const _ of content()) signal.throwIfAborted();
        files += 1;
        const top = name.indexOf('/');
        if (top > 0) folders.add(name.slice(0, top));
      }
      return { files, folders: folders.size };
    } finally {
      archive.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Failure || isSystemError(error)) throw error;
    throw new Failure(
      'platform-garbled',
      `The platform did not return a valid ZIP: ${messageOf(error)}.`,
      { hint: 'Try again; no file was kept', cause: error },
    );
  }
}

/** For example a missing permission: not a fault of the archive. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
