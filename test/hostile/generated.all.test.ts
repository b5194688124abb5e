/**
 * Whatever repeats in a file of a project, up to the longest that is read: each command ends within
 * a budget of steps, with findings or a refusal and no stack. Steps are blocks of our code that V8
 * counts; the rest, such as a regular expression, ends in the runner's limit.
 */
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test, vi } from 'vitest';
import { builtTool } from '../support/built.ts';
import { temporaryFolder } from '../support/folder.ts';
import { shapes, type Shape } from './shapes.ts';

const ALL = process.env['DOCS_FAULTS'] === 'all';
/** How much of a limit files fill: steps that grow faster exceed a shorter file's budget too. */
const SCALE = ALL ? 1 : 1 / 16;
/** The part of the shapes that is tried. */
const STRIDE = ALL ? 1 : 67;
/** `docs check` of one page takes a twentieth of it. */
const STEPS = 1_000_000;
/** Several times what the dearest of them takes. */
const STEPS_PER_BYTE = 1000;
const HANG_MS = 300_000;
vi.setConfig({ testTimeout: 4 * HANG_MS });

const tool = builtTool();

interface Counted {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** The blocks of our code, and of the libraries that are bundled with it, that a process ran. */
async function stepsIn(folder: string): Promise<number> {
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  const scripts = texts.flatMap((text) => (JSON.parse(text) as Counted).result);
  return scripts
    .filter(({ url }) => url.includes('/dist/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

const sample = shapes(SCALE).filter((_, at) => at % STRIDE === 0);

test.each<[string, Shape]>(sample.map((shape) => [shape.name, shape]))(
  '%s is read within the budget',
  async (_, { files, commands }) => {
    const cwd = await temporaryFolder({ ...files });
    const counted = await temporaryFolder({});
    const bytes = Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    for (const argv of ALL ? commands : commands.slice(0, 1)) {
      const { timedOut, stderr, stdout } = await execa(process.execPath, [tool.docs, ...argv], {
        cwd,
        env: { NODE_V8_COVERAGE: counted },
        reject: false,
        timeout: HANG_MS,
        killSignal: 'SIGKILL',
        stdin: 'ignore',
      });
      const steps = timedOut ? Infinity : await stepsIn(counted);
      const most = STEPS + STEPS_PER_BYTE * bytes;
      expect({
        argv,
        stepsOver: steps > most ? steps - most : 0,
        stack: STACK.exec(stderr + stdout)?.[0],
      }).toEqual({ argv, stepsOver: 0, stack: undefined });
      await Promise.all((await readdir(counted)).map((name) => rm(join(counted, name))));
    }
  },
);

/** What a bug prints. */
const STACK = /RangeError|TypeError|is a bug|call stack|^ {4}at .*\.c?js:\d/m;
