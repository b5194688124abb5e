/** From which moment a later run counts how long a write may still be under way: its sending. */
import { expect, test } from 'vitest';
import { readLogFile } from '../../src/sync/record/read-log.ts';
import { stand, type Between } from '../support/acting-proxy.ts';
import { FixedClock } from '../support/clocks.ts';
import { git } from '../support/git.ts';
import { openWorkbench, pageFile } from './workbench.ts';

const A = 'docs/v1/guide/a.md';

/** A folder with one page, and the ages of the records when their writes arrive. */
async function scene() {
  const clock = new FixedClock();
  const between: Between = {};
  const bench = await openWorkbench(
    { [A]: pageFile('A', 'First.\n') },
    { clock, syncClock: clock, baseUrl: ({ baseUrl }) => stand(baseUrl, between) },
  );
  const ages: (readonly [string, number])[] = [];
  let refusals = 0;
  between.before = async ({ method, path }) => {
    if (method === 'GET') return undefined;
    const { open } = await readLogFile(bench.deps.project);
    const [record, ...others] = open;
    expect(others).toEqual([]);
    const isPublication = path.endsWith('/publish');
    const write = isPublication ? 'publish' : method;
    if (record) ages.push([write, (clock.now() - record.at) / 1000]);
    if (refusals-- > 0) return { status: 429, headers: { 'retry-after': '9' } };
    return undefined;
  };
  return {
    bench,
    ages,
    refuse: (times: number) => {
      refusals = times;
    },
  };
}

test('a write that waits for its slot is recorded when it is sent', async () => {
  const { bench, ages, refuse } = await scene();
  refuse(2);
  await bench.push();
  refuse(1);
  await bench.write({ [A]: pageFile('A', 'Second.\n') });
  await bench.push({ publish: true });
  refuse(1);
  git(bench.folder, 'init', '--quiet');
  git(bench.folder, 'add', '--all');
  git(bench.folder, 'commit', '--quiet', '--message', 'Push');
  git(bench.folder, 'rm', '--quiet', A);
  git(bench.folder, 'commit', '--quiet', '--message', 'Remove');
  const { outcome } = await bench.push({ prune: true, force: true });

  expect(outcome).toMatchObject({ failed: [], skipped: [], applied: [{ kind: 'delete' }] });
  expect((await bench.pages()).size).toBe(0);
  expect(ages.map(([write]) => write)).toEqual([
    'POST',
    'POST',
    'POST',
    'PUT',
    'PUT',
    'publish',
    'DELETE',
    'DELETE',
  ]);
  expect(ages.map(([, seconds]) => seconds)).toEqual(ages.map(() => 0));
});
