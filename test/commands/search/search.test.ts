import { expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: Long Term\npublished: true\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\nHow to begin.\n',
};

const searched = (log: string): number => log.match(/GET \/search/g)?.length ?? 0;

test('--in takes the slug, name or id of a version, and asks for the versions only if it must', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--publish', '--yes');
  const [version] = JSON.parse((await world.run('version', 'list', '--json')).stdout) as [
    { id: number },
  ];

  for (const name of ['v1.0', 'latest', 'long term', String(version.id)]) {
    const run = await world.run('search', 'begin', '--in', name, '--verbose');

    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain('/v1.0/guides/intro');
    const isSlug = name === 'v1.0' || name === 'latest';
    expect(searched(run.stderr)).toBe(isSlug ? 1 : 2);
    expect(run.stderr.includes('GET /version')).toBe(!isSlug);
  }
});

test('--in lists the versions that there are if it does not name one', async () => {
  const world = await openWorld(FILES);
  const run = await world.run('search', 'begin', '--in', 'v3');

  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toContain('There is no version "v3"; there is v1.0 (published).');
});
