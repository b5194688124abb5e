import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { meanwhileIn } from '../../../src/system/git/commit-graph.ts';

/** Each commit with its parents, which come after it. */
const graph = fc
  .array(fc.array(fc.nat({ max: 20 }), { maxLength: 3 }), { minLength: 1, maxLength: 20 })
  .map((rows) =>
    rows.map((steps, at) => {
      const parents = steps.map((step) => at + 1 + step).filter((each) => each < rows.length);
      return [at, ...new Set(parents)].map(String);
    }),
  );

/** A commit and all that it descends from. */
function history(commits: readonly (readonly string[])[], of: string): ReadonlySet<string> {
  const found = new Set<string>();
  const wanted = [of];
  for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    wanted.push(...(commits[Number(id)] ?? []).slice(1));
  }
  return found;
}

test('what was made meanwhile is what the first parent has and no other one', () => {
  fc.assert(
    fc.property(graph, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (commits, picks) => {
      const [first = '', ...others] = picks.map((pick) => String(pick % commits.length));
      const theirs = new Set(others.flatMap((id) => [...history(commits, id)]));
      const expected = [...history(commits, first)].filter((id) => !theirs.has(id));
      expect([...meanwhileIn(commits)([first, ...others])].toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 500 },
  );
});

test('parents that this clone lacks have nothing', () => {
  const meanwhile = meanwhileIn([
    ['a', 'b'],
    ['b', 'gone'],
  ]);
  expect([...meanwhile(['a', 'gone'])]).toEqual(['a', 'b']);
  expect([...meanwhile(['gone', 'a'])]).toEqual([]);
});
