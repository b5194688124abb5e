import { strict as assert } from 'node:assert';
import promises, {
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../src/content/digest.ts';
import { temporaryName } from '../../src/system/files/temporary.ts';
import { exclusively } from '../../src/sync/run/run-lock.ts';
import { realClock } from '../support/host.ts';
import { impatientClock } from '../support/clocks.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const RUN = '.docs-cli/docs-cli.lock.run';
/** No system gives it to a process. */
const DEAD = 2 ** 22 + 1;

const run = ({ deps }: Workbench, maxWaitMs = 0): Promise<string> =>
  exclusively(deps, maxWaitMs, async () => 'ran');

/** What a run of this process writes into its file, with other fields. */
async function heldAs(bench: Workbench, fields: object = {}): Promise<string> {
  const text = await exclusively(bench.deps, 0, () => readFile(join(bench.folder, RUN), 'utf8'));
  return JSON.stringify({ ...(JSON.parse(text) as object), ...fields });
}

const hold = async (bench: Workbench, fields: object): Promise<void> =>
  bench.write({ [RUN]: await heldAs(bench, fields) });

describe('one run at a time', () => {
  test('the second run reports that the first is at work, and continues when it has ended', async () => {
    const bench = await openWorkbench({});
    const order: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let first: Promise<void> | undefined;
    await new Promise<void>((started) => {
      first = exclusively(bench.deps, 0, async () => {
        started();
        await released;
        order.push('first');
      });
    });
    await expect(run(bench)).rejects.toMatchObject({ code: 'busy' });
    const second = exclusively(bench.deps, 60_000, async () => {
      order.push('second');
    });
    release();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
    expect(bench.events).toContainEqual({
      type: 'busy',
      pid: process.pid,
      host: expect.any(String) as string,
    });
  });

  test.each([
    ['that was killed', { pid: DEAD }],
    ['whose process id this one has now', { process: 'another' }],
  ])('a run %s does not block the folder', async (_, fields) => {
    const bench = await openWorkbench({});
    await hold(bench, fields);
    expect(await run(bench)).toBe('ran');
    expect(await readdir(join(bench.folder, '.docs-cli'))).not.toContain('docs-cli.lock.run');
  });

  test.each([
    ['is alive', { pid: process.ppid, process: 'another' }],
    ['is on another host', { pid: DEAD, host: 'build-3' }],
    ['is in another container with the same host name', { pid: DEAD, namespace: 'pid:[1]' }],
    ['is on another machine with the same host name', { pid: DEAD, boot: 'another' }],
    ['does not say where it is', { pid: DEAD, boot: null, namespace: null }],
  ])('a run whose process %s blocks the folder, however long ago it began', async (_, fields) => {
    const bench = await openWorkbench({});
    await hold(bench, { ...fields, since: 1 });
    const longAgo = new Date(0);
    await utimes(join(bench.folder, RUN), longAgo, longAgo);
    const before = await readFile(join(bench.folder, RUN), 'utf8');
    const { host, pid } = JSON.parse(before) as { host: string; pid: number };

    await expect(run(bench)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringMatching(
        RegExp(`^This folder is held by ${host}, process ${pid}, since (?:1969|1970)-.+\\.$`),
      ) as string,
      hint: `Wait for it to end. Remove "${RUN}" if that process is dead`,
    });
    expect(await readFile(join(bench.folder, RUN), 'utf8')).toBe(before);
    await rm(join(bench.folder, RUN));
    expect(await run(bench)).toBe('ran');
  });

  test('a run that began today is reported with the time alone', async () => {
    const bench = await openWorkbench({});
    await hold(bench, { host: 'build-3', pid: 4711 });
    await expect(run(bench)).rejects.toMatchObject({
      message: expect.stringMatching(
        /^This folder is held by build-3, process 4711, since \d\d:\d\d\.$/,
      ) as string,
    });
  });

  test.each([
    '',
    'null',
    '{}',
    '{"pid":1,"host":"build-3"}',
    '{"host":"h","boot":null,"namespace":null,"pid":-1,"process":"p","since":1}',
    '{"host":"h","boot":null,"namespace":null,"pid":1,"process":"p","since":9e15}',
  ])('a lock file that does not name a run also blocks the folder: %s', async (text) => {
    const bench = await openWorkbench({});
    await bench.write({ [RUN]: text });
    await expect(run(bench)).rejects.toMatchObject({
      code: 'busy',
      message: `"${RUN}" says that another run works in this folder, but not which one.`,
      hint: 'If no other run is working in this folder, remove it',
    });
    expect(await readFile(join(bench.folder, RUN), 'utf8')).toBe(text);
  });

  test('a run at a terminal waits a minute', async () => {
    const bench = await openWorkbench({});
    await hold(bench, { host: 'build-3' });
    const clock = impatientClock();
    const started = clock.elapsed();
    await expect(exclusively({ ...bench.deps, clock }, null, async () => 'ran')).rejects.toThrow(
      'held by build-3',
    );
    expect(Math.floor((clock.elapsed() - started) / 60_000)).toBe(1);
  });
});

/** What a run finds: a dead run's file, and claims of runs killed while they replaced it. */
async function leave(bench: Workbench, claims: number): Promise<void> {
  const own = JSON.parse(await heldAs(bench, { pid: DEAD })) as object;
  let file = RUN;
  for (let n = 0; n <= claims; n += 1) {
    const text = JSON.stringify({ ...own, run: `dead-${n}` });
    await bench.write({ [file]: text });
    file = `${RUN}.${digestOf(text)}`;
  }
}

/** Runs take turns: one works until it changes a file or waits, then `choices` has the next. */
class Turns {
  readonly #choices: Iterator<number>;
  readonly #waiting: (() => void)[] = [];
  #alive: number;

  constructor(runs: number, choices: Iterator<number>) {
    this.#alive = runs;
    this.#choices = choices;
  }

  next(): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push(go);
      this.#pass();
    });
  }

  end(): void {
    this.#alive -= 1;
    this.#pass();
  }

  #pass(): void {
    const { length } = this.#waiting;
    if (length === 0 || length < this.#alive) return;
    const [go] = this.#waiting.splice(Number(this.#choices.next().value) % length, 1);
    go?.();
  }
}

/** Makes each change of a file wait for its turn. */
function takeTurns(turns: Turns): () => void {
  const functions = promises as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const names = ['link', 'rename', 'rm', 'unlink'];
  const originals = names.map((name) => [name, functions[name] ?? assert.fail()] as const);
  for (const [name, original] of originals) {
    functions[name] = async (...args) => {
      await turns.next();
      return original(...args);
    };
  }
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of originals) functions[name] = original;
    syncBuiltinESMExports();
  };
}

describe('runs that find the lock file of a dead run at the same time', () => {
  test('block the folder one after the other, in whatever order they change files', async () => {
    const bench = await openWorkbench({});
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 0, max: 2 }),
        async (choices, runs, claims) => {
          await rm(join(bench.folder, '.docs-cli'), { recursive: true, force: true });
          await leave(bench, claims);
          const turns = new Turns(runs, choices);
          const clock = { ...realClock, sleep: () => turns.next() };
          let inside = 0;
          let done = 0;
          const work = async (): Promise<void> => {
            inside += 1;
            for (let turn = 0; turn < 5; turn += 1) {
              assert.equal(inside, 1);
              await turns.next();
            }
            inside -= 1;
            done += 1;
          };
          const reset = takeTurns(turns);
          const all = Array.from({ length: runs }, async () => {
            try {
              await exclusively({ ...bench.deps, clock }, Number.POSITIVE_INFINITY, work);
            } finally {
              turns.end();
            }
          });
          await Promise.all(all).finally(reset);
          assert.equal(done, runs);
          assert.deepEqual((await readdir(join(bench.folder, '.docs-cli'))).toSorted(), [
            '.gitignore',
            'tmp',
          ]);
        },
      ),
      { numRuns: 100 },
    );
  }, 60_000);
});

describe('the file that shows that a run is at work', () => {
  test('is kept if a person removed it for another run', async () => {
    const bench = await openWorkbench({});
    const other = await heldAs(bench, { host: 'build-3' });
    await exclusively(bench.deps, 0, () => writeFile(join(bench.folder, RUN), other));
    expect(await readFile(join(bench.folder, RUN), 'utf8')).toBe(other);
  });

  test.each([
    ['a link to nothing', (path: string) => symlink('nowhere', path)],
    ['a link to a file', (path: string) => symlink('.gitignore', path)],
    ['a folder', (path: string) => mkdir(path)],
  ])('ends the run with an error if it is %s', async (_, make) => {
    const bench = await openWorkbench({});
    await run(bench);
    await make(join(bench.folder, RUN));
    await expect(run(bench, 60_000)).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining(`"${RUN}" is `) as string,
    });
  });

  test('does not prevent a run that was stopped from ending', async () => {
    const bench = await openWorkbench({}, { signal: AbortSignal.abort(new Error('stopped')) });
    await expect(run(bench, 60_000)).rejects.toThrow('stopped');
  });

  test('the error names the folder if it cannot be written', async () => {
    const bench = await openWorkbench({ '.docs-cli': 'a file' });
    await expect(run(bench)).rejects.toMatchObject({
      code: 'config',
      message: '".docs-cli" is not a folder, but docs keeps its state there.',
    });
  });
});

describe('files that a killed run left in the state folder', () => {
  test('are deleted when the next run begins, and files in use are not', async () => {
    const bench = await openWorkbench({});
    const [dead, alive] = [DEAD, process.ppid].map((pid) =>
      temporaryName().replace(`-${process.pid}-`, `-${pid}-`),
    ) as [string, string];
    const claim = `docs-cli.lock.run.${digestOf('the file of a run')}`;
    const left = [`tmp/${dead}`, dead, claim];
    const others = [`tmp/${alive}`, 'tmp/notes.txt', 'docs-cli.b.lock.run'];
    for (const path of [...left, ...others]) await bench.write({ [`.docs-cli/${path}`]: 'x' });

    await run(bench);

    const names = await readdir(join(bench.folder, '.docs-cli'), { recursive: true });
    expect(names.toSorted()).toEqual(['.gitignore', 'tmp', ...others].toSorted());
  });

  test('are not deleted within an hour if the run is on another host', async () => {
    const bench = await openWorkbench({});
    const name = temporaryName().replace(/-[0-9a-f]{8}-/, '-00000000-');
    await bench.write({ [`.docs-cli/tmp/${name}`]: 'x' });
    await run(bench);
    expect(await readdir(join(bench.folder, '.docs-cli/tmp'))).toEqual([name]);
    const longAgo = new Date(realClock.now() - 2 * 3_600_000);
    await utimes(join(bench.folder, '.docs-cli/tmp', name), longAgo, longAgo);
    await run(bench);
    expect(await readdir(join(bench.folder, '.docs-cli/tmp'))).toEqual([]);
  });
});
