/** Definitions of references: one that is half written is as it was when it could be read. */
import type { TextOrProblem } from '../../content/folder/read-text.ts';
import type { FilePath } from '../../model/ids.ts';
import type { FileProblem } from './file-problem.ts';

export class KeptDefinitions {
  readonly #read: (file: FilePath) => TextOrProblem | null;
  readonly #texts = new Map<FilePath, string>();
  readonly #problems = new Map<FilePath, FileProblem>();

  constructor(read: (file: FilePath) => TextOrProblem | null) {
    this.#read = read;
  }

  /** Why definitions cannot be read as they are now. */
  get problems(): readonly FileProblem[] {
    return [...this.#problems.values()];
  }

  /** The text of a file, or the last one in which no mistake is known. */
  text(file: FilePath): string | null {
    const now = this.#read(file);
    const kept = this.#texts.get(file) ?? null;
    if (now === null) {
      this.#texts.delete(file);
      this.#problems.delete(file);
      return null;
    }
    if ('problem' in now || (kept !== null && this.#problems.has(file))) return kept;
    this.#texts.set(file, now.text);
    return now.text;
  }

  /** What a file defines, or defined before it was half written; `null`: it never could be read. */
  async content(file: FilePath): Promise<unknown> {
    const now = this.#read(file);
    const text = this.text(file);
    const read = text === null ? null : await readIn(text, file);
    if (read && !('problem' in read)) return read.content;
    // What was read is kept or current: only of the current text is its mistake one of the file.
    if (read && now && 'text' in now && now.text === text) this.#problems.set(file, read.problem);
    else await this.look(file);
    return null;
  }

  /** Learns whether a file can be read. To be called when it has changed. */
  async look(file: FilePath): Promise<void> {
    const now = this.#read(file);
    const problem = now && (await problemIn(now, file));
    if (problem) this.#problems.set(file, problem);
    else this.#problems.delete(file);
  }
}

async function problemIn(now: TextOrProblem, file: FilePath): Promise<FileProblem | null> {
  if ('problem' in now)
    return { file, line: null, column: null, message: `This file ${now.problem}.` };
  const read = await readIn(now.text, file);
  return 'problem' in read ? read.problem : null;
}

async function readIn(
  text: string,
  file: FilePath,
): Promise<{ readonly content: unknown } | { readonly problem: FileProblem }> {
  const { readDefinition } = await import('../../definitions/read.ts');
  const found = await readDefinition(Buffer.from(text), file);
  if (found.ok) return { content: found.definition.content };
  const { line, message } = found.problem;
  return { problem: { file, line, column: null, message } };
}
