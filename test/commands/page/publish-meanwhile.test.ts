/** Drafts that somebody saves while `docs page publish` is under way: none is published unseen, or it is told. */
import { describe, expect, test } from 'vitest';
import { PassingClock } from '../../support/clocks.ts';
import { stand } from '../../support/acting-proxy.ts';
import type { Run } from '../../support/host.ts';
import { openWorld, type World } from '../../support/world.ts';

const KEY = 'v1/guide/install';
const OTHER = 'v1/guide/other';
const THEIRS = 'Install it, but they sto';
const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/guide/install.md': '---\ntitle: Install\n---\n\nInstall it.\n',
  'docs/v1/guide/other.md': '---\ntitle: Other\n---\n\nAnother page.\n',
};

/** Both pages are drafts. */
async function drafted(): Promise<World> {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  return world;
}

/** Somebody is asked whether to publish; meanwhile others do what `meanwhile` does. */
const publishAsked = (world: World, meanwhile: () => Promise<void>): Promise<Run> => {
  const answer = async (): Promise<string> => {
    await meanwhile();
    return 'y\r';
  };
  const host = { terminal: true, answers: [['(y/N', answer]] } as const;
  return world.runAs(host, 'page', 'publish', KEY, OTHER);
};

const idOf = async (world: World, key: string): Promise<number> => (await world.page(key))?.id ?? 0;

describe('docs page publish, while its question is open,', () => {
  test.each<readonly [string, (world: World) => Promise<void>]>([
    ['saves another draft', (world) => world.edit(KEY, THEIRS)],
    [
      'gives the page another title',
      async (world) =>
        world.platform.admin.editor().edit(await idOf(world, KEY), { title: 'Set up' }),
    ],
  ])('and an editor %s: that page is not published, the other is', async (_, save) => {
    const world = await drafted();

    const run = await publishAsked(world, () => save(world));

    expect(await world.page(KEY)).toMatchObject({ published: null });
    expect(await world.page(OTHER)).toMatchObject({ draft: null, published: 'Another page.' });
    expect(run.exitCode).toBe(7);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(
      `✘ ${KEY} (${await idOf(world, KEY)}): ${KEY} was changed in the meantime, so it was not published.`,
    );
    expect(await world.run('page', 'publish', KEY, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.page(KEY)).toMatchObject({ draft: null });
  });

  test('and the page is deleted: it says so, and the other is published', async () => {
    const world = await drafted();
    const id = await idOf(world, KEY);

    const run = await publishAsked(world, async () => {
      await world.run('api', 'DELETE', `/page/${id}`, '--yes');
    });

    expect(run.exitCode).toBe(7);
    expect(run.stdout).toContain(`${KEY} was deleted in the meantime.`);
    expect(await world.page(OTHER)).toMatchObject({ published: 'Another page.' });
  });

  test('and nobody saves: both are published', async () => {
    const world = await drafted();
    expect(await publishAsked(world, async () => {})).toMatchObject({ exitCode: 0 });
    expect(await world.page(KEY)).toMatchObject({ draft: null, published: 'Install it.' });
  });
});

describe('docs page publish --yes', () => {
  test('does not publish a draft that is saved while it is busy with another page for more than five seconds', async () => {
    const world = await drafted();
    const clock = new PassingClock();
    const other = await idOf(world, OTHER);
    const baseUrl = await stand(world.platform.baseUrl, {
      before: async ({ method, path }) => {
        if (method !== 'PUT' || !path.includes(String(other))) return undefined;
        await world.edit(KEY, THEIRS);
        clock.pass(6000);
        return undefined;
      },
    });
    const host = { clock, env: { DOCS_BASE_URL: baseUrl } };

    const run = await world.runAs(host, 'page', 'publish', OTHER, KEY, '--yes', '--json');

    expect(run.exitCode).toBe(7);
    expect(JSON.parse(run.stdout)).toMatchObject({
      items: [
        { id: other, state: 'done' },
        {
          name: KEY,
          state: 'failed',
          reason: `${KEY} was changed in the meantime, so it was not published.`,
        },
      ],
    });
    expect(await world.page(KEY)).toMatchObject({ published: null, draft: THEIRS });
  });

  test('says so if readers see a draft that was saved after its last look', async () => {
    const world = await drafted();
    const baseUrl = await stand(world.platform.baseUrl, {
      before: async ({ method }) => {
        if (method === 'PUT') await world.edit(KEY, THEIRS);
        return undefined;
      },
    });

    const host = { env: { DOCS_BASE_URL: baseUrl } };
    const run = await world.runAs(host, 'page', 'publish', KEY, '--yes', '--json');

    expect(await world.page(KEY)).toMatchObject({ published: THEIRS });
    expect(run.exitCode).toBe(7);
    expect(JSON.parse(run.stdout)).toMatchObject({
      items: [
        {
          name: KEY,
          state: 'failed',
          reason: `Readers see a text of ${KEY} that someone else wrote while it was being published.`,
        },
      ],
    });
  });
});
