import type { Ora } from 'ora';
import type { Host, Output } from '../host.ts';
import { cleanLine } from './clean.ts';
import type { ProgressLine } from './ui.ts';

/** A progress line appears after this time. */
const DELAY_MS = 1000;

const DOTS = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** For consoles without such characters. */
const BARS = ['-', '\\', '|', '/'];

/** A progress line that allows other output. */
export interface Line extends ProgressLine {
  /** Removes the line and runs `write`; the line shows again below. */
  aside(write: () => void): void;
}

export const noProgress: Line = {
  update: () => undefined,
  stop: () => undefined,
  aside: (write) => write(),
};

/**
 * An animated line on `host.stderr`, which appears after one second, when `ora` is loaded. The cursor stays visible and standard input is not
 * read: code that does either has to handle signals, and would interfere with our handling of Ctrl-C.
 */
export function startProgress(host: Host, first: string, colour: boolean): Line {
  const { stderr, platform, clock } = host;
  const stopped = new AbortController();
  let text = cleanLine(first);
  let spinner: Ora | undefined;

  void (async () => {
    await clock.sleep(DELAY_MS, stopped.signal);
    const { default: ora } = await import('ora');
    if (stopped.signal.aborted) return;
    const frames = platform === 'win32' ? BARS : DOTS;
    spinner = ora({
      text,
      stream: asTerminal(stderr),
      spinner: {
        interval: 80,
        frames: colour ? frames.map((frame) => `\u001b[36m${frame}\u001b[39m`) : frames,
      },
      color: false,
      isEnabled: true,
      hideCursor: false,
      discardStdin: false,
    }).start();
  })().catch(() => undefined);

  return {
    update(next) {
      text = cleanLine(next);
      if (spinner) spinner.text = text;
    },
    stop() {
      stopped.abort();
      spinner?.stop();
      spinner = undefined;
    },
    aside(write) {
      spinner?.clear();
      write();
    },
  };
}

/** The methods of a terminal that `ora` calls, which only write to `output`. */
const asTerminal = (output: Output): NodeJS.WritableStream =>
  Object.assign(Object.create(output) as NodeJS.WriteStream, {
    isTTY: true,
    write: (text: string): boolean => {
      output.write(text);
      return true;
    },
    cursorTo: () => output.write('\r'),
    moveCursor: () => output.write('\u001b[1A'),
    clearLine: () => output.write('\u001b[K'),
  });
