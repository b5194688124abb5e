// Slow: each row is a series of commands.
/**
 * The number of requests of each command after each command, counted on the platform. `GET /all`
 * is one of them everywhere. A cell with more says what the others are for.
 */
import { describe, expect, test } from 'vitest';
import { REVISIONS } from '../../support/revisions.ts';
import { openWorld, type World } from '../../support/world.ts';

const PAGES = 25;

const fileOf = (n: number): string => `docs/v1/guide/page-${n}.md`;
const page = (n: number, body: string): string => `---\ntitle: Page ${n}\n---\n\n${body}\n`;
const numbers = Array.from({ length: PAGES }, (_, n) => n);
const FILES = Object.fromEntries(numbers.map((n) => [fileOf(n), page(n, `Text ${n}.`)]));

const pushed = async (world: World): Promise<void> => {
  await world.run('push', '--yes');
};

/** After this, each line of the lock was looked at once. */
const settled = async (world: World): Promise<void> => {
  await pushed(world);
  await world.run('pull', '--yes');
};

const STATES = {
  first: async () => undefined,
  'after push': pushed,
  'no-op': settled,
  'one edited': async (world) => {
    await settled(world);
    await world.write({ [fileOf(7)]: page(7, 'Edited here.') });
  },
  'one edited there': async (world) => {
    await settled(world);
    await world.edit('v1/guide/page-7', 'Edited there.');
  },
  'after pull': async (world) => {
    await settled(world);
    await world.edit('v1/guide/page-7', 'Edited there.');
    await world.run('pull', '--yes');
  },
  'after an edit is pushed': async (world) => {
    await settled(world);
    await world.write({ [fileOf(7)]: page(7, 'Edited here.') });
    await pushed(world);
  },
  'after page publish': async (world) => {
    await settled(world);
    await world.run('page', 'publish', 'v1/guide/page-7', '--yes');
  },
} satisfies Record<string, (world: World) => Promise<unknown>>;

type State = keyof typeof STATES;

/** A number, and why there are more requests than the one for `GET /all`. */
type Cell = 1 | readonly [requests: number, why: string];

const ALL_CREATED: Cell = [1 + PAGES, 'creates each page'];
const EACH_LOOKED_AT: Cell = [
  1 + PAGES,
  'looks once at each page whose date proves nothing: an edit in the same second as our push has the same date',
];
const ONE_LOOKED_AT: Cell = [2, 'looks once at the page whose date proves nothing'];
const ONE_SENT: Cell = [3, 'looks at the page just before it is written, and writes it'];
const ONE_NEWER: Cell = [2, 'reads the page whose date changed: whose text is it?'];
const ONE_SHOWN: Cell = [2, 'reads the page that it shows'];

/** Commands of the folder. */
const TABLE = {
  status: {
    first: 1,
    'after push': 1,
    'no-op': 1,
    'one edited': 1,
    'one edited there': ONE_NEWER,
    'after pull': 1,
    'after an edit is pushed': 1,
    'after page publish': 1,
  },
  diff: {
    first: 1,
    'after push': 1,
    'no-op': 1,
    'one edited': ONE_SHOWN,
    'one edited there': ONE_SHOWN,
    'after pull': 1,
    'after an edit is pushed': 1,
    'after page publish': 1,
  },
  push: {
    first: ALL_CREATED,
    'after push': 1,
    'no-op': 1,
    'one edited': ONE_SENT,
    'one edited there': ONE_NEWER,
    'after pull': 1,
    'after an edit is pushed': 1,
    'after page publish': 1,
  },
  pull: {
    first: 1,
    'after push': EACH_LOOKED_AT,
    'no-op': 1,
    'one edited': 1,
    'one edited there': ONE_NEWER,
    'after pull': 1,
    'after an edit is pushed': ONE_LOOKED_AT,
    'after page publish': ONE_LOOKED_AT,
  },
  sync: {
    first: ALL_CREATED,
    'after push': 1,
    'no-op': 1,
    'one edited': ONE_SENT,
    'one edited there': ONE_NEWER,
    'after pull': 1,
    'after an edit is pushed': 1,
    'after page publish': 1,
  },
} satisfies Record<string, Record<State, Cell>>;

/** These ask the same whatever state the folder is in. */
const LISTS = {
  list: [
    3,
    'the versions with their names, GET /all for the number of pages, and which documentations are published',
  ],
  report: [2, 'the version that is meant, and the report'],
} satisfies Record<string, Cell>;

/**
 * What a revision that leaves slugs out of `GET /all` costs more, until the lock has them: the
 * versions, and the documentations of each.
 */
const SLUGS = 2;

const READING = ['status', 'diff', 'list', 'report'] as const;
const WRITING = ['push', 'pull', 'sync'] as const;

const numberIn = (cell: Cell): number => (cell === 1 ? 1 : cell[0]);

async function requestsOf(world: World, command: string): Promise<number> {
  world.platform.requests.reset();
  const isWriting = WRITING.some((each) => each === command);
  const run = await world.run(command, ...(isWriting ? ['--yes'] : []));
  expect(run).toMatchObject({ exitCode: 0 });
  return world.platform.requests.count();
}

describe.each(REVISIONS)('requests of the revision %s', (api) => {
  const slugs = (state: State): number => (api !== 'classic' && state === 'first' ? SLUGS : 0);

  test.each(Object.keys(STATES) as State[])('%s', async (state) => {
    const found: Record<string, number> = {};
    const expected: Record<string, number> = {};
    // The commands that only read see one world, and leave it as it is.
    const reading = await openWorld(FILES, { rateLimits: false, api });
    await STATES[state](reading);
    for (const command of READING) {
      found[command] = await requestsOf(reading, command);
      expected[command] =
        command === 'list' || command === 'report'
          ? numberIn(LISTS[command])
          : numberIn(TABLE[command][state]) + slugs(state);
    }
    for (const command of WRITING) {
      const world = await openWorld(FILES, { rateLimits: false, api });
      await STATES[state](world);
      found[command] = await requestsOf(world, command);
      expected[command] = numberIn(TABLE[command][state]) + slugs(state);
    }

    expect(found).toEqual(expected);
  });
});

test('each cell with more than one request says what the others are for', () => {
  const cells: readonly Cell[] = [
    ...Object.values(TABLE).flatMap((row) => Object.values(row)),
    ...Object.values(LISTS),
  ];
  expect(cells.filter((cell) => cell !== 1 && (cell[0] < 2 || cell[1] === ''))).toEqual([]);
});

describe('docs status', () => {
  test('after a push asks once, however often, and reads no page that was edited here', async () => {
    const world = await openWorld(FILES, { rateLimits: false });
    await pushed(world);
    await world.write(Object.fromEntries(numbers.map((n) => [fileOf(n), page(n, 'Edited.')])));
    for (const _ of [1, 2, 3]) expect(await requestsOf(world, 'status')).toBe(1);
  });

  test('claims nothing of pages whose dates prove nothing', async () => {
    const world = await openWorld(FILES, { rateLimits: false });
    await pushed(world);
    const after = await world.run('status');
    expect(after.stdout).toBe(`${PAGES} pages unchanged, as far as their dates tell\n`);
    const json = await world.run('status', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ looked: 'dates' });

    await world.run('pull', '--yes');

    expect((await world.run('status')).stdout).toBe(`${PAGES} pages unchanged\n`);
    const proven = await world.run('status', '--json');
    expect(JSON.parse(proven.stdout)).toMatchObject({ looked: 'all' });
  });

  test('says of a file that lost what a pull brought that both sides differ, as a push does', async () => {
    const world = await openWorld({ [fileOf(0)]: page(0, 'One.\n\nTwo.\n\nThree.') });
    await settled(world);
    await world.edit('v1/guide/page-0', 'One.\n\nTwo.\n\nThree, theirs.');
    await world.run('pull', '--yes');
    for (const body of ['One.\n\nTwo.\n\nThree.', 'One, ours.\n\nTwo.\n\nThree.']) {
      await world.write({ [fileOf(0)]: page(0, body) });
      const [status, push] = [await world.run('status'), await world.run('push', '--dry-run')];
      expect(status.stdout).toContain('1 page changed here and on the platform');
      expect(status.stdout).toBe(push.stdout);
    }
    world.platform.requests.reset();
    await world.run('status');
    expect(world.platform.requests.count()).toBe(1);
  });

  test('says of a renamed file what a push says, without reading its page', async () => {
    const world = await openWorld(FILES, { rateLimits: false });
    await settled(world);
    await world.run('move', fileOf(0), 'docs/v1/guide/renamed.md');
    const push = await world.run('push', '--dry-run');

    world.platform.requests.reset();
    const status = await world.run('status');

    expect(status.stdout).toBe(push.stdout);
    expect(world.platform.requests.count()).toBe(1);
  });
});

test('docs diff that shows nothing claims nothing of pages whose dates prove nothing', async () => {
  const world = await openWorld(FILES, { rateLimits: false });
  await pushed(world);
  expect((await world.run('diff')).stdout).toBe('No differences, as far as their dates tell.\n');
  await world.run('pull', '--yes');
  expect((await world.run('diff')).stdout).toBe('No differences.\n');
});
