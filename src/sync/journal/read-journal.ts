/** Reads the journal that a run left, and judges its lines: the file may be damaged, or have come with somebody's repository. */
import type { PageKey } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Entry, Intent, Step } from './journal.ts';
import { areDigests, isDigest, isKey, isMerging, isText, isUnproven } from '../lock/page-line.ts';
import { hasFields, tryJson } from '../../model/fields.ts';

/** What the journal of an earlier run says. */
export interface Remembered {
  /** In the order in which they came. */
  readonly advances: readonly Step[];
  /** Writes of which nobody knows whether they were carried out. */
  readonly open: readonly Intent[];
  /** Numbers of lines that say nothing that can be read. They count as not there. */
  readonly unread: readonly number[];
}

/** Reads a journal that a run left. Never throws. A line that was cut off was never durable: it counts as not there, without a word. */
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
 * Replaces a page's line by the one that it moved on to, or lets go of it. Another page may have taken the key that this one had: its line stays, also when a journal
 * is read again over a lock that was already written.
 */
export function advanceLine(lines: Map<PageKey, BasePage>, step: Step): void {
  const { was } = step;
  const id = 'gone' in step ? step.gone : step.line.id;
  if (lines.get(was)?.id === id) lines.delete(was);
  if ('line' in step) lines.set(step.line.key, step.line);
}

/** The entry that a line says; undefined if it says none. */
function decodeEntry(line: string): Entry | undefined {
  const value = tryJson(line);
  if (!hasFields(value)) return undefined;
  const { intent, write, outcome, advance } = value;
  if ('intent' in value) {
    return isCount(intent) && isIntent(write) ? { intent, write } : undefined;
  }
  if (!isCount(outcome) || !(advance === null || isStep(advance))) return undefined;
  return { outcome, advance };
}

/** Whether a line was cut off while it was written: then it was never durable, and nobody has to know. */
const isCutOff = (line: string): boolean =>
  line === '' || (/^\{(?:$|"(?:$|[io]))/.test(line) && tryJson(line) === undefined);

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function isIntent(value: unknown): value is Intent {
  if (!hasFields(value) || !isText(value['key']) || !isKey(value['key'])) return false;
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
  if (!isText(was) || !isKey(was)) return false;
  return gone === undefined ? isLine(line) : isCount(gone) && line === undefined;
}

function isLine(value: unknown): value is BasePage {
  if (!hasFields(value)) return false;
  const { key, id, title, slug, updated, merging, replaced, unproven } = value;
  const digests = [value['header'], value['sentPublished'], value['draft'], value['published']];
  return (
    isText(key) &&
    isKey(key) &&
    isCount(id) &&
    [title, slug, updated].every(isText) &&
    isDigest(value['sent']) &&
    digests.every(isDigestOrNull) &&
    (merging === undefined || isMerging(merging)) &&
    (replaced === undefined || areDigests(replaced)) &&
    (unproven === undefined || isUnproven(unproven))
  );
}

const isDigestOrNull = (value: unknown): boolean => value === null || isDigest(value);
