/** A reporter that lists the test files that took most of the processor, whatever else the machine did. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;
/** A file over it says why in its first line: `// Slow: it starts a process for every signal.` */
const DEAR_SECONDS = 10;

const REASON = /^\/\/ Slow: ./;

export interface FileCost {
  readonly path: string;
  /** Of the processor. */
  readonly seconds: number;
}

export class DearestFiles implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    if (files.length < 2) return;
    const costs = files.map((file) => ({
      path: relative('', file.moduleId),
      seconds: file.meta().cpuSeconds ?? 0,
    }));
    process.stdout.write(`${dearest(costs, (path) => readFileSync(path, 'utf8'))}\n`);
  }
}

/** The dearest files, and all that are too dear, with a mark if they do not say why; then the sum. */
export function dearest(files: readonly FileCost[], read: (path: string) => string): string {
  const lines = files
    .toSorted((one, other) => other.seconds - one.seconds)
    .filter(({ seconds }, at) => at < SHOWN || seconds > DEAR_SECONDS)
    .map(({ path, seconds }) => {
      const isMarked = seconds > DEAR_SECONDS && !REASON.test(read(path));
      return `${figure(seconds)}  ${path}${isMarked ? MARK : ''}\n`;
    });
  const sum = files.reduce((seconds, file) => seconds + file.seconds, 0);
  return `Seconds of the processor, without loading modules:\n${lines.join('')}${figure(sum)}  all ${files.length} files\n`;
}

const MARK = `  (over ${DEAR_SECONDS} s: make it cheaper, or say why in its first line: // Slow: …)`;

const figure = (seconds: number): string => seconds.toFixed(1).padStart(8);
