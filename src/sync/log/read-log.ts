/** Reads what earlier runs left unfinished. The file may be damaged, or may have come with somebody's repository. */
import type { FileHandle } from 'node:fs/promises';
import type { PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import { decodeEntry, END, wasCutOff, TEXT } from './entry.ts';
import type { Intent, Step } from './entry.ts';
import { logLines, withLog } from './log-file.ts';

/** What the log of an earlier run says since the last end of a run. */
export interface Remembered {
  /** In the order of the log. */
  readonly advances: readonly Step[];
  /** Writes whose outcome is unknown. */
  readonly open: readonly Intent[];
  /** Numbers of lines that cannot be read. They are ignored. */
  readonly unread: readonly number[];
}

/** A log that says nothing. */
export const NOTHING: Remembered = { advances: [], open: [], unread: [] };

/** Reads the project's log. If the last run ended, looks only at its end. Rejects with `config` if it is a link or behind one. */
export const readLogFile = (project: Project): Promise<Remembered> =>
  withLog(project, NOTHING, async (file) => {
    const end = Buffer.alloc(END.length);
    const { size } = await file.stat();
    await file.read(end, 0, END.length, Math.max(0, size - END.length));
    if (size === 0 || end.toString() === END) return NOTHING;
    return readLog(textsOf(file));
  });

function* textsOf(file: FileHandle): Generator<string> {
  for (const { bytes } of logLines(file)) yield bytes.toString();
}

/** Reads the lines of a log. Never throws. A truncated line was never durable and is ignored without a warning. */
export function readLog(lines: Iterable<string>): Remembered {
  const reader = new LogReader();
  for (const line of lines) reader.take(line);
  return reader.remembered();
}

class LogReader {
  #lines = 0;
  #open = new Map<number, Intent>();
  #advances: Step[] = [];
  #unread: number[] = [];

  take(line: string): void {
    this.#lines += 1;
    if (TEXT.test(line)) return;
    const entry = decodeEntry(line);
    if (entry === undefined) {
      if (!wasCutOff(line)) this.#unread.push(this.#lines);
    } else if ('write' in entry) {
      this.#open.set(entry.intent, entry.write);
    } else if ('end' in entry) {
      this.#open = new Map(entry.open?.map(({ intent, write }) => [intent, write]));
      this.#advances = [];
      this.#unread = [];
    } else {
      this.#open.delete(entry.outcome);
      if (entry.advance) this.#advances.push(entry.advance);
    }
  }

  remembered(): Remembered {
    return { advances: this.#advances, open: [...this.#open.values()], unread: this.#unread };
  }
}

/**
 * Replaces or removes a page's line. If another page has taken the old key, its line stays, even if a log
 * is applied again to a lock that has it already.
 */
export function advanceLine(lines: Map<PageKey, BasePage>, step: Step): void {
  const { was } = step;
  const id = 'gone' in step ? step.gone : step.line.id;
  if (lines.get(was)?.id === id) lines.delete(was);
  if ('line' in step) lines.set(step.line.key, step.line);
}
