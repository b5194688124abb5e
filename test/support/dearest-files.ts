/** A reporter that lists the test files that took most of the processor, whatever else the machine did. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;
/** A file over it says why in its first line: `// Slow: it starts a process for every signal.` */
const DEAR_SECONDS = 10;

const REASON = /^\/\/ Slow: ./;

export class DearestFiles implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    if (files.length < 2) return;
    const all = files
      .map((file) => ({ path: file.moduleId, seconds: file.meta().cpuSeconds ?? 0 }))
      .toSorted((one, other) => other.seconds - one.seconds);
    const sum = all.reduce((seconds, file) => seconds + file.seconds, 0);
    const lines = all
      .filter(({ seconds }, at) => at < SHOWN || seconds > DEAR_SECONDS)
      .map((file) => `${figure(file.seconds)}  ${relative('', file.path)}${remark(file)}`);
    process.stdout.write(
      `Seconds of the processor, without loading modules:\n${lines.join('\n')}\n${figure(sum)}  all ${files.length} files\n\n`,
    );
  }
}

const figure = (seconds: number): string => seconds.toFixed(1).padStart(8);

function remark({ path, seconds }: { readonly path: string; readonly seconds: number }): string {
  if (seconds <= DEAR_SECONDS || REASON.test(readFileSync(path, 'utf8'))) return '';
  return `  (over ${DEAR_SECONDS} s: make it cheaper, or say why in its first line: // Slow: …)`;
}
