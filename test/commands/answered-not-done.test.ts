/** A platform that answers 200 and does not do what it was asked: an answer is evidence, and the page tells. */
import { describe, expect, test } from 'vitest';
import { impatientClock } from '../support/impatient-clock.ts';
import { asIfWritten, lyingAbout, type Asked, type Lie } from '../support/liar.ts';
import { openWorld, type World } from '../support/world.ts';

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

const NOT_DONE =
  'The platform answered that it wrote the page, but it does not have what was sent.';
const NOT_SHOWN = 'The platform answered that it published the page, but readers do not see it.';

describe.each(['classic', '2026'] as const)('on the %s platform', (api) => {
  test.each([
    ['a text', page('Second.')],
    ['a title', page('First.', 'Welcome')],
  ])(
    'an update of %s that is not carried out fails at once, and is sent by the next run',
    async (_, file) => {
      const world = await openLying(
        (asked, on) => (isUpdate(asked) ? asIfWritten(asked, on) : undefined),
        api,
      );
      await world.write({ [FILE]: file });

      const run = await world.lied('push', '--yes', '--json');

      expect(run.exitCode).toBe(7);
      expect(JSON.parse(run.stdout).failed).toMatchObject([
        { kind: 'update', key: KEY, because: NOT_DONE },
      ]);
      expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
      expect(await world.page(KEY)).toMatchObject(
        file.includes('Second') ? { draft: 'Second.' } : { title: 'Welcome' },
      );
    },
  );

  test('the same where the answer is the page as it was', async () => {
    const world = await openLying(
      async (asked, on) => (isUpdate(asked) ? on(asked.line.replace('PUT', 'GET')) : undefined),
      api,
    );
    await world.write({ [FILE]: page('Second.') });

    const run = await world.lied('push', '--yes');

    expect(run.exitCode).toBe(7);
    expect(run.stderr + run.stdout).toContain(NOT_DONE);
    expect(run.stderr + run.stdout).not.toContain('omeone else');
  });

  test('a publish that is not carried out fails at once, and is sent by the next run', async () => {
    const world = await openLying(
      (asked, on) => (isPublish(asked) ? asIfWritten(asked, on) : undefined),
      api,
    );
    await world.write({ [FILE]: page('Second.') });
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });

    const run = await world.lied('push', '--publish', '--yes', '--json');

    expect(run.exitCode).toBe(7);
    expect(JSON.parse(run.stdout).failed).toMatchObject([
      { kind: 'publish', key: KEY, because: NOT_SHOWN },
    ]);
    expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.page(KEY)).toMatchObject({ published: 'Second.' });
  });

  test('an update whose answer has a new date is sent again, and never taken for an edit', async () => {
    const later = '2031-01-01T00:00:00+00:00';
    const world = await openLying(
      (asked, on) => (isUpdate(asked) ? asIfWritten(asked, on, later) : undefined),
      api,
    );
    await world.write({ [FILE]: page('Second.', 'Welcome') });
    await world.lied('push', '--yes');

    const status = JSON.parse((await world.run('status', '--json')).stdout);
    expect(status.plan).toMatchObject([{ kind: 'update', key: KEY, fields: ['title', 'body'] }]);
    expect(await world.run('sync', '--pull', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.read(FILE)).toBe(page('Second.', 'Welcome'));
    expect(await world.page(KEY)).toMatchObject({ draft: 'Second.', title: 'Welcome' });
  });

  test('a publish whose answer has a new date is sent again', async () => {
    const later = '2031-01-01T00:00:00+00:00';
    const world = await openLying(
      (asked, on) => (isPublish(asked) ? asIfWritten(asked, on, later) : undefined),
      api,
    );
    await world.write({ [FILE]: page('Second.') });
    await world.lied('push', '--publish', '--yes');

    expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.page(KEY)).toMatchObject({ published: 'Second.' });
  });
});

test('the first publish of a page, directly after it was made, is not carried out: the next run publishes it', async () => {
  const world = await openWorld(FILES, { api: '2026' });
  const env = {
    DOCS_BASE_URL: await lyingAbout(world.platform.baseUrl, (asked, on) =>
      isPublish(asked) ? asIfWritten(asked, on) : undefined,
    ),
  };
  await world.runAs({ env }, 'push', '--publish', '--yes');

  const run = await world.run('push', '--publish', '--yes', '--json');

  expect(run.exitCode).toBe(0);
  expect(JSON.parse(run.stdout).applied).toContainEqual(
    expect.objectContaining({ kind: 'publish', key: KEY }),
  );
  expect(await world.page(KEY)).toMatchObject({ published: 'First.' });
  world.platform.requests.reset();
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  expect(world.platform.requests.byOperation()).toEqual({ listAll: 1 });
});

test('a publish directly after an update that is not carried out is told by status, and planned by who looks', async () => {
  const world = await openLying((asked, on) =>
    isPublish(asked) ? asIfWritten(asked, on) : undefined,
  );
  await world.write({ [FILE]: page('Second.') });
  await world.lied('push', '--publish', '--yes');

  const status = await world.run('status');

  expect(status.stdout + status.stderr).toContain(
    `Readers do not see the text of ${KEY} in its file, although the platform answered that it was published`,
  );
  expect(await world.run('sync', '--pull', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await world.page(KEY)).toMatchObject({ published: 'Second.' });
});

test.each(['2026-01-01T00:00:00+00:00', undefined])(
  'a page that is not made fails in the next run, and is made with --recreate, dated %s',
  async (date) => {
    const world = await openLying(({ line, body }) =>
      line.startsWith('POST /documentation/')
        ? [
            200,
            {
              ...MADE,
              ...(body as object),
              contentDraft: 'New.',
              updated: date ?? new Date().toISOString(),
            },
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
  },
);

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
  const later = '2031-01-01T00:00:00+00:00';
  const world = await openLying((asked, on) =>
    isUpdate(asked) ? asIfWritten(asked, on, later) : undefined,
  );
  await world.write({ [FILE]: page('Second.', 'Welcome') });

  const run = await world.lied('push', '--publish', '--yes');

  expect(run.exitCode).toBe(7);
  expect(run.stderr + run.stdout).toContain(NOT_DONE);
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
