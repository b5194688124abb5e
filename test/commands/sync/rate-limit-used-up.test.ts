import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/model/time.ts';
import { realClock } from '../../support/host.ts';
import { impatientClock } from '../../support/clocks.ts';
import { openWorld, type World } from '../../support/world.ts';

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
  const TOO_LONG =
    /The rate limit of GET \/all is used up until \d\d:\d\d(:\d\d)?, longer than --max-wait allows\./;

  test.each([
    ['status'],
    ['diff'],
    ['push', '--check'],
    ['push', '--yes'],
    ['pull', '--yes', 'v1.0/guide/a'],
    ['pull', 'v2.0', '--yes'],
    ['sync', '--yes'],
  ])('docs %s %s says until when, and does nothing', async (...argv) => {
    const world = await usedUp();
    await world.edit('v1.0/guide/a', 'By the editor');
    await world.write({ 'docs/v1.0/guide/b.md': page('B', 'By the writer') });
    world.platform.requests.reset();

    const { exitCode, stdout, stderr } = await world.run(...argv);

    expect({ exitCode, stdout }).toEqual({ exitCode: 6, stdout: '' });
    expect(stderr).toMatch(TOO_LONG);
    expect(stderr).not.toContain('There is no page');
    expect(Object.keys(world.platform.requests.byOperation())).toEqual(['listAll']);
    expect(await world.read('docs/v1.0/guide/a.md')).toBe(page('A', 'Text of A'));
    expect((await world.page('v1.0/guide/b'))?.published).toBe('Text of B');
  });

  test('a person at a terminal is told until when it waits, and the way out', async () => {
    const clock = impatientClock();
    const world = await usedUp(clock);

    const { stderr } = await world.runAs({ terminal: true, clock }, 'status');

    expect(stderr).toMatch(/Waiting .* for the rate limit of GET \/all, until \d\d:\d\d\./);
    expect(stderr).toContain('Ctrl-C');
    expect(stderr).toContain('docs platform start --no-rate-limits');
  });
});

test('docs diff prints the warnings of the plan', async () => {
  const world = await openWorld({
    ...FILES,
    'docs/v1.0/guide/a.md': page('A', '[X](x.md)'),
  });

  expect((await world.run('diff')).stderr).toContain('"x.md"');
});
