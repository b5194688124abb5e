import type { Host } from '../host.ts';
import { cleanLine } from './clean.ts';
import { widthOf } from './width.ts';
import type { ProgressLine } from './ui.ts';

/** A line is worth showing once something has taken this long. */
const DELAY_MS = 1000;

const TURN_MS = 80;
const BEAT = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** For consoles that lack such characters. */
const PLAIN_BEAT = ['-', '\\', '|', '/'];

/** To the start of the line, and empty. */
const CLEAR = '\r\u001b[K';

/** A progress that others may write past. */
export interface Line extends ProgressLine {
  /** Runs `write` with the line out of the way; it comes back below. */
  aside(write: () => void): void;
}

export const noProgress: Line = {
  update: () => undefined,
  stop: () => undefined,
  aside: (write) => write(),
};

/**
 * A line that turns on `host.stderr`, from one second on. The cursor stays: what hides it has to listen to signals to bring it
 * back, and then Ctrl-C is no longer ours alone.
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

/** A line that wraps could not be taken away again. */
function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let short = '';
  for (const character of text) {
    if (widthOf(short + character) >= columns) break;
    short += character;
  }
  return `${short}…`;
}
