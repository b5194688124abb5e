/** Input of a command, from a file or from standard input. */
import { readFile, stat } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { fileFailure } from '../../model/file-trouble.ts';
import { namedFile } from './named-file.ts';

export const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/**
 * The bytes of `file`, relative to the working folder, or of standard input if it is `-`. Rejects with `usage` if it cannot be read, or has
 * more than `maxBytes`.
 */
export async function readInput(context: Context, file: string, maxBytes: number): Promise<Buffer> {
  if (file === '-') return readStdin(context, maxBytes);
  const { path } = await namedFile(context, file);
  try {
    const status = await stat(path);
    if (status.size > maxBytes) throw tooLarge(file, maxBytes);
    return await readFile(path);
  } catch (error) {
    throw fileFailure(error, 'usage', `${file} cannot be read`) ?? error;
  }
}

async function readStdin({ host, ui }: Context, maxBytes: number): Promise<Buffer> {
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
    if (size > maxBytes) throw tooLarge('standard input', maxBytes);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (file: string, maxBytes: number): Failure =>
  new Failure('usage', `${file} is larger than ${Math.floor(maxBytes / 1024 ** 2)} MB.`, {
    hint: 'Check that it is the right file',
  });
