/** What a command writes to a file that the user named. */
import { resolve } from 'node:path';
import type { Host } from '../host.ts';
import { Failure } from '../model/failure.ts';
import { fileReason } from '../model/file-trouble.ts';

/** Writes `file`, relative to the working folder, whole or not at all. Rejects with `usage` where it cannot be written. */
export async function writeOutput(
  host: Host,
  file: string,
  content: string | Uint8Array,
): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  try {
    await writeFileAtomic(resolve(host.cwd, file), Buffer.from(content));
  } catch (error) {
    const reason = fileReason(error);
    if (reason === undefined) throw error;
    throw new Failure('usage', `${file} cannot be written: ${reason}.`, {
      hint: 'name a file in a folder that is there',
      cause: error,
    });
  }
}
