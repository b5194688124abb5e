/** A platform that answers 200 and does something else: an answer is evidence, the page tells. */
import { describe, expect, test } from 'vitest';
import { impatientClock } from '../../support/clocks.ts';
import { asIfWritten, lyingAbout, type Asked, type Lie } from '../../support/false-answers.ts';
import { openWorld, type World } from '../../support/world.ts';

const FILE = 'docs/v1.0/guide/intro.md';
const KEY = 'v1.0/guide/intro';

const page = (text: string, title = 'Intro'): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  [FILE]: page('First.'),
  'docs/v1.0/guide/setup.md': page('Of setup.', 'Setup'),
};

interface Lying extends World {
  readonly env: Record<string, string>;
  /** Runs `docs` against the liar. */
  lied(...argv: string[]): ReturnType<World['run']>;
}

/** A folder that was pushed, and a platform that lies about some writes. */
async function openLying(lie: Lie, api: 'classic' | '2026' = '2026'): Promise<Lying> {
  const world = await openWorld(FILES, { api });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  const env = { DOCS_BASE_URL: await lyingAbout(world.platform.baseUrl, lie) };
  return { ...world, env, lied: (...argv) => world.runAs({ env }, ...argv) };
}

const MADE = {
  id: 999_999,
  listed: true,
  created: '2026-01-01T00:00:00+00:00',
  contentPublished: null,
  path: '/v1.0/guide/new',
};

const isUpdate = ({ line }: Asked): boolean => /^PUT \/page\/\d+$/.test(line);
const isPublish = ({ line }: Asked): boolean => /^PUT \/page\/\d+\/publish$/.test(line);

const LATER = '2031-01-01T00:00:00+00:00';

describe.each(['classic', '2026'] as const)('on the %s platform', (api) => {
  test.each([
    ['a text', page('Second.')],
    ['a title', page('First.', 'Welcome')],
  ])(
    'an update of %s that is not carried out is a conflict for those who look, and the file stays',
    async (_, file) => {
      const world = await openLying(
        (asked, on) => (isUpdate(asked) ? asIfWritten(asked, on) : undefined),
        api,
      );
      await world.write({ [FILE]: file });
      expect(await world.lied('push', '--yes')).toMatchObject({ exitCode: 0 });

      const status = JSON.parse((await world.run('status', '--json')).stdout);
      // The status reads only pages whose date or title changed: it claims nothing of this text.
      expect(status).toMatchObject(
        file.includes('Second')
          ? { plan: [], looked: 'dates' }
          : { plan: [{ kind: 'conflict', key: KEY }] },
      );
      expect(await world.run('sync', '--pull', '--yes')).toMatchObject({ exitCode: 5 });
      expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 5 });
      expect(await world.read(FILE)).toBe(file);
      expect(await world.run('sync', '--pull', '--ours', '--yes')).toMatchObject({ exitCode: 0 });
      expect(await world.page(KEY)).toMatchObject(
        file.includes('Second') ? { draft: 'Second.' } : { title: 'Welcome' },
      );
    },
  );

  test('an answer that is the page as it was fails, and never looks like an edit', async () => {
    const world = await openLying(
      async (asked, on) => (isUpdate(asked) ? on(asked.line.replace('PUT', 'GET')) : undefined),
      api,
    );
    await world.write({ [FILE]: page('Second.') });

    expect(await world.lied('push', '--yes')).toMatchObject({ exitCode: 7 });
    expect(await world.read(FILE)).toBe(page('Second.'));
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.page(KEY)).toMatchObject({ draft: 'Second.' });
  });

  test('an update whose answer has a new date is a conflict for the next push, which --ours settles', async () => {
    const world = await openLying(
      (asked, on) => (isUpdate(asked) ? asIfWritten(asked, on, LATER) : undefined),
      api,
    );
    await world.write({ [FILE]: page('Second.', 'Welcome') });
    await world.lied('push', '--yes');

    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });
    expect(await world.run('push', '--ours', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.read(FILE)).toBe(page('Second.', 'Welcome'));
    expect(await world.page(KEY)).toMatchObject({ draft: 'Second.', title: 'Welcome' });
  });

  test('a publish whose answer has a new date is sent again', async () => {
    const world = await openLying(
      (asked, on) => (isPublish(asked) ? asIfWritten(asked, on, LATER) : undefined),
      api,
    );
    await world.write({ [FILE]: page('Second.') });
    await world.lied('push', '--publish', '--yes');

    expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.page(KEY)).toMatchObject({ published: 'Second.' });
  });
});

test('a publish that is not carried out is planned again by those who look', async () => {
  const world = await openLying((asked, on) =>
    isPublish(asked) ? asIfWritten(asked, on) : undefined,
  );
  await world.write({ [FILE]: page('Second.') });
  await world.lied('push', '--publish', '--yes');

  expect(await world.run('sync', '--pull', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await world.page(KEY)).toMatchObject({ published: 'Second.' });
});

test('a page that is not made is gone in the next run, and is made with --recreate', async () => {
  const world = await openLying(({ line, body }) =>
    line.startsWith('POST /documentation/')
      ? [
          200,
          { ...MADE, ...(body as object), contentDraft: 'New.', updated: new Date().toISOString() },
        ]
      : undefined,
  );
  await world.write({ 'docs/v1.0/guide/new.md': page('New.', 'New') });
  expect(await world.lied('push', '--yes')).toMatchObject({ exitCode: 0 });

  const run = await world.lied('push', '--yes');

  expect(run.exitCode).toBe(7);
  expect(run.stderr).toContain('1 page missing that an earlier push created');
  expect(run.stderr).toContain('--recreate');
  expect(await world.run('push', '--recreate', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await world.page('v1.0/guide/new')).toMatchObject({ draft: 'New.' });
});

test('a page whose answer is another page is looked for, and not taken for it', async () => {
  let lies = 1;
  const world = await openLying(async ({ line }, on) => {
    if (!line.startsWith('POST /documentation/') || lies-- <= 0) return undefined;
    const [, all] = await on('GET /all');
    return on(`GET /page/${Object.keys(all.page ?? {})[0]}`);
  });
  await world.write({ 'docs/v1.0/guide/new.md': page('New.', 'New') });

  const run = await world.runAs(
    { env: world.env, clock: impatientClock() },
    'push',
    '--yes',
    '--timeout',
    '2s',
  );

  expect(run).toMatchObject({ exitCode: 0 });
  expect(await world.page('v1.0/guide/new')).toMatchObject({ draft: 'New.' });
});

test('an update that is lost, and shows so when the text of before is published, is sent again', async () => {
  const world = await openLying((asked, on) =>
    isUpdate(asked) ? asIfWritten(asked, on, LATER) : undefined,
  );
  await world.write({ [FILE]: page('Second.', 'Welcome') });

  expect(await world.lied('push', '--publish', '--yes')).toMatchObject({ exitCode: 7 });

  expect(await world.run('sync', '--pull', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await world.read(FILE)).toBe(page('Second.', 'Welcome'));
  expect(await world.page(KEY)).toMatchObject({ published: 'Second.', title: 'Welcome' });
});

test('a page that is made with another text than was sent is a conflict, and its file stays', async () => {
  const world = await openLying(async ({ line, body }, on) =>
    line.startsWith('POST /documentation/')
      ? on(line, { ...(body as object), content: 'Mangled.' })
      : undefined,
  );
  const file = 'docs/v1.0/guide/new.md';
  await world.write({ [file]: page('New.', 'New') });

  expect(await world.lied('push', '--yes')).toMatchObject({ exitCode: 7 });
  expect(await world.run('sync', '--pull', '--yes')).toMatchObject({ exitCode: 5 });

  expect(await world.read(file)).toBe(page('New.', 'New'));
  expect(await world.run('push', '--ours', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await world.page('v1.0/guide/new')).toMatchObject({ draft: 'New.' });
});
