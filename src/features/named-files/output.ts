/** Output of a command to a file that the user named. */
import { access, constants, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Context } from '../../context.ts';
import { alone, bytesOfText, replaceWhole } from '../../files/write.ts';
import { Failure } from '../../model/failure.ts';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';
import { namedFile } from './named-file.ts';

/** Writes `file`, relative to the working folder, whole or not at all. Rejects with `usage` if it cannot be written. */
export async function writeOutput(
  context: Context,
  file: string,
  content: string | Uint8Array,
): Promise<void> {
  const { path, inProject } = await namedFile(context, file);
  // If the user names a link outside the project, its target is meant.
  const [home, name] = inProject
    ? [await context.project(), inProject.file]
    : alone(await realpath(path).catch(() => path));
  try {
    await replaceWhole(home, name, bytesOfText(content));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw fileFailure(error.cause, 'usage', `${file} cannot be written`, HINT) ?? error;
  }
}

const HINT = 'Name a file in an existing folder';

/** Rejects as `writeOutput` would, as far as can be known beforehand. For commands that write only after other work. */
export async function requireWritable(context: Context, file: string): Promise<void> {
  const { path } = await namedFile(context, file);
  try {
    const found = await stat(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (found && !found.isFile()) {
      throw new Failure('usage', `${file} cannot be written: it is not a file.`, { hint: HINT });
    }
    await access(dirname(await realpath(path).catch(() => path)), constants.W_OK);
    if (!found && !(await stat(dirname(path))).isDirectory()) {
      throw new Failure('usage', `${file} cannot be written: it is not in a folder.`, {
        hint: HINT,
      });
    }
  } catch (error) {
    throw fileFailure(error, 'usage', `${file} cannot be written`, HINT) ?? error;
  }
}
