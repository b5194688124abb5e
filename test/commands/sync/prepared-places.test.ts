/** A version or a documentation is prepared unpublished: pages are published in it before it is. */
import { describe, expect, test } from 'vitest';
import { REVISIONS } from '../../support/revisions.ts';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string, header = ''): string =>
  `---\ntitle: ${title}\n${header}---\n\nText of ${title}.\n`;

const VERSION = 'docs/v2.0/_settings.yaml';
const CLOSED = 'docs/v1.0/closed/_settings.yaml';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/open/_settings.yaml': 'title: Open\n',
  'docs/v1.0/open/a.md': page('A'),
  [CLOSED]: 'title: Closed\npublished: false\n',
  'docs/v1.0/closed/b.md': page('B'),
  'docs/v1.0/closed/c.md': page('C'),
  [VERSION]: 'name: v2.0\npublished: false\n',
  'docs/v2.0/open/_settings.yaml': 'title: Open\n',
  'docs/v2.0/open/d.md': page('D'),
};

const publishedOf = async (world: World, key: string): Promise<string | null> =>
  (await world.page(key))?.published ?? null;

async function requestsOf(world: World, ...argv: string[]) {
  world.platform.requests.reset();
  const run = await world.run(...argv);
  return { run, requests: world.platform.requests.byOperation() };
}

const PUSH = ['push', '--publish', '--yes'] as const;

describe.each(REVISIONS)('of revision %s', (api) => {
  test('a version that is prepared unpublished gets its pages published, and is then published', async () => {
    const world = await openWorld(FILES, { api });

    const { run } = await requestsOf(world, ...PUSH);

    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).not.toContain('stay unpublished');
    expect(await publishedOf(world, 'v2.0/open/d')).toBe('Text of D.');
    expect(await requestsOf(world, ...PUSH)).toMatchObject({ requests: { listAll: 1 } });
    expect(await world.run('version', 'publish', 'v2.0', '--yes')).toMatchObject({ exitCode: 0 });

    await world.write({ 'docs/v2.0/open/e.md': page('E') });
    const later = await requestsOf(world, ...PUSH);
    expect(later.run.stderr).toContain(
      'not for readers yet (published: false), by v2.0, which is published on the platform',
    );
    expect(await publishedOf(world, 'v2.0/open/e')).toBeNull();
    expect(later.requests).not.toHaveProperty('listDocumentations');

    await world.write({ [VERSION]: 'name: v2.0\n' });
    await world.run(...PUSH);
    expect(await publishedOf(world, 'v2.0/open/e')).toBe('Text of E.');
  });

  test('a documentation is asked for once in its version, and only if a page would be published there', async () => {
    const world = await openWorld(FILES, { api });

    const first = await requestsOf(world, ...PUSH);

    expect(first.run).toMatchObject({ exitCode: 0 });
    // Where the list of everything lacks slugs, both versions are asked for these already.
    expect(first.requests).toMatchObject({ listDocumentations: api === '2026' ? 2 : 1 });
    expect(await publishedOf(world, 'v1.0/closed/b')).toBe('Text of B.');
    expect(await publishedOf(world, 'v1.0/closed/c')).toBe('Text of C.');

    const again = await requestsOf(world, ...PUSH);
    expect(again.requests).toEqual({ listAll: 1 });
    await world.write({ 'docs/v1.0/open/a.md': page('A', 'description: New\n') + 'More.\n' });
    const other = await requestsOf(world, ...PUSH);
    expect(other.requests).not.toHaveProperty('listDocumentations');
    await world.write({ 'docs/v1.0/closed/b.md': `${page('B')}More.\n` });
    const draft = await requestsOf(world, 'push', '--yes');
    expect(draft.requests).not.toHaveProperty('listDocumentations');

    await world.platform.admin.publishDocumentation('v1.0', 'closed');
    const shown = await requestsOf(world, ...PUSH);
    expect(shown.run.stderr).toContain(
      'not for readers yet (published: false), by v1.0/closed, which is published on the platform',
    );
    expect(await publishedOf(world, 'v1.0/closed/b')).toBe('Text of B.');
  });
});

test.each([
  ['its own header', 'docs/v2.0/open/d.md', 'draft: true\n'],
  ['a page file above it', 'docs/v2.0/open/top.md', 'private: true\n'],
])('%s holds a page back in an unpublished version as anywhere', async (_, file, header) => {
  const world = await openWorld({
    ...FILES,
    'docs/v2.0/open/top.md': page('Top'),
    'docs/v2.0/open/top/below.md': page('Below'),
    [file]: page('Held', header),
  });
  await world.run(...PUSH, '--allow-listed');
  const held = file.endsWith('d.md') ? 'd' : 'below';
  expect(await publishedOf(world, `v2.0/open/${held}`)).toBeNull();
  expect(await publishedOf(world, `v2.0/open/${held === 'd' ? 'below' : 'd'}`)).not.toBeNull();
});

test('settings of a documentation hold back in an unpublished version if only they say so', async () => {
  const world = await openWorld(FILES);
  await world.write({ 'docs/v2.0/open/_settings.yaml': 'title: Open\npublished: false\n' });

  const { stderr } = await world.run(...PUSH);

  // Readers would see the page with its version.
  expect(stderr).toContain('by v2.0/open, which is published on the platform');
  expect(await publishedOf(world, 'v2.0/open/d')).toBeNull();
});

test.each([
  ['a version', 'docs/v1.0/_settings.yaml', 'name: v1.0\npublished: false\n', 'v1.0'],
  ['a documentation', 'docs/v1.0/open/_settings.yaml', 'draft: yes\n', 'v1.0/open'],
])('settings of %s hold a page from outside of the folder back as well', async (...named) => {
  const [, file, settings, by] = named;
  const world = await openWorld({ ...FILES, 'note.md': page('Note') });
  const push = ['page', 'push', '--in', 'v1.0/open', '--slug', 'note', '--publish'];
  const words = `by ${by}, which is published on the platform`;
  await world.write({ [file]: settings });

  expect((await world.run(...push, 'note.md', '--dry-run')).stdout).toContain(words);
  expect((await world.run(...push, 'note.md', '--yes')).stderr).toContain(words);
  expect(await world.page('v1.0/open/note')).toBeDefined();
  const piped = await world.runAs({ stdin: page('Note', 'tags: a\n') }, ...push, '-', '--yes');
  expect(piped.stderr).toContain(words);
  expect(await publishedOf(world, 'v1.0/open/note')).toBeNull();

  await world.write({ [file]: 'name: v1.0\n' });
  expect(await world.run(...push, 'note.md', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await publishedOf(world, 'v1.0/open/note')).toBe('Text of Note.');
  // The other pages of the folder are none of its business.
  expect(await world.page('v1.0/open/a')).toBeUndefined();
});

test.each([
  ['a version', 'docs/v1.0/_settings.yaml', 'name: v1.0\npublished: false\n', 'v1.0'],
  ['a documentation', 'docs/v1.0/open/_settings.yaml', 'draft: yes\n', 'v1.0/open'],
  ['a version, misnamed,', 'docs/v1.0/settings.yml', 'visibility: internal\n', 'v1.0'],
])('docs page publish obeys the settings of %s that readers see', async (_, file, settings, by) => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  await world.write({ [file]: settings });
  const publish = ['page', 'publish', 'v1.0/open/a'];

  for (const more of [['--dry-run'], ['--yes'], ['--yes', '--allow-listed']]) {
    const run = await world.run(...publish, ...more);
    expect(run).toMatchObject({ exitCode: 7 });
    expect(run.stdout + run.stderr).toContain(`by ${by}, which is published on the platform`);
    expect(await publishedOf(world, 'v1.0/open/a')).toBeNull();
  }

  await world.write({ [file]: 'name: v1.0\n' });
  expect(await world.run(...publish, '--yes')).toMatchObject({ exitCode: 0 });
  expect(await publishedOf(world, 'v1.0/open/a')).toBe('Text of A.');
});

test('docs page publish publishes pages in places that are prepared unpublished, and asks once', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  const keys = ['v1.0/closed/b', 'v1.0/closed/c', 'v2.0/open/d'];

  const { run, requests } = await requestsOf(world, 'page', 'publish', ...keys, '--yes');

  expect(run).toMatchObject({ exitCode: 0 });
  for (const key of keys) expect(await publishedOf(world, key)).not.toBeNull();
  expect(requests).toMatchObject({ listVersions: 1, listDocumentations: 2 });
  await world.write({ 'docs/v1.0/open/a.md': `${page('A')}More.\n` });
  await world.run('push', '--yes');
  const open = await requestsOf(world, 'page', 'publish', 'v1.0/open/a', '--yes');
  expect(open.requests).not.toHaveProperty('listVersions');
});

test('a version is held back if the settings in any content folder say so', async () => {
  const world = await openWorld({
    ...FILES,
    'faq/q.md': page('Q'),
    'docs-cli.config.yml':
      'content:\n  - { path: faq, version: v1.0, documentation: faq }\n  - path: docs\n',
  });
  await world.write({ 'docs/v1.0/_settings.yaml': 'name: v1.0\npublished: false\n' });

  const { stderr } = await world.run(...PUSH);

  expect(stderr).toContain('by v1.0, which is published on the platform');
  for (const key of ['v1.0/open/a', 'v1.0/faq/q']) expect(await publishedOf(world, key)).toBeNull();
  await world.run('build', '--out', 'site');
  expect(await world.exists('site/v1.0/open/a.html')).toBe(false);
  expect(await world.exists('site/v1.0/faq/q.html')).toBe(false);
});

test.each([403, 404, 405, 501])(
  'a documentation of which the platform answers %i is taken for public, and the push says so',
  async (status) => {
    const answer = { status, headers: { 'content-type': 'application/json' }, body: '{}' };
    const world = await openWorld(FILES, {
      inFront: (next) => (request) =>
        /\/documentation(?:\?|$)/.test(request.target) ? Promise.resolve(answer) : next(request),
    });

    const { run, requests } = await requestsOf(world, ...PUSH);

    expect(run.stderr).toContain(
      'not for readers yet (published: false), by v1.0/closed, and the platform does not tell whether readers see that',
    );
    expect(requests['listDocumentations'] ?? 0).toBeLessThanOrEqual(1);
    expect(await publishedOf(world, 'v1.0/closed/b')).toBeNull();
    expect(await publishedOf(world, 'v2.0/open/d')).toBe('Text of D.');
  },
);

test('a plan that was saved before the documentation was published is refused', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--publish', '--out', 'plan.json');
  await world.platform.admin.publishDocumentation('v1.0', 'closed');

  expect(await world.run('push', '--plan', 'plan.json', '--yes')).toMatchObject({ exitCode: 5 });

  expect(await world.page('v1.0/closed/b')).toBeUndefined();
});
