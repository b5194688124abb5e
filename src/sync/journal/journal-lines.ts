/** Judges the lines of a journal: the file may be damaged, or have come with somebody's repository. */
import type { BasePage } from '../../model/sides.ts';
import type { Advance, Entry, Intent } from './journal.ts';
import { areDigests, isDigest, isKey, isMerging, isText, isUnproven } from '../lock/shapes.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The entry that a line says; undefined if it says none. */
export function decodeEntry(line: string): Entry | undefined {
  const value = parsed(line);
  if (!isObject(value)) return undefined;
  const { intent, write, outcome, advance } = value;
  if ('intent' in value) {
    return isCount(intent) && isIntent(write) ? { intent, write } : undefined;
  }
  if (!isCount(outcome) || !(advance === null || isAdvance(advance))) return undefined;
  return { outcome, advance };
}

/** Whether a line was cut off while it was written: then it was never durable, and nobody has to know. */
export const isCutOff = (line: string): boolean =>
  line === '' || (/^\{(?:$|"(?:$|[io]))/.test(line) && parsed(line) === undefined);

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function isIntent(value: unknown): value is Intent {
  if (!isObject(value) || !isText(value['key']) || !isKey(value['key'])) return false;
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
      return isCount(id);
    default:
      return false;
  }
}

function isAdvance(value: unknown): value is Advance {
  if (!isObject(value)) return false;
  const { line, was } = value;
  return isText(was) && isKey(was) && isLine(line);
}

function isLine(value: unknown): value is BasePage {
  if (!isObject(value)) return false;
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
