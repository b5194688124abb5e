import type { Host } from '../host.ts';
import { cleanLine } from './clean.ts';
import { widthOf } from './width.ts';
import type { ProgressLine } from './ui.ts';

/** A progress line appears after this time. */
const DELAY_MS = 1000;

const TURN_MS = 80;
const BEAT = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** For consoles without such characters. */
const PLAIN_BEAT = ['-', '\\', '|', '/'];

/** Moves to the start of the line and empties it. */
const CLEAR = '\r\u001b[K';

/** A progress line that allows other output. */
export interface Line extends ProgressLine {
  /** Removes the line, runs `write`, and shows the line again below. */
  aside(write: () => void): void;
}

export const noProgress: Line = {
  update: () => undefined,
  stop: () => undefined,
  aside: (write) => write(),
};

/**
 * An animated line on `host.stderr`, which appears after one second. The cursor stays visible: code that hides it has to handle signals to
 * show it again, and would interfere with our handling of Ctrl-C.
 */
export function startProgress(host: Host, first: string, colour: boolean): Line {
  const { stderr, platform, clock } = host;
  const stopped = new AbortController();
  const beat = platform === 'win32' ? PLAIN_BEAT : BEAT;
  let text = cleanLine(first);
  let turns = 0;
  let timer: NodeJS.Timeout | undefined;

  const draw = (): void => {
    const mark = beat[turns % beat.length] ?? '';
    const line = cut(text, (stderr.columns ?? 80) - 3);
    stderr.write(`${CLEAR}${colour ? `\u001b[36m${mark}\u001b[39m` : mark} ${line}`);
  };

  void (async () => {
    await clock.sleep(DELAY_MS, stopped.signal);
    draw();
    timer = setInterval(() => {
      turns += 1;
      draw();
    }, TURN_MS).unref();
  })().catch(() => undefined);

  return {
    update(next) {
      text = cleanLine(next);
    },
    stop() {
      stopped.abort();
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      stderr.write(CLEAR);
    },
    aside(write) {
      if (timer !== undefined) stderr.write(CLEAR);
      write();
    },
  };
}

/** Cuts the text, because a line that wraps could not be removed. */
function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let short = '';
  for (const character of text) {
    if (widthOf(short + character) >= columns) break;
    short += character;
  }
  return `${short}…`;
}
