import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FilePath, PageKey } from '../../src/model/ids.ts';
import { nextRound } from '../../src/sync/pull/slug-order.ts';
import type { PageInFile } from '../../src/model/local.ts';

const at = (name: string): PageInFile => ({
  key: `v/d/${name}` as PageKey,
  file: `docs/${name}.md` as FilePath,
});

interface Walker {
  at: PageInFile;
  readonly to: PageInFile;
}

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Pages of which each goes somewhere else, no two of them to one place. */
const walkers = fc
  .tuple(
    fc.shuffledSubarray(NAMES, { minLength: 1 }),
    fc.shuffledSubarray([...NAMES, 'x', 'y'], { minLength: NAMES.length }),
  )
  .map(([from, to]) =>
    from
      .map((name, index): Walker => ({ at: at(name), to: at(to[index] ?? name) }))
      .filter((one) => one.at.key !== one.to.key),
  );

describe('the order in which pages take each other’s places', () => {
  test('brings all of them where they go, and no two of them ever to one place', () => {
    fc.assert(
      fc.property(walkers, (all) => {
        let asides = 0;
        const waiting = (): Walker[] => all.filter((one) => one.at.key !== one.to.key);
        while (waiting().length > 0) {
          const { go, blocked, aside } = nextRound(waiting(), []);
          expect(blocked).toEqual([]);
          expect(go.length > 0).toBe(aside === null);
          for (const one of go) one.at = one.to;
          if (aside) aside.at = at(`aside-${(asides += 1)}`);
          expect(new Set(all.map((one) => one.at.key)).size).toBe(all.length);
        }
        // Only those who all wait for one another need it: two or more each time.
        expect(asides).toBeLessThanOrEqual(all.length / 2);
      }),
    );
  });

  test('lets nobody go where another stays, nor who waits for such a one', () => {
    const stays = { at: at('a'), to: at('b') };
    const waits = { at: at('b'), to: at('a') };
    const free = { at: at('c'), to: at('d') };
    expect(nextRound([waits, free], [stays])).toEqual({ go: [], blocked: [waits], aside: null });
    const behind = { at: at('e'), to: at('b') };
    expect(nextRound([behind], [waits]).blocked).toEqual([behind]);
  });

  test('takes names that differ in case only for one place', () => {
    const upper = { at: at('A'), to: at('x') };
    const lower = { at: at('b'), to: at('a') };
    expect(nextRound([lower, upper], []).go).toEqual([upper]);
  });
});
