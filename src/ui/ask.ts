import type { Key } from 'node:readline';
import { Writable } from 'node:stream';
import * as prompts from '@inquirer/prompts';
import { isAttended } from './console.ts';
import type { Host, Input, Output } from '../host.ts';
import { Failure, INTERRUPTED } from '../model/failure.ts';
import type { Mask } from '../model/text/mask.ts';
import type { Ask } from './ui.ts';

/**
 * Asks on stderr, so that stdout stays for results; if stdin or stderr is redirected, on the
 * terminal itself. Ctrl-C rejects with `Failure('interrupted')`, which says `otherwise` as well;
 * the end of input (Ctrl-D) counts as "no": `Failure('declined')` with `otherwise`.
 */
export async function askWith<T>(
  host: Host,
  ask: Ask<T>,
  otherwise: string,
  hide: Mask,
): Promise<T> {
  const { stdin, stderr, signal } = host;
  const console = isAttended(host) ? undefined : host.openConsole();
  const { input, output } = console ?? { input: stdin, output: stderr };
  const ended = endOf(input);
  const signals = AbortSignal.any([signal, ended.signal]);
  try {
    const { columns = 80 } = output;
    return await ask(prompts, {
      input,
      output: unclosable(output, hide),
      signal: signals,
      columns,
    });
  } catch (error) {
    if (error instanceof Error && ABANDONED.has(error.name)) {
      const isEnd = ended.signal.aborted && !signal.aborted && error.name === 'AbortPromptError';
      const [code, message] = isEnd
        ? (['declined', otherwise] as const)
        : (['interrupted', `${INTERRUPTED} ${otherwise}`] as const);
      throw new Failure(code, message, { cause: error });
    }
    throw error;
  } finally {
    ended.forget();
    console?.close();
  }
}

/**
 * Aborts if the input ends, because a prompt would then wait forever. Ctrl-D ends the input only on
 * an empty line: the line reader stops and pauses its input, as it also does after Ctrl-Z.
 */
function endOf(input: Input) {
  const ended = new AbortController();
  let isCtrlD = false;
  const onKey = (_: string | undefined, { ctrl, name }: Key) => {
    isCtrlD = ctrl === true && name === 'd';
  };
  const onPause = () => {
    if (isCtrlD || input.readableEnded) ended.abort();
  };
  input.prependListener('keypress', onKey).on('pause', onPause);
  return {
    signal: ended.signal,
    forget: () => input.off('keypress', onKey).off('pause', onPause),
  };
}

/**
 * A stream that a prompt can end without closing stderr. Does not wait until the text is written.
 */
function unclosable(output: Output, hide: Mask): Writable {
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      output.write(hide(chunk.toString()));
      done();
    },
  });
  return Object.assign(stream, { isTTY: output.isTTY, columns: output.columns });
}

/** Names of the errors that @inquirer/core throws if a prompt is left without an answer. */
const ABANDONED = new Set(['ExitPromptError', 'AbortPromptError', 'CancelPromptError']);
