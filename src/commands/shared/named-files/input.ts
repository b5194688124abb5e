/** Input of a command, from a file or from standard input. */
import { stat } from 'node:fs/promises';
import type { Context } from '../../../context.ts';
import { readRegular } from '../../../system/files/read.ts';
import { Failure } from '../../../model/failure.ts';
import { fileCode, fileFailure } from '../../../model/file-trouble.ts';
import { mostBytes, sizeProblem, type InputKind } from '../../../model/input-limits.ts';
import { namedFile } from './named-file.ts';

export const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/**
 * The bytes of `file`, relative to the working folder, or of standard input if it is `-`. Rejects
 * with `usage` if it cannot be read, or is larger than its kind may be.
 */
export async function readInput(context: Context, file: string, kind: InputKind): Promise<Buffer> {
  if (file === '-') return readStdin(context, kind);
  const { path } = await namedFile(context, file);
  try {
    return readRegular(path, kind);
  } catch (error) {
    const hint = fileCode(error) === 'EFTYPE' ? 'Give - for standard input' : undefined;
    throw fileFailure(error, 'usage', `"${file}" cannot be read`, hint) ?? error;
  }
}

async function readStdin({ host, ui }: Context, kind: InputKind): Promise<Buffer> {
  const { stdin, platform } = host;
  if (stdin.isTTY === true) {
    const end = platform === 'win32' ? 'Ctrl-Z and Return' : 'Ctrl-D';
    ui.say(`Reading from the terminal. End with ${end} on an empty line.`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Buffer | string);
    chunks.push(bytes);
    size += bytes.length;
    if (size > mostBytes(kind)) break;
  }
  const problem = sizeProblem(kind, size);
  if (problem !== undefined) throw new Failure('usage', `Standard input: ${problem}.`);
  return Buffer.concat(chunks);
}
