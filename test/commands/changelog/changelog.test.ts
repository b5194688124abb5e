/** `docs changelog`: a post is sent once, whatever happens, and what the platform has is never sent again. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PostItem, PostsOnPlatform } from '../../../src/commands/changelog/document.ts';
import type { PlatformOptions } from '../../../src/platform/platform-options.ts';
import { FAULTS, startFaultProxy, type Fault } from '../../faults/proxy.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { commitAll } from '../../support/git.ts';
import { impatientClock } from '../../support/clocks.ts';
import { REVISIONS } from '../../support/revisions.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openToday } from '../../support/today-stub.ts';
import { stand, type Between } from '../../support/acting-proxy.ts';
import { openWorld, type World } from '../../support/world.ts';

interface Post {
  readonly title?: string;
  readonly date?: string;
  readonly published?: boolean;
  readonly text?: string;
}

const post = ({ title = 'A post', date, published = true, text = 'Text.' }: Post = {}): string =>
  `---\ntitle: '${title}'\n${date === undefined ? '' : `date: '${date}'\n`}published: ${published}\n---\n\n${text}\n`;

/** Files of the changelog `news`, by slug. */
const news = (posts: Readonly<Record<string, Post>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(posts).map(([slug, each]) => [`docs/changelogs/news/${slug}.md`, post(each)]),
  );

const SETTINGS = { 'docs/changelogs/news/_settings.yaml': 'title: News\npublished: true\n' };

/** A platform whose changelog `news` has `there`, and a folder that knows its id. */
async function openChangelog(
  there: Readonly<Record<string, Post>> = {},
  options: Partial<PlatformOptions> = {},
): Promise<World & { readonly id: number }> {
  const world = await openWorld(
    { 'docs-cli.config.yml': 'content:\n  - path: docs\n', ...SETTINGS, ...news(there) },
    options,
  );
  const [changelog] = await world.platform.admin.changelogs();
  const id = changelog?.id ?? 0;
  await world.write({
    'docs-cli.config.yml': `content:\n  - path: docs\nchangelogs:\n  news: ${id}\n`,
  });
  return { ...world, id };
}

/** The same project in another folder, behind `before`: what `docs` does there. */
async function openFolder(
  world: World,
  before: NonNullable<Between['before']>,
): Promise<World['run']> {
  const baseUrl = await stand(world.platform.baseUrl, { before });
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': await world.read('docs-cli.config.yml'),
    ...SETTINGS,
    ...news(THREE),
  });
  return (...argv) => world.runAs({ cwd, env: { DOCS_BASE_URL: baseUrl } }, ...argv);
}

async function listed(world: World): Promise<PostsOnPlatform['changelogs'][number]['posts']> {
  const { stdout } = await world.run('changelog', 'list', '--json');
  return (JSON.parse(stdout) as PostsOnPlatform).changelogs[0]?.posts ?? [];
}

const slugs = async (world: World): Promise<string[]> =>
  (await listed(world)).map(({ slug }) => slug);

const resultsOf = (stdout: string): Record<string, string> =>
  Object.fromEntries(
    (JSON.parse(stdout) as { items: PostItem[] }).items.map(({ slug, state }) => [slug, state]),
  );

const THREE = {
  b: { title: 'B', date: '2026-02-01 09:00:00' },
  c: { title: 'C', date: '2026-03-01', published: false },
  a: { title: 'A', date: '2026-02-01 08:00:00' },
};

describe.each(REVISIONS)('docs changelog (%s)', (api) => {
  test('sends what is new, the oldest first, and nothing twice', async () => {
    const world = await openChangelog({}, { api });
    await world.write(news(THREE));

    const first = await world.run('changelog', 'push', '--yes', '--json');

    expect(first).toMatchObject({ exitCode: 0 });
    await expectOfSchema('changelog-push', JSON.parse(first.stdout));
    expect(resultsOf(first.stdout)).toEqual({ a: 'done', b: 'done', c: 'done' });
    expect(await listed(world)).toMatchObject([
      { slug: 'c', title: 'C', published: false },
      { slug: 'b', title: 'B', published: true },
      { slug: 'a', title: 'A', published: true },
    ]);

    const second = await world.run('changelog', 'push', '--yes', '--json');

    expect(second.exitCode).toBe(0);
    expect(resultsOf(second.stdout)).toEqual({ a: 'unchanged', b: 'unchanged', c: 'unchanged' });
    expect(await slugs(world)).toEqual(['c', 'b', 'a']);
  });

  test('says what differs and that it cannot be changed, and sends none of it', async () => {
    const world = await openChangelog(
      { a: { title: 'A' }, b: {}, c: { published: true } },
      { api },
    );
    await world.write(
      news({ a: { title: 'Other' }, b: { text: 'Other.' }, c: { published: false }, d: {} }),
    );

    const run = await world.run('changelog', 'push', '--yes');

    expect(run.exitCode).toBe(7);
    expect(run.stdout).toMatch(
      /✘ news\/a "Other" \(\d+\): the platform has it with a different title/,
    );
    expect(run.stdout).toMatch(/✘ news\/b .* different content/);
    expect(run.stdout).toMatch(/✘ news\/c .* different published/);
    expect(run.stdout).toMatch(/✔ news\/d "A post" \(\d+\) was sent/);
    expect(run.stderr).toContain('3 of 4 posts were not sent.');
    expect(run.stderr).toContain('The API cannot change a post: change it in the editor');
    expect(await listed(world)).toHaveLength(4);
  });

  test('sends 600 posts in order, and lists them fifty at a time', async () => {
    const world = await openChangelog({}, { api, rateLimits: false });
    const many = Array.from({ length: 600 }, (_, n) => n);
    const name = (n: number): string => `post-${String(n).padStart(3, '0')}`;
    const date = (n: number): string => new Date(n * 86_400_000).toISOString().slice(0, 10);
    await world.write(
      news(Object.fromEntries(many.map((n) => [name(n), { title: `${n}`, date: date(n) }]))),
    );

    expect(await world.run('changelog', 'push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await slugs(world)).toEqual(many.map(name).toReversed());

    world.platform.requests.reset();
    const again = await world.run('changelog', 'push', '--yes');
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.stdout).toBe('600 posts: 600 unchanged\n');
    expect(world.platform.requests.byOperation()).toEqual({ listPosts: 12 });
  });

  test('--dry-run shows what would be sent, and sends nothing', async () => {
    const world = await openChangelog({}, { api });
    await world.write(news(THREE));

    const run = await world.run('changelog', 'push', '--dry-run');

    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain(
      'news/a "A" would be sent; readers see it at once; dated today, not 2026-02-01',
    );
    expect(run.stdout).toContain(
      'news/c "C" would be sent; unpublished: only the editor can publish it later; dated today, not 2026-03-01',
    );
    expect(await listed(world)).toEqual([]);
  });
});

describe('docs changelog list', () => {
  test('shows the posts of all changelogs, or of one, by its name or its folder', async () => {
    const world = await openChangelog({ a: { title: 'First', published: false } });

    for (const names of [[], ['news'], ['docs/changelogs/news/']]) {
      const run = await world.run('changelog', 'list', ...names);
      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      expect(run.stdout).toMatch(
        /^news \(\d+\)\n {2}\d+ +a +First +unpublished .*\n\n {2}1 post\n$/,
      );
    }
    const json = await world.run('changelog', 'list', '--json');
    await expectOfSchema('changelog-list', JSON.parse(json.stdout));
  });

  test('says which changelogs there are where a name is unknown, and how to name one', async () => {
    const world = await openChangelog();
    const unknown = await world.run('changelog', 'list', 'new');
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain('The configuration does not name a changelog "new".');
    expect(unknown.stderr).toContain('Did you mean news?');

    await world.write({ 'docs-cli.config.yml': 'content: []\n' });
    const none = await world.run('changelog', 'list');
    expect(none.exitCode).toBe(2);
    expect(none.stderr).toContain('The configuration does not name a changelog.');
  });
});

const NOT_THERE = 'The answer was lost, and the platform does not have the post.';
const LIST_AGAIN = 'Run the same command again; it first lists what the platform has';

describe('a post that may be there', () => {
  const OPTIONS = ['refuse', 'suffix'] as const satisfies readonly PlatformOptions['takenSlugs'][];

  test.each(FAULTS.flatMap((fault) => OPTIONS.map((takenSlugs) => [fault, takenSlugs] as const)))(
    'is sent once after %s and a second run, where taken slugs are for %s',
    async (fault: Fault, takenSlugs) => {
      const world = await openChangelog({}, { takenSlugs });
      await world.write(news(THREE));
      const clock = impatientClock();
      const proxy = await startFaultProxy(world.platform.baseUrl, () => clock.now());
      try {
        proxy.arm(2, fault);
        const env = { DOCS_BASE_URL: proxy.baseUrl };
        const flags = ['--yes', '--timeout', '300ms'];

        const hit = await world.runAs({ env, clock }, 'changelog', 'push', ...flags);
        expect(proxy.struck).toBe(true);
        await world.runAs({ env, clock }, 'changelog', 'push', ...flags);

        expect(await slugs(world)).toEqual(['c', 'b', 'a']);
        // The next run sends a post that certainly is not there.
        const isNotThere = fault === 'refused' || fault === 'reset-before';
        expect(hit.exitCode).toBe(fault === '429-bare' || isNotThere ? 7 : 0);
        const said = isNotThere ? [NOT_THERE, LIST_AGAIN] : [];
        expect(said.filter((text) => !(hit.stdout + hit.stderr).includes(text))).toEqual([]);
      } finally {
        await proxy.close();
      }
    },
  );

  test('is not sent where the list of posts is not whole', async () => {
    const today = await openToday(
      {
        versions: [],
        answers: {
          'GET /changelog/7/post': [200, { posts: [], count: 0, total: 3, cursor: null }],
        },
      },
      {
        'docs-cli.config.yml': 'content:\n  - path: docs\nchangelogs: { news: 7 }\n',
        ...news({ a: {} }),
      },
    );

    const run = await today.run('changelog', 'push', '--yes');

    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('The platform listed 0 of 3 posts of changelog news.');
    expect(today.asked).toEqual(['GET /changelog/7/post?count=50']);
  });

  test('is not sent if the list does not end', async () => {
    const answer = { posts: [], count: 0, total: 3, cursor: 'again' };
    const today = await openToday(
      { versions: [], answers: { 'GET /changelog/7/post': [200, answer] } },
      {
        'docs-cli.config.yml': 'content:\n  - path: docs\nchangelogs: { news: 7 }\n',
        ...news({ a: {} }),
      },
    );

    const run = await today.run('changelog', 'push', '--yes');

    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('The list of posts in changelog 7 does not end.');
    expect(today.asked.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  test.each(['Moved', 'Moved and corrected'])(
    'is not sent where its slug is there in other letters, or its text with another slug, as "%s"',
    async (title) => {
      const world = await openChangelog({ 'V2-0': {}, old: { title: 'Moved', text: 'Its text.' } });
      await world.remove('docs/changelogs/news/V2-0.md');
      await world.remove('docs/changelogs/news/old.md');
      await world.write(news({ 'v2-0': {}, renamed: { title, text: 'Its text.' } }));

      const run = await world.run('changelog', 'push', '--yes');

      expect(run.exitCode).toBe(7);
      expect(run.stdout.replaceAll(/\d+/g, '1')).toContain(
        `✘ news/renamed "${title}" (1): it is on the platform as old, and is not sent again`,
      );
      expect(run.stderr).toContain('Name the file by the slug on the platform');
      expect((await slugs(world)).toSorted()).toEqual(['V2-0', 'old']);
    },
  );

  test('is not sent under another slug where its title is there and no file is of that post', async () => {
    const world = await openChangelog({
      first: { title: 'First' },
      second: { title: 'It is here' },
    });
    await world.remove('docs/changelogs/news/second.md');
    await world.write(
      news({
        other: { title: ' It is here', text: 'Another text.', date: '2026-02-01' },
        third: { title: 'Third', text: 'Third.', date: '2026-03-01' },
      }),
    );

    const run = await world.run('changelog', 'push', '--yes', '--json');

    expect(run.exitCode).toBe(7);
    const { items } = JSON.parse(run.stdout) as { items: PostItem[] };
    expect(items.find(({ slug }) => slug === 'other')).toMatchObject({
      state: 'failed',
      otherSlug: 'second',
      reason: 'the platform has a post of this title as second, which no file is of',
    });
    expect(resultsOf(run.stdout)).toMatchObject({ third: 'left' });
    expect((await slugs(world)).toSorted()).toEqual(['first', 'second']);
    const { stderr } = await world.run('changelog', 'push', '--yes');
    expect(stderr).toContain('name the file second.md');
  });

  test('is sent where its title is there and a file is of that post', async () => {
    const world = await openChangelog({ first: { title: 'This month' } });
    await world.write(news({ second: { title: 'This month', text: 'Another text.' } }));

    expect(await world.run('changelog', 'push', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await slugs(world)).toSorted()).toEqual(['first', 'second']);
  });
});

describe('docs changelog push', () => {
  test('stops a changelog at a post that the platform refuses, so that the order stays', async () => {
    const world = await openChangelog();
    await world.write(news({ ...THREE, b: { ...THREE.b, title: 'B'.repeat(2_000) } }));

    const run = await world.run('changelog', 'push', '--yes', '--json');

    expect(run.exitCode).toBe(7);
    expect(resultsOf(run.stdout)).toEqual({ a: 'done', b: 'failed', c: 'left' });
    expect(run.stderr).toContain('2 of 3 posts were not sent.');
    expect(await slugs(world)).toEqual(['a']);
  });

  test('says what was done where it is interrupted, and the next run does the rest', async () => {
    const world = await openChangelog();
    await world.write(news(THREE));
    const interruption = new AbortController();
    const proxy = await startFaultProxy(world.platform.baseUrl);
    proxy.onWrite = (write) => {
      if (write === 2) interruption.abort();
    };
    try {
      const env = { DOCS_BASE_URL: proxy.baseUrl };
      const { signal } = interruption;
      const run = await world.runAs({ env, signal }, 'changelog', 'push', '--yes', '--json');
      await proxy.quiet();

      expect(run.exitCode).toBe(130);
      expect(resultsOf(run.stdout)).toEqual({ a: 'done', b: 'unknown', c: 'left' });
      expect(await world.run('changelog', 'push', '--yes')).toMatchObject({ exitCode: 0 });
      expect(await slugs(world)).toEqual(['c', 'b', 'a']);
    } finally {
      await proxy.close();
    }
  });

  test('takes a changelog with other posts for another one, until --force', async () => {
    const world = await openChangelog({ x: { text: 'X.' }, y: { title: 'Y', text: 'Y.' } });
    await world.remove('docs/changelogs/news/x.md');
    await world.remove('docs/changelogs/news/y.md');
    await world.write(news(THREE));

    const refused = await world.run('changelog', 'push', '--yes');
    expect(refused.exitCode).toBe(5);
    expect(refused.stderr).toContain(
      'has 2 posts, but none from changelogs/news: it may be the wrong changelog.',
    );
    expect(await listed(world)).toHaveLength(2);
    const dry = await world.run('changelog', 'push', '--dry-run');
    expect(dry.exitCode).toBe(5);
    expect(dry.stdout).toContain('would be sent');

    expect(await world.run('changelog', 'push', '--yes', '--force')).toMatchObject({ exitCode: 0 });
    expect(await listed(world)).toHaveLength(5);
  });

  test('asks on a terminal, and looks again after the answer', async () => {
    const world = await openChangelog();
    await world.write(news(THREE));

    const no = await world.runAs({ terminal: true, answer: 'n\r' }, 'changelog', 'push');
    expect(no.exitCode).toBe(1);
    expect(no.stderr).toContain('Send 3 posts (readers see 2 at once)? This cannot be undone.');
    expect(no.stderr).toContain('Nothing was sent.');
    expect(await listed(world)).toEqual([]);

    world.platform.requests.reset();
    const yes = await world.runAs({ terminal: true, answer: 'y\r' }, 'changelog', 'push');
    expect(yes.exitCode).toBe(0);
    expect(world.platform.requests.byOperation()).toEqual({ listPosts: 2, createPost: 3 });
  });

  test.each([
    ['no title', '---\npublished: true\n---\n\nText\n', 'This post has no `title`.'],
    [
      'conflict markers',
      post({ text: '<<<<<<< file\nA\n=======\nB\n>>>>>>> platform' }),
      'conflict markers',
    ],
    ['a draft below its text', post({ text: 'A\n\n---draft\n\nB' }), 'a line of ---draft'],
    ['a draft marker at its start', post({ text: '---Draft\n\nB' }), 'a line of ---draft'],
  ])('sends nothing where a file has %s', async (_, text, message) => {
    const world = await openChangelog();
    await world.write({ ...news(THREE), 'docs/changelogs/news/bad.md': text });

    const run = await world.run('changelog', 'push', '--yes');

    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('docs/changelogs/news/bad.md');
    expect(run.stderr).toContain(message);
    expect(await listed(world)).toEqual([]);
  });

  test.each(['draft: true', 'Draft: soon', 'private:', 'unlisted: yes', 'hidden: "true"'])(
    'sends nothing where a post that says that it is published has %s',
    async (line) => {
      const world = await openChangelog();
      const text = `---\ntitle: Soon\n${line}\npublished: true\n---\n\nText\n`;
      await world.write({ ...news(THREE), 'docs/changelogs/news/soon.md': text });

      const run = await world.run('changelog', 'push', '--yes');

      expect(run.exitCode).toBe(1);
      expect(run.stderr).toContain('docs/changelogs/news/soon.md:3');
      expect(run.stderr).toContain(
        `\`${line.slice(0, line.indexOf(':'))}\` may mean that readers should not see this post yet`,
      );
      expect(await listed(world)).toEqual([]);
    },
  );

  test('sends a post that says that it is no draft, and one that is a draft and not published', async () => {
    const world = await openChangelog();
    await world.write({
      'docs/changelogs/news/a.md': '---\ntitle: A\npublished: true\ndraft: false\n---\n\nText\n',
      'docs/changelogs/news/b.md': '---\ntitle: B\ndraft: true\n---\n\nText\n',
    });

    expect(await world.run('changelog', 'push', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await listed(world)).map(({ slug, published }) => ({ slug, published }))).toEqual(
      expect.arrayContaining([
        { slug: 'a', published: true },
        { slug: 'b', published: false },
      ]),
    );
  });

  test('holds back a published post with an open gate, and the posts after it, so that the order stays', async () => {
    const world = await openChangelog();
    const text = '{% conditional audiences=["1"] %} secret {% /conditional %}';
    await world.write(news({ ...THREE, b: { ...THREE.b, text } }));
    const reason = 'a part of it is for an audience, but the platform would show it to everybody';

    const tried = await world.run('changelog', 'push', '--dry-run', '--json');
    const run = await world.run('changelog', 'push', '--yes');

    expect(tried.exitCode).toBe(7);
    expect(resultsOf(tried.stdout)).toEqual({ a: 'planned', b: 'failed', c: 'left' });
    expect(run.exitCode).toBe(7);
    expect(run.stdout).toContain(`✘ news/b "B": ${reason}`);
    expect(run.stderr).toContain('2 of 3 posts were not sent.\n  docs check names the place');
    expect(await slugs(world)).toEqual(['a']);
    expect((await world.run('check')).stdout).toMatch(/news\/b\.md\n +7:1 .* open-gate/);

    await world.write(news(THREE));
    expect(await world.run('changelog', 'push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await slugs(world)).toEqual(['c', 'b', 'a']);
  });

  test('sends a post with an open gate that is not published, and lets one stay that readers see', async () => {
    const text = '{% conditional audiences=["1"] %} secret {% /conditional %}';
    const world = await openChangelog({ a: { text } });
    await world.write(news({ b: { text, published: false } }));

    expect(await world.run('changelog', 'push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await slugs(world)).toEqual(['b', 'a']);
  });

  test.each([
    'published: false',
    'published: "no"',
    'published: yes',
    'published:',
    'Published: off',
    'publishd: false',
    'draft: true',
    'draft: soon',
    'is_draft: 1',
    'hidden: true',
    'listed: false',
    'unlisted: yes',
    'private:',
    'internal: true',
    'audience: 7',
    'visibility: internal',
    'status: [beta, wip]',
  ])('holds back each post of a changelog whose settings say %s', async (line) => {
    const world = await openChangelog();
    await world.write({
      ...news(THREE),
      'docs/changelogs/news/_settings.yaml': `title: N\n${line}\n`,
    });

    const tried = await world.run('changelog', 'push', '--dry-run');
    const run = await world.run('changelog', 'push', '--yes', '--json');

    expect(tried.exitCode).toBe(7);
    expect(tried.stdout).toContain(
      '✘ news/a "A": it is held back with its changelog, by docs/changelogs/news/_settings.yaml (',
    );
    expect(tried.stdout).not.toContain('readers see it at once');
    expect(run.exitCode).toBe(7);
    expect(resultsOf(run.stdout)).toEqual({ a: 'failed', b: 'failed', c: 'failed' });
    expect(await listed(world)).toEqual([]);
  });

  test('names the setting that holds a changelog back, and sends its posts once it is open', async () => {
    const world = await openChangelog();
    const settings = 'docs/changelogs/news/_settings.yaml';
    await world.write({ ...news({ a: {} }), [settings]: 'draft: true\n' });
    await world.write({ 'docs/changelogs/other/_settings.yaml': 'published: [\n' });

    const held = await world.run('changelog', 'push', '--yes');
    expect(held.exitCode).toBe(7);
    expect(held.stderr).toContain(`by ${settings} (draft: true).\n  Correct the setting once`);

    await world.write({ [settings]: 'draft: false\n' });
    expect(await world.run('changelog', 'push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await slugs(world)).toEqual(['a']);
  });

  test.each([
    ['malformed settings', 'docs/changelogs/news/_settings.yaml', 'published: [\n'],
    [
      'settings with conflict markers',
      'docs/changelogs/news/_settings.yaml',
      '<<<<<<< a\npublished: false\n=======\npublished: true\n>>>>>>> b\n',
    ],
    ['settings in another folder', 'more/changelogs/news/_settings.yaml', 'published: false\n'],
  ])('sends nothing of a changelog with %s', async (_, file, text) => {
    const world = await openChangelog();
    const config = await world.read('docs-cli.config.yml');
    await world.write({
      ...news(THREE),
      'docs-cli.config.yml': config.replace('path: docs\n', 'path: docs\n  - path: more\n'),
      'more/v1/guide/a.md': '# A\n',
      [file]: text,
    });

    const run = await world.run('changelog', 'push', '--yes');

    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain(file);
    expect(await listed(world)).toEqual([]);
  });

  test('sends nothing of a changelog whose settings are a link that is not followed', async () => {
    const world = await openChangelog();
    await world.write({ ...news(THREE), 'shared.yaml': 'published: false\n' });
    await world.remove('docs/changelogs/news/_settings.yaml');
    const link = join(world.folder, 'docs/changelogs/news/_settings.yaml');
    await symlink(join(world.folder, 'shared.yaml'), link);

    const run = await world.run('changelog', 'push', '--yes');

    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('docs/changelogs/news/_settings.yaml');
    expect(await listed(world)).toEqual([]);
  });

  test('names the posts that it sends and git ignores', async () => {
    const world = await openChangelog();
    await world.write({ ...news(THREE), '.gitignore': '/docs/changelogs/news/b.md\n.docs-cli\n' });
    commitAll(world.folder);
    const ignored =
      'Git ignores 1 file that a push sends, so no other computer has it: docs/changelogs/news/b.md.';

    const tried = await world.run('changelog', 'push', '--dry-run');
    expect(tried).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(ignored) });
    const run = await world.run('changelog', 'push', '--yes');
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(ignored) });
    expect((await world.run('changelog', 'push', '--yes')).stderr).not.toContain('ignores');
  });

  test('names changelogs without an id, and sends those that have one', async () => {
    const world = await openChangelog();
    await world.write({ ...news({ a: {} }), 'docs/changelogs/other/x.md': 'no post at all' });

    const run = await world.run('changelog', 'push', '--yes');

    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain('The posts in changelogs/other are not sent');
    expect(await slugs(world)).toEqual(['a']);
  });

  test('stops where the platform gives a post another slug: another run may be sending too', async () => {
    const world = await openChangelog({}, { takenSlugs: 'suffix' });
    await world.write(news(THREE));
    let isFirst = true;
    const before: NonNullable<Between['before']> = async ({ method }) => {
      if (method !== 'POST' || !isFirst) return;
      isFirst = false;
      expect(await world.run('changelog', 'push', '--yes')).toMatchObject({ exitCode: 0 });
    };
    const copy = await openFolder(world, before);

    const run = await copy('changelog', 'push', '--yes', '--json');

    expect(run.exitCode).toBe(7);
    expect(resultsOf(run.stdout)).toEqual({ a: 'done', b: 'left', c: 'left' });
    const { error } = JSON.parse(run.stderr) as { error: { message: string } };
    expect(error.message).toMatch(
      /^The platform gave the post "a" the slug "a-\S+": somebody may be posting too\. 2 posts were not sent\.$/,
    );
    const there = await slugs(world);
    expect(there).toHaveLength(4);
    expect(there.slice(1)).toEqual(['c', 'b', 'a']);
  });

  test('says of a post whose answer was lost that the platform does not have it', async () => {
    const world = await openChangelog();
    await world.write(news({ a: {} }));
    const hooks: Between = {
      before: ({ method }) => Promise.resolve(method === 'POST' ? { status: 502 } : undefined),
    };
    const env = { DOCS_BASE_URL: await stand(world.platform.baseUrl, hooks) };

    const run = await world.runAs(
      { env, clock: impatientClock() },
      'changelog',
      'push',
      '--yes',
      '--json',
    );

    expect(run.exitCode).toBe(1);
    expect(resultsOf(run.stdout)).toEqual({ a: 'failed' });
    expect(run.stdout).toContain('The answer was lost, and the platform does not have the post.');
    expect(await slugs(world)).toEqual([]);
  });

  test.each([
    [true, 'was to be published, but the platform says that it is not.'],
    [false, 'was not to be published, but the platform says that it is.'],
  ])('tells where a post is not as visible as it was to be: %j', async (published, reason) => {
    const world = await openChangelog();
    await world.write(news({ a: { published }, b: {} }));
    const hooks: Between = {
      after: (answer) => {
        if (answer.method === 'POST') {
          answer.body = JSON.stringify({
            ...(JSON.parse(answer.body) as object),
            published: !published,
          });
        }
        return Promise.resolve();
      },
    };
    const env = { DOCS_BASE_URL: await stand(world.platform.baseUrl, hooks) };

    const run = await world.runAs({ env }, 'changelog', 'push', '--yes', '--json');

    expect(run.exitCode).toBe(1);
    expect(resultsOf(run.stdout)).toEqual({ a: 'failed', b: 'left' });
    expect(run.stdout).toContain(reason);
    await expectOfSchema('changelog-push', JSON.parse(run.stdout));
  });
});

test('the folder that has no posts is named where it was looked for', async () => {
  const world = await openChangelog();
  await world.write({ 'changelogs/news/at-the-top.md': post() });
  const { exitCode, stderr } = await world.run('changelog', 'push', '--yes');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('There are no posts in docs/changelogs/news.');
});
