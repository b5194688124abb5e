/** `docs page delete`: what it takes to lose a page, and that nothing else is lost. */
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/model/time.ts';
import { Author } from '../../support/author.ts';
import { stand, type Between } from '../../support/acting-proxy.ts';
import { realClock } from '../../support/host.ts';
import { impatientClock } from '../../support/clocks.ts';
import {
  openToday,
  type Today,
  type TodayPage,
  type TodayProject,
} from '../../support/today-stub.ts';
import { openWorld, type World } from '../../support/world.ts';

const PAGE: TodayPage = { id: 17, documentation: 11, slug: 'old', title: 'Old', published: 'Text' };

interface Deleting {
  /** The answers of `DELETE /page/17`; the page is gone after a 200. */
  readonly status?: number;
  readonly body?: unknown;
  readonly page?: Partial<TodayPage>;
}

/** A platform with one page. What is deleted there is gone. */
async function openPages({ status = 200, body = {}, page = {} }: Deleting = {}): Promise<
  Today & { readonly left: () => number }
> {
  const pages: TodayPage[] = [{ ...PAGE, ...page }];
  const project: TodayProject = {
    versions: [{ id: 1, slug: 'v1.0', ordr: 1 }],
    documentations: [{ id: 11, version: 1, slug: 'guide', title: 'Guide' }],
    pages,
    answers: {
      'DELETE /page/17': () => {
        if (status === 200) pages.length = 0;
        return [status, body];
      },
    },
  };
  return Object.assign(await openToday(project), { left: () => pages.length });
}

const KEY = 'v1.0/guide/old';
const LOST = { status: 502, body: 'Bad gateway' };

describe('docs page delete', () => {
  test('deletes a page whose whole key is named, with --yes, and looks whether it is gone', async () => {
    const world = await openPages();

    const run = await world.run('page', 'delete', KEY, '--yes');

    expect(run).toMatchObject({ exitCode: 0, stdout: '✔ v1.0/guide/old (17) is deleted\n' });
    expect(world.asked.map((line) => line.replace(/\?.*/, ''))).toEqual([
      'GET /page',
      'DELETE /page/17',
      'GET /page/17',
    ]);
  });

  test.each(['17', 'Old', 'old', 'v1.0/guide/*', 'latest/guide/old', 'v1.0/guide'])(
    'wants the whole key with --yes, and not %s',
    async (name) => {
      const world = await openPages();

      const run = await world.run('page', 'delete', name, '--yes');

      expect(run).toMatchObject({ exitCode: 2, stdout: '' });
      expect(run.stderr).toContain(`"${name}" is not the key of a page.`);
      expect(world.asked).toEqual([]);
    },
  );

  test('asks a person for the slug, whatever the page was called by', async () => {
    const world = await openPages();

    const run = await world.runAs({ terminal: true, answer: 'old\r' }, 'page', 'delete', '17');

    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain('v1.0/guide/old (17) would be deleted: "Old"; readers see it now');
    expect(world.left()).toBe(0);
  });

  test.each(['y\r', 'Old\r', '\r', 'olds\r'])(
    'deletes nothing after the answer %j',
    async (answer) => {
      const world = await openPages();

      const run = await world.runAs({ terminal: true, answer }, 'page', 'delete', KEY);

      expect(run.exitCode).toBe(1);
      expect(run.stderr).toContain('Nothing was deleted.');
      expect(world.left()).toBe(1);
    },
  );

  test('deletes nothing that somebody changed while it asked', async () => {
    const pages: TodayPage[] = [PAGE];
    let reads = 0;
    const answer = (content: string) => ({
      id: 17,
      listed: true,
      title: 'Old',
      created: '2026-01-01T00:00:00+0000',
      updated: '2026-01-01T00:00:00+0000',
      slug: 'old',
      path: KEY,
      contentDraft: content,
      contentPublished: null,
    });
    const world = await openToday({
      versions: [{ id: 1, slug: 'v1.0', ordr: 1 }],
      pages,
      answers: {
        'GET /page/17': () => {
          reads += 1;
          return [200, answer(`Text ${reads}`)];
        },
      },
    });

    const run = await world.runAs({ terminal: true, answer: 'old\r' }, 'page', 'delete', '17');

    expect(run.exitCode).toBe(5);
    expect(run.stderr).toContain(
      'v1.0/guide/old was changed in the meantime, so it was not deleted.',
    );
    expect(world.asked).not.toContain('DELETE /page/17');
  });

  test('deletes no page that has another key than the one named', async () => {
    const world = await openWorld({
      'docs-cli.config.yml': 'content:\n  - path: docs\n',
      'docs/v1.0/guide/old.md': 'Text\n',
    });
    await world.run('push', '--yes');
    const page = await world.page(KEY);
    const author = new Author(world.platform);
    await author.save(page?.id ?? 0, { slug: 'renamed' });

    const run = await world.run('page', 'delete', KEY, '--yes');

    expect(run.exitCode).toBe(5);
    expect(run.stderr).toContain('is no longer "v1.0/guide/old": it is now "v1.0/guide/renamed".');
    expect(await world.page('v1.0/guide/renamed')).toBeDefined();
  });

  test.each([404, 405])(
    'says that the platform cannot delete where it answers %d',
    async (status) => {
      const world = await openPages({ status, body: { message: 'Not found' } });

      const run = await world.run('page', 'delete', KEY, '--yes');

      expect(run).toMatchObject({ exitCode: 1, stdout: '' });
      expect(run.stderr).toContain('This platform cannot delete pages through the API.');
      expect(run.stderr).toContain('Delete it in the editor');
    },
  );

  test('says what the platform says, and what may be the reason, where it refuses', async () => {
    const body = { message: 'The page has subpages', httpCode: 400, code: 400 };
    const world = await openPages({ status: 400, body });

    const run = await world.run('page', 'delete', KEY, '--yes');

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('The page has subpages');
    expect(run.stderr).toContain('Delete subpages before their parent');
  });

  test('finds out what became of a deletion whose answer was lost', async () => {
    const there = await openPages(LOST);
    const run = await there.run('page', 'delete', KEY, '--yes');
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('may or may not have been carried out');
    expect(there.asked.filter((line) => line === 'DELETE /page/17')).toHaveLength(1);

    const pages: TodayPage[] = [PAGE];
    const gone = await openToday({
      versions: [{ id: 1, slug: 'v1.0', ordr: 1 }],
      documentations: [{ id: 11, version: 1, slug: 'guide', title: 'Guide' }],
      pages,
      answers: {
        'DELETE /page/17': () => {
          pages.length = 0;
          return [502, 'Bad gateway'];
        },
      },
    });
    expect(await gone.run('page', 'delete', KEY, '--yes')).toMatchObject({ exitCode: 0 });
  });
});

const PUSHED = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guide/old.md': 'Text\n',
  'docs/v1.0/guide/other.md': 'Other text\n',
};

/** A folder whose pages were pushed, and what stands between it and the platform. */
async function openPushed(
  files: Readonly<Record<string, string>> = {},
): Promise<World & { readonly hooks: Between; readonly env: Record<string, string> }> {
  const world = await openWorld({ ...PUSHED, ...files }, { takenSlugs: 'refuse' });
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  const hooks: Between = {};
  const baseUrl = await stand(world.platform.baseUrl, hooks);
  return { ...world, hooks, env: { DOCS_BASE_URL: baseUrl } };
}

describe('a page that somebody edits before its deletion leaves', () => {
  test.each([
    [429, 5, 'v1.0/guide/old was changed in the meantime, so it was not deleted.'],
    [503, 1, 'may or may not have been carried out'],
  ])('stays after a %d that says how long to wait', async (status, exitCode, message) => {
    const world = await openPushed();
    let deletions = 0;
    world.hooks.before = async ({ method }) => {
      if (method !== 'DELETE' || deletions > 0) return undefined;
      deletions += 1;
      await world.edit(KEY, 'Edited meanwhile');
      return { status, headers: { 'retry-after': '7' } };
    };

    const run = await world.runAs(
      { env: world.env, clock: impatientClock() },
      'page',
      'delete',
      KEY,
      '--yes',
    );

    expect(deletions).toBe(1);
    expect(run.exitCode).toBe(exitCode);
    expect(run.stderr).toContain(message);
    expect(await world.page(KEY)).toMatchObject({ draft: 'Edited meanwhile' });
  });

  test.each(['now', 'elapsed'] as const)('stays where %s moved on after the look', async (hand) => {
    const world = await openPushed();
    let ahead = 0;
    const clock: Clock = {
      ...realClock,
      [hand]: () => realClock[hand]() + ahead,
    };
    world.hooks.after = async ({ method, path }) => {
      if (method !== 'GET' || !path.startsWith('/page') || ahead > 0) return;
      ahead = 6000;
      await world.edit(KEY, 'Edited meanwhile');
    };

    const run = await world.runAs({ env: world.env, clock }, 'page', 'delete', KEY, '--yes');

    expect(run.exitCode).toBe(5);
    expect(run.stderr).toContain(
      'v1.0/guide/old was changed in the meantime, so it was not deleted.',
    );
    expect(await world.page(KEY)).toMatchObject({ draft: 'Edited meanwhile' });
  });

  test('is said to be gone, and no other is deleted, if it is deleted a second time', async () => {
    const world = await openPushed();
    expect(await world.run('page', 'delete', KEY, '--yes')).toMatchObject({ exitCode: 0 });

    const again = await world.run('page', 'delete', KEY, '--yes');

    expect(again).toMatchObject({ exitCode: 1, stdout: '' });
    expect(again.stderr).toContain('There is no page "v1.0/guide/old" any more.');
    expect(await world.page('v1.0/guide/other')).toBeDefined();
    const never = await world.run('page', 'delete', 'v1.0/guide/never', '--yes');
    expect(never.exitCode).not.toBe(0);
  });

  test('is not looked at again within five seconds', async () => {
    const world = await openPushed();
    world.platform.requests.reset();

    expect(await world.run('page', 'delete', KEY, '--yes')).toMatchObject({ exitCode: 0 });
    expect(world.platform.requests.byOperation()).toEqual({ readPage: 2, deletePage: 1 });
  });
});

describe('a page that is not as this folder last had it', () => {
  test.each([
    [{ content: 'Edited' }, 'text'],
    [{ title: 'Edited' }, 'title'],
  ])('is deleted with --force only: %j', async (edit, what) => {
    const world = await openPushed();
    const page = await world.page(KEY);
    await new Author(world.platform).save(page?.id ?? 0, edit);

    const refused = await world.run('page', 'delete', KEY, '--yes');
    expect(refused.exitCode).toBe(5);
    expect(refused.stderr).toContain(
      `v1.0/guide/old was edited on the platform since this folder last pushed or pulled it: its ${what}.`,
    );
    expect(refused.stderr).toContain('--force');
    expect(await world.page(KEY)).toBeDefined();

    const shown = await world.run('page', 'delete', KEY, '--dry-run');
    expect(shown).toMatchObject({ exitCode: 0 });
    expect(shown.stderr).toContain(`its ${what}.`);

    expect(await world.run('page', 'delete', KEY, '--yes', '--force')).toMatchObject({
      exitCode: 0,
    });
    expect(await world.page(KEY)).toBeUndefined();
  });

  test('is one whose slug was changed, too', async () => {
    const world = await openPushed();
    const page = await world.page(KEY);
    await new Author(world.platform).save(page?.id ?? 0, { slug: 'renamed' });

    const run = await world.run('page', 'delete', 'v1.0/guide/renamed', '--yes');

    expect(run.exitCode).toBe(5);
    expect(run.stderr).toContain('its slug.');
  });

  test('is told of before the question', async () => {
    const world = await openPushed();
    await world.edit(KEY, 'Edited');

    const run = await world.runAs({ terminal: true, answer: 'old\r' }, 'page', 'delete', KEY);

    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain('was edited on the platform');
    expect(await world.page(KEY)).toBeUndefined();
  });
});

describe('a page that the lock does not know', () => {
  test('was made by somebody else, and is deleted with --force only', async () => {
    const world = await openPushed();
    const page = await world.page(KEY);
    await new Author(world.platform).save(page?.id ?? 0, { content: 'Edited' });
    await world.remove('docs-cli.lock');

    const refused = await world.run('page', 'delete', KEY, '--yes');

    expect(refused.exitCode).toBe(5);
    expect(refused.stderr).toContain('is not in docs-cli.lock');
    expect(refused.stderr).toContain('--force');
    expect(await world.page(KEY)).toBeDefined();
    expect(await world.run('page', 'delete', KEY, '--yes', '--force')).toMatchObject({
      exitCode: 0,
    });
    expect(await world.page(KEY)).toBeUndefined();
  });
});

describe('a page with pages below it', () => {
  const BELOW = { 'docs/v1.0/guide/old/child.md': 'Child text\n' };

  test('is deleted with --force only', async () => {
    const world = await openPushed(BELOW);

    const refused = await world.run('page', 'delete', KEY, '--yes');
    expect(refused.exitCode).toBe(5);
    expect(refused.stderr).toContain(
      'v1.0/guide/old has a page below it: docs/v1.0/guide/old/child.md.',
    );
    expect(refused.stderr).toContain('--force');
    expect(await world.page(KEY)).toBeDefined();

    expect(await world.run('page', 'delete', KEY, '--yes', '--force')).toMatchObject({
      exitCode: 0,
    });
    expect(await world.page('v1.0/guide/child')).toBeDefined();
  });

  test('is known where its file is gone, or has another name than its slug', async () => {
    const gone = await openPushed(BELOW);
    await gone.remove('docs/v1.0/guide/old.md');
    expect(await gone.run('page', 'delete', KEY, '--yes')).toMatchObject({ exitCode: 5 });

    const named = await openPushed({
      'docs-cli.config.yml':
        'content:\n  - path: docs\n  - path: plain\n    version: v1.0\n    documentation: guide\n',
      'plain/file.md': '---\nslug: slug\n---\n\nText of file\n',
      'plain/file/child.md': 'Child text\n',
    });
    const run = await named.run('page', 'delete', 'v1.0/guide/slug', '--yes');
    expect(run.exitCode).toBe(5);
    expect(run.stderr).toContain('plain/file/child.md');
  });
});
