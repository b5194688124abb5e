/** Reads the journal of an earlier run and validates its lines: the file may be damaged, or may have come with somebody's repository. */
import type { PageId, PageKey } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import type { JournalEntry, Intent, Step } from './entry.ts';
import { decodeLine, encodeLine, isDigest, isId, isPageKey, isText } from '../lock/page-line.ts';
import { hasFields, tryJson } from '../../model/fields.ts';

/** What the journal of an earlier run says. */
export interface Remembered {
  /** In the order of the journal. */
  readonly advances: readonly Step[];
  /** Writes whose outcome is unknown. */
  readonly open: readonly Intent[];
  /** Numbers of lines that cannot be read. They are ignored. */
  readonly unread: readonly number[];
}

/** Reads the journal of an earlier run. Never throws. A truncated line was never durable and is ignored without a warning. */
export function readJournal(text: string): Remembered {
  const open = new Map<number, Intent>();
  const advances: Step[] = [];
  const unread: number[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const entry = decodeEntry(line);
    if (entry === undefined) {
      if (!isCutOff(line)) unread.push(at + 1);
      continue;
    }
    if ('write' in entry) {
      open.set(entry.intent, entry.write);
    } else {
      open.delete(entry.outcome);
      if (entry.advance) advances.push(entry.advance);
    }
  }
  return { advances, open: [...open.values()], unread };
}

/**
 * Replaces or removes a page's line. If another page has taken the old key, its line stays, even if a journal
 * is applied again to a lock that has it already.
 */
export function advanceLine(lines: Map<PageKey, BasePage>, step: Step): void {
  const { was } = step;
  const id = 'gone' in step ? step.gone : step.line.id;
  if (lines.get(was)?.id === id) lines.delete(was);
  if ('line' in step) lines.set(step.line.key, step.line);
}

/** An entry as a line of the journal, with its end. */
export function encodeEntry(entry: JournalEntry): string {
  const step = 'advance' in entry ? entry.advance : null;
  if (step === null || !('line' in step)) return `${JSON.stringify(entry)}\n`;
  return `${JSON.stringify({ ...entry, advance: { ...step, line: encodeLine(step.line) } })}\n`;
}

/** Decodes a line. Returns undefined if it is invalid. */
function decodeEntry(line: string): JournalEntry | undefined {
  const value = tryJson(line);
  if (!hasFields(value)) return undefined;
  const { intent, write, outcome } = value;
  if ('intent' in value) {
    return isCount(intent) && isIntent(write) ? { intent, write } : undefined;
  }
  const advance = value['advance'] === null ? null : decodeStep(value['advance']);
  return isCount(outcome) && advance !== undefined ? { outcome, advance } : undefined;
}

/** Whether a line was truncated while it was written. It was never durable, so nobody needs a warning. */
const isCutOff = (line: string): boolean =>
  line === '' || (/^\{(?:$|"(?:$|[io]))/.test(line) && tryJson(line) === undefined);

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function isIntent(value: unknown): value is Intent {
  if (!hasFields(value) || !isPageKey(value['key'])) return false;
  const { op, at, id, documentation, title, slug, sent } = value;
  if (typeof at !== 'number') return false;
  switch (op) {
    case 'create':
      return isCount(documentation) && isText(title) && isDigest(sent);
    case 'update':
      return (
        isCount(id) && (title === null || isText(title)) && isText(slug) && isDigestOrNull(sent)
      );
    case 'publish':
    case 'delete':
      return isCount(id);
    default:
      return false;
  }
}

/** Undefined if the value is not a step. */
function decodeStep(value: unknown): Step | undefined {
  if (!hasFields(value) || !isPageKey(value['was'])) return undefined;
  const { was, gone } = value;
  if (isId(gone)) return { gone: gone as PageId, was };
  const line = decodeLine(value['line']);
  return line && gone === undefined ? { line, was } : undefined;
}

const isDigestOrNull = (value: unknown): boolean => value === null || isDigest(value);
