/** A platform that says that it deleted a page and still has it: what it says is evidence, and no more. */
import { describe, expect, test } from 'vitest';
import { stand } from '../../support/acting-proxy.ts';
import { openWorld, type World } from '../../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const KEY = 'v1.0/guide/old';
const OLD = `${GUIDE}/old.md`;

const page = (title: string): string => `---\ntitle: ${title}\n---\n\nAbout ${title}.\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  [`${GUIDE}/intro.md`]: page('Intro'),
  [OLD]: page('Old'),
  [`${GUIDE}/setup.md`]: page('Setup'),
};

/** A folder that was pushed, and a platform that deletes nothing and answers as if it did. */
async function openPushed(): Promise<World & { readonly env: Record<string, string> }> {
  const world = await openWorld(FILES, { api: '2026' });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  const baseUrl = await stand(world.platform.baseUrl, {
    before: async ({ method }) => (method === 'DELETE' ? { status: 200, body: '{}' } : undefined),
  });
  return { ...world, env: { DOCS_BASE_URL: baseUrl } };
}

const NOT_DONE = 'The platform answered that it deleted the page, but it still has it.';

describe('a deletion that is answered with 200 and not carried out', () => {
  test('fails in a push, and the page keeps its line until it is gone', async () => {
    const world = await openPushed();
    await world.remove(OLD);

    const run = await world.runAs({ env: world.env }, 'push', '--prune', '--yes', '--json', KEY);

    expect(run.exitCode).toBe(7);
    const { applied, failed } = JSON.parse(run.stdout);
    expect(applied).toEqual([]);
    expect(failed).toMatchObject([{ kind: 'delete', key: KEY, because: NOT_DONE }]);
    const later = await world.run('push', '--dry-run', '--json');
    expect(JSON.parse(later.stdout).plan).toMatchObject([{ kind: 'orphan', key: KEY }]);
    expect(await world.run('push', '--prune', '--yes', KEY)).toMatchObject({ exitCode: 0 });
    expect(await world.page(KEY)).toBeUndefined();
  });

  test('fails in docs page delete', async () => {
    const world = await openPushed();

    const run = await world.runAs({ env: world.env }, 'page', 'delete', KEY, '--yes');

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain(NOT_DONE);
  });
});
