/** What a command writes to a file that the user named. */
import { realpath } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { alone, bytesOfText, replaceWhole } from '../files/write.ts';
import { Failure } from '../model/failure.ts';
import { fileFailure } from '../model/file-trouble.ts';
import { namedFile } from './named-file.ts';

/** Writes `file`, relative to the working folder, whole or not at all. Rejects with `usage` where it cannot be written. */
export async function writeOutput(
  context: Context,
  file: string,
  content: string | Uint8Array,
): Promise<void> {
  const { path, inProject } = await namedFile(context, file);
  // Where the person names a link outside the project, what it leads to is meant.
  const [home, name] = inProject
    ? [await context.project(), inProject.file]
    : alone(await realpath(path).catch(() => path));
  try {
    await replaceWhole(home, name, bytesOfText(content));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const hint = 'name a file in a folder that is there';
    throw fileFailure(error.cause, 'usage', `${file} cannot be written`, hint) ?? error;
  }
}
