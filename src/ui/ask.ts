import { Writable } from 'node:stream';
import * as prompts from '@inquirer/prompts';
import type { Host, Output } from '../host.ts';
import { Failure } from '../model/failure.ts';
import type { Ask } from './ui.ts';

/** Asks on stderr, so that stdout stays for results. Ctrl-C and Ctrl-D reject with `Failure('interrupted')`. */
export async function askWith<T>({ stdin, stderr, signal }: Host, ask: Ask<T>): Promise<T> {
  try {
    return await ask(prompts, { input: stdin, output: kept(stderr), signal });
  } catch (error) {
    if (error instanceof Error && ABANDONED.has(error.name)) {
      throw new Failure('interrupted', 'Interrupted.', { cause: error });
    }
    throw error;
  }
}

/** A prompt ends the stream that it wrote to; there is more to say on stderr afterwards. */
function kept(output: Output): Writable {
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      output.write(chunk, done);
    },
  });
  return Object.assign(stream, { isTTY: output.isTTY, columns: output.columns });
}

/** Names of the errors of @inquirer/core for a prompt that was left. */
const ABANDONED = new Set(['ExitPromptError', 'AbortPromptError', 'CancelPromptError']);
