import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../../src/model/time.ts';
import { startFaultProxy } from '../../faults/proxy.ts';
import { stand } from '../../support/acting-proxy.ts';
import type { EditedPage } from '../../support/admin.ts';
import { impatientClock } from '../../support/clocks.ts';
import { SimulatedTime } from '../../support/simulated-time.ts';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;
const INTRO = 'docs/v1/guide/intro.md';
const KEY = 'v1/guide/intro';

const draftOf = async (world: World): Promise<string | null | undefined> =>
  (await world.page(KEY))?.draft;

/** Time passes at once, and the first wait after `from` is when someone edits the page. */
function clockWithEditor(edit: () => Promise<void>, from: () => boolean): Clock {
  const clock = impatientClock();
  let isDone = false;
  return {
    ...clock,
    async sleep(ms, signal) {
      if (from() && !isDone) {
        isDone = true;
        await edit();
      }
      await clock.sleep(ms, signal);
    },
  };
}

/** The first write is lost, and someone edits the page before that is clear. */
async function pushLosingItsWrite(world: World, ...argv: string[]): ReturnType<World['run']> {
  const proxy = await startFaultProxy(world.platform.baseUrl);
  onTestFinished(() => proxy.close());
  proxy.arm(1, 'reset-before');
  const clock = clockWithEditor(
    () => world.edit(KEY, 'Theirs.'),
    () => proxy.struck,
  );
  return world.runAs({ env: { DOCS_BASE_URL: proxy.baseUrl }, clock }, ...argv);
}

test('a write was lost, and someone edited the page before that was clear: both texts are kept, neither is overwritten', async () => {
  const world = await openWorld({ [INTRO]: page('Intro', 'Old.') });
  await world.run('push', '--yes');
  await world.write({ [INTRO]: page('Intro', 'Ours.') });

  const run = await pushLosingItsWrite(world, 'push', '--yes');

  expect(run.exitCode).toBe(7);
  expect(await draftOf(world)).toBe('Theirs.');
  const paths = run.stdout.match(/\.docs-cli\/objects\/\S+[\w-]{43}/g) ?? [];
  const texts = await Promise.all(paths.map((path) => readFile(join(world.folder, path), 'utf8')));
  expect(texts.toSorted()).toEqual(['Ours.', 'Theirs.']);
  expect((await world.run('push', '--yes')).exitCode).toBe(5);
  expect(await draftOf(world)).toBe('Theirs.');
});

/** A platform on which all that happens is within one second, and a file with a text to push. */
async function inOneSecond(): Promise<World> {
  const world = await openWorld({ [INTRO]: page('Intro', 'Old.') }, { clock: new SimulatedTime() });
  await world.run('push', '--yes', '--publish');
  await world.write({ [INTRO]: page('Intro', 'Ours.') });
  return world;
}

const PUBLISH = ['push', '--publish', '--yes'];

describe('what a push has met, docs status knows, although the date of the page tells nothing', () => {
  test('of a write that was lost', async () => {
    const world = await inOneSecond();
    expect(await pushLosingItsWrite(world, ...PUBLISH)).toMatchObject({ exitCode: 7 });

    const { stdout } = await world.run('status', '--json');

    expect(JSON.parse(stdout)).toMatchObject({ plan: [{ kind: 'conflict', key: KEY }] });
  });

  test('of a text that was saved before ours was published', async () => {
    const world = await inOneSecond();
    const baseUrl = await stand(world.platform.baseUrl, {
      before: async ({ path }) => {
        if (path.endsWith('/publish')) await world.edit(KEY, 'Theirs.');
      },
    });
    const run = await world.runAs({ env: { DOCS_BASE_URL: baseUrl } }, ...PUBLISH);
    expect(run).toMatchObject({ exitCode: 7 });

    const { stdout } = await world.run('status', '--json');

    expect(JSON.parse(stdout).plan).toMatchObject([{ kind: 'pull', key: KEY }]);
  });

  test('of a text that was saved before ours was sent', async () => {
    const world = await inOneSecond();
    const clock = impatientClock();
    const baseUrl = await stand(world.platform.baseUrl, {
      after: async ({ path }) => {
        if (!path.startsWith('/page/')) return;
        // The last look is old by the time of the write.
        await clock.sleep(6000);
        if ((await draftOf(world)) === null) await world.edit(KEY, 'Theirs.');
      },
    });
    const run = await world.runAs({ env: { DOCS_BASE_URL: baseUrl }, clock }, ...PUBLISH);
    expect(run).toMatchObject({ exitCode: 7 });

    const { stdout } = await world.run('status', '--json');

    expect(JSON.parse(stdout)).toMatchObject({ plan: [{ kind: 'conflict', key: KEY }] });
  });
});

test('a write of this very run whose answer was lost is not told as one of an interrupted run', async () => {
  const world = await openWorld({ [INTRO]: page('Intro', 'Old.') });
  await world.run('push', '--yes');
  await world.write({ [INTRO]: page('Intro', 'Ours.') });
  const proxy = await startFaultProxy(world.platform.baseUrl);
  onTestFinished(() => proxy.close());
  proxy.arm(1, 'reset-after');

  const run = await world.runAs({ env: { DOCS_BASE_URL: proxy.baseUrl } }, 'push', '--yes');

  expect(run.exitCode).toBe(0);
  expect(run.stderr).toContain(
    `The answer to the write of ${KEY} was lost: it had been carried out.`,
  );
  expect(run.stderr).not.toContain('nterrupted');
});

test('a create whose answer was lost, and whose page has another slug already, is told as carried out', async () => {
  const world = await openWorld({ [INTRO]: page('Intro', 'Ours.') });
  let isLost = false;
  const env = {
    DOCS_BASE_URL: await stand(world.platform.baseUrl, {
      after: async ({ method }) => {
        if (isLost || method !== 'POST') return undefined;
        isLost = true;
        const made = await world.page(KEY);
        await world.platform.admin.editor().edit(made?.id ?? 0, { slug: 'start' });
        return false;
      },
    }),
  };

  const run = await world.runAs({ env, clock: impatientClock() }, 'push', '--yes');

  expect(run.stderr).toContain(
    `The answer to the write of ${KEY} was lost: it had been carried out.`,
  );
  expect(await world.platform.admin.pages()).toHaveLength(1);
});

describe.each([
  ['lost', false],
  ['without the text', undefined],
] as const)('a page whose create had an answer that was %s', (_, passes) => {
  interface Created {
    readonly world: World;
    /** Edits the only page. */
    readonly edit: (change: EditedPage) => Promise<void>;
  }

  /** A folder whose push failed, because an editor changed the page before its answer arrived. */
  async function openCreated(atOnce: EditedPage): Promise<Created> {
    const world = await openWorld({ [INTRO]: page('Intro', 'Ours.') });
    const edit = async (change: EditedPage): Promise<void> => {
      const [found, ...more] = await world.platform.admin.pages();
      if (!found || more.length > 0) throw new Error('there is not one page');
      await world.platform.admin.editor().edit(found.id, change);
    };
    const env = {
      DOCS_BASE_URL: await stand(world.platform.baseUrl, {
        after: async (answer) => {
          if (answer.method !== 'POST') return undefined;
          await edit(atOnce);
          answer.body = JSON.stringify({ ...JSON.parse(answer.body), contentDraft: undefined });
          return passes;
        },
      }),
    };
    expect(await world.runAs({ env, clock: impatientClock() }, 'push', '--yes')).toMatchObject({
      exitCode: 7,
    });
    return { world, edit };
  }

  test('and which got another title at once, is not created again', async () => {
    const { world, edit } = await openCreated({ title: 'Theirs' });
    await edit({ slug: 'start' });
    await world.write({ [INTRO]: page('Intro', 'Ours again.') });

    await world.run('sync', '--pull', '--yes');

    expect(await world.platform.admin.pages()).toMatchObject([
      { slug: 'start', title: 'Theirs', draft: 'Ours again.' },
    ]);
  });

  test('and which got another text at once, is a conflict also under another slug and title, until a person decides', async () => {
    const { world, edit } = await openCreated({ content: 'Theirs.' });
    await edit({ slug: 'start', title: 'Their title' });

    expect(await world.run('sync', '--pull', '--yes')).toMatchObject({ exitCode: 5 });
    expect(await world.run('sync', '--merge', '--yes')).toMatchObject({ exitCode: 5 });
    await world.write({ [INTRO]: page('Intro', 'Ours again.') });
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });
    expect(await world.platform.admin.pages()).toMatchObject([{ draft: 'Theirs.' }]);

    expect(await world.run('push', '--ours', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.platform.admin.pages()).toMatchObject([
      { slug: 'start', title: 'Their title', draft: 'Ours again.' },
    ]);
  });

  test('and which got another text at once, is merged with markers: nobody saw both texts', async () => {
    const { world } = await openCreated({ content: 'Theirs.' });

    await world.run('sync', '--merge', '--yes');

    expect(await world.read(INTRO)).toMatch(/^Ours\.$[^]*^Theirs\.$/m);
  });
});

test('a draft that was sent by choice, and discarded before it was published, is not sent again unasked', async () => {
  const world = await openWorld({ [INTRO]: page('Intro', 'Ours.') });
  await world.run('push', '--publish', '--yes');
  const editor = world.platform.admin.editor();
  const id = (await world.page(KEY))?.id ?? 0;
  await editor.edit(id, { content: 'Theirs.' });
  await editor.publish(id);
  const baseUrl = await stand(world.platform.baseUrl, {
    before: async ({ path }) => {
      if (path.endsWith('/publish')) await editor.discard(id);
    },
  });
  const env = { DOCS_BASE_URL: baseUrl };

  const run = await world.runAs({ env }, 'push', '--publish', '--ours', '--yes', KEY);

  expect(run.exitCode).toBe(7);
  const next = await world.run('push', '--publish', '--yes');
  expect(next.stderr).toContain('1 page changed on the platform only');
  expect(await world.page(KEY)).toMatchObject({ draft: null, published: 'Theirs.' });
});

describe('texts that cannot be merged', () => {
  const both = `---\ntitle: Intro\n---draft\n\nDraft, ours.\n\n---published\n\nShown.\n`;

  test.each([
    ['a file with draft and published text', both, 'Theirs.'],
    [
      'a text that would begin a section of the file',
      `---\ntitle: Intro\n---draft\n\nOurs.\n`,
      'A\n\n{% html %}\n---published\n{% /html %}\n\nB',
    ],
  ])('%s: the run stops before anything is written', async (_, ours, theirs) => {
    const world = await openWorld({
      [INTRO]: page('Intro', 'Shown.'),
      'docs/v1/guide/other.md': page('Other', 'Old.'),
    });
    await world.run('push', '--publish', '--yes');
    await world.edit(KEY, theirs);
    await world.write({ [INTRO]: ours, 'docs/v1/guide/other.md': page('Other', 'New.') });

    const run = await world.run('sync', '--merge', '--yes');

    expect(run).toMatchObject({ exitCode: 5, stdout: '' });
    expect(await world.read(INTRO)).toBe(ours);
    expect(await draftOf(world)).toBe(theirs);
    expect((await world.page('v1/guide/other'))?.draft).toBeNull();
    const rest = await world.run('sync', '--skip-conflicts', '--yes');
    expect(rest.exitCode).toBe(7);
    expect((await world.page('v1/guide/other'))?.draft).toBe('New.');
  });

  test('on a terminal: it is said, and asked again without that choice', async () => {
    const world = await openWorld({ [INTRO]: page('Intro', 'Shown.') });
    await world.run('push', '--publish', '--yes');
    await world.edit(KEY, 'Theirs.');
    await world.write({ [INTRO]: both });
    const answers = [
      [`${KEY}: which is right?`, '3\r'],
      [`cannot be merged`, ''],
      [`${KEY}: which is right?`, '2\r'],
      ['Write 1 page into files?', 'y\r'],
    ] as const;

    const run = await world.runAs({ terminal: true, answers }, 'sync');

    expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(
      `${KEY} cannot be merged: its file has a draft and a published text; choose one side.`,
    );
    expect(run.exitCode).toBe(0);
    expect(await world.read(INTRO)).toContain('Theirs.');
  });
});

test.each([
  [
    'the draft is on the platform, and the publish is refused',
    '/publish',
    '1 page written in part',
  ],
  ['the first write is refused', '', 'Nothing was written'],
])('a run says what it wrote: %s', async (_, end, said) => {
  const world = await openWorld({ [INTRO]: page('Intro', 'Old.') });
  await world.run('push', '--publish', '--yes');
  const both = '---\ntitle: Intro\n---draft\n\nDraft.\n\n---published\n\nShown.\n';
  await world.write({ [INTRO]: both });
  const baseUrl = await stand(world.platform.baseUrl, {
    before: async ({ method, path }) =>
      method !== 'GET' && path.endsWith(end) ? { status: 403, body: '{}' } : undefined,
  });
  const env = {
    DOCS_BASE_URL: baseUrl,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: join(world.folder, 'summary.md'),
  };

  const run = await world.runAs({ env }, 'push', '--publish', '--yes');

  expect(run.exitCode).toBe(4);
  expect(run.stdout).toMatch(new RegExp(`^${said} \\(`, 'm'));
  expect((await world.read('summary.md')).toLowerCase()).toContain(
    said === 'Nothing was written' ? 'nothing was written' : '1 written in part',
  );
  expect(await draftOf(world)).toBe(end === '' ? null : 'Shown.');
});
