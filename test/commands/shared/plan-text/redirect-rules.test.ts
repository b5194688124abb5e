import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  movedAddressesIn,
  redirectsDone,
} from '../../../../src/commands/shared/plan-text/redirect-rules.ts';
import type { Change, Create, Delete, Pull, Update } from '../../../../src/model/change.ts';
import type { FilePath, PageId, PageKey } from '../../../../src/model/ids.ts';

const keyOf = (slug: string): PageKey => `v1/g/${slug}` as PageKey;
const at = (slug: string) => ({
  key: keyOf(slug),
  file: `docs/v1/g/${slug}.md` as FilePath,
  id: 1 as PageId,
});

const pull = (from: string, to: string): Pull => ({
  kind: 'pull',
  ...at(from),
  fields: ['slug'],
  to: keyOf(to),
  isShown: true,
});

const update = (from: string, to: string): Update => ({
  kind: 'update',
  ...at(to),
  fields: ['slug'],
  from: keyOf(from),
  isShown: true,
  commit: null,
  notes: [],
});

const create = (slug: string, movedFrom?: PageKey): Create => ({
  kind: 'create',
  ...at(slug),
  title: slug,
  category: null,
  ...(movedFrom !== undefined && { movedFrom }),
  notes: [],
});

const deleted = (slug: string): Delete => ({
  kind: 'delete',
  ...at(slug),
  title: slug,
  isShown: true,
});

const slug = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const moves = fc.uniqueArray(fc.record({ from: slug, to: slug, isPulled: fc.boolean() }), {
  selector: ({ from }) => from,
});

describe('redirect rules', () => {
  test('are those from addresses that no page has after the changes', () => {
    fc.assert(
      fc.property(moves, fc.array(slug), (moved, created) => {
        const taken = new Set([...moved.map(({ to }) => to), ...created]);

        const rules = movedAddressesIn([
          ...moved.map(({ from, to, isPulled }) => (isPulled ? pull : update)(from, to)),
          ...created.map((each) => create(each)),
        ]);

        expect(rules).toEqual(
          moved
            .filter(({ from }) => !taken.has(from))
            .map(({ from, to }) => ({ from: keyOf(from), to: keyOf(to) })),
        );
      }),
    );
  });

  test.each<readonly [string, readonly Change[]]>([
    ['an exchange', [pull('a', 'b'), pull('b', 'a')]],
    ['an address to itself', [pull('a', 'a')]],
    ['an address to itself, said differently', [pull('a', 'a/../../x')]],
    ['a deleted page with a new one in its place', [deleted('a'), create('a')]],
  ])('there are none for %s', (_, changes) => {
    expect(movedAddressesIn(changes)).toEqual([]);
    expect(redirectsDone(changes)).toEqual([]);
  });

  test('for a chain, there is one, from its first address', () => {
    const rules = [{ from: keyOf('a'), to: keyOf('b') }];
    expect(movedAddressesIn([pull('b', 'e'), pull('a', 'b')])).toEqual(rules);
    expect(redirectsDone([update('b', 'e'), update('a', 'b')])).toEqual(rules);
  });

  test('there is none from the former place of a page if another one was put there', () => {
    const moved = create('a', 'v1/old/a' as PageKey);
    const publish: Change = {
      kind: 'publish',
      ...at('a'),
      foreignDraft: false,
      held: null,
      notes: [],
    };
    expect(redirectsDone([moved, publish])).toEqual([{ from: moved.movedFrom, to: moved.key }]);
    const other = { ...update('c', 'a'), key: 'v1/old/a' as PageKey };
    expect(redirectsDone([moved, publish, other])).toEqual([{ from: keyOf('c'), to: other.key }]);
  });
});
