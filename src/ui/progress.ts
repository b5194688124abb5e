import type { Host } from '../host.ts';
import { cleanLine } from './clean.ts';
import type { Progress } from './ui.ts';

/** A line is worth showing once something has taken this long. */
const DELAY_MS = 1000;

export const noProgress: Progress = { update: () => undefined, stop: () => undefined };

/** A spinner on `host.stderr`, from one second on. */
export function startProgress(host: Host, first: string, colour: boolean): Progress {
  const stopped = new AbortController();
  let text = cleanLine(first);
  let spinner: { text: string; stop(): unknown } | undefined;

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
  };
}
