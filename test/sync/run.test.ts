import { mkdir, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryName } from '../../src/files/temporary.ts';
import type { Change } from '../../src/model/change.ts';
import type { PageId, PageKey } from '../../src/model/ids.ts';
import { apply } from '../../src/sync/apply.ts';
import { guard } from '../../src/sync/plan/guard.ts';
import { exclusively } from '../../src/sync/run-lock.ts';
import { prepareSaved, savePlan } from '../../src/sync/plan/saved-plan.ts';
import { realClock } from '../support/host.ts';
import { openWorkbench, pageFile } from './workbench.ts';

const many = (count: number, text = 'Text'): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `docs/v1/guide/page-${n}.md`,
      pageFile(`Page ${n}`, `${text} ${n}.\n`),
    ]),
  );

describe('guard', () => {
  test.each([
    // How many are deleted, of how many, in a run for some pages only, with how many files: how many refusals.
    [19, 25, false, 6, 0],
    [20, 25, false, 5, 1],
    [20, 25, true, 5, 1],
    [20, 40, true, 20, 0],
    [21, 40, false, 19, 1],
    [0, 7, false, 0, 1],
    [0, 7, true, 0, 0],
    [0, 0, false, 0, 0],
  ])(
    'of deletions: %i of %i pages, narrowed %j, %i files: %i refusals',
    (deleted, lockPages, narrowed, localPages, refusals) => {
      const changes = Array.from({ length: deleted }, (_, n): Change => {
        const at = { key: `v1/guide/${n}` as PageKey, id: n as PageId };
        return { kind: 'delete', ...at, title: 'Page', isShown: true };
      });
      const found = guard({
        plan: { changes, unchanged: lockPages - deleted, remoteOnly: 0 },
        lockPages,
        isOtherProject: false,
        localPages,
        narrowed,
        filesOnly: false,
      });
      expect(found).toHaveLength(refusals);
    },
  );

  test('lets pages without a file be, however many, and updates of all pages', () => {
    const changes = Array.from({ length: 50 }, (_, n): Change => {
      const at = { key: `v1/guide/${n}` as PageKey, id: n as PageId };
      return { kind: 'orphan', ...at };
    });
    const found = guard({
      plan: { changes, unchanged: 1, remoteOnly: 0 },
      lockPages: 51,
      isOtherProject: false,
      localPages: 1,
      narrowed: false,
      filesOnly: false,
    });
    expect(found).toEqual([]);
  });

  test('refuses a folder that lost its pages, and a platform that is another project', async () => {
    const bench = await openWorkbench(many(25));
    await bench.push();
    const other = await openWorkbench(many(25));
    const { lock } = (await bench.prepare()).state;
    expect(lock.pages.size).toBe(25);
    const elsewhere = await bench.prepare();
    expect(elsewhere.refusals).toEqual([]);
    const moved = { ...bench.deps, api: other.deps.api };
    const { prepare } = await import('../../src/sync/prepare.ts');
    const { refusals } = await prepare(moved, elsewhere.state.options);
    expect(refusals[0]?.message).toContain('another project');

    for (const path of Object.keys(many(25))) await rm(join(bench.folder, path));
    expect((await bench.prepare()).refusals[0]?.message).toContain('no pages');
  });
});

describe('a saved plan', () => {
  test('is applied as it was shown', async () => {
    const bench = await openWorkbench(many(2));
    const saved = savePlan(await bench.prepare());
    const { applied } = await apply(await prepareSaved(bench.deps, saved), bench.deps);
    expect(applied).toHaveLength(2);
  });

  test('is refused once the files or the platform have moved', async () => {
    const bench = await openWorkbench(many(2));
    await bench.push();
    await bench.write({ 'docs/v1/guide/page-0.md': pageFile('Page 0', 'New.\n') });
    const saved = savePlan(await bench.prepare());
    await bench.write({ 'docs/v1/guide/page-0.md': pageFile('Page 0', 'Newer.\n') });
    await expect(prepareSaved(bench.deps, saved)).rejects.toMatchObject({ code: 'conflict' });

    const again = savePlan(await bench.prepare());
    await bench.platform.admin
      .editor()
      .edit(await bench.idOf('v1/guide/page-0'), { title: 'Mine' });
    await expect(prepareSaved(bench.deps, again)).rejects.toMatchObject({ code: 'conflict' });
  });

  test.each([
    '',
    'null',
    '{}',
    '{"docs-cli-plan":1,"options":null}',
    '{"docs-cli-plan":1,"options":{"choices":[]}}',
  ])('is no other file: %s', async (text) => {
    const bench = await openWorkbench({});
    await expect(prepareSaved(bench.deps, text)).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('one run at a time', () => {
  test('the second says that the first is at work, and goes on when that is over', async () => {
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
    await expect(exclusively(bench.deps, 0, async () => undefined)).rejects.toMatchObject({
      code: 'busy',
    });
    const second = exclusively(bench.deps, 60_000, async () => {
      order.push('second');
    });
    release();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
    expect(bench.events).toContainEqual({ type: 'busy', pid: process.pid });
  });

  test('a run that was killed does not hold the folder', async () => {
    const bench = await openWorkbench({});
    await exclusively(bench.deps, 0, async () => undefined);
    const dead = JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() });
    await writeFile(join(bench.folder, '.docs-cli/docs-cli.lock.run'), dead);
    expect(await exclusively(bench.deps, 0, async () => 'ran')).toBe('ran');
  });

  test('nor does one whose process id another process has by now', async () => {
    const bench = await openWorkbench({});
    await exclusively(bench.deps, 0, async () => undefined);
    const path = join(bench.folder, '.docs-cli/docs-cli.lock.run');
    const hold = (pid: number): Promise<void> =>
      writeFile(path, JSON.stringify({ pid, host: hostname(), process: 'another' }));
    const run = (): Promise<string> => exclusively(bench.deps, 0, async () => 'ran');

    await hold(process.pid);
    expect(await run()).toBe('ran');
    await hold(process.ppid);
    await expect(run()).rejects.toMatchObject({ code: 'busy' });
    const beforeBoot = new Date(realClock.now() - uptime() * 1000 - 3_600_000);
    await utimes(path, beforeBoot, beforeBoot);
    expect(await run()).toBe('ran');
  });
});

describe('the file that says that a run is at work', () => {
  const RUN = '.docs-cli/docs-cli.lock.run';

  test('stays where another run took the folder over while this one was suspended', async () => {
    const bench = await openWorkbench({});
    const other = JSON.stringify({ pid: 1, host: 'elsewhere', process: 'another' });
    await exclusively(bench.deps, 0, () => writeFile(join(bench.folder, RUN), other));
    expect(await readFile(join(bench.folder, RUN), 'utf8')).toBe(other);
  });

  test.each([
    ['a link to nothing', (path: string) => symlink('nowhere', path)],
    ['a link to a file', (path: string) => symlink('.gitignore', path)],
    ['a folder', (path: string) => mkdir(path)],
  ])('ends the run with an error where it is %s', async (_, make) => {
    const bench = await openWorkbench({});
    await exclusively(bench.deps, 0, async () => undefined);
    await make(join(bench.folder, RUN));
    await expect(exclusively(bench.deps, 60_000, async () => 'ran')).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining(`"${RUN}" is `),
    });
  });

  test('does not keep a run that was stopped from ending', async () => {
    const bench = await openWorkbench({}, { signal: AbortSignal.abort(new Error('stopped')) });
    await expect(exclusively(bench.deps, 60_000, async () => 'ran')).rejects.toThrow('stopped');
  });

  test('cannot be written: the error names the folder', async () => {
    const bench = await openWorkbench({ '.docs-cli': 'a file' });
    await expect(exclusively(bench.deps, 0, async () => 'ran')).rejects.toMatchObject({
      code: 'config',
      message: '".docs-cli" is not a folder, but docs keeps its state there.',
    });
  });
});

describe('what a run that was killed left in the state folder', () => {
  test('is gone after the next one began, and what others hold is not', async () => {
    const bench = await openWorkbench({});
    const [dead, alive] = [2 ** 22 + 1, process.ppid].map((pid) =>
      temporaryName().replace(`-${process.pid}-`, `-${pid}-`),
    ) as [string, string];
    const earlier = 'docs-cli.lock.run.0f0e0d0c-1111-2222-3333-444455556666';
    const left = { [`tmp/${dead}`]: 'x', [dead]: 'x', [`objects/${dead}`]: 'x', [earlier]: '' };
    const others = { [`tmp/${alive}`]: 'x', 'tmp/notes.txt': 'x', 'objects/pack-1': 'x' };
    for (const path of Object.keys({ ...left, ...others }))
      await bench.write({ [`.docs-cli/${path}`]: 'x' });
    const longAgo = new Date(realClock.now() - 120_000);
    await utimes(join(bench.folder, '.docs-cli', earlier), longAgo, longAgo);

    await exclusively(bench.deps, 0, async () => undefined);

    const names = await readdir(join(bench.folder, '.docs-cli'), { recursive: true });
    expect(names.toSorted()).toEqual(
      ['.gitignore', 'objects', 'tmp', ...Object.keys(others)].toSorted(),
    );
  });
});

describe('what an earlier release left beside the lock and beside pages when it was killed', () => {
  const UUID = '0f0e0d0c-1111-2222-3333-444455556666';
  const lock = (name: string): string => `docs-cli.lock.json.${name}`;

  test('is gone after the next run began where it can only be a lock of the tool', async () => {
    const bench = await openWorkbench({});
    const start = '{\n"docs-cli-lock": 1,\n';
    const left = { [lock(UUID)]: start, [lock(UUID.replace('0f', '1f'))]: '' };
    const others = {
      [lock(UUID.replace('0f', '2f'))]: 'somebody’s own',
      [lock('backup')]: start,
      [lock('4f0e0d0c')]: start,
      [`other.json.${UUID}`]: start,
      // Perhaps a copy that a person made.
      'docs/v1/guide/a.md': 'A',
      'docs/v1/guide/a.md.3141592653': 'A',
    };
    const young = lock(UUID.replace('0f', '3f'));
    await bench.write({ ...left, ...others, [young]: start });
    const longAgo = new Date(realClock.now() - 120_000);
    for (const path of Object.keys({ ...left, ...others }))
      await utimes(join(bench.folder, path), longAgo, longAgo);

    await exclusively(bench.deps, 0, async () => undefined);

    const names = await readdir(bench.folder, { recursive: true });
    for (const path of Object.keys(left)) expect(names).not.toContain(path);
    for (const path of [...Object.keys(others), young]) expect(names).toContain(path);
  });
});

describe('while a run is under way', () => {
  test('a page that was edited after the plan was made is left alone', async () => {
    let ahead = 0;
    const syncClock = { ...realClock, elapsed: () => realClock.elapsed() + ahead };
    const bench = await openWorkbench(many(2), { syncClock });
    await bench.push();
    await bench.write(many(2, 'Edited'));
    const prepared = await bench.prepare();
    await bench.platform.admin
      .editor()
      .edit(await bench.idOf('v1/guide/page-0'), { content: 'Mine.' });
    ahead = 6000;
    const { applied, skipped } = await apply(prepared, bench.deps);
    expect(applied).toMatchObject([{ key: 'v1/guide/page-1' }]);
    expect(skipped).toMatchObject([{ change: { key: 'v1/guide/page-0' } }]);
    expect((await bench.pages()).get('v1/guide/page-0')?.draft).toContain('Mine.');
  });

  test('an interruption stops it, says what was done, and the next run finishes', async () => {
    const stop = new AbortController();
    const bench = await openWorkbench(many(300));
    const prepared = await bench.prepare();
    let done = 0;
    const outcome = await apply(prepared, {
      ...bench.deps,
      signal: stop.signal,
      report: ({ type }) => {
        if (type === 'handled' && ++done === 40) stop.abort();
      },
    });
    expect(outcome.stopped?.code).toBe('interrupted');
    const { applied, skipped, unsettled } = outcome;
    expect(applied.length + skipped.length + unsettled.length).toBe(300);
    expect(skipped.length).toBeGreaterThan(0);
    await bench.push();
    expect((await bench.pages()).size).toBe(300);
    expect((await bench.push()).requests).toEqual({ listAll: 1 });
  });

  test('a wrong key stops it at once', async () => {
    const bench = await openWorkbench(many(3));
    const prepared = await bench.prepare();
    const readOnly = await bench.platform.admin.createKey({
      name: 'reader',
      permissions: ['project.read', 'page.read'],
      versions: null,
    });
    const other = await openWorkbench(
      {},
      { key: readOnly, baseUrl: async () => bench.platform.baseUrl },
    );
    const outcome = await apply(prepared, { ...bench.deps, api: other.deps.api });
    expect(outcome.stopped?.code).toBe('forbidden');
    expect(outcome.applied).toEqual([]);
    expect((await bench.pages()).size).toBe(0);
  });

  test('a page that is not meant for all readers is not published unasked', async () => {
    const bench = await openWorkbench({
      'docs/v1/guide/quiet.md': pageFile('Quiet', 'Hush.\n', 'listed: false\n'),
    });
    const { outcome } = await bench.push({ publish: true });
    expect(outcome.skipped).toMatchObject([{ change: { kind: 'publish', held: 'unlisted' } }]);
    expect((await bench.pages()).get('v1/guide/quiet')?.published).toBeNull();
    await bench.push({ publish: true, allowListed: true });
    expect((await bench.pages()).get('v1/guide/quiet')?.published).toContain('Hush.');
  });

  test('only what was named is pushed; a name that means nothing is an error', async () => {
    const bench = await openWorkbench(many(3));
    await bench.push({ only: ['docs/v1/guide/page-1.md', 'v1/guide/page-2'] });
    expect([...(await bench.pages()).keys()].toSorted()).toEqual([
      'v1/guide/page-1',
      'v1/guide/page-2',
    ]);
    await expect(bench.push({ only: ['page-9'] })).rejects.toMatchObject({ code: 'usage' });
  });
});
