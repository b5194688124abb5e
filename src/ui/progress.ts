import type { Ora } from 'ora';
import type { Host, Output } from '../host.ts';
import { formatSeconds } from '../model/time.ts';
import type { Clock } from '../model/time.ts';
import { cleanLine } from '../model/text/clean.ts';
import type { ProgressText, Pause, ProgressLine } from './ui.ts';
import { widthOf } from './width.ts';

/** A progress line appears after this time. */
const DELAY_MS = 1000;

/** How often the text is refreshed. */
const REFRESH_MS = 200;

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

/** The waits for rate limits that progress lines show. */
export class Waits {
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** The times at which the current waits end. */
  #ends: readonly number[] = [];
  #count = 0;
  #startedAt = 0;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  add(ms: number): void {
    const ends = this.#left();
    if (ends.length === 0) this.#count += 1;
    this.#ends = [...ends, this.#clock.elapsed() + ms];
  }

  /** Call it when a line starts. */
  restart(): void {
    this.#count = Math.min(this.#left().length, 1);
    this.#startedAt = this.#clock.elapsed();
  }

  get pause(): Pause {
    const ends = this.#left();
    const now = this.#clock.elapsed();
    return {
      nextMs: ends.length === 0 ? 0 : Math.min(...ends) - now,
      count: this.#count,
      sinceMs: now - this.#startedAt,
    };
  }

  #left(): readonly number[] {
    const now = this.#clock.elapsed();
    this.#ends = this.#ends.filter((end) => end > now);
    return this.#ends;
  }
}

const shown = (text: ProgressText, pause: Pause): string => {
  if (typeof text === 'function') return cleanLine(text(pause));
  return cleanLine(pause.nextMs > 0 ? `${text}, ${nextIn(pause)}` : text);
};

export const nextIn = ({ nextMs }: Pause): string => `next in ${formatSeconds(nextMs)}`;

/**
 * An animated line on `host.stderr`, shown after one second, when `ora` is loaded. The cursor stays
 * visible and standard input is not read: code that does either must handle signals, and would
 * interfere with our handling of Ctrl-C.
 */
export function startProgress(
  host: Host,
  first: ProgressText,
  waits: Waits,
  colour: boolean,
): Line {
  const { stderr, platform, clock } = host;
  const stopped = new AbortController();
  let text = first;
  let spinner: Ora | undefined;
  waits.restart();

  void (async () => {
    await clock.sleep(DELAY_MS, stopped.signal);
    const { default: ora } = await import('ora');
    if (stopped.signal.aborted) return;
    const frames = platform === 'win32' ? BARS : DOTS;
    const line = ora({
      text: shown(text, waits.pause),
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
    spinner = line;
    const refresh = setInterval(() => {
      line.text = shown(text, waits.pause);
    }, REFRESH_MS);
    stopped.signal.addEventListener('abort', () => clearInterval(refresh));
  })().catch(() => undefined);

  return {
    update(next) {
      text = next;
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
function asTerminal(output: Output): NodeJS.WritableStream {
  let line = { width: 0, rows: 0 };
  const rowsOf = (width: number): number => Math.ceil(width / (output.columns ?? 80));
  return Object.assign(Object.create(output) as NodeJS.WriteStream, {
    isTTY: true,
    write: (text: string): boolean => {
      const width = widthOf(text);
      if (width > 0) line = { width, rows: rowsOf(width) };
      output.write(text);
      return true;
    },
    cursorTo: () => {
      // If the terminal has become narrower, the line has more rows than `ora` clears.
      const more = Math.max(0, rowsOf(line.width) - line.rows);
      output.write(`\r${'\u001b[K\u001b[1A'.repeat(more)}`);
      line = { width: 0, rows: 0 };
    },
    moveCursor: () => output.write('\u001b[1A'),
    clearLine: () => output.write('\u001b[K'),
  });
}
