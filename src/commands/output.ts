/** What a command writes to a file that the user named. */
import { resolve } from 'node:path';
import type { Host } from '../host.ts';
import { fileFailure } from '../model/file-trouble.ts';

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
    const hint = 'name a file in a folder that is there';
    throw fileFailure(error, 'usage', `${file} cannot be written`, hint) ?? error;
  }
}
