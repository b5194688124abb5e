/**
 * Pages whose files commits removed or moved, and of which the lock says nothing, as in a pipeline
 * that does not commit it: they are named, and never deleted.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitAll, git } from '../../support/git.ts';
import type { Run } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld, type World } from '../../support/world.ts';

const GUIDE = 'docs/v1/guide';
const LOCK = 'docs-cli.lock';
const KEY = 'v1/guide/b';

const page = (title: string, more = ''): string =>
  `---\ntitle: ${title}\n---\n\n${Array.from({ length: 8 }, (_, n) => `Line ${n} of ${title}.`).join('\n\n')}${more}\n`;

interface Document {
  readonly plan: readonly { readonly kind: string; readonly key: string }[];
  readonly remoteOnly: number;
  readonly requests: { readonly total: number };
}

async function openPushed(more: Readonly<Record<string, string>> = {}): Promise<World> {
  const world = await openWorld({
    '.gitignore': '.docs-cli/\n',
    [`${GUIDE}/a.md`]: page('Page A'),
    [`${GUIDE}/b.md`]: page('Page B'),
    'docs/v2/guide/_settings.yaml': 'title: Guide\n',
    ...more,
  });
  await world.run('push', '--publish', '--yes');
  return world;
}

/** A repository whose lock git ignores, and where it is not on the disk. */
async function pipeline(more: Readonly<Record<string, string>> = {}): Promise<World> {
  const world = await openPushed({ '.gitignore': `.docs-cli/\n${LOCK}\n`, ...more });
  commitAll(world.folder, 'First');
  await fresh(world);
  return world;
}

/** As in a new clone. */
async function fresh(world: World): Promise<void> {
  await rm(join(world.folder, LOCK), { force: true });
  await rm(join(world.folder, '.docs-cli'), { recursive: true, force: true });
}

async function removeB(world: World): Promise<void> {
  git(world.folder, 'rm', '--quiet', `${GUIDE}/b.md`);
  commitAll(world.folder, 'Remove b');
}

const planOf = async (world: World, ...more: readonly string[]): Promise<Document> => {
  const run = await world.run('push', '--dry-run', '--json', ...more);
  const document = JSON.parse(run.stdout) as Document;
  await expectOfSchema('push', document);
  return document;
};

const orphans = ({ plan }: Document) => plan.filter(({ kind }) => kind === 'orphan');

const shown = ({ stdout, stderr }: Run): string => (stdout + stderr).replaceAll(/\s+/g, ' ');

describe('a page whose file a commit removed, without a lock', () => {
  test('is named with what deletes it, and stays', async () => {
    const world = await pipeline();
    const before = await planOf(world);
    await removeB(world);
    const id = (await world.page(KEY))?.id;

    const document = await planOf(world, '--prune');
    expect(orphans(document)).toEqual([
      {
        kind: 'orphan',
        key: KEY,
        id,
        inLock: false,
        kept: 'a commit removed its file, and the lock file does not have it',
      },
    ]);
    expect(document.remoteOnly).toBe(0);
    expect(document.requests.total).toBeLessThanOrEqual(before.requests.total);

    const run = await world.run('push', '--prune', '--yes');
    expect(run).toMatchObject({ exitCode: 0 });
    expect(shown(run)).toContain(`- ${KEY} id ${id}; docs page delete ${KEY} --force`);
    expect(shown(run)).not.toContain('docs pull creates');
    expect(await world.page(KEY)).toBeDefined();
    expect(shown(await world.run('push', '--yes'))).toContain(
      `1 page is still on the platform, although a commit removed its file; docs page delete ${KEY} --force deletes it`,
    );

    const failing = await world.run('push', '--dry-run', '--fail-on', 'orphan,delete');
    expect(failing.exitCode).toBe(7);
    const line = /docs (page delete .*)/.exec(failing.stdout)?.[1] ?? '';
    expect(await world.run(...line.split(' '), '--yes')).toMatchObject({ exitCode: 0 });
    expect(orphans(await planOf(world))).toEqual([]);
  });

  test('has a hint of its own if it is named', async () => {
    const world = await pipeline();
    await removeB(world);
    for (const name of [KEY, `${GUIDE}/b.md`]) {
      const run = await world.run('push', '--prune', '--yes', name);
      expect(run.exitCode).toBe(2);
      expect(shown(run)).toContain(`docs page delete ${KEY} --force`);
    }
    expect(orphans(await planOf(world, `${GUIDE}/a.md`))).toEqual([]);
  });

  test('is in the summary of the job', async () => {
    const world = await pipeline();
    await removeB(world);
    const summary = join(world.folder, 'summary.md');
    await world.write({ 'summary.md': '' });
    await world.runAs(
      { env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary } },
      'push',
      '--yes',
    );
    expect(await world.read('summary.md')).toContain(
      `| ${KEY} | stays | a commit removed its file; docs page delete ${KEY} --force |`,
    );
  });

  test('is named after the revert of the commit that created it with its line of the lock', async () => {
    const world = await openPushed();
    commitAll(world.folder, 'First');
    await world.write({ [`${GUIDE}/new.md`]: page('New one') });
    await world.run('push', '--publish', '--yes');
    commitAll(world.folder, 'A new page');
    git(world.folder, 'revert', '--no-edit', 'HEAD');

    const run = await world.run('push', '--prune', '--yes');

    expect(shown(run)).toContain('docs page delete v1/guide/new --force');
    expect(await world.page('v1/guide/new')).toBeDefined();
  });

  test.each<readonly [why: string, play: (world: World) => Promise<void>]>([
    [
      'the run reads the page, and an editor gave it another slug',
      async (world) => {
        const id = (await world.page(KEY))?.id ?? 0;
        await world.write({ [`${GUIDE}/d.md`]: page('Page D') });
        await world.platform.admin.editor().edit(id, { slug: 'other' });
      },
    ],
    [
      'an editor gave the page another title',
      async (world) => {
        const id = (await world.page(KEY))?.id ?? 0;
        await world.platform.admin.editor().edit(id, { title: 'Other' });
      },
    ],
    [
      'two pages there have the title',
      async (world) => {
        await world.write({ [`${GUIDE}/e.md`]: page('Page E') });
        await world.run('push', '--yes', `${GUIDE}/e.md`);
        const id = (await world.page('v1/guide/e'))?.id ?? 0;
        await world.platform.admin.editor().edit(id, { title: 'Page B' });
        await world.remove(`${GUIDE}/e.md`);
        await fresh(world);
      },
    ],
    ['git is not there', async (world) => rm(join(world.folder, '.git'), { recursive: true })],
  ])('is not named if %s', async (_, play) => {
    const world = await pipeline();
    await removeB(world);
    await play(world);
    expect(orphans(await planOf(world))).toEqual([]);
  });
});

describe('a page that git moved to another documentation', () => {
  const move = (world: World): void => {
    git(world.folder, 'mv', `${GUIDE}/b.md`, 'docs/v2/guide/b.md');
    commitAll(world.folder, 'Move b');
  };

  test('is one line of the plan, and its former page waits for --prune', async () => {
    const world = await openPushed();
    commitAll(world.folder, 'First');
    move(world);
    const document = await planOf(world);
    expect(document.plan).toMatchObject([
      { kind: 'orphan', key: KEY, movedTo: 'v2/guide/b', kept: 'its file became v2/guide/b' },
      { kind: 'create', key: 'v2/guide/b', movedFrom: KEY },
    ]);

    const plan = shown(await world.run('push', '--dry-run'));
    expect(plan).toContain(
      `+ v2/guide/b moved from ${KEY}; the old address stays until docs push --prune ${KEY}`,
    );
    expect(plan).not.toContain('- v1/guide/b');
    expect(await world.run('push', '--publish', '--prune', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.page(KEY)).toBeDefined();
    expect(shown(await world.run('status'))).toContain(
      `- ${KEY} moved to v2/guide/b; the old address stays until docs push --prune ${KEY}`,
    );

    expect(shown(await world.run('push', '--yes'))).toContain(
      `Nothing sent: 1 page is still at its old address; docs push --prune ${KEY} deletes it`,
    );

    expect(await world.run('push', '--prune', KEY, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.page(KEY)).toBeUndefined();
  });

  test('is one line without a lock, too', async () => {
    const world = await pipeline();
    move(world);
    expect(shown(await world.run('push', '--dry-run'))).toContain(
      `+ v2/guide/b moved from ${KEY}; the old address stays until docs page delete ${KEY} --force`,
    );
  });

  test('is moved once more, with an edit', async () => {
    const world = await openPushed({ 'docs/v3/guide/_settings.yaml': 'title: Guide\n' });
    commitAll(world.folder, 'First');
    move(world);
    git(world.folder, 'mv', 'docs/v2/guide/b.md', 'docs/v3/guide/c.md');
    await world.write({ 'docs/v3/guide/c.md': page('Page B', ' And more.') });
    commitAll(world.folder, 'Move again');
    expect((await planOf(world)).plan).toContainEqual(
      expect.objectContaining({ kind: 'create', key: 'v3/guide/c', movedFrom: KEY }),
    );
  });
});
