/** `docs ref diff --format post`: a comparison as readers are told of it. */
import { expect, test } from 'vitest';
import { FixedClock } from '../../support/clocks.ts';
import { openWorld } from '../../support/world.ts';

const api = (version: string, paths: object, extra: object = {}): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version }, paths, ...extra });

const get = (rest: object = {}): object => ({
  get: { responses: { 200: { description: 'ok' } }, ...rest },
});

const limit = (maximum: number): object => ({
  parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum } }],
});

const SCHEMES = {
  components: {
    securitySchemes: {
      key: {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: 'https://x.test/t', scopes: { read: '', write: '' } },
        },
      },
    },
  },
};

const OLD = api(
  '1',
  {
    '/gone': get(),
    '/old': get(),
    '/list': get(limit(100)),
    '/files': get({ security: [{ key: ['read'] }] }),
  },
  SCHEMES,
);
const NEW = api(
  '2',
  {
    '/old': get({ deprecated: true }),
    '/list': get(limit(50)),
    '/files': get({ security: [{ key: ['read', 'write'] }] }),
    '/new/{% tabs %}/<b>': get(),
  },
  SCHEMES,
);

const post = ['ref', 'diff', 'new.json', '--against', 'old.json', '--format', 'post'] as const;

test('a post tells what is new, deprecated, removed, to be changed and needed', async () => {
  const world = await openWorld({ 'old.json': OLD, 'new.json': NEW });
  const { exitCode, stdout, stderr } = await world.runAs({ clock: new FixedClock() }, ...post);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  await expect(stdout).toMatchFileSnapshot('../../golden/ref/post.md');
  const markdown = await world.run(...post.slice(0, -1), 'markdown');
  await expect(markdown.stdout).toMatchFileSnapshot('../../golden/ref/post-summary.md');
});

test('docs changelog push sends it, and readers do not see it yet', async () => {
  const news = (extra: string) => ({
    'docs-cli.config.yml': `content:\n  - path: docs\n${extra}`,
    'docs/changelogs/news/_settings.yaml': 'title: News\npublished: true\n',
  });
  const world = await openWorld({ ...news(''), 'old.json': OLD, 'new.json': NEW });
  const [changelog] = await world.platform.admin.changelogs();
  await world.write(news(`changelogs:\n  news: ${changelog?.id}\n`));
  const { stdout } = await world.run(...post);
  await world.write({ 'docs/changelogs/news/shop-2.md': stdout });
  expect(await world.run('changelog', 'push', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  const there = await world.run('changelog', 'list', 'news', '--json');
  expect(JSON.parse(there.stdout)).toMatchObject({
    changelogs: [{ posts: [{ title: 'Shop 2', published: false }] }],
  });
});

test('nothing to tell is no post', async () => {
  const world = await openWorld({ 'old.json': OLD, 'new.json': OLD });
  const run = await world.run(...post);
  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toContain('There is nothing to tell readers');
});

test('a post is about one definition, which needs no name if the settings have only one', async () => {
  const listing = (...files: readonly string[]): string =>
    `content:\n  - path: docs\nreferences:\n${files.map((file) => `  - file: ${file}\n    version: v1.0\n`).join('')}`;
  const world = await openWorld({
    'docs-cli.config.yml': listing('new api.json'),
    'docs/v1.0/_settings.yaml': 'name: v1.0\npublished: true\n',
    'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n\nA\n',
    'new api.json': OLD,
    'other.json': OLD,
  });
  await world.run('push', '--yes');
  await world.run('ref', 'upload', 'new api.json', '--create', '--yes');
  await world.write({ 'new api.json': NEW });
  const one = await world.run('ref', 'diff', '--format', 'post');
  expect(one).toMatchObject({ exitCode: 0, stderr: '' });
  expect(one.stdout).toContain('published: false');

  await world.write({ 'docs-cli.config.yml': listing('new api.json', 'other.json') });
  const two = await world.run('ref', 'diff', '--format', 'post');
  expect(two).toMatchObject({ exitCode: 2, stdout: '' });
  expect(two.stderr).toContain("docs ref diff 'new api.json' --format post");
});
