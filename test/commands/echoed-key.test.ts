/** A platform whose own data has the key that asks for them: nobody who reads the output learns it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { shared, type AtEnd } from '../support/folder.ts';
import type { HostOptions } from '../support/host.ts';
import { openWorld, type World } from '../support/world.ts';

const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`;
const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\npublished: true\n',
  'docs/v1.0/guide/a.md': page('A', 'One.'),
  'docs/v1.0/guide/b.md': page('B', 'Two.'),
};

const FORMS: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'as a basic authorization': (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
};

/** Its pages and users have `echo`. One page changed on both sides. */
async function openEchoing(echoOf: (key: string) => string, atEnd: AtEnd): Promise<World> {
  const world = await openWorld(FILES, { rateLimits: false }, atEnd);
  const echo = echoOf(world.platform.apiKey);
  await world.platform.admin.createUser({
    name: `A ${echo}`,
    email: 'a@example.com',
    role: 'ADMIN',
  });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  const edit = async (key: string, title: string): Promise<void> => {
    const { id } = (await world.page(key)) ?? {};
    if (id === undefined) throw new Error('it was pushed');
    const editor = world.platform.admin.editor();
    await editor.edit(id, { title, content: `Echoed: ${echo} (echoed)\n` });
    await editor.publish(id);
  };
  await edit('v1.0/guide/a', `A title that is rather long, with ${echo} and some more words`);
  await edit('v1.0/guide/b', 'B');
  await world.write({ 'docs/v1.0/guide/b.md': page('B', 'Two, here.') });
  return world;
}

const LINES = [
  'list v1.0',
  'page list',
  'page get v1.0/guide/a',
  'status',
  'diff',
  'review',
  'review --format markdown',
  'report v1.0',
  'users',
  'search echoed',
  'audit list',
  'push --dry-run --format markdown',
  'push --yes',
  'page get Nothing',
  'page publish Nothing --yes',
];

/** Where output is read: the streams as they are, and how the run differs. */
const READERS: readonly (readonly [string, Partial<HostOptions>, ...string[]])[] = [
  ['a pipe', {}, '--verbose'],
  ['a program', {}, '--json', '--verbose'],
  ['a terminal', { terminal: true, env: { PAGER: '' } }],
  ['the log of a job', { env: { GITHUB_ACTIONS: 'true' } }],
];

describe.each(Object.entries(FORMS))('the key, %s,', (_, echoOf) => {
  const opened = shared((atEnd) => openEchoing(echoOf, atEnd));

  test.each(LINES)('is nowhere in the output of docs %s', async (line) => {
    const world = opened();
    const [summary, outputs] = ['summary.md', 'outputs.txt'].map((name) =>
      join(world.folder, name),
    );
    const leaked: object[] = [];
    // Eight characters of it, wherever the rest was cut off.
    const secret = echoOf(world.platform.apiKey).replace('Basic ', '');
    const parts = Array.from({ length: 4 }, (_, n) => secret.slice(n * 8, n * 8 + 8));
    for (const [reader, options, ...flags] of READERS) {
      await writeFile(summary ?? '', '');
      await writeFile(outputs ?? '', '');
      const env = {
        ...options.env,
        GITHUB_STEP_SUMMARY: summary ?? '',
        GITHUB_OUTPUT: outputs ?? '',
      };
      const { stdout, stderr } = await world.runAs(
        { ...options, env },
        ...flags,
        ...line.split(' '),
      );
      const files = await Promise.all(
        [summary, outputs].map((file) => readFile(file ?? '', 'utf8')),
      );
      const said = [stdout, stderr, ...files].join('\n');
      if (parts.some((part) => said.includes(part))) leaked.push({ reader, said });
    }
    expect(leaked).toEqual([]);
  });
});

test('a file that is asked for has the page as it is', async () => {
  const world = await openEchoing((key) => key, onTestFinished);
  const run = await world.run('page', 'get', 'v1.0/guide/a', '--output', 'a.md');
  expect(run).toMatchObject({ exitCode: 0 });
  expect(await world.read('a.md')).toContain(`Echoed: ${world.platform.apiKey} (echoed)`);
});
