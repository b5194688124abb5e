/**
 * Reads what a run starts from: the lock, and what the log of earlier runs adds to it. The log may
 * be damaged, or come from somebody's repository.
 */
import type { FileHandle } from 'node:fs/promises';
import type { Digest, PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import { decodeEntry, END, wasCutOff, TEXT } from './entry.ts';
import type { Intent, Step } from './entry.ts';
import { logLines, withLog, logPath } from './log-file.ts';
import { relative } from 'node:path';
import { aboutLines } from './json-lines.ts';
import { readLock } from './lock.ts';
import type { Lock, ReadLock } from './lock.ts';
import { LogTexts } from './log-texts.ts';
import { OpenWrites } from './open-writes.ts';

/** What the log says since the last end of a run. */
export interface Remembered {
  /** In the order of the log. */
  readonly advances: readonly Step[];
  /** Writes whose outcome is unknown. */
  readonly open: readonly Intent[];
  /** What docs wrote into files from drafts of others, and readers do not see. */
  readonly foreignDrafts: readonly Digest[];
  /** Numbers of lines that cannot be read. They are ignored. */
  readonly unread: readonly number[];
}

/** What an empty log says. */
const NOTHING: Remembered = { advances: [], open: [], foreignDrafts: [], unread: [] };

/**
 * Reads the log. Reads only its end if the last run ended. Rejects with `config` if a link is in
 * the way.
 */
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

/** Reads the lines of a log. Never throws. A truncated line was never durable and is ignored. */
export function readLog(lines: Iterable<string>): Remembered {
  const reader = new LogReader();
  for (const line of lines) reader.take(line);
  return reader.remembered();
}

class LogReader {
  #lines = 0;
  #open = new Map<number, Intent>();
  #advances: Step[] = [];
  #foreignDrafts: readonly Digest[] = [];
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
      this.#foreignDrafts = entry.foreignDrafts ?? [];
      this.#unread = [];
    } else {
      this.#open.delete(entry.outcome);
      if (entry.advance) this.#advances.push(entry.advance);
    }
  }

  remembered(): Remembered {
    const advanced = this.#advances.flatMap((step) =>
      'line' in step ? (step.line.foreignDraft ?? []) : [],
    );
    return {
      advances: this.#advances,
      open: [...this.#open.values()],
      foreignDrafts: [...this.#foreignDrafts, ...advanced],
      unread: this.#unread,
    };
  }
}

/**
 * Replaces or removes a page's line. If another page has taken the old key, that page's line stays,
 * even if a log is applied twice.
 */
export function advanceLine(lines: Map<PageKey, BasePage>, step: Step): void {
  const { was } = step;
  const id = 'gone' in step ? step.gone : step.line.id;
  if (lines.get(was)?.id === id) lines.delete(was);
  if ('line' in step) lines.set(step.line.key, step.line);
}

/** What this folder last shared with the platform, and what it may have sent since. */
export interface LockAndLog extends Lock {
  /** Texts that were sent and read back. */
  readonly kept: LogTexts;
  /** Writes of earlier runs whose outcome is not in the log. */
  readonly writes: OpenWrites;
  /** Whether the log has changes to lines that the lock file lacks. */
  readonly isAhead: boolean;
  /** As in `ReadLock`. */
  readonly samePage: ReadLock['samePage'];
  /** As in `ReadLock`, with those in the log. */
  readonly foreignDrafts: ReadLock['foreignDrafts'];
  readonly warnings: readonly string[];
}

/** Rejects as `readLock` and `readLogFile` do. */
export async function readLockAndLog(project: Project): Promise<LockAndLog> {
  const { lock, samePage, foreignDrafts, warnings } = await readLock(project);
  const earlier = await readLogFile(project);
  const pages = new Map(lock.pages);
  for (const advance of earlier.advances) advanceLine(pages, advance);
  const kept = new LogTexts(project);
  const file = relative(project.root, logPath(project));
  return {
    ...lock,
    pages,
    samePage,
    foreignDrafts: new Set([...foreignDrafts, ...earlier.foreignDrafts]),
    kept,
    writes: await OpenWrites.of(earlier.open, kept),
    isAhead: earlier.advances.length > 0,
    // Runs of docs do not write such lines.
    warnings: [...warnings, ...aboutLines(file, earlier.unread, UNREAD)],
  };
}

const UNREAD = 'this line of the log cannot be read and is skipped: remove it.';
