import { describe, expect, test } from 'vitest';
import { request } from '../../support/request.ts';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const NAMES = ['a', 'b', 'c', 'd'] as const;
const fileOf = (name: string): string => `docs/v1/guide/${name}.md`;

/** Four pages whose first line was edited here and whose last line, or the same one, on the platform. */
async function edited(theirs = 'One.\n\nTwo.\n\nThree, theirs.'): Promise<World> {
  const files = (body: string): Record<string, string> =>
    Object.fromEntries(NAMES.map((name) => [fileOf(name), page(name, body)]));
  const world = await openWorld(files('One.\n\nTwo.\n\nThree.'));
  await world.run('push', '--yes');
  for (const name of NAMES) await world.edit(`v1/guide/${name}`, theirs);
  await world.write(files('One, ours.\n\nTwo.\n\nThree.'));
  return world;
}

const draftOf = async (world: World, name: string): Promise<string | null | undefined> =>
  (await world.page(`v1/guide/${name}`))?.draft;

const OURS = 'One, ours.\n\nTwo.\n\nThree.';
const THEIRS = 'One.\n\nTwo.\n\nThree, theirs.';
const BOTH = 'One, ours.\n\nTwo.\n\nThree, theirs.';

describe('on a terminal, conflicts', () => {
  test('are settled page by page by docs sync', async () => {
    const world = await edited();
    const answers = [
      ['v1/guide/a: which is right?', '1\r'],
      ['v1/guide/b: which is right?', '2\r'],
      ['v1/guide/c: which is right?', '3\r'],
      ['v1/guide/d: which is right?', '\r'],
      ['Update 1 page, write 1 into files and merge 1?', 'y\r'],
    ] as const;

    const { exitCode, stdout, stderr } = await world.runAs({ terminal: true, answers }, 'sync');

    expect(stderr).toContain('+One, ours.');
    expect(stderr).toContain('+Three, theirs.');
    expect(stdout).toContain('2 pages updated, 1 page written into files, 1 page merged');
    // One page was left.
    expect(exitCode).toBe(7);
    const drafts = await Promise.all(NAMES.map((name) => draftOf(world, name)));
    expect(drafts).toEqual([OURS, THEIRS, BOTH, THEIRS]);
    const texts = await Promise.all(NAMES.map((name) => world.read(fileOf(name))));
    expect(texts).toEqual([page('a', OURS), page('b', THEIRS), page('c', BOTH), page('d', OURS)]);
  });

  test('of docs push: the file wins or the page is left, for it writes no file', async () => {
    const world = await edited();
    const answers = [
      ['v1/guide/a: which is right?', '1\r'],
      ['v1/guide/b: which is right?', '2\r'],
      ['v1/guide/c: which is right?', '1\r'],
      ['v1/guide/d: which is right?', '1\r'],
      ['Update 3 pages?', 'y\r'],
    ] as const;

    const { exitCode, stderr } = await world.runAs({ terminal: true, answers }, 'push');

    expect(stderr).not.toContain('merge them');
    expect(stderr).toContain('docs sync can also merge both');
    expect(exitCode).toBe(7);
    const drafts = await Promise.all(NAMES.map((name) => draftOf(world, name)));
    expect(drafts).toEqual([OURS, THEIRS, OURS, OURS]);
    expect(await world.read(fileOf('b'))).toBe(page('b', OURS));
  });

  test.each([
    ['a draft', [], 'the file: its URL changes from v1/guide/pole'],
    [
      'what readers see',
      ['--publish'],
      'the file: the URL changes at once, without a redirect from v1/guide/pole',
    ],
  ])('about a slug name what becomes of the URL, of a page that is %s', async (_, flags, says) => {
    const world = await openWorld({ [fileOf('a')]: page('a', 'One.') });
    await world.run('push', '--yes', ...flags);
    const id = (await world.page('v1/guide/a'))?.id;
    const json = { slug: 'pole' };
    expect((await request(world.platform, 'PUT', `/page/${id}`, { json })).status).toBe(200);
    await world.run('move', fileOf('a'), fileOf('mast'));
    const answers = [['which is right?', '3\r']] as const;

    const { stderr } = await world.runAs({ terminal: true, answers }, 'push');

    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(says);
    expect(stderr).not.toContain('it replaces the draft');
  });

  test('stop means that nothing is written, also after other choices', async () => {
    const world = await edited();
    const answers = [
      ['v1/guide/a: which is right?', '1\r'],
      ['v1/guide/b: which is right?', '3\r'],
    ] as const;

    const { exitCode, stderr } = await world.runAs({ terminal: true, answers }, 'push');

    expect(exitCode).toBe(1);
    expect(stderr).toContain('Nothing was changed.');
    expect(await draftOf(world, 'a')).toBe(THEIRS);
  });

  test('are one question where nothing tells what both last shared', async () => {
    const world = await edited();
    await world.remove('docs-cli.lock');
    const answers = [
      ['4 pages: which text is right?', '1\r'],
      ['Update 4 pages?', 'y\r'],
    ] as const;

    const { exitCode, stderr } = await world.runAs({ terminal: true, answers }, 'push');

    expect(stderr).not.toContain('which is right?');
    expect(exitCode).toBe(0);
    const drafts = await Promise.all(NAMES.map((name) => draftOf(world, name)));
    expect(drafts).toEqual([OURS, OURS, OURS, OURS]);
  });

  test('that changed again while the question was open are left, with words of their own', async () => {
    const world = await edited();
    const saved = 'One.\n\nTwo.\n\nThree, theirs.\n\nFour, saved meanwhile.';
    const answers = [
      ['v1/guide/a: which is right?', '3\r'],
      [
        'v1/guide/b: which is right?',
        async () => {
          await world.edit('v1/guide/b', saved);
          return '3\r';
        },
      ],
      ['v1/guide/c: which is right?', '\r'],
      ['v1/guide/d: which is right?', '\r'],
      ['Merge 1 page?', 'y\r'],
    ] as const;

    const { exitCode, stdout } = await world.runAs({ terminal: true, answers }, 'sync');

    expect(exitCode).toBe(7);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Left out: It was changed again on the platform after both texts were compared. v1/guide/b docs diff v1/guide/b shows both; then run the same command again',
    );
    expect(await world.read(fileOf('a'))).toBe(page('a', BOTH));
    expect(await world.read(fileOf('b'))).toBe(page('b', OURS));
    expect(await draftOf(world, 'b')).toBe(saved);
    const again = await world.run('sync', '--merge', '--yes', fileOf('b'));
    expect(again.exitCode).toBe(0);
    expect(await draftOf(world, 'b')).toBe(`${BOTH}\n\nFour, saved meanwhile.`);
  });

  test('are not asked about with a policy, --yes, --no-input or --json', async () => {
    const world = await edited();
    for (const flags of [['--yes'], ['--no-input', '--yes'], ['--json', '--yes']]) {
      const run = await world.runAs({ terminal: true }, 'sync', ...flags);
      expect(run.exitCode).toBe(5);
      expect(run.stderr).not.toContain('which is right?');
    }
    const ours = await world.runAs({ terminal: true }, 'push', '--ours', '--yes');
    expect(ours.exitCode).toBe(0);
  });
});

describe('the words of conflicts say what happened', () => {
  test.each<[string, (world: World) => Promise<void>, string, string]>([
    [
      'both sides changed',
      async () => undefined,
      'was changed here and on the platform',
      'docs diff',
    ],
    [
      'no common base is known',
      (world) => world.remove('docs-cli.lock'),
      'is different on both sides',
      'docs diff',
    ],
    [
      'the page is gone',
      async (world) => {
        const { id = 0 } = (await world.page('v1/guide/a')) ?? {};
        await world.platform.admin.editor().remove(id);
      },
      'was edited here, but deleted on the platform',
      'docs push --recreate',
    ],
  ])('%s', async (_, happen, words, hint) => {
    const world = await edited();
    await happen(world);

    const run = await world.run('push', '--yes', 'docs/v1/guide/a.md');
    expect(run).toMatchObject({ exitCode: 5 });
    expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(
      `v1/guide/a ${words}; nothing was written.`,
    );
    expect(run.stderr).toContain(hint);

    const skipped = await world.run('push', '--yes', '--skip-conflicts', 'docs/v1/guide/a.md');
    expect(skipped).toMatchObject({ exitCode: 7 });
    expect(skipped.stdout.replaceAll(/\s+/g, ' ')).toContain(`It ${words}`);
  });
});
