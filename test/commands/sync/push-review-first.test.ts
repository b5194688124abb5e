import { chmod, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { openWorld } from '../../support/world.ts';

const page = (body: string): string => `---\ntitle: A\n---\n\n${body}\n`;

/** A folder of programs with one that "opens" a file by keeping a copy of it, and of its address. */
async function opener() {
  const bin = await temporaryFolder({
    'xdg-open':
      '#!/bin/sh\ncd "$(dirname "$0")"\ncat "${1#file://}" > seen.html\necho "$1" > address\n',
  });
  await chmod(join(bin, 'xdg-open'), 0o755);
  return { env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` }, bin };
}

const reviewsLeft = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('docs-review-'));

test.runIf(process.platform === 'linux')(
  'whoever is asked about a push can look at it first, in the browser, and is asked again',
  async () => {
    const world = await openWorld({ 'docs/v1/guide/a.md': page('One word.') });
    await world.run('push', '--yes');
    await world.write({ 'docs/v1/guide/a.md': page('Another word.') });
    const { env, bin } = await opener();
    const answers = [
      ['Update 1 page?', 'look\r'],
      ['The review is available', ''],
      ['Update 1 page?', 'y\r'],
    ] as const;

    const run = await world.runAs({ terminal: true, answers, env }, 'push');

    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 page updated') });
    expect(await readFile(join(bin, 'seen.html'), 'utf8')).toMatch(
      /<del>One<\/del>\s*<ins>Another<\/ins>/,
    );
    // A folder that only its owner reads, gone when the run is over.
    const address = (await readFile(join(bin, 'address'), 'utf8')).trim();
    expect(address).toMatch(/^file:\/\/.*\/docs-review-\w+\/review\.html$/);
    const [, name = 'none'] = /(docs-review-\w+)/.exec(address) ?? [];
    expect(await reviewsLeft()).not.toContain(name);
    expect((await world.page('v1/guide/a'))?.draft).toBe('Another word.');
  },
);

test('whoever looked can still say no, and a browser that is missing is not a reason to stop', async () => {
  const world = await openWorld({ 'docs/v1/guide/a.md': page('[One](kit.zip).') });
  const answers = [
    ['Create 1 page?', 'l\r'],
    ['The review is available', ''],
    ['Create 1 page?', '\r'],
  ] as const;
  const env = { PATH: '/nowhere' };

  const run = await world.runAs({ terminal: true, answers, env }, 'push');

  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toContain('The browser could not be opened');
  expect(run.stderr.match(/A push does not send the files/g)).toHaveLength(1);
  expect(await world.page('v1/guide/a')).toBeUndefined();
});
