import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/model/clock.ts';
import { realClock } from '../support/host.ts';
import { impatientClock } from '../support/impatient-clock.ts';
import { openWorld, type World } from '../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guide/a.md': page('A', 'Text of A'),
  'docs/v1.0/guide/b.md': page('B', 'Text of B'),
};

/** Two pages that are on the platform as in the folder, and no request of `GET /all` left in this hour. */
async function usedUp(clock: Clock = realClock): Promise<World> {
  const world = await openWorld(FILES, { clock });
  expect(await world.run('push', '--yes', '--publish')).toMatchObject({ exitCode: 0 });
  for (let n = 0; n < 40; n += 1) {
    const { status } = await fetch(`${world.platform.baseUrl}/all`, {
      headers: { 'X-API-Key': world.platform.apiKey },
    });
    if (status === 429) return world;
  }
  throw new Error('GET /all is not used up');
}

describe('where GET /all is used up beyond what may be waited', () => {
  test('status, diff and --check see what an editor changed', async () => {
    const world = await usedUp();
    await world.edit('v1.0/guide/a', 'By the editor');

    const status = await world.run('status');
    expect(status).toMatchObject({ exitCode: 0 });
    expect(status.stdout).toContain('1 page changed on the platform only');
    expect(status.stderr).toContain('pages that only the platform has were not looked for');
    const diff = await world.run('diff');
    expect(diff.stdout).toContain('+By the editor');
    expect(diff.stderr).toContain('GET /all is used up');
    expect((await world.run('pull', '--check', 'v1.0/guide/a')).exitCode).toBe(3);
    await world.write({ 'docs/v1.0/guide/a.md': page('A', 'By the writer') });
    expect((await world.run('push', '--check')).exitCode).toBe(5);
    expect((await world.run('push', '--dry-run')).stdout).toContain('v1.0/guide/a');
  });

  test('pull of a version that the folder lacks says that it could not look, not that there is none', async () => {
    const world = await usedUp();
    const pulled = await world.run('pull', 'v2.0', '--yes');
    expect(pulled).toMatchObject({ exitCode: 6 });
    expect(pulled.stderr).not.toContain('There is no page');
  });

  test('pull writes what an editor changed, and says with its exit code that it looked for no new pages', async () => {
    const world = await usedUp();
    await world.edit('v1.0/guide/a', 'By the editor');

    const pulled = await world.run('pull', '--yes');

    expect(pulled.exitCode).toBe(6);
    expect(pulled.stdout).toContain('1 page written into files');
    expect(pulled.stderr).toContain('ages that only the platform has were not looked for');
    expect(await world.read('docs/v1.0/guide/a.md')).toBe(page('A', 'By the editor'));
  });

  test('pull of named pages reads those, and is done', async () => {
    const world = await usedUp();
    await world.edit('v1.0/guide/a', 'By the editor');

    for (const name of ['v1.0/guide/a', 'docs/v1.0/guide/b.md']) {
      expect((await world.run('pull', '--yes', name)).exitCode).toBe(0);
    }

    expect(await world.read('docs/v1.0/guide/a.md')).toBe(page('A', 'By the editor'));
  });

  test('a page whose file is gone is looked for by itself, and forgotten once the platform lacks it too', async () => {
    const world = await usedUp();
    await world.remove('docs/v1.0/guide/b.md');
    const { id = 0 } = (await world.page('v1.0/guide/b')) ?? {};
    expect((await world.run('status')).stdout).toContain('v1.0/guide/b');
    await world.platform.admin.editor().remove(id);

    world.platform.requests.reset();
    const { stdout } = await world.run('status', '--json');

    expect(JSON.parse(stdout).plan).toEqual([]);
    expect(world.platform.requests.byOperation()).toMatchObject({ readPage: 2 });
  });

  test('a push reads what it writes, and never says that the rest is as on the platform', async () => {
    const world = await usedUp();
    await world.edit('v1.0/guide/b', 'By the editor');
    await world.run('push', '--yes');
    const nothing = await world.run('push', '--yes');

    expect(nothing).toMatchObject({ exitCode: 0 });
    expect(nothing.stdout).not.toContain('as on the platform');
    expect(nothing.stdout).toContain('2 pages unchanged since the last push');
    expect(nothing.stderr).toContain('other changes on the platform were not looked for');
    expect((await world.page('v1.0/guide/b'))?.draft).toBe('By the editor');
  });

  test('a person at a terminal is told until when it waits, and the way out', async () => {
    const clock = impatientClock();
    const world = await usedUp(clock);

    const { stderr } = await world.runAs({ terminal: true, clock }, 'status');

    expect(stderr).toMatch(/Waiting .* for the rate limit of GET \/all, until \d\d:\d\d\./);
    expect(stderr).toContain('Ctrl-C');
    expect(stderr).toContain('--max-wait 0s');
  });
});

test('docs diff prints the warnings of the plan', async () => {
  const world = await openWorld({
    ...FILES,
    'docs/v1.0/guide/a.md': page('A', '[X](x.md)'),
  });

  expect((await world.run('diff')).stderr).toContain('"x.md"');
});
