import { formatRoughly, formatSeconds } from '../../model/time.ts';
import type { Phase, Progress, Report, Settled, Settling, SyncEvent } from '../../sync/engine.ts';
import { count } from '../../model/text/sentences.ts';
import { nextIn } from '../../ui/progress.ts';
import type { Style } from '../../ui/style.ts';
import type { ProgressText, Pause, ProgressLine, Ui } from '../../ui/ui.ts';

const DOING: Readonly<Record<Phase, string>> = {
  match: 'Looking for pages on the platform',
  observe: 'Reading changed pages',
  apply: 'Writing',
};

/**
 * Renders the events of a run: progress on a terminal, warnings always, the rest with `--verbose`.
 * Other events during a phase do not disturb its progress line.
 */
export function reporter(ui: Ui): Report {
  let line: ProgressLine | undefined;
  let hasWaited = false;
  let settled = 0;
  return (event) => {
    if (event.type === 'settling') {
      // Answers are often lost together, so only the first one is reported.
      const text = `No answer came for the write of ${event.key}: looking at the page again in ${formatSeconds(event.ms)}.`;
      if (hasWaited) ui.detail((style) => style.text(text));
      else ui.say((style) => style.text(text));
      hasWaited = true;
      return;
    }
    if (event.type === 'settled' && event.result !== 'conflict') {
      settled += 1;
      if (settled === MAX_SETTLED) ui.say('More answers were lost; --verbose lists their pages.');
      if (settled >= MAX_SETTLED) {
        ui.detail((style) => settledText(event, style));
        return;
      }
    }
    if (event.type !== 'progress') return tell(event, ui);
    const text = progressText(event);
    if (line) line.update(text);
    else line = ui.progress(text);
    if (event.done < event.total) return;
    line.stop();
    line = undefined;
  };
}

const progressText =
  (event: Progress): ProgressText =>
  (pause) => {
    const { phase, done, total, perSecond } = event;
    const ms = pause.nextMs > 0 ? leftMs(event, pause) : event.remainingMs;
    const left = ms === null ? '' : `, ${formatRoughly(ms)} left`;
    const pace = pause.nextMs > 0 ? nextIn(pause) : `${Math.round(perSecond)}/s`;
    return `${DOING[phase]}: ${done} of ${total} (${pace}${left})`;
  };

/**
 * The remaining time, if the rest takes as long as the finished part with its waits, but without a
 * wait after the last item.
 */
function leftMs({ done, total }: Progress, { nextMs, count, sinceMs }: Pause): number | null {
  if (done === 0) return null;
  const untilNextMs = sinceMs + nextMs;
  const perItemMs = untilNextMs / done;
  return nextMs + Math.max(0, (total - done) * perItemMs - untilNextMs / count);
}

function tell(event: Exclude<SyncEvent, Progress | Settling>, ui: Ui): void {
  switch (event.type) {
    case 'scanned':
      ui.detail(`${count(event.pages, 'page')} in the folder`);
      return;
    case 'snapshot':
      ui.detail(`${count(event.pages, 'page')} on the platform`);
      return;
    case 'warning':
      ui.warn(event.text);
      return;
    case 'replaced':
      ui.say((style) => `The former text of ${style.text(event.file)}: ${style.text(event.copy)}`);
      return;
    case 'settled':
      ui.say((style) => settledText(event, style));
      return;
    case 'handled':
      ui.detail(
        (style) => `${event.result} ${event.change.kind} ${style.text(event.change.key ?? '')}`,
      );
      return;
    case 'busy': {
      const { host, pid } = event;
      const who = host === undefined ? '' : ` (${host}, process ${pid})`;
      ui.say((style) => `Waiting for another run on this folder${style.text(who)}.`);
      return;
    }
    default:
      event satisfies never;
  }
}

/**
 * From this number on, lost answers are only listed with `--verbose`: after a run that was killed,
 * there may be many.
 */
const MAX_SETTLED = 4;

const settledText = ({ key, result }: Settled, style: Style): string =>
  `The answer to the write of ${style.text(key)} was lost: ${SETTLED[result]}.`;

const SETTLED = {
  done: 'it had been carried out',
  again: 'it had not been carried out, and is sent again',
  conflict: 'the page now has different content',
} as const;
