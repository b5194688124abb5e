import { expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';

const FILES = { 'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n\nText\n' };

/** Neither key nor address. */
const NOTHING = { DOCS_API_KEY: '', DOCS_BASE_URL: '' };

test('without the address that a key was stored for, a command names it, and one of its options leads there', async () => {
  const world = await openWorld(FILES);
  const { apiKey, baseUrl } = world.platform;
  const login = await world.runAs(
    { env: NOTHING, stdin: `${apiKey}\n` },
    'login',
    '--base-url',
    baseUrl,
  );
  expect(login).toMatchObject({ exitCode: 0 });

  const status = await world.runAs({ env: NOTHING }, 'status');
  expect(status).toMatchObject({ exitCode: 4, stdout: '' });
  expect(status.stderr).toContain('No API key is set for https://api.developerhub.io.');
  expect(status.stderr).toContain(`A key is stored for ${new URL(baseUrl).origin}`);
  expect(status.stderr).toContain('--base-url');
  expect(await world.runAs({ env: NOTHING }, 'status', '--base-url', baseUrl)).toMatchObject({
    exitCode: 0,
  });
});

test('a key of a profile is named with its profile', async () => {
  const world = await openWorld({
    ...FILES,
    'docs-cli.config.yml': 'content:\n  - path: docs\nprofiles:\n  trial-book: {}\n',
  });
  const { apiKey, baseUrl } = world.platform;
  const at = ['--base-url', baseUrl];
  await world.runAs({ env: NOTHING, stdin: apiKey }, 'login', '--profile', 'trial-book', ...at);

  const status = await world.runAs({ env: NOTHING }, 'status', ...at);
  expect(status.exitCode).toBe(4);
  expect(status.stderr).toContain('(profile trial-book)');
});

test.each([
  ['status', 4],
  ['push --yes', 5],
])('no hint of a pipeline about its key names a login: %s', async (line, exitCode) => {
  const world = await openWorld({
    ...FILES,
    'docs-cli.config.yml': 'content:\n  - path: docs\nproject: 17\n',
  });
  const env = exitCode === 4 ? { ...NOTHING, CI: 'true' } : { CI: 'true' };
  const run = await world.runAs({ env }, ...line.split(' '));

  expect(run.exitCode).toBe(exitCode);
  expect(run.stderr).toContain('to this step as DOCS_API_KEY');
  expect(run.stderr).not.toContain('docs login');
});

test.each([
  ['another key', {}, 'A platform in memory has a new key after each start'],
  ['a pipeline', { CI: 'true' }, 'pass it to this step as the secret DOCS_API_KEY'],
])('how a key comes about that is not valid: %s', async (_, more, words) => {
  const world = await openWorld(FILES);
  const run = await world.runAs({ env: { DOCS_API_KEY: 'x'.repeat(40), ...more } }, 'status');

  expect(run.exitCode).toBe(4);
  expect(run.stderr.replaceAll(/\s+/g, ' ')).toContain(words);
});
