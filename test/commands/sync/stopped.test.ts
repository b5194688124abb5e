/** What is said of a run that was cut short: Ctrl-C comes while the second of two writes is under way. */
import { expect, onTestFinished, test } from 'vitest';
import { startFaultProxy } from '../../faults/proxy.ts';
import { openWorld } from '../../support/world.ts';
import { PETS } from '../ref/definitions.ts';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'published: false\n',
  'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n\nOne\n',
  'docs/v1.0/guide/b.md': '---\ntitle: B\n---\n\nTwo\n',
  'docs/v2.0/_settings.yaml': 'published: false\n',
  'docs/v2.0/guide/a.md': '---\ntitle: A\n---\n\nOne\n',
  'pets.yaml': PETS,
  'owners.yaml': PETS.replace('title: Pets', 'title: Owners'),
};

const SETUP = [
  ['push', '--yes'],
  ['ref', 'upload', 'pets.yaml', 'owners.yaml', '--in', 'v1.0', '--create', '--draft', '--yes'],
];

test.each([
  [
    'page publish v1.0/guide/a v1.0/guide/b',
    /^✔ \S*\/a \(\d+\) is published\n\? \S*\/b \(\d+\): Interrupted: .*\n$/,
  ],
  ['version publish v1.0 v2.0', /^✔ v1\.0 is now published\n\? v2\.0: Interrupted: .*\n$/],
  ['ref publish pets owners', /^✔ v1\.0\/Pets is published\n\? v1\.0\/Owners: Interrupted: .*\n$/],
])('%s tells what it did', async (command, done) => {
  const world = await openWorld(FILES);
  for (const argv of SETUP) expect(await world.run(...argv)).toMatchObject({ exitCode: 0 });
  const proxy = await startFaultProxy(world.platform.baseUrl);
  onTestFinished(() => proxy.close());
  const controller = new AbortController();
  proxy.onWrite = (write) => {
    if (write === 2) controller.abort();
  };

  const run = await world.runAs(
    { env: { DOCS_BASE_URL: proxy.baseUrl }, signal: controller.signal },
    ...command.split(' '),
    '--yes',
  );

  expect(run.exitCode).toBe(130);
  expect(run.stdout).toMatch(done);
  expect(run.stderr).toContain('may or may not have been carried out');
});
