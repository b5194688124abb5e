// Slow: each history is several runs against a platform.
/** Drafts of others that docs itself wrote into a file: readers get them by `docs page publish` alone. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stand } from '../../support/acting-proxy.ts';
import { impatientClock } from '../../support/clocks.ts';
import { startDev } from '../../support/dev.ts';
import { commitAll, git } from '../../support/git.ts';
import { openWorld, type World } from '../../support/world.ts';

const KEY = 'v1/guide/install';
const FILE = 'docs/v1/guide/install.md';
const OTHER = { 'docs/v1/guide/other.md': '---\ntitle: Other\n---\n\nOther.\n' };

const OURS = 'One.\n\nTwo.\n\nThree.';
const THEIRS = 'One.\n\nTwo.\n\nThree, but they sto';
const EDITED = 'One, edited.\n\nTwo.\n\nThree.';
const MERGED = 'One, edited.\n\nTwo.\n\nThree, but they sto';

const page = (body: string, fence = '---'): string => `---\ntitle: Install\n${fence}\n\n${body}\n`;

/** A page with `OURS` for readers, or as a draft only, whose draft somebody then changed. */
async function editedOnPlatform(isPublished = true): Promise<World> {
  const world = await openWorld({ ...OTHER, [FILE]: page(OURS) });
  await world.run('push', '--yes', '--publish', 'v1/guide/other');
  await world.run('push', '--yes', isPublished ? '--publish' : '--no-publish');
  await world.edit(KEY, THEIRS);
  return world;
}

async function pulled(isPublished = true): Promise<World> {
  const world = await editedOnPlatform(isPublished);
  expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
  return world;
}

const publishedOf = async (world: World): Promise<string | null> =>
  (await world.page(KEY))?.published ?? null;

/** What readers see of any page. */
const published = (world: World): Promise<readonly (string | null)[]> =>
  world.platform.admin.pages().then((pages) => pages.map((one) => one.published));

const idOf = async (world: World): Promise<number> => (await world.page(KEY))?.id ?? 0;

const push = (world: World): ReturnType<World['run']> => world.run('push', '--publish', '--yes');

/** A push with nothing to say: one request, and no page in the plan. */
async function expectNothingToSay(world: World): Promise<void> {
  const run = await world.run('push', '--publish', '--yes', '--json');
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(run.stdout)).toMatchObject({
    plan: [],
    requests: { byOperation: { listAll: 1 }, total: 1 },
  });
}

/** Ends as if it was killed once the platform has carried out its first write. */
async function pushKilled(world: World): Promise<void> {
  let isOver = false;
  const baseUrl = await stand(world.platform.baseUrl, {
    before: () => Promise.resolve(isOver ? false : undefined),
    after: ({ method }) => {
      isOver ||= method === 'PUT';
      return Promise.resolve(isOver ? false : undefined);
    },
  });
  const options = { env: { DOCS_BASE_URL: baseUrl }, clock: impatientClock() };
  expect(await world.runAs(options, 'push', '--publish', '--yes')).not.toMatchObject({
    exitCode: 0,
  });
}

describe('a draft in a file that somebody goes on editing elsewhere', () => {
  const MINE = 'One, mine.\n\nTwo.\n\nThree, but they sto';
  const AGAIN = 'One, mine again.\n\nTwo.\n\nThree, but they sto';
  const DONE = 'One, mine again.\n\nTwo.\n\nThree, and done.';

  /** Continues in a clone of the state that was committed: without the log. */
  const inClone = (world: World): Promise<void> => world.remove('.docs-cli/docs-cli.lock.log');

  const WAYS: readonly (readonly [string, () => Promise<World>])[] = [
    ['pulled', () => pulled()],
    [
      'merged',
      async () => {
        const world = await editedOnPlatform();
        await world.write({ [FILE]: page(EDITED) });
        expect(await world.run('sync', '--merge', '--yes')).toMatchObject({ exitCode: 0 });
        return world;
      },
    ],
  ];

  test.each(
    WAYS.flatMap(([way, open]) => [true, false].map((hasLog) => [way, hasLog, open] as const)),
  )(
    'stays unpublished, however often: %s, with the log: %s; until its words change',
    async (_, hasLog, open) => {
      const world = await open();
      for (const text of [MINE, AGAIN, `${AGAIN}\n\nMore.`]) {
        await world.write({ [FILE]: page(text) });
        await world.run('push', '--yes', '--no-publish');
        if (!hasLog) await inClone(world);
        await world.write({ [FILE]: page(`${text}\n\nAnd.`) });
        await push(world);
        expect(await publishedOf(world)).toBe(OURS);
      }

      await world.write({ [FILE]: page(DONE) });
      await push(world);

      expect(await publishedOf(world)).toBe(hasLog ? DONE : OURS);
    },
  );

  const MORE = `${THEIRS}\n\nFour, but th`;
  test.each<[string, (world: World) => Promise<unknown>]>([
    [
      'over a draft of their own',
      async (world) => {
        await world.write({ [FILE]: page(MINE.replace(/T[a-z, ]*$/, 'Three.')) });
        await world.run('push', '--yes', '--no-publish');
        await world.edit(KEY, MINE);
        await world.run('pull', '--yes');
      },
    ],
    [
      'over an earlier one that was sent with lines of their own',
      async (world) => {
        await world.edit(KEY, THEIRS);
        await world.run('pull', '--yes');
        await world.write({ [FILE]: page(MINE) });
        await world.run('push', '--yes', '--no-publish');
        await world.edit(KEY, MORE.replace('One.', 'One, mine.'));
        await world.run('pull', '--yes');
      },
    ],
    [
      'of which they change one line',
      async (world) => {
        await world.edit(KEY, MORE);
        await world.run('pull', '--yes');
        await world.write({ [FILE]: page(MORE.replace('Three, but they sto', 'Three.')) });
      },
    ],
  ])('stays unpublished: %s', async (_, act) => {
    for (const isPublished of [true, false]) {
      const world = await openWorld({ ...OTHER, [FILE]: page(OURS) });
      await world.run('push', '--yes', isPublished ? '--publish' : '--no-publish');
      await act(world);
      const text = await world.read(FILE);
      for (const line of ['One, mine again.', 'One, and again.']) {
        await world.write({ [FILE]: text.replace(/^One.*$/m, line) });
        expect(await push(world)).toMatchObject({ exitCode: 7 });
        expect(await publishedOf(world)).toBe(isPublished ? OURS : null);
      }
      expect(await world.run('page', 'publish', KEY, '--yes')).toMatchObject({ exitCode: 0 });
      expect(await publishedOf(world)).toContain('One, and again.');
      await expectNothingToSay(world);
    }
  });

  test.each([
    ['an address', 'One.\n\n[Two](https://a.example).', 'https://a.example', 'https://b.example'],
    ['the order', 'One.\n\nTwo.\n\nFour.', 'Two.\n\nFour.', 'Four.\n\nTwo.'],
    ['a mark', 'One.\n\nTwo.', 'Two.', 'Two!'],
    ['emphasis', 'One.\n\nTwo.', 'Two.', '**Two.**'],
    ['a picture', 'One.\n\nTwo.', 'Two.', 'Two. 🚀'],
    ['a sentence in a line', 'One. Two. Three.', 'Two.', 'Two, but th.'],
  ])('stays unpublished if it changes %s', async (_, ours, from, to) => {
    const world = await openWorld({ ...OTHER, [FILE]: page(ours) });
    await push(world);
    await world.edit(KEY, ours.replace(from, to));
    await world.run('pull', '--yes');
    for (const mine of ['One, mine.', 'One, mine again.']) {
      const text = await world.read(FILE);
      await world.write({ [FILE]: text.replace(/One[^.]*\./, mine) });
      expect(await push(world)).toMatchObject({ exitCode: 7 });
      expect(await publishedOf(world)).toBe(ours);
    }
  });

  test.each([true, false])(
    'is as any other text once somebody has published it, with the log: %s',
    async (hasLog) => {
      const world = await pulled();
      await world.write({ [FILE]: page(MINE) });
      await world.run('push', '--yes', '--no-publish');
      if (!hasLog) await inClone(world);
      await world.platform.admin.editor().publish(await idOf(world));
      await world.write({ [FILE]: page(AGAIN) });

      await push(world);

      expect(await publishedOf(world)).toBe(AGAIN);
    },
  );
});

test.each([
  ['that has nothing of the draft is published', 'New.\n\nAnd all.', 'New.\n\nAnd all.'],
  ['that has the draft stays unpublished', `${THEIRS}\n\nMore.`, OURS],
])(
  'an edit of a pulled draft %s after a push that was killed behind its first write',
  async (_, text, expected) => {
    const world = await pulled();
    await world.write({ [FILE]: page(text) });
    await pushKilled(world);
    expect((await world.page(KEY))?.draft).toBe(text);

    await push(world);

    expect(await publishedOf(world)).toBe(expected);
  },
);

test('a draft whose words nothing tells any more is published by docs page publish alone, as the hint says', async () => {
  const world = await pulled();
  await world.write({ [FILE]: page(THEIRS.replace('One.', 'One, mine.')) });
  await world.run('push', '--no-publish', '--yes');
  await rm(join(world.folder, '.docs-cli'), { recursive: true });
  await world.write({ [FILE]: page('One, mine.\n\nTwo.\n\nThat is all.') });

  const run = await push(world);
  expect(run).toMatchObject({ exitCode: 7 });
  expect(run.stderr).not.toContain('changed its words');
  expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(`docs page publish ${KEY} publishes it`);
  await world.run('page', 'publish', KEY, '--yes');
  await expectNothingToSay(world);
});

describe('a draft that docs wrote into a file', () => {
  const SYNC = ['sync', '--pull', '--publish', '--yes'];
  const PUSH = ['push', '--publish', '--yes'];
  const WAYS: readonly (readonly [string, string, string, readonly (readonly string[])[]])[] = [
    ['a sync that pulls, twice', OURS, THEIRS, [SYNC, SYNC]],
    ['a pull and a push', OURS, THEIRS, [['pull', '--yes'], PUSH]],
    [
      'a pull and a push of its file',
      OURS,
      THEIRS,
      [
        ['pull', '--yes'],
        [...PUSH, FILE],
      ],
    ],
    [
      'a pull and a page push',
      OURS,
      THEIRS,
      [
        ['pull', '--yes'],
        ['page', ...PUSH, FILE],
      ],
    ],
    ['a pull over an edit', EDITED, THEIRS, [['pull', '--theirs', '--yes'], PUSH]],
    ['a sync over an edit', EDITED, THEIRS, [['sync', '--theirs', '--publish', '--yes'], PUSH]],
    [
      'a sync that merges, twice',
      EDITED,
      MERGED,
      [
        ['sync', '--merge', '--publish', '--yes'],
        ['sync', '--merge', '--publish', '--yes'],
      ],
    ],
    ['a pull that merges and a push', EDITED, MERGED, [['pull', '--merge', '--yes'], PUSH]],
    [
      'a pull that merges and two pushes',
      EDITED,
      MERGED,
      [['pull', '--merge', '--yes'], PUSH, PUSH],
    ],
    [
      'a pull, and a push that recreates',
      OURS,
      THEIRS,
      [
        ['pull', '--yes'],
        [...PUSH, '--recreate'],
      ],
    ],
  ];

  test.each(
    WAYS.flatMap(([what, file, text, runs]) =>
      [true, false].map((isPublished) => [what, isPublished, file, text, runs] as const),
    ),
  )(
    'is not published by %s, and is by docs page publish (published before: %s)',
    async (_, isPublished, file, text, runs) => {
      const world = await editedOnPlatform(isPublished);
      await world.write({ [FILE]: page(file) });
      let last = await world.run(...(runs[0] ?? []));
      for (const argv of runs.slice(1)) last = await world.run(...argv);

      expect(await publishedOf(world)).toBe(isPublished ? OURS : null);
      expect(await world.read(FILE)).toBe(page(text));
      expect(last).toMatchObject({ exitCode: 7 });
      expect(last.stderr).toContain('stays unpublished: a draft that docs pull wrote;');
      expect(last.stderr).toContain(`docs page publish ${KEY}`);
      expect(last.stderr).not.toContain('Run the same command again');
      expect((await world.page(KEY))?.draft).toBe(text);

      expect(await world.run('page', 'publish', KEY, '--yes')).toMatchObject({ exitCode: 0 });
      expect(await world.page(KEY)).toMatchObject({ published: text, draft: null });
      await expectNothingToSay(world);
    },
  );

  test('is named in the plan of the pull and in that of the push, in --json as well', async () => {
    const world = await editedOnPlatform();
    const pull = await world.run('pull', '--dry-run');
    expect(pull.stdout).toContain(`< ${KEY}  body, a draft that readers do not see yet`);
    await world.run('pull', '--yes');

    const { plan } = JSON.parse((await world.run('status', '--publish', '--json')).stdout);
    expect(plan).toEqual([
      expect.objectContaining({ kind: 'publish', key: KEY, foreignDraft: true, held: 'pulled' }),
    ]);
    const found = await world.run('push', '--publish', '--dry-run', '--fail-on', 'held');
    expect(found).toMatchObject({ exitCode: 7 });
    expect(found.stdout).toContain(`= ${KEY}`);
  });

  test('is not published on a terminal either, where the plan says what publishes it', async () => {
    const world = await pulled();
    const pushed = await world.runAs({ terminal: true }, 'push', '--publish');
    expect(pushed).toMatchObject({ exitCode: 7 });
    expect(pushed.stderr).toContain('stays unpublished: a draft that docs pull wrote;');
    expect(await publishedOf(world)).toBe(OURS);
  });

  test('keeps back neither a new title of its page nor other pages', async () => {
    const world = await pulled();
    await world.write({
      [FILE]: page(THEIRS).replace('Install', 'Set up'),
      'docs/v1/guide/other.md': '---\ntitle: Other\n---\n\nOther, edited.\n',
    });
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await world.page(KEY)).toMatchObject({ title: 'Set up', published: OURS });
    expect(await world.page('v1/guide/other')).toMatchObject({ published: 'Other, edited.' });
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world)).toBe(OURS);
  });

  test.each([
    ['with CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['with a BOM', (text: string) => `\u{feff}${text}`],
  ])('stays one if its file is saved %s', async (_, saved) => {
    const world = await pulled();
    await world.write({ [FILE]: saved(page(THEIRS)) });
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world)).toBe(OURS);
  });

  test('is published once a person has edited it, and is one again if that is undone before a push', async () => {
    const world = await pulled();
    await world.write({ [FILE]: page(`${THEIRS}p.`) });
    await world.write({ [FILE]: page(THEIRS) });
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world)).toBe(OURS);

    await world.write({ [FILE]: page(`${THEIRS}p.`) });
    expect(await push(world)).toMatchObject({ exitCode: 0 });
    expect(await publishedOf(world)).toBe(`${THEIRS}p.`);
    await expectNothingToSay(world);
    expect(await world.read('docs-cli.lock')).not.toContain('foreignDraft');
  });

  test('is one again if the file with the marked merge is thrown away, and the draft is pulled', async () => {
    const world = await editedOnPlatform();
    const mine = page(OURS.replace('Three.', 'Three, edited.'));
    await world.write({ [FILE]: mine });
    expect(await world.run('sync', '--merge', '--yes')).toMatchObject({ exitCode: 7 });
    await world.write({ [FILE]: mine });
    for (let runs = 0; runs < 2; runs += 1)
      await world.run('sync', '--pull', '--theirs', '--publish', '--yes');
    expect(await world.read(FILE)).toContain(THEIRS);
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world)).toBe(OURS);
  });

  test('is not published with what a person resolved if the same merge brought it elsewhere', async () => {
    const world = await openWorld({ ...OTHER, [FILE]: page(OURS) });
    await world.run('push', '--yes', '--publish');
    const theirs = `${OURS.replace('One.', 'One, theirs.')}\n\nFour, but they sto`;
    await world.edit(KEY, theirs);
    await world.write({ [FILE]: page(OURS.replace('One.', 'One, mine.')) });
    expect(await world.run('pull', '--merge', '--yes')).toMatchObject({ exitCode: 7 });
    await world.write({ [FILE]: page(theirs.replace('One, theirs.', 'One, mine.')) });
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world)).toBe(OURS);
  });

  test('is published if a person resolved the merge that brought it', async () => {
    const world = await editedOnPlatform();
    await world.write({ [FILE]: page(OURS.replace('Three.', 'Three, edited.')) });
    expect(await world.run('sync', '--merge', '--yes')).toMatchObject({ exitCode: 7 });
    await world.write({ [FILE]: page(THEIRS) });
    await push(world);
    expect(await publishedOf(world)).toBe(THEIRS);
    await expectNothingToSay(world);
  });

  test('is not published below a new draft, however often that is pushed', async () => {
    const world = await pulled();
    const body = `One, again.\n\n---published\n\n${THEIRS}`;
    await world.write({ [FILE]: page(body, '---draft') });
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world)).toBe(OURS);
    await world.write({ [FILE]: page(`${body}p.`, '---draft') });
    expect(await push(world)).toMatchObject({ exitCode: 0 });
    expect(await publishedOf(world)).toBe(`${THEIRS}p.`);
  });

  test('is no longer one after an editor published it', async () => {
    const world = await pulled();
    await world.platform.admin.editor().publish(await idOf(world));
    expect(await push(world)).toMatchObject({ exitCode: 0 });
    await expectNothingToSay(world);
    expect(await world.read('docs-cli.lock')).not.toContain('foreignDraft');
  });

  test.each(['discards it', 'restores what readers see'])(
    'is no longer one after an editor %s, and nothing is sent',
    async (how) => {
      const world = await pulled();
      const editor = world.platform.admin.editor();
      if (how === 'discards it') await editor.discard(await idOf(world));
      else await world.edit(KEY, OURS);
      const pushed = await push(world);
      expect(pushed.stderr).toContain('1 page changed on the platform only');
      await world.run('pull', '--yes');
      expect(await world.read(FILE)).toBe(page(OURS));
      expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
      expect(await publishedOf(world)).toBe(OURS);
      expect(await world.read('docs-cli.lock')).not.toContain('foreignDraft');
    },
  );

  test('is held back as the draft that it became if an editor goes on', async () => {
    const world = await pulled();
    await world.edit(KEY, `${THEIRS}p, and go on.`);
    const pushed = await push(world);
    expect(pushed).toMatchObject({ exitCode: 7 });
    expect(pushed.stdout).toContain('Its draft was written on the platform');
    await world.run('pull', '--yes');
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world)).toBe(OURS);
  });

  test('is one in a file that a pull created, whichever fence it gets', async () => {
    const world = await editedOnPlatform(false);
    await world.remove(FILE);
    await world.run('pull', '--yes', KEY);
    expect(await world.read(FILE)).toContain('---draft');
    await world.write({ [FILE]: page(THEIRS) });
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world)).toBeNull();
  });

  const COPIES: readonly (readonly [string, string])[] = [
    ['beside it', 'docs/v1/guide/copy.md'],
    ['in another documentation', 'docs/v1/api/copy.md'],
    ['in a copied version', 'docs/v2/guide/install.md'],
  ];

  /** With the places of all copies on the platform. */
  async function pulledBesidePlaces(): Promise<World> {
    const world = await pulled();
    const { admin } = world.platform;
    await admin.createVersion({ slug: 'v2' });
    await admin.createDocumentation({ version: 'v1', slug: 'api' });
    await admin.createDocumentation({ version: 'v2', slug: 'guide' });
    return world;
  }

  test.each(
    COPIES.flatMap(([where, to]): (readonly [string, string, string[]])[] => [
      [where, to, []],
      [`${where}, over another page`, to, ['Before.']],
    ]),
  )('is one in a copy of its file %s, until it is accepted', async (_, to, before) => {
    const world = await pulledBesidePlaces();
    for (const text of before) await world.write({ [to]: `---\ntitle: Copy\n---\n\n${text}\n` });
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await published(world)).toEqual(expect.arrayContaining(before));
    await world.write({ [to]: await world.read(FILE) });
    for (const _ of ['first', 'second']) {
      expect(await push(world)).toMatchObject({ exitCode: 7 });
      expect(await published(world)).not.toContain(THEIRS);
    }
    const key = to.slice('docs/'.length, -'.md'.length);
    expect(await world.run('page', 'publish', key, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await published(world)).toContain(THEIRS);
    expect(await publishedOf(world)).toBe(OURS);
  });

  test.each(
    COPIES.flatMap(([where, to]): (readonly [string, string, string, string[]])[] => [
      [where, to, 'before the first push', []],
      [where, to, 'after it', [THEIRS]],
      [`${where}, over another page`, to, 'before the first push', ['Before.']],
    ]),
  )('is one in a copy of its file %s that was edited %s', async (_, to, __, before) => {
    const world = await pulledBesidePlaces();
    const copy = (text: string): string => `---\ntitle: Copy\n---\n\n${text}\n`;
    for (const text of before) {
      await world.write({ [to]: copy(text) });
      await push(world);
    }
    for (const text of [MERGED, `${MERGED}\n\nMore.`, 'Three, but they sto']) {
      await world.write({ [to]: copy(text) });
      expect(await push(world)).toMatchObject({ exitCode: 7 });
      expect(JSON.stringify(await published(world))).not.toContain('they sto');
    }
    await world.write({ [to]: copy('Another.') });
    await push(world);
    expect(JSON.stringify(await published(world))).not.toContain('they sto');
  });

  test.each(COPIES)('is one in its file moved by git %s', async (_, to) => {
    const world = await pulledBesidePlaces();
    commitAll(world.folder);
    await world.write({ [to]: await world.read(FILE) });
    await world.remove(FILE);
    commitAll(world.folder);
    for (const _ of ['first', 'second']) {
      expect(await push(world)).toMatchObject({ exitCode: 7 });
      expect(await published(world)).not.toContain(THEIRS);
    }
  });

  test.each([
    ['with the marks of a conflict', (line: string) => `<<<<<<< HEAD\n${line}\n=======\n`],
    ['twice', (line: string) => `${line}\n`],
  ])('is one if the lock has its line %s', async (_, before) => {
    const world = await pulled();
    const lock = (await world.read('docs-cli.lock')).split('\n');
    const at = lock.findIndex((line) => line.includes(KEY));
    const line = lock[at] ?? '';
    const theirs = line.replace(/,"foreignDraft":"[^"]*"/, '');
    expect(theirs).not.toBe(line);
    const merged = before(line) + theirs;
    const end = merged.startsWith('<') ? '\n>>>>>>> other' : '';
    await world.write({ 'docs-cli.lock': lock.with(at, merged + end).join('\n') });
    for (const _ of ['first', 'second']) {
      expect(await push(world)).toMatchObject({ exitCode: 7 });
      expect(await publishedOf(world)).toBe(OURS);
    }
  });

  test.each(['at once', 'after a push of another page'])(
    'is one if the lock from before the pull is restored, %s',
    async (when) => {
      const world = await editedOnPlatform();
      const lock = await world.read('docs-cli.lock');
      await world.run('pull', '--yes');
      await world.write({ 'docs-cli.lock': lock });
      if (when !== 'at once') {
        await world.write({ 'docs/v1/guide/other.md': '---\ntitle: Other\n---\n\nMore.\n' });
        await world.run('push', 'v1/guide/other', '--yes');
        await world.write({ 'docs-cli.lock': lock });
      }
      for (const _ of ['first', 'second']) {
        expect(await push(world)).toMatchObject({ exitCode: 7 });
        expect(await publishedOf(world)).toBe(OURS);
      }
      expect(await world.run('page', 'publish', KEY, '--yes')).toMatchObject({ exitCode: 0 });
      expect(await publishedOf(world)).toBe(THEIRS);
      await expectNothingToSay(world);
    },
  );

  test.each([
    { ignored: '.docs-cli', says: 'Commit docs-cli.lock with the files: it alone says' },
    { ignored: 'docs-cli.lock', says: 'Git ignores 1 file that alone says' },
  ])('comes with what keeps it from readers if git ignores $ignored', async ({ ignored, says }) => {
    const world = await editedOnPlatform();
    await world.write({ '.gitignore': `${ignored}\n` });
    commitAll(world.folder);
    const { stdout, stderr } = await world.run('pull', '--yes');
    expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain(says);
  });

  test.each([
    { committed: 'the file without the lock', add: ['docs'], isTold: true },
    { committed: 'both', add: ['-A'], isTold: false },
    { committed: 'the lock alone', add: ['docs-cli.lock'], isTold: false },
    { committed: 'neither', add: null, isTold: false },
  ])('has a warning if git has the file without the lock: $committed', async ({ add, isTold }) => {
    const world = await editedOnPlatform();
    commitAll(world.folder);
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
    if (add) {
      git(world.folder, 'add', ...add);
      git(world.folder, 'commit', '-q', '-m', 'Pull');
    }
    const warning = `Git has the draft in ${FILE}, and not the docs-cli.lock that calls it one`;
    for (const command of [['status'], ['push', '--yes'], ['pull', '--yes']]) {
      const { stderr } = await world.run(...command);
      expect([command, stderr.replaceAll(/\s+/g, ' ').includes(warning)]).toEqual([
        command,
        isTold,
      ]);
    }
  });

  test('is in the plan that deletes its page', async () => {
    const world = await pulled();
    await world.remove(FILE);
    const { stdout } = await world.run('push', '--prune', '--dry-run', KEY);
    expect(stdout).toMatch(/- v1\/guide\/install +id \d+, readers see it, with somebody’s draft/);
  });

  test('is one on another machine that has the lock', async () => {
    const world = await pulled();
    const there = await openWorld({ ...OTHER });
    await there.write({
      [FILE]: await world.read(FILE),
      'docs-cli.lock': await world.read('docs-cli.lock'),
    });
    const env = { DOCS_BASE_URL: world.platform.baseUrl, DOCS_API_KEY: world.platform.apiKey };
    expect(await there.runAs({ env }, 'push', '--publish', '--yes')).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world)).toBe(OURS);
  });
});

describe('a pulled draft in the file of a page that has one of its own', () => {
  const LEFT = 'docs/v1/guide/left.md';
  const RIGHT = 'docs/v1/guide/right.md';
  const left = 'Left, which nobody has fini';
  const right = 'Right, which nobody has fini';
  const WAYS: readonly (readonly [string, string, string])[] = [
    ['the files were exchanged', right, left],
    ['one is a copy of the other', right, right],
    ['they were exchanged and edited', `${right}\n\nMore.`, `${left}\n\nMore.`],
    ['one has the draft of both', `${left}\n\n${right}`, 'Right.'],
    ['they have one draft each, and one of our lines', `${right}\n\nLeft.`, 'Right.'],
  ];

  test.each(WAYS)('stays unpublished if %s', async (_, first, second) => {
    const world = await openWorld({ [LEFT]: page('Left.'), [RIGHT]: page('Right.') });
    await world.run('push', '--publish', '--yes');
    await world.edit('v1/guide/left', left);
    await world.edit('v1/guide/right', right);
    await world.run('pull', '--yes');

    await world.write({ [LEFT]: page(first), [RIGHT]: page(second) });
    for (let runs = 0; runs < 2; runs += 1) {
      await push(world);
      expect(JSON.stringify(await published(world))).not.toContain('nobody has fini');
    }
  });
});

describe('sentences of a pulled draft', () => {
  const PRICE = 'Nobody has decided yet what this will cost once the trial is over.';
  const DATE = 'It will be switched off in March, which nobody has been told of.';
  const MORE = `One.\n\n${PRICE}\n\n${DATE}`;
  const WAYS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['a page that was split in two', { one: `One.\n\n${PRICE}`, two: `Rest.\n\n${DATE}` }],
    ['a page that got one of them', { other: `Other.\n\n${DATE}` }],
    [
      'their own file, in other lines beside an edit',
      { one: MORE.replace('One.', '1.').replaceAll(' will', '\nwill') },
    ],
    ['another file, in other lines', { two: MORE.replaceAll(/ (what|in)/g, '\n$1') }],
  ];

  test.each(WAYS)('stay unpublished in %s', async (_, files) => {
    const at = (name: string): string => `docs/v1/guide/${name}.md`;
    const world = await openWorld({ [at('one')]: page('One.'), [at('other')]: page('Other.') });
    await world.run('push', '--publish', '--yes');
    await world.edit('v1/guide/one', MORE);
    await world.run('pull', '--yes');

    for (const [name, body] of Object.entries(files)) await world.write({ [at(name)]: page(body) });
    for (let runs = 0; runs < 2; runs += 1) {
      expect(await push(world)).toMatchObject({ exitCode: 7 });
      expect(JSON.stringify(await published(world))).not.toMatch(/trial|March/);
    }
  });
});

describe('sentences that a pulled draft shares with other pages', () => {
  const PRICE = 'Nobody has decided yet what this will cost once the trial is over.';
  const NOTICE = 'Before you begin, make sure that you have administrator rights.';
  const OWN = 'The wind sensor turns at two metres a second.';
  const at = (name: string): string => `docs/v1/guide/${name}.md`;

  async function withNotice(install = `Put it on a roof.\n\n${NOTICE}`): Promise<World> {
    const files = { install, cleaning: 'Clean it.', wind: 'Wind.', rain: 'Rain.' };
    const world = await openWorld(
      Object.fromEntries(Object.entries(files).map(([name, body]) => [at(name), page(body)])),
    );
    await world.run('push', '--publish', '--yes');
    await world.edit('v1/guide/cleaning', `Clean it.\n\n${NOTICE}\n\n${PRICE}`);
    await world.run('pull', '--yes');
    return world;
  }

  const publishedIn = async (world: World, name: string): Promise<string | null | undefined> =>
    (await world.page(`v1/guide/${name}`))?.published;

  test('do not hold back a page if readers see them elsewhere', async () => {
    const world = await withNotice();
    await world.write({
      [at('install')]: page(`Put it on a high roof.\n\n${NOTICE}`),
      [at('wind')]: page(`Wind.\n\n${NOTICE}`),
      [at('snow')]: page(`Snow.\n\n${NOTICE}`),
    });
    await push(world);
    for (const name of ['install', 'wind', 'snow'])
      expect(await publishedIn(world, name)).toContain(NOTICE);
    expect(await publishedIn(world, 'cleaning')).toBe('Clean it.');
  });

  test('hold back a page if only an audience sees them elsewhere', async () => {
    const world = await withNotice('Put it on a roof.');
    await world.write({ [at('staff')]: page(`Staff.\n\n${NOTICE}`, 'audience: staff\n---') });
    await world.run('push', '--publish', '--yes', '--allow-listed');
    await world.run('page', 'publish', 'v1/guide/staff', '--yes', '--allow-listed');
    expect(await publishedIn(world, 'staff')).toContain(NOTICE);

    await world.write({ [at('wind')]: page(`Wind.\n\n${NOTICE}`) });
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    expect(await publishedIn(world, 'wind')).toBe('Wind.');
  });

  test('hold back a page with the sentence and the draft by name, and none that shares its other words', async () => {
    const world = await withNotice();
    await world.write({ [at('wind')]: page(`Wind.\n\n${PRICE}\n\n${OWN}`) });
    const held = await push(world);
    expect(held).toMatchObject({ exitCode: 7 });
    const said = held.stderr.replaceAll(/\s+/g, ' ');
    expect(said).toContain(PRICE.slice(0, 40));
    expect(said).toContain('v1/guide/cleaning');

    await world.write({ [at('rain')]: page(`Rain.\n\n${OWN}`) });
    await push(world);
    expect(await publishedIn(world, 'rain')).toContain(OWN);
    expect(await publishedIn(world, 'wind')).toBe('Wind.');
  });

  test('do not hold back a page again that somebody published with them', async () => {
    const world = await withNotice('Put it on a roof.');
    await world.write({ [at('snow')]: page(`Snow.\n\n${NOTICE}`) });
    expect(await push(world)).toMatchObject({ exitCode: 7 });
    await world.run('page', 'publish', 'v1/guide/snow', '--yes');

    await world.write({
      [at('snow')]: page(`Snow, daily.\n\n${NOTICE}`),
      [at('rain')]: page(`Rain.\n\n${NOTICE}`),
    });
    await push(world);
    expect(await publishedIn(world, 'snow')).toContain('daily');
    expect(await publishedIn(world, 'rain')).toContain(NOTICE);
  });

  test('hold back pages in a clone that did not pull, which asks the platform for the draft', async () => {
    const world = await withNotice();
    const there = await openWorld({});
    const names = ['install', 'cleaning', 'wind', 'rain'].map(at);
    for (const name of [...names, 'docs-cli.lock'])
      await there.write({ [name]: await world.read(name) });
    await there.write({
      [at('wind')]: page(`Wind.\n\n${PRICE}`),
      [at('snow')]: page(`Snow.\n\n${NOTICE}`),
    });
    const env = { DOCS_BASE_URL: world.platform.baseUrl, DOCS_API_KEY: world.platform.apiKey };
    expect(await there.runAs({ env }, 'push', '--no-publish', '--yes')).toMatchObject({
      exitCode: 0,
    });
    expect(await there.runAs({ env }, 'push', '--publish', '--yes')).toMatchObject({ exitCode: 7 });
    expect(await publishedIn(world, 'wind')).toBe('Wind.');
    expect(await publishedIn(world, 'snow')).toContain(NOTICE);
  });

  describe.each(['in the folder that pulled', 'in a clone'])(
    'in a page that is held back, %s',
    (where) => {
      const SNOW = 'v1/guide/snow';
      async function held(): Promise<World> {
        const world = await withNotice('Put it on a roof.');
        await world.write({ [at('snow')]: page(`Snow.\n\n${NOTICE}\n\n${OWN}`) });
        expect(await push(world)).toMatchObject({ exitCode: 7 });
        return world;
      }
      const pushAgain = async (world: World): ReturnType<typeof push> => {
        if (where === 'in a clone') await rm(join(world.folder, '.docs-cli'), { recursive: true });
        return push(world);
      };

      test('are named at every push', async () => {
        const world = await withNotice('Put it on a roof.');
        await world.write({
          '.gitignore': '.docs-cli\n',
          [at('snow')]: page(`Snow.\n\n${NOTICE}\n\n${OWN}`),
        });
        commitAll(world.folder);
        await push(world);
        const said = (await pushAgain(world)).stderr.replaceAll(/\s+/g, ' ');
        expect(said).toContain(`“${NOTICE.slice(0, 40)}`);
        expect(said).toContain('is in the draft of v1/guide/cleaning');
        expect(said).not.toContain('commit it as well');
      });

      test('no longer hold it back once they are changed, as the message says', async () => {
        const world = await held();
        await world.write({ [at('snow')]: page(`Snow.\n\nAsk for the rights first.\n\n${OWN}`) });
        await pushAgain(world);
        expect(await publishedIn(world, 'snow')).toContain('Ask for the rights');
      });

      test('no longer hold it back once readers see them', async () => {
        const world = await held();
        await world.platform.admin
          .editor()
          .publish((await world.page('v1/guide/cleaning'))?.id ?? 0);
        await pushAgain(world);
        expect(await publishedIn(world, 'snow')).toContain(NOTICE);
      });

      test('hold it back after their author discarded the draft', async () => {
        const world = await held();
        const { id = 0, published = null } = (await world.page('v1/guide/cleaning')) ?? {};
        await world.platform.admin.editor().discard(id);
        await world.run('pull', '--yes');
        expect(published).toBe('Clean it.');
        for (const _ of ['first', 'second']) {
          const run = await pushAgain(world);
          expect(run).toMatchObject({ exitCode: 7 });
          expect(run.stderr).toContain(SNOW);
          expect(await publishedIn(world, 'snow')).toBeNull();
        }
      });
    },
  );

  const REWORDED = 'Clean it.\n\nAsk for the rights first.';
  const reword = async (world: World): ReturnType<World['run']> => {
    await world.edit('v1/guide/cleaning', REWORDED);
    return world.run('pull', '--yes');
  };
  /** Each with the run that replaces the draft. */
  const MOVED_ON: readonly [string, (world: World) => ReturnType<World['run']>][] = [
    ['somebody pulls the draft reworded', reword],
    [
      'somebody pulls the page without the draft',
      async (world) => {
        const { id = 0 } = (await world.page('v1/guide/cleaning')) ?? {};
        await world.platform.admin.editor().discard(id);
        return world.run('pull', '--yes');
      },
    ],
    [
      'somebody writes another text into the file of the draft, and sends it alone',
      async (world) => {
        await world.write({ [at('cleaning')]: page(REWORDED) });
        return world.run('push', '--publish', '--yes', 'v1/guide/cleaning');
      },
    ],
  ];

  const DRAFT = `Clean it.\n\n${NOTICE}\n\n${PRICE}`;

  describe.each(MOVED_ON)('in a page that is not sent before %s', (_, moveOn) => {
    test.each(['in the folder that pulled', 'in a clone'])(
      'hold it back by name, as long as it has them, %s',
      async (where) => {
        const world = await withNotice('Put it on a roof.');
        await world.write({ [at('rain')]: page(`Rain.\n\n${NOTICE}`) });
        await moveOn(world);
        if (where === 'in a clone') await rm(join(world.folder, '.docs-cli'), { recursive: true });
        for (const _ of ['first', 'second']) {
          const run = await push(world);
          expect(run).toMatchObject({ exitCode: 7 });
          expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(`“${NOTICE.slice(0, 40)}`);
          expect(await publishedIn(world, 'rain')).toBe('Rain.');
        }
        await world.write({ [at('rain')]: page('Rain.\n\nBring a bucket.') });
        await push(world);
        expect(await publishedIn(world, 'rain')).toContain('bucket');
      },
    );

    test.each([
      { what: 'a new file with one of them', name: 'snow', body: `Snow.\n\n${NOTICE}` },
      { what: 'a new file with all of the draft', name: 'snow', body: DRAFT },
      { what: 'a file of a page with all of the draft', name: 'rain', body: DRAFT },
    ])('are named with $what, unless it is pushed first', async ({ name, body }) => {
      const warning = `, and this run replaces that draft. Run docs push ${at(name)} first, or`;
      for (const first of ['install', name]) {
        const world = await withNotice('Put it on a roof.');
        await world.write({ [at(name)]: page(body) });
        await world.run('push', '--publish', '--yes', `v1/guide/${first}`);
        const said = (await moveOn(world)).stderr.replaceAll(/\s+/g, ' ');
        expect(said.includes(warning)).toBe(first !== name);
        if (first !== name) continue;
        expect(await push(world)).toMatchObject({ exitCode: 7 });
        expect((await publishedIn(world, name)) ?? '').not.toContain(NOTICE);
      }
    });
  });

  const sections = (draft: string, shown: string): string =>
    `${page(draft, '---draft')}\n---published\n\n${shown}\n`;
  const COPY = `Rain.\n\n${NOTICE}`;

  test.each<[string, string, string, (world: World) => Promise<unknown>]>([
    ['is pushed', 'rain', page(COPY), push],
    ['is pushed as a new page', 'snow', page(COPY), push],
    ['is pushed, for readers then', 'rain', sections('Rain, daily.', COPY), push],
    ['is not pushed before the draft is reworded', 'rain', page(COPY), reword],
  ])('hold back a page whose draft section has them: %s', async (_, name, after, between) => {
    const world = await withNotice('Put it on a roof.');
    await world.write({ [at(name)]: sections(COPY, 'Rain.') });
    await between(world);
    expect(await publishedIn(world, 'rain')).toBe('Rain.');

    await world.write({ [at(name)]: after });
    const run = await push(world);
    expect(run).toMatchObject({ exitCode: 7 });
    expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(`“${NOTICE.slice(0, 40)}`);
    expect(await publishedIn(world, name)).toBe('Rain.');
  });

  test.each([
    ['is sent', push],
    ['is not sent', reword],
  ])('hold back a page that has a pulled draft of its own: it %s', async (_, between) => {
    const world = await withNotice('Put it on a roof.');
    await world.edit('v1/guide/rain', 'Rain, if the colleague has measured it well.');
    await world.run('pull', '--yes');
    await world.write({
      [at('rain')]: page(`Rain, if the colleague has measured it well.\n\n${NOTICE}`),
    });
    await between(world);
    await reword(world);
    await push(world);
    await world.write({ [at('rain')]: page(`Rain, in my own words alone.\n\n${NOTICE}`) });
    const run = await push(world);
    expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(`“${NOTICE.slice(0, 40)}`);
    expect(await publishedIn(world, 'rain')).toBe('Rain.');

    await world.write({ [at('rain')]: page('Rain, in my own words alone.') });
    await push(world);
    expect(await publishedIn(world, 'rain')).toBe('Rain, in my own words alone.');
  });

  test.each<[string, (world: World) => Promise<unknown>]>([
    ['reworded', (world) => world.edit('v1/guide/cleaning', REWORDED)],
    [
      'deleted with its page',
      async (world) => {
        const { id = 0 } = (await world.page('v1/guide/cleaning')) ?? {};
        await world.platform.admin.editor().remove(id);
      },
    ],
  ])('hold back pages in a clone whose file has a draft that was %s since', async (_, moveOn) => {
    const world = await withNotice('Put it on a roof.');
    await world.write({
      [at('rain')]: page(COPY),
      [at('snow')]: page(`Snow.\n\n${NOTICE}`),
    });
    await moveOn(world);
    await rm(join(world.folder, '.docs-cli'), { recursive: true });
    await push(world);
    expect(await publishedIn(world, 'rain')).toBe('Rain.');
    expect((await publishedIn(world, 'snow')) ?? null).toBeNull();
  });

  test('hold back each page that has them, once the lock names them', async () => {
    const world = await withNotice('Put it on a roof.');
    await world.write({ [at('rain')]: page(COPY) });
    await push(world);
    await reword(world);
    await world.write({ [at('wind')]: page(`Wind.\n\n${NOTICE}`) });
    const { stderr } = await push(world);
    expect(stderr.replaceAll(/\s+/g, ' ')).not.toContain('is in the draft of');
    expect(await publishedIn(world, 'wind')).toBe('Wind.');
    expect(await publishedIn(world, 'rain')).toBe('Rain.');
  });

  test.each(['in the run that sees them first', 'after it'])(
    'hold back a page into which an edit of the platform is merged %s',
    async (when) => {
      const world = await withNotice('Put it on a roof.\n\nTurn it.');
      const id = (await world.page('v1/guide/install'))?.id ?? 0;
      await world.write({ [at('install')]: page(`Put it on a roof.\n\nTurn it.\n\n${NOTICE}`) });
      if (when === 'after it') await world.run('pull', '--yes');
      await world.edit('v1/guide/cleaning', REWORDED);
      await world.edit('v1/guide/install', 'Put it on a high roof.\n\nTurn it.');
      await world.platform.admin.editor().publish(id);
      await world.run('pull', '--merge', '--yes');
      expect(await world.read(at('install'))).toContain('high roof');
      for (const _ of ['first', 'second']) {
        const run = await push(world);
        expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(`“${NOTICE.slice(0, 40)}`);
        expect(await publishedIn(world, 'install')).not.toContain(NOTICE);
      }
    },
  );

  test('hold back no other page if the lock names a short one', async () => {
    const world = await withNotice('Put it on a roof.');
    await world.edit('v1/guide/install', 'Put it on a roof.\n\nTo be decided.');
    await world.run('pull', '--yes');
    await world.write({ [at('rain')]: page('Rain.\n\nTo be decided.') });
    await push(world);
    expect(await publishedIn(world, 'rain')).toBe('Rain.');

    await world.edit('v1/guide/install', 'Put it on a roof with a friend.');
    await world.run('pull', '--yes');
    await world.write({ [at('wind')]: page('Wind.\n\nTo be decided.') });
    await push(world);
    expect(await publishedIn(world, 'wind')).toContain('To be decided.');
  });

  test('are no longer named in the lock once the file is as it was', async () => {
    const world = await withNotice('Put it on a roof.');
    await world.write({ [at('rain')]: page(COPY) });
    await world.run('pull', '--yes');
    expect(await world.read('docs-cli.lock')).toContain('"copied"');
    await world.write({ [at('rain')]: page('Rain.') });
    await world.run('pull', '--yes');
    expect(await world.read('docs-cli.lock')).not.toContain('"copied"');
  });

  test('are named with each new file that has them, by the run that replaces the draft', async () => {
    const world = await withNotice('Put it on a roof.');
    for (const name of ['one', 'two', 'three', 'four'])
      await world.write({
        [at(name)]: page(name === 'two' ? DRAFT : `Here: ${name}.\n\n${NOTICE}`),
      });
    await world.edit('v1/guide/cleaning', REWORDED);
    const said = (await world.run('pull', '--yes')).stderr.replaceAll(/\s+/g, ' ');
    expect(said.match(/Run docs push \S+ first/g)).toHaveLength(3);
    expect(said).toContain('The same goes for 1 more file.');
  });

  test('are not called replaced by a push of other words in their page', async () => {
    const world = await withNotice('Put it on a roof.');
    await world.write({
      [at('snow')]: page(`Snow.\n\n${NOTICE}`),
      [at('cleaning')]: page(DRAFT.replace('Clean it.', 'Clean it twice.')),
    });
    const { stderr } = await world.run('push', '--publish', '--yes', 'v1/guide/cleaning');
    expect(stderr).not.toContain('replaces');
    expect(await publishedIn(world, 'cleaning')).toBe('Clean it.');
  });

  test.each(['in the folder that pulled', 'in a clone'])(
    'do not hold back the page to which somebody moved them from a public one, %s',
    async (where) => {
      const world = await withNotice();
      await world.write({
        [at('install')]: page('Put it on a roof.'),
        [at('snow')]: page(`Snow.\n\n${NOTICE}`),
      });
      if (where === 'in a clone') await rm(join(world.folder, '.docs-cli'), { recursive: true });
      await push(world);
      expect(await publishedIn(world, 'snow')).toContain(NOTICE);
    },
  );

  test.each(['in the folder that pulled', 'in a clone'])(
    'hold back their page if it was deleted and is created again, %s',
    async (where) => {
      const world = await withNotice();
      const id = (await world.page('v1/guide/cleaning'))?.id ?? 0;
      await world.platform.admin.editor().remove(id);
      await world.write({ [at('cleaning')]: page(`Clean it twice.\n\n${PRICE}`) });
      if (where === 'in a clone') await rm(join(world.folder, '.docs-cli'), { recursive: true });
      await world.run('push', '--publish', '--yes', '--recreate', 'v1/guide/cleaning');
      expect((await world.page('v1/guide/cleaning'))?.published ?? null).toBeNull();
    },
  );
});

describe('a pulled draft in a file that changed elsewhere', () => {
  const SAMPLED = 'docs/v1/guide/code.ts';
  const sample = (code: string, file = SAMPLED): string =>
    `[//]: # (docs-snippet ${file})\n\n\`\`\`ts\n${code}\n\`\`\``;
  const LONG = 'One.\n\nTwo.\n\nThree.\n\nFour.';

  const WAYS: readonly (readonly [string, string, string, (world: World) => Promise<unknown>])[] = [
    [
      'by a merge that git made',
      LONG,
      `${LONG}\n\nThey sto`,
      async (world) => {
        commitAll(world.folder, 'Pull');
        git(world.folder, 'checkout', '-q', '-b', 'mine', 'HEAD~1');
        await world.write({ [FILE]: page(LONG.replace('One.', 'One, mine.')) });
        commitAll(world.folder, 'Mine');
        git(world.folder, 'merge', '-q', '--no-edit', 'theirs');
      },
    ],
    [
      'by a rebase',
      LONG,
      LONG.replace('\n\nFour.', ''),
      async (world) => {
        commitAll(world.folder, 'Pull');
        git(world.folder, 'checkout', '-q', '-b', 'mine', 'HEAD~1');
        await world.write({ [FILE]: page(LONG.replace('One.', 'One, mine.')) });
        commitAll(world.folder, 'Mine');
        git(world.folder, 'rebase', '-q', 'theirs');
      },
    ],
    [
      'by a person, in another line',
      OURS,
      THEIRS,
      (world) => world.write({ [FILE]: page(THEIRS.replace('Two.', 'Two, mine.')) }),
    ],
    [
      'by a comment',
      OURS,
      `${THEIRS}\n\nSee [b](/guide/gone).`,
      async (world) => {
        const text = await world.read(FILE);
        const ignore = '[//]: # (docs-check-ignore broken-link)';
        await world.write({ [FILE]: text.replace('See [b]', `${ignore}\n\nSee [b]`) });
      },
    ],
    [
      'by a sample that is filled',
      OURS,
      `${THEIRS}\n\n${sample('old')}`,
      (world) => world.run('check', '--fix'),
    ],
    [
      'by a move of what it samples',
      OURS,
      `${THEIRS}\n\n${sample('one')}`,
      (world) => world.run('move', SAMPLED, 'docs/v1/guide/code2.ts'),
    ],
  ];

  test.each(WAYS)(
    '%s stays unpublished, also if drafts are pushed',
    async (_, ours, draft, change) => {
      const world = await openWorld({ [FILE]: page(ours), [SAMPLED]: 'one\n' });
      git(world.folder, 'init', '-q', '-b', 'theirs');
      await world.run('push', '--publish', '--yes');
      commitAll(world.folder, 'Push');
      await world.edit(KEY, draft);
      await world.run('pull', '--yes');
      const pulled = await world.read(FILE);

      await change(world);
      expect(await world.read(FILE)).not.toBe(pulled);
      const status = await world.run('status', '--publish');
      expect(status.stdout).toContain(`docs page publish ${KEY}`);
      expect(await world.run('push', '--no-publish', '--yes')).toMatchObject({ exitCode: 0 });
      for (let runs = 0; runs < 2; runs += 1)
        expect(await push(world)).toMatchObject({ exitCode: 7 });
      expect(await publishedOf(world)).toBe(ours);

      await world.run('page', 'publish', KEY, '--yes');
      await expectNothingToSay(world);
    },
  );
});

describe('a draft that two branches pulled at two moments', () => {
  const LATER = `${THEIRS}p, and go on.`;
  const LOCKS = {
    'both lines': (lock: string) => lock.replaceAll(/^(?:<{7}|={7}|>{7}).*\n/gm, ''),
    'our line': (lock: string) => lock.replaceAll(/^={7}[^]*?^>{7}.*\n|^<{7}.*\n/gm, ''),
    'their line': (lock: string) => lock.replaceAll(/^<{7}[^]*?^={7}.*\n|^>{7}.*\n/gm, ''),
  };
  const TEXTS = {
    'the older text': THEIRS,
    'the newer text': LATER,
    'the older text, edited elsewhere': THEIRS.replace('Two.', 'Two, mine.'),
    'the newer text, edited elsewhere': LATER.replace('Two.', 'Two, mine.'),
  };
  /** With the newer line alone, nothing tells that the older text was a draft. */
  const merges = Object.entries(LOCKS).flatMap(([lock, linesOf]) =>
    Object.entries(TEXTS)
      .filter(([text]) => lock !== 'our line' || text.startsWith('the newer'))
      .map(([text, body]) => ({ lock, linesOf, text, body })),
  );

  test.each(merges)(
    'stays unpublished if the merge has $lock and $text',
    async ({ linesOf, body }) => {
      const world = await editedOnPlatform();
      const state = join(world.folder, '.docs-cli');
      await world.write({ '.gitignore': '.docs-cli\n' });
      commitAll(world.folder);
      await world.run('pull', '--yes');
      commitAll(world.folder, 'Pull');
      git(world.folder, 'checkout', '-q', '-b', 'other', 'HEAD~1');
      await rm(state, { recursive: true });
      await world.edit(KEY, LATER);
      await world.run('pull', '--yes');
      commitAll(world.folder, 'Pull again');

      expect(() => git(world.folder, 'merge', '-q', 'main')).toThrow('Command failed');
      const merged = linesOf(await world.read('docs-cli.lock'));
      await world.write({ [FILE]: page(body), 'docs-cli.lock': merged });
      commitAll(world.folder, 'Merge');
      await rm(state, { recursive: true });
      for (const _ of ['first', 'second']) {
        expect(await push(world)).toMatchObject({ exitCode: 7 });
        expect(await publishedOf(world)).toBe(OURS);
      }
      await world.run('page', 'publish', KEY, '--yes');
      await expectNothingToSay(world);
    },
  );
});

describe('a site of a folder with a draft that docs wrote', () => {
  const WARNING = `1 page shows a draft that docs pull wrote, and that readers of the platform do not see: ${KEY}.`;

  test('has it if docs build made it, with one warning until it is published', async () => {
    const world = await pulled();
    const built = await world.run('build', '--out', 'site');
    expect(built).toMatchObject({ exitCode: 0 });
    expect(built.stderr.replaceAll(/\s+/g, ' ')).toContain(WARNING);
    expect(await world.read(`site/${KEY}.md`)).toContain('but they sto');

    await world.run('page', 'publish', KEY, '--yes');
    const again = await world.run('build', '--out', 'site');
    expect(again.stderr).not.toContain('docs pull wrote');
  });

  test.each([
    ['an edit elsewhere, as of a merge by git', page(MERGED)],
    ['a comment', page(`[//]: # (Checked.)\n\n${THEIRS}`)],
    ['an edit below the same draft', page(`${THEIRS}\n\n---published\n\n${MERGED}`, '---draft')],
    ['a new draft above it', page(`Newer.\n\n---published\n\n${MERGED}`, '---draft')],
  ])('is warned of as a push holds it back, after %s', async (_, text) => {
    const world = await pulled();
    await world.write({ [FILE]: text });
    const built = await world.run('build', '--out', 'site');
    expect(built.stderr.replaceAll(/\s+/g, ' ')).toContain(WARNING);
    await push(world);
    expect(await publishedOf(world)).toBe(OURS);
    await push(world);
    expect(await publishedOf(world)).toBe(OURS);
  });

  test.each([
    ['a copy', THEIRS],
    ['a copy with an edit elsewhere', MERGED],
  ])('is warned of in %s of the file', async (_, body) => {
    const world = await pulled();
    await world.write({ 'docs/v1/guide/copy.md': page(body) });
    const built = await world.run('build', '--out', 'site');
    expect(built.stderr.replaceAll(/\s+/g, ' ')).toContain(`do not see: v1/guide/copy, ${KEY}.`);
  });

  test('is warned of once git set the lock back, but not the file', async () => {
    const world = await editedOnPlatform();
    const lock = await world.read('docs-cli.lock');
    await world.run('pull', '--yes');
    await world.write({ 'docs-cli.lock': lock });
    const built = await world.run('build', '--out', 'site');
    expect(built.stderr.replaceAll(/\s+/g, ' ')).toContain(WARNING);
    await push(world);
    expect(await publishedOf(world)).toBe(OURS);
  });

  test.each([
    ['a person edited', page(`${THEIRS}p.`)],
    ['its file keeps as a draft', page(THEIRS, '---draft')],
  ])('is not warned of if %s', async (_, text) => {
    const world = await pulled();
    await world.write({ [FILE]: text });
    const built = await world.run('build', '--out', 'site');
    expect(built).toMatchObject({ exitCode: 0 });
    expect(built.stderr).not.toContain('docs pull wrote');
  });

  test('has it in docs dev, with the warning', async () => {
    const world = await pulled();
    const dev = await startDev(world.folder, '--verbose');
    expect(await (await fetch(`${dev.url}${KEY}`)).text()).toContain('but they sto');
    expect(await dev.stop()).toBe(0);
    expect(dev.said().replaceAll(/\s+/g, ' ')).toContain(WARNING);
  });
});

describe('docs page publish', () => {
  const BOTH = (draft: string): string =>
    `---\ntitle: Install\n---draft\n\n${draft}\n\n---published\n\n${OURS}\n`;
  const FORMS: readonly (readonly [string, string])[] = [
    ['a draft alone', page(OURS, '---draft')],
    ['one text', page(OURS)],
    ['both texts', BOTH('Not yet.')],
  ];
  const SAVED: readonly (readonly [string, (text: string) => string])[] = [
    ['as written', (text) => text],
    ['with CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['with a BOM', (text) => `\u{feff}${text}`],
  ];

  test.each(
    FORMS.flatMap(([form, text]) => SAVED.map(([how, save]) => [form, how, save, text] as const)),
  )(
    'gives the file of its own draft `---` and the lock what readers see: %s, %s',
    async (...row) => {
      const [, , save, text] = row;
      const world = await openWorld({ ...OTHER, [FILE]: save(page(OURS)) });
      await world.run('push', '--publish', '--yes', 'v1/guide/other');
      if (text.includes('---published')) await world.run('push', '--publish', '--yes');
      await world.write({ [FILE]: save(text) });
      await world.run('push', '--no-publish', '--yes');
      const body = text.includes('Not yet.') ? 'Not yet.' : OURS;

      const published = await world.run('page', 'publish', KEY, '--yes');

      expect(published).toMatchObject({ exitCode: 0 });
      expect(await publishedOf(world)).toBe(body);
      expect(await world.read(FILE)).toBe(save(page(body)));
      const isRewritten = text !== page(OURS);
      expect(published.stderr.includes(`${FILE} no longer marks its text as a draft.`)).toBe(
        isRewritten,
      );
      await expectNothingToSay(world);
    },
  );

  test('gives a pulled draft of a file with both texts to readers, and leaves one text', async () => {
    const world = await openWorld({ ...OTHER, [FILE]: page(OURS) });
    await world.run('push', '--publish', '--yes');
    await world.write({ [FILE]: BOTH('Not yet.') });
    await world.run('push', '--yes');
    await world.edit(KEY, THEIRS);
    await world.run('pull', '--yes');
    expect(await world.read(FILE)).toBe(BOTH(THEIRS));

    expect(await world.run('page', 'publish', KEY, '--yes')).toMatchObject({ exitCode: 0 });

    expect(await world.read(FILE)).toBe(page(THEIRS));
    expect(await publishedOf(world)).toBe(THEIRS);
    await expectNothingToSay(world);
  });

  test.each([
    ['a draft that the file lacks', page(OURS), 'pull'],
    [
      'a draft beside an edit of the text for readers',
      BOTH('Not yet.').replace(OURS, EDITED),
      'conflict',
    ],
    ['a draft that was edited since', BOTH('Not yet, edited.'), 'conflict'],
  ])('leaves a file alone that says something else: %s', async (_, file, kind) => {
    const world = await openWorld({ ...OTHER, [FILE]: page(OURS) });
    await world.run('push', '--publish', '--yes');
    if (kind === 'pull') await world.edit(KEY, THEIRS);
    else {
      await world.write({ [FILE]: BOTH('Not yet.') });
      await world.run('push', '--yes');
      await world.write({ [FILE]: file });
    }
    const published = await world.run('page', 'publish', KEY, '--yes');
    expect(published).toMatchObject({ exitCode: 0 });
    expect(published.stderr.includes('this folder has not pulled it')).toBe(kind === 'pull');
    expect(await world.read(FILE)).toBe(file);
    const shown = await publishedOf(world);

    const { plan } = JSON.parse(
      (await world.run('push', '--publish', '--dry-run', '--json')).stdout,
    );
    expect(plan).toMatchObject([{ kind, key: KEY, fields: ['body'] }]);
    await push(world);
    expect(await publishedOf(world)).toBe(shown);
  });

  test('leaves the lock to the next run if lines of it cannot be read', async () => {
    const world = await pulled();
    const lock = `${await world.read('docs-cli.lock')}{"key":\n`;
    await world.write({ 'docs-cli.lock': lock });
    expect(await world.run('page', 'publish', KEY, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.read('docs-cli.lock')).toBe(lock);
    expect(await push(world)).toMatchObject({ exitCode: 0 });
    expect(await publishedOf(world)).toBe(THEIRS);
  });
});

describe('a file with a draft and a text for readers', () => {
  const DRAFT = 'Next year.';
  const TEXT = `---\ntitle: Install\n---draft\n\n${DRAFT}\n\n---published\n\n${OURS}\n`;

  /** Both texts are on the platform, and the lock says so. */
  async function both(): Promise<World> {
    const world = await openWorld({ ...OTHER, [FILE]: TEXT });
    await world.run('push', '--publish', '--yes');
    expect(await world.page(KEY)).toMatchObject({ draft: DRAFT, published: OURS });
    await expectNothingToSay(world);
    return world;
  }

  const DECISIONS = [
    ['publishes the draft', DRAFT],
    ['publishes the draft with the API', DRAFT],
    ['discards the draft', OURS],
    ['makes the draft what readers see', OURS],
  ] as const;

  async function decide(world: World, how: (typeof DECISIONS)[number][0]): Promise<void> {
    const editor = world.platform.admin.editor();
    const id = await idOf(world);
    if (how === 'publishes the draft') await editor.publish(id);
    else if (how === 'discards the draft') await editor.discard(id);
    else if (how === 'makes the draft what readers see') await world.edit(KEY, OURS);
    else await world.run('api', 'PUT', `/page/${id}/publish`, '--yes');
  }

  test.each(
    DECISIONS.flatMap(([how, shown]) =>
      ['--publish', '--no-publish'].map((flag) => [how, flag, shown] as const),
    ),
  )('does not undo that somebody %s, with %s: the file is behind', async (how, flag, shown) => {
    const world = await both();
    await decide(world, how);
    const after = await world.page(KEY);
    expect(after?.published).toBe(shown);

    const pushed = await world.run('push', flag, '--yes');

    expect(pushed).toMatchObject({ exitCode: 0 });
    expect(pushed.stderr).toContain('1 page changed on the platform only');
    expect(await world.page(KEY)).toEqual(after);
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.read(FILE)).toBe(page(shown));
    await world.run('push', '--publish', '--yes');
    expect(await world.page(KEY)).toEqual(after);
    await expectNothingToSay(world);
  });

  test.each(DECISIONS)(
    'is a conflict if its text for readers was edited here and somebody %s',
    async (how, shown) => {
      const world = await both();
      await decide(world, how);
      await world.write({
        [FILE]: TEXT.replace(OURS, EDITED).replace(DRAFT, `${DRAFT} Or later.`),
      });
      for (const flag of ['--publish', '--no-publish']) {
        expect(await world.run('push', flag, '--yes')).toMatchObject({ exitCode: 5 });
      }
      expect((await world.page(KEY))?.published).toBe(shown);
    },
  );

  test.each(DECISIONS)(
    'is a conflict if it is as it was before a pull of what somebody decided: %s',
    async (how) => {
      const world = await both();
      await decide(world, how);
      await world.run('pull', '--yes');
      const after = await world.page(KEY);
      await world.write({ [FILE]: TEXT });
      await world.run('push', '--no-publish', '--yes');
      expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 5 });
      expect(await world.page(KEY)).toEqual(after);
    },
  );

  test('is not pulled over an edit of its text for readers', async () => {
    const world = await both();
    await world.edit(KEY, THEIRS);
    const file = TEXT.replace(OURS, EDITED);
    await world.write({ [FILE]: file });
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 5 });
    expect(await world.read(FILE)).toBe(file);
  });

  test('is given `---` by a pull of a draft alone that somebody published', async () => {
    const world = await openWorld({ ...OTHER, [FILE]: page(DRAFT, '---draft') });
    await world.run('push', '--publish', '--yes');
    await world.edit(KEY, THEIRS);
    await world.platform.admin.editor().publish(await idOf(world));
    await world.run('pull', '--yes');
    expect(await world.read(FILE)).toBe(page(THEIRS));
    await expectNothingToSay(world);
  });
});

describe('a pulled draft whose file a command changed, and nobody wrote in', () => {
  const LINKED = 'docs/v1/guide/linked.md';
  const draft = 'Half a sentence.\n* x\n* y\n\nSee [linked](/guide/linked).';
  const move = (world: World): Promise<void> =>
    rename(join(world.folder, LINKED), join(world.folder, 'docs/v1/guide/linked-page.md'));

  test.each<[string, (world: World) => Promise<unknown>]>([
    ['docs fmt', (world) => world.run('fmt')],
    [
      'docs move of a page that it links to',
      (world) => world.run('move', LINKED, 'docs/v1/guide/to.md'),
    ],
    ['a renaming of a page that it links to', move],
    ['the removal of a page that it links to', (world) => world.remove(LINKED)],
    [
      'a pulled slug of a page that it links to',
      async (world) => {
        const linked = await world.page('v1/guide/linked');
        await world.platform.admin.editor().edit(linked?.id ?? 0, { slug: 'to' });
        return world.run('sync', '--pull', '--publish', '--yes');
      },
    ],
    [
      'docs fmt, and a push of drafts',
      async (world) => {
        await world.run('fmt');
        expect(await world.run('push', '--no-publish', '--yes')).toMatchObject({ exitCode: 0 });
      },
    ],
  ])('%s: it stays unpublished until somebody changes its words', async (_, change) => {
    const world = await openWorld({
      [FILE]: page('One. See [linked](linked.md).'),
      [LINKED]: '---\ntitle: Linked\n---\n\nTarget.\n',
    });
    await world.run('push', '--publish', '--yes');
    await world.edit(KEY, draft);
    await world.run('pull', '--yes');
    const before = await publishedOf(world);

    await change(world);
    const status = await world.run('status', '--publish');
    expect(status.stdout).toContain(`docs page publish ${KEY}`);
    for (let runs = 0; runs < 2; runs += 1) {
      const run = await push(world);
      expect(run.stdout + run.stderr).toContain(`docs page publish ${KEY}`);
      expect(run.exitCode).toBe(7);
      expect(await publishedOf(world)).toBe(before);
    }

    await world.write({ [FILE]: page('A whole sentence. See it.') });
    await push(world);
    expect(await publishedOf(world)).toContain('A whole sentence.');
  });
});
