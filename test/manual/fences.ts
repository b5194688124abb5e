/** The manual's fences: sessions that are run, files that are written, and what is only shown. */

export interface Fence {
  readonly language: string;
  /** The path of a file, if the fence shows one. */
  readonly title: string | undefined;
  /** The heading above it; empty before the first. */
  readonly heading: string;
  readonly lines: readonly string[];
  /** Where its lines stand in the page: from the first up to, and without, the closing fence. */
  readonly from: number;
  readonly to: number;
}

const OPENING = /^(`{3,})([a-z]*)(?: \{%.*?title="([^"]*)".*%\})?$/;

export function readFences(page: string): Fence[] {
  const lines = page.split('\n');
  const fences: Fence[] = [];
  let heading = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, marks, language = '', title] = OPENING.exec(line) ?? [];
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
    if (marks === undefined) continue;
    const from = at + 1;
    const to = lines.indexOf(marks, from);
    if (to < 0) throw new Error(`the fence of line ${from} is never closed`);
    fences.push({ language, title, heading, lines: lines.slice(from, to), from, to });
    at = to;
  }
  return fences;
}

export interface Step {
  readonly command: string;
  readonly output: readonly string[];
}

/** The commands of a session, each with the output that the page shows. */
export function readSteps({ lines, from }: Fence): Step[] {
  const steps: { command: string; output: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: [] });
    else if (steps.length === 0) throw new Error(`line ${from + 1}: a session begins with "$ "`);
    else steps.at(-1)?.output.push(line);
  }
  return steps;
}
