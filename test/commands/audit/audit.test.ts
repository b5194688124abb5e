import { afterEach, expect, test, vi } from 'vitest';
import { main } from '../../../src/main.ts';
import type { AuditEntry } from '../../../src/model/resources.ts';
import { createHost, realClock } from '../../support/host.ts';
import { openWorld } from '../../support/world.ts';
import type { World } from '../../support/world.ts';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Introduction\n---\n\nFirst.\n',
};

afterEach(() => {
  vi.unstubAllEnvs();
});

async function tail(world: World, ...argv: string[]): Promise<AuditEntry[]> {
  const { exitCode, stdout, stderr } = await world.run('audit', 'tail', '--json', ...argv);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as AuditEntry]));
}

test('more entries than the platform gives at once, the newest last, each once', async () => {
  const world = await openWorld({});
  for (let index = 0; index < 90; index += 1) {
    await world.run('access', 'grant', `a${index}@example.com`, '--yes');
  }
  for (let index = 0; index < 60; index += 1) {
    await world.run('access', 'revoke', `a${index}@example.com`, '--yes');
  }
  const entries = await tail(world, '-n', '120', '--scope', 'users');

  expect(entries).toHaveLength(120);
  expect(new Set(entries.map(({ operation, entityId }) => `${operation} ${entityId}`)).size).toBe(
    120,
  );
  expect(entries.at(-1)).toMatchObject({ operation: 'REM', entityId: 'a59@example.com' });
});

test('filters pass over what they do not want, in every scope', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--publish', '--yes');
  await world.run('access', 'grant', 'ann@example.com', '--yes');

  const operations = async (...argv: string[]) =>
    (await tail(world, ...argv)).map(({ operation }) => operation);
  expect(await operations('--operation', 'ins', '--entity', 'page')).toEqual(['INS']);
  expect(await operations('--operation', 'Create,add', '--entity', 'page,project-user')).toEqual([
    'INS',
    'ADD',
  ]);
  expect(await operations('--operation', 'delete')).toEqual([]);
  expect(await operations('--entity', 'project-user')).toEqual(['ADD']);
  expect(await operations('--scope', 'users')).toEqual(['ADD']);
  expect(await operations('--user', 'nobody')).toEqual([]);
});

test('times are of this zone, and sent with its offset', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  const run = await world.run(
    'audit',
    'tail',
    '--since',
    '2h',
    '--until',
    '2026-01-31T12:00',
    '--verbose',
  );
  const future = await world.run('audit', 'tail', '--until', '2099-01-31', '--verbose');

  expect(run).toMatchObject({ exitCode: 2 });
  expect(future.stderr).toContain('max_date=2099-02-01T04%3A59%3A59%2B00%3A00');
});

test('following continues until Ctrl-C, which is how it ends and not a failure', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  const interruption = new AbortController();
  const env = { DOCS_BASE_URL: world.platform.baseUrl, DOCS_API_KEY: world.platform.apiKey };
  let polls = 0;
  const clock = {
    ...realClock,
    // Waiting for the next look: somebody edits, and after the third look it is enough.
    sleep: async (_ms: number, signal?: AbortSignal) => {
      polls += 1;
      if (polls <= 2) await world.run('access', 'grant', `a${polls}@example.com`, '--yes');
      else interruption.abort();
      signal?.throwIfAborted();
    },
  };
  const { host, stdout, stderr } = createHost({
    cwd: world.folder,
    env,
    clock,
    signal: interruption.signal,
  });

  expect(await main(['audit', 'tail', '-f', '-n', '1', '--scope', 'all'], host)).toBe(0);
  expect(stdout().match(/ (?:create|add) \S+/g)).toEqual([
    ' create page',
    ' add project-user',
    ' add project-user',
  ]);
  expect(stderr()).toBe('');
});
