/** The entries of a log, as JSON lines. ADR 52. */
import type { Digest, DocumentationId, PageId, PageKey, Slug } from '../../model/ids.ts';
import { hasFields, tryJson } from '../../model/fields.ts';
import type { BasePage } from '../../model/sides.ts';
import { decodeLine, encodeLine, isDigest, isId, isPageKey, isText } from './page-line.ts';

interface AboutPage {
  readonly key: PageKey;
  /** `Clock.now` when the intent was recorded. */
  readonly at: number;
}

/** A page is about to be created. */
export interface CreateIntent extends AboutPage {
  readonly op: 'create';
  readonly documentation: DocumentationId;
  readonly title: string;
  readonly sent: Digest;
}

/** A page's title, slug or draft is about to be written. */
export interface UpdateIntent extends AboutPage {
  readonly op: 'update';
  readonly id: PageId;
  readonly title: string | null;
  readonly slug: Slug;
  /** The digest of the content. Null: no content is sent. */
  readonly sent: Digest | null;
  /** The line's `foreignDraft` after it; null for none. Left out: the line has none before. */
  readonly foreignDraft?: Digest | null;
}

/** A page's draft is about to be published. */
export interface PublishIntent extends AboutPage {
  readonly op: 'publish';
  readonly id: PageId;
}

/** A page is about to be deleted. */
export interface DeleteIntent extends AboutPage {
  readonly op: 'delete';
  readonly id: PageId;
}

/** A write that is about to be sent. */
export type Intent = SavingIntent | DeleteIntent;

/** A write that may send a text. */
export type ContentIntent = CreateIntent | UpdateIntent;

/** A write after which the page exists. */
export type SavingIntent = ContentIntent | PublishIntent;

/** `line` replaces the line that the lock had for `was`. */
export interface Advance {
  readonly line: BasePage;
  readonly was: PageKey;
}

/** The page `gone` was deleted. Its line under `was` is removed, unless another page has taken that key. */
export interface Removal {
  readonly gone: PageId;
  readonly was: PageKey;
}

/** A change to the lock's lines. */
export type Step = Advance | Removal;

/** A write, under the number that its outcome names. */
export interface NumberedIntent {
  readonly intent: number;
  readonly write: Intent;
}

/** A line of the log, except those that keep a text. */
export type LogEntry =
  | NumberedIntent
  | { readonly outcome: number; readonly advance: Step | null }
  /**
   * Ends a run: the lock has everything that earlier lines say, except for these writes, whose
   * outcome is unknown. `foreignDrafts`: those of the lines, in case git sets the lock back.
   */
  | {
      readonly end: true;
      readonly open?: readonly NumberedIntent[];
      readonly foreignDrafts?: readonly Digest[];
    };

export function encodeEntry(entry: LogEntry): string {
  if ('outcome' in entry && entry.advance && 'line' in entry.advance) {
    const { line, was } = entry.advance;
    return lineOf({ ...entry, advance: { line: encodeLine(line), was } });
  }
  return lineOf(entry);
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/** The line that ends a run without writes of unknown outcome and without drafts of others. */
export const END = '{"end":true}\n';

/** Encodes the line that ends a run. */
export const encodeEnd = (
  open: readonly NumberedIntent[],
  foreignDrafts: readonly Digest[],
): string =>
  open.length + foreignDrafts.length === 0 ? END : lineOf({ end: true, open, foreignDrafts });

/** Encodes the line that keeps a text. */
export const encodeText = (digest: Digest, text: string): string => lineOf({ digest, text });

/**
 * Matches the start of a line that keeps a text, with its digest. A match is at most `TEXT_START`
 * characters long.
 */
export const TEXT = /^\{"digest":"([\w-]{43})","text":/;
export const TEXT_START = 64;

/** The text that a line keeps. Returns undefined if it does not keep one. */
export function decodeKept(line: string): string | undefined {
  const value = tryJson(line);
  return hasFields(value) && isText(value['text']) ? value['text'] : undefined;
}

/** Decodes a line that keeps no text. Returns undefined if it is invalid. */
export function decodeEntry(line: string): LogEntry | undefined {
  const value = tryJson(line);
  if (!hasFields(value)) return undefined;
  if ('intent' in value) return isNumbered(value) ? value : undefined;
  if ('end' in value) {
    const { open = [], foreignDrafts = [] } = value;
    const isEnd = value['end'] === true && Array.isArray(open) && open.every(isNumbered);
    const isSound = Array.isArray(foreignDrafts) && foreignDrafts.every(isDigest);
    return isEnd && isSound ? { end: true, open, foreignDrafts } : undefined;
  }
  const { outcome, advance } = value;
  if (!isCount(outcome)) return undefined;
  if (advance === null) return { outcome, advance };
  const step = decodeStep(advance);
  return step && { outcome, advance: step };
}

/** Whether a line was truncated while it was written. It was never durable, so it needs no warning. */
export const wasCutOff = (line: string): boolean =>
  line === '' || (/^\{(?:$|"(?:$|[deio]))/.test(line) && tryJson(line) === undefined);

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const isNumbered = (value: unknown): value is NumberedIntent =>
  hasFields(value) && isCount(value['intent']) && isIntent(value['write']);

function isIntent(value: unknown): value is Intent {
  if (!hasFields(value) || !isPageKey(value['key'])) return false;
  const { op, at, id, documentation, title, slug, sent, foreignDraft = null } = value;
  if (typeof at !== 'number') return false;
  switch (op) {
    case 'create':
      return isCount(documentation) && isText(title) && isDigest(sent);
    case 'update': {
      const isSound =
        (title === null || isText(title)) && [sent, foreignDraft].every(isDigestOrNull);
      return isCount(id) && isText(slug) && isSound;
    }
    case 'publish':
    case 'delete':
      return isCount(id);
    default:
      return false;
  }
}

const isDigestOrNull = (value: unknown): boolean => value === null || isDigest(value);

function decodeStep(value: unknown): Step | undefined {
  if (!hasFields(value) || !isPageKey(value['was'])) return undefined;
  const { was, gone } = value;
  if (isId(gone)) return { gone: gone as PageId, was };
  const line = decodeLine(value['line']);
  return line && gone === undefined ? { line, was } : undefined;
}
