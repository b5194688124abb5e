/** Reads the lock file's text in whatever state a merge left it. ADR 50. */
import type { Digest, DocumentationId, PageId, PageKey, VersionId } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Lock } from './lock.ts';
import { decodeLine, isId } from './page-line.ts';

/** A lock as its file says it. */
export interface ReadLock {
  /** The format that the file names; 1 if it does not name one. */
  readonly format: number;
  /** The version of docs that the file says it needs. Null if it does not say. */
  readonly needs: string | null;
  readonly lock: Lock;
  /** The file contains text, but not one line of a lock. */
  readonly isOther: boolean;
  /** One sentence each, with the line number. */
  readonly warnings: readonly string[];
}

/**
 * Reads a lock file. Ignores lines inside conflict markers, duplicate keys, ids that two keys claim, and
 * lines that cannot be read, with a warning for each: their pages are looked for on the platform. Never
 * throws.
 */
export const parseLock = (text: string): ReadLock => parseLockPieces([text]);

/** The same for text in pieces of whole lines. The result shares no memory with them. */
export function parseLockPieces(pieces: Iterable<string>): ReadLock {
  const reader = new LockReader();
  for (const piece of pieces) reader.take(piece);
  return reader.finish();
}

type Section = 'versions' | 'documentations' | 'pages';

const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/;
const SECTION = /^"(versions|documentations|pages)": \{$/;
/** Other lines that may stand around entries. */
const FRAME = /^(?:[{}]|"": (?:0|null)\},?)?$/;
const FORMAT = /^"docs-cli-lock": (\d{1,5}),$/;
const NEEDS = /^"needs": "(\d{1,3}\.\d{1,3}\.\d{1,3})",$/;
/** `"docs-cli-lock": 12345,` or `"needs": "123.123.123",` */
const LONGEST_FRAME = 23;

const isEntry = (line: string): boolean =>
  line.startsWith('"') &&
  (line.length > LONGEST_FRAME ||
    ![SECTION, FRAME, FORMAT, NEEDS].some((frame) => frame.test(line)));

class LockReader {
  #format = 1;
  #needs: string | null = null;
  /** Whether any line belongs to a lock, and whether any line has text. */
  #isLock = false;
  #isText = false;
  #section: Section | null = null;
  #conflict = false;
  /** The number of lines in earlier pieces. */
  #linesBefore = 0;
  readonly #warnings: string[] = [];
  readonly #versions = new Map<string, VersionId>();
  readonly #documentations = new Map<string, DocumentationId>();
  readonly #pages = new Map<PageKey, BasePage>();
  readonly #ids = new Map<PageId, PageKey>();
  readonly #twice = new Set<PageKey>();
  /** The header digest of the previous page: most pages share one. */
  #header: Digest | null = null;

  take(piece: string): void {
    const isAmongPages = this.#section === 'pages' && !this.#conflict;
    const entries = isAmongPages ? entriesOfPiece(piece) : undefined;
    if (entries === undefined) return this.#lines(piece);
    this.#all(entries, 0);
    this.#linesBefore += entries.length;
  }

  #lines(piece: string): void {
    const lines = piece.split('\n').map((line) => line.trim());
    if (lines.at(-1) === '') lines.pop();
    let from = 0;
    for (const [at, line] of lines.entries()) {
      if (isEntry(line)) continue;
      this.#entries(lines.slice(from, at), from);
      this.#frame(line, at);
      from = at + 1;
    }
    this.#entries(lines.slice(from), from);
    this.#linesBefore += lines.length;
  }

  finish(): ReadLock {
    for (const key of this.#twice) this.#pages.delete(key);
    return {
      format: this.#format,
      needs: this.#needs,
      lock: {
        versions: this.#versions,
        documentations: this.#documentations,
        pages: this.#pages,
      },
      isOther: this.#isText && !this.#isLock,
      warnings: this.#warnings,
    };
  }

  /** A line around entries, or a conflict marker. */
  #frame(line: string, at: number): void {
    const section = SECTION.exec(line)?.[1];
    const format = FORMAT.exec(line)?.[1];
    if (section !== undefined || format !== undefined) this.#isLock = true;
    if (line !== '') this.#isText = true;
    const needs = NEEDS.exec(line)?.[1];
    if (section !== undefined) this.#section = section as Section;
    else if (format !== undefined) this.#format = Math.max(this.#format, Number(format));
    else if (needs !== undefined) this.#needs = needs;
    else if (MARKER.test(line)) this.#mark(line, at);
    else if (!this.#conflict && !FRAME.test(line)) this.#warn(at, 'cannot be read');
  }

  #mark(line: string, at: number): void {
    if (line.startsWith('<')) this.#warn(at, 'starts a merge conflict');
    this.#conflict = !line.startsWith('>');
  }

  #warn(at: number, what: string): void {
    const number = this.#linesBefore + at + 1;
    this.#warnings.push(`Line ${number} of the lock file ${what}; its pages are looked for.`);
  }

  /** Consecutive entries; the first is on line `from`. */
  #entries(lines: readonly string[], from: number): void {
    if (lines.length > 0) this.#isText = true;
    if (!this.#conflict && lines.length > 0) this.#all(entriesOf(lines), from);
  }

  #all(entries: readonly (Entry | undefined)[], from: number): void {
    let at = from;
    for (const entry of entries) {
      if (entry === undefined || !this.#entry(entry, at)) this.#warn(at, 'cannot be read');
      at += 1;
    }
  }

  /** Returns whether the entry could be read. */
  #entry([key, value]: Entry, at: number): boolean {
    if (this.#section === 'pages') {
      const isRead = this.#page(key, value, at);
      this.#isLock ||= isRead;
      return isRead;
    }
    if (this.#section === null || !isId(value)) return false;
    if (this.#section === 'versions') this.#versions.set(key, value as VersionId);
    else this.#documentations.set(key, value as DocumentationId);
    return true;
  }

  #page(key: string, value: unknown, at: number): boolean {
    const page = decodeLine(key, value, this.#header);
    if (page === undefined) return false;
    const claimant = this.#ids.get(page.id);
    if (this.#pages.has(page.key) || claimant !== undefined) {
      this.#warn(at, 'claims a page that another line claims');
      this.#twice.add(page.key);
      if (claimant !== undefined) this.#twice.add(claimant);
      return true;
    }
    this.#header = page.header;
    this.#pages.set(page.key, page);
    this.#ids.set(page.id, page.key);
    return true;
  }
}

type Entry = readonly [key: string, value: unknown];

/**
 * The entry of each line; undefined if the line cannot be read. Parses all lines together, which takes a
 * third of the time, and on failure divides them into halves.
 */
function entriesOf(lines: readonly string[]): readonly (Entry | undefined)[] {
  const together = parseTogether(lines);
  if (together !== undefined) return together;
  if (lines.length === 1) return [undefined];
  const middle = lines.length >> 1;
  return [...entriesOf(lines.slice(0, middle)), ...entriesOf(lines.slice(middle))];
}

/** Undefined if any line is not exactly one entry, or two have the same key. */
const parseTogether = (lines: readonly string[]): readonly Entry[] | undefined =>
  parsed(lines.join('\n'), lines.length);

/** The entries of a piece without line ends to repair, as nearly all pieces of a large lock are. Undefined as above. */
const entriesOfPiece = (piece: string): readonly Entry[] | undefined =>
  piece.endsWith(',\n') ? parsed(piece.slice(0, -1), countLines(piece)) : undefined;

function parsed(text: string, lines: number): readonly Entry[] | undefined {
  try {
    const object: object = JSON.parse(`{${text.endsWith(',') ? text.slice(0, -1) : text}}`);
    const entries = Object.entries(object);
    return entries.length === lines ? entries : undefined;
  } catch {
    return undefined;
  }
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
