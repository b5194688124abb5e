import { formatDuration } from '../model/duration.ts';
import type { Phase, Progress, Report, Settled, SyncEvent } from '../sync/engine.ts';
import { count } from './count.ts';
import type { ProgressLine, Ui } from './ui.ts';

const DOING: Readonly<Record<Phase, string>> = {
  match: 'Looking for pages on the platform',
  observe: 'Reading pages that moved',
  apply: 'Writing',
};

/**
 * Renders the events of a run: progress on a terminal, warnings always, the rest with `--verbose`. Other events during a phase do not disturb
 * its progress line.
 */
export function reporter(ui: Ui): Report {
  let line: ProgressLine | undefined;
  return (event) => {
    if (event.type !== 'progress') return tell(event, ui);
    const text = progressText(event);
    if (line) line.update(text);
    else line = ui.progress(text);
    if (event.done < event.total) return;
    line.stop();
    line = undefined;
  };
}

const progressText = ({ phase, done, total, perSecond, remainingMs }: Progress): string => {
  const left = remainingMs === null ? '' : `, ${formatDuration(remainingMs)} left`;
  return `${DOING[phase]}: ${done} of ${total} (${Math.round(perSecond)}/s${left})`;
};

function tell(event: Exclude<SyncEvent, Progress>, ui: Ui): void {
  switch (event.type) {
    case 'scanned':
      ui.detail(`${count(event.pages, 'page')} in the folder`);
      return;
    case 'snapshot':
      ui.detail(`${count(event.pages, 'page')} on the platform`);
      return;
    case 'settled':
      ui.say(
        (style) =>
          `The answer to ${event.isEarlier ? 'an earlier' : 'the'} write of ${style.text(event.key)} was lost: ${settled(event)}.`,
      );
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

function settled({ result, isEarlier }: Settled): string {
  if (result !== 'again') return SETTLED[result];
  return `it had not been carried out, and is ${isEarlier ? 'planned' : 'sent'} again`;
}

const SETTLED = {
  done: 'it had been carried out',
  conflict: 'the page now has different content',
} as const;
