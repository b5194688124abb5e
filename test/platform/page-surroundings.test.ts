import { describe, expect, test } from 'vitest';
import {
  withSurroundings,
  type Answers,
  type AskSurroundings,
  type Questions,
} from '../../src/platform/page-surroundings.ts';

const NOTHING: Answers = {
  links: new Map(),
  variables: new Map(),
  syncedBlocks: new Map(),
  children: [],
};

/** Answers from `known`, and keeps what it was asked. */
function project(known: Partial<Answers>): { ask: AskSurroundings; asked: Questions[] } {
  const asked: Questions[] = [];
  const ask: AskSurroundings = (questions) => {
    asked.push(questions);
    return Promise.resolve({ ...NOTHING, ...known });
  };
  return { ask, asked };
}

describe('the content that a conversion mentions', () => {
  test('is not read if it mentions nothing', async () => {
    const { ask, asked } = project({});
    expect(await withSurroundings(ask, () => 'text')).toBe('text');
    expect(asked).toEqual([]);
  });

  test('is read once, each name once, all at a time', async () => {
    const intro = { title: 'Intro', url: '/v1/guides/intro' };
    const { ask, asked } = project({
      links: new Map([['/guides/intro', intro]]),
      variables: new Map([['name', 'Ada']]),
      children: [intro],
    });
    const text = await withSurroundings(ask, (resolver) =>
      [
        resolver.page('/guides/intro')?.title,
        resolver.page('/guides/intro')?.title,
        resolver.page('/guides/none')?.title,
        resolver.variable('name'),
        resolver.children().length,
      ].join(),
    );
    expect(text).toBe('Intro,Intro,,Ada,1');
    expect(asked).toEqual([
      {
        links: ['/guides/intro', '/guides/none'],
        variables: ['name'],
        syncedBlocks: [],
        children: true,
      },
    ]);
  });

  test('is read again if the result mentions more', async () => {
    const { ask, asked } = project({
      syncedBlocks: new Map([['a', 'says %name%']]),
      variables: new Map([['name', 'Ada']]),
    });
    const text = await withSurroundings(ask, (resolver) =>
      resolver.synced('a')?.replace('%name%', () => resolver.variable('name') ?? '?'),
    );
    expect(text).toBe('says Ada');
    expect(asked.map(({ syncedBlocks, variables }) => [syncedBlocks, variables])).toEqual([
      [['a'], []],
      [[], ['name']],
    ]);
  });

  test('is not read endlessly', async () => {
    let names = 0;
    const { ask, asked } = project({});
    await withSurroundings(ask, (resolver) => resolver.variable(`n${(names += 1)}`));
    expect(asked.length).toBeLessThan(10);
  });

  test('is read up to a number of names, and not by a name that no database can look up', async () => {
    const { ask, asked } = project({});
    await withSurroundings(ask, (resolver) => {
      for (const name of ['a\0', '\ud800', 'x'.repeat(5_000)]) resolver.synced(name);
      for (let n = 0; n < 20_000; n += 1) resolver.page(`/guides/${n}`);
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.syncedBlocks).toEqual([]);
    expect(asked[0]?.links).toHaveLength(5_000);
  });

  test('has a limit for the length of variables, in each round', async () => {
    const value = 'x'.repeat(1_000_000);
    const { ask } = project({ variables: new Map([['big', value]]) });
    const lengths = await withSurroundings(ask, (resolver) =>
      Array.from({ length: 100 }, () => resolver.variable('big')?.length ?? 0),
    );
    expect(lengths.filter((length) => length > 0)).toHaveLength(4);
  });
});
