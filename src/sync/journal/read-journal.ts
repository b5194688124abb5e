/** Reads the journal of an earlier run and validates its lines: the file may be damaged, or may have come with somebody's repository. */
import type { PageKey } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import type { JournalEntry, Intent, Step } from './entry.ts';
import { areDigests, isDigest, isPageKey, isText } from '../lock/page-line.ts';
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

/** Decodes a line. Returns undefined if it is invalid. */
function decodeEntry(line: string): JournalEntry | undefined {
  const value = tryJson(line);
  if (!hasFields(value)) return undefined;
  const { intent, write, outcome, advance } = value;
  if ('intent' in value) {
    return isCount(intent) && isIntent(write) ? { intent, write } : undefined;
  }
  if (!isCount(outcome) || !(advance === null || isStep(advance))) return undefined;
  return { outcome, advance };
}

/** Whether a line was truncated while it was written. It was never durable, so nobody needs a warning. */
const isCutOff = (line: string): boolean =>
  line === '' || (/^\{(?:$|"(?:$|[io]))/.test(line) && tryJson(line) === undefined);

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function isIntent(value: unknown): value is Intent {
  if (!hasFields(value) || !isText(value['key']) || !isPageKey(value['key'])) return false;
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

function isStep(value: unknown): value is Step {
  if (!hasFields(value)) return false;
  const { line, was, gone } = value;
  if (!isText(was) || !isPageKey(was)) return false;
  return gone === undefined ? isLine(line) : isCount(gone) && line === undefined;
}

function isLine(value: unknown): value is BasePage {
  if (!hasFields(value)) return false;
  const { key, id, title, slug, updated, racy, was } = value;
  const digests = [value['header'], value['sentPublished'], value['draft'], value['published']];
  return (
    isText(key) &&
    isPageKey(key) &&
    isCount(id) &&
    [title, slug, updated].every(isText) &&
    isDigest(value['sent']) &&
    digests.every(isDigestOrNull) &&
    (racy === undefined || racy === true) &&
    (was === undefined || areDigests(was))
  );
}

const isDigestOrNull = (value: unknown): boolean => value === null || isDigest(value);
