import { Writable } from 'node:stream';
import * as prompts from '@inquirer/prompts';
import type { Host, Output } from '../host.ts';
import { Failure } from '../model/failure.ts';
import { isAttended } from './console.ts';
import type { Ask } from './ui.ts';

/**
 * Asks on stderr, so that stdout stays for results. If stdin or stderr is redirected, asks on the terminal itself. Ctrl-C and Ctrl-D reject
 * with `Failure('interrupted')`.
 */
export async function askWith<T>(host: Host, ask: Ask<T>): Promise<T> {
  const { stdin, stderr, signal } = host;
  const console = isAttended(host) ? undefined : host.openConsole();
  const { input, output } = console ?? { input: stdin, output: stderr };
  try {
    return await ask(prompts, { input, output: keptOpen(output), signal });
  } catch (error) {
    if (error instanceof Error && ABANDONED.has(error.name)) {
      throw new Failure('interrupted', 'Interrupted.', { cause: error });
    }
    throw error;
  } finally {
    console?.close();
  }
}

/** A prompt ends the stream that it writes to, but stderr is still needed afterwards. */
function keptOpen(output: Output): Writable {
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      output.write(chunk, done);
    },
  });
  return Object.assign(stream, { isTTY: output.isTTY, columns: output.columns });
}

/** Names of the errors that @inquirer/core throws if a prompt is left without an answer. */
const ABANDONED = new Set(['ExitPromptError', 'AbortPromptError', 'CancelPromptError']);
