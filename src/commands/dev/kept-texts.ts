/** Texts of files that are being written: a page that is half written is shown as it was when it was whole. */
import { parsedBodies, checkBody } from '../../content/check/body.ts';
import { lineAt, parseHeader } from '../../content/page/page-header.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import type { TextOrProblem, Unreadable } from '../../content/folder/read-text.ts';
import type { FilePath } from '../../model/ids.ts';
import type { FileProblem } from '../../site/folder/file-problem.ts';

interface Kept {
  readonly text: string;
  /** How many mistakes of each kind it has: more of one kind are new ones. */
  readonly mistakes: ReadonlyMap<string, number>;
}

interface Mistake {
  readonly code: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

export class KeptTexts {
  readonly #read: (file: FilePath) => TextOrProblem | null;
  readonly #kept = new Map<FilePath, Kept>();
  readonly #broken = new Map<FilePath, FileProblem>();

  constructor(read: (file: FilePath) => TextOrProblem | null) {
    this.#read = read;
  }

  /** Files that are shown as they were. */
  get broken(): readonly FileProblem[] {
    return [...this.#broken.values()];
  }

  /** The file's text, or the last whole one. */
  readonly read = (file: FilePath): TextOrProblem | null => {
    const now = this.#read(file);
    if (!isPage(file)) return now;
    const kept = this.#kept.get(file);
    if (now === null) {
      this.#kept.delete(file);
      this.#broken.delete(file);
      return null;
    }
    if ('text' in now && now.text === kept?.text) {
      this.#broken.delete(file);
      return now;
    }
    const trouble = kept === undefined ? null : troubleIn(now, kept);
    if (trouble !== null && kept !== undefined) {
      this.#broken.set(file, { file, ...trouble });
      return { text: kept.text };
    }
    if ('problem' in now) {
      this.#broken.set(file, { file, ...unread(now) });
      return now;
    }
    this.#broken.delete(file);
    this.#kept.set(file, { text: now.text, mistakes: countOf(mistakesIn(now.text)) });
    return now;
  };

  /** Whether the file, which was there before, is as it should be shown. Of files that are not pages others decide that. */
  isWhole(file: FilePath): boolean {
    if (!isPage(file)) return true;
    const isFirst = !this.#kept.has(file);
    const now = this.read(file);
    // Whoever writes a file empties it first: no text of it was read yet that could be kept.
    if (isFirst && now !== null && 'text' in now && now.text.trim() === '') {
      this.#kept.delete(file);
      this.#broken.set(file, { file, ...EMPTY });
    }
    return !this.#broken.has(file);
  }
}

const isPage = (file: FilePath): boolean => file.endsWith('.md');

const EMPTY = { line: 1, column: null, message: 'The file is empty.' };

const unread = ({ problem }: Unreadable): Omit<FileProblem, 'file'> => ({
  line: null,
  column: null,
  message: `This file ${problem}.`,
});

/** What is wrong with a text that was not wrong with the one before. */
function troubleIn(now: TextOrProblem, kept: Kept): Omit<FileProblem, 'file'> | null {
  if ('problem' in now) return unread(now);
  if (now.text.trim() === '' && kept.text.trim() !== '') {
    return EMPTY;
  }
  const mistakes = mistakesIn(now.text);
  const counts = countOf(mistakes);
  const found = mistakes.find(
    ({ code }) => (counts.get(code) ?? 0) > (kept.mistakes.get(code) ?? 0),
  );
  return found === undefined
    ? null
    : { line: found.line, column: found.column, message: found.message };
}

/** Mistakes by which readers would see the source, or not all of the page. */
function mistakesIn(text: string): Mistake[] {
  const start = text.startsWith('\u{feff}') ? 1 : 0;
  const first = text.slice(start, lineAt(text, start).end);
  if (/^---[ \t]*$/.test(first) && parseHeader(text, start) === null) {
    const message = 'The header is not closed.';
    return [{ code: 'bad-header', line: 1, column: 1, message }];
  }
  return parsedBodies(parsePageFile(text)).flatMap((body) =>
    checkBody('' as FilePath, body).flatMap(({ code, severity, line, column, message }) =>
      severity === 'error' ? [{ code, line, column, message }] : [],
    ),
  );
}

function countOf(mistakes: readonly Mistake[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of mistakes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
