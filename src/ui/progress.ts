import type { Host } from '../host.ts';
import { cleanLine } from './clean.ts';
import type { Progress } from './ui.ts';

/** A line is worth showing once something has taken this long. */
const DELAY_MS = 1000;

/** A progress that others may write past. */
export interface Line extends Progress {
  /** Runs `write` with the line out of the way; it comes back below. */
  aside(write: () => void): void;
}

export const noProgress: Line = {
  update: () => undefined,
  stop: () => undefined,
  aside: (write) => write(),
};

/** A spinner on `host.stderr`, from one second on. */
export function startProgress(host: Host, first: string, colour: boolean): Line {
  const stopped = new AbortController();
  let text = cleanLine(first);
  let spinner: { text: string; clear(): unknown; stop(): unknown } | undefined;

  void (async () => {
    await host.clock.sleep(DELAY_MS, stopped.signal);
    const { default: ora } = await import('ora');
    if (stopped.signal.aborted) return;
    spinner = ora({
      text,
      stream: host.stderr as NodeJS.WriteStream,
      discardStdin: false,
      ...(colour ? {} : { color: false as never }),
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
    },
    aside(write) {
      spinner?.clear();
      write();
    },
  };
}
