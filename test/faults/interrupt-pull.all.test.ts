import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { builtTool } from '../support/built.ts';
import { openWorld, type World } from '../support/world.ts';

const KILL_AT = resolve('test/faults/kill-at.js');
const NAV = 'docs/v1/guide/_nav.yaml';
const NEW = ['n0', 'n1', 'n2'];

const tool = builtTool();

/** A process of `docs pull` that ends as `env` says (`kill-at.js`). */
const pullUntil = (
  world: World,
  env: Readonly<Record<string, string>>,
  ...more: readonly string[]
) =>
  execa(process.execPath, ['--import', KILL_AT, tool.docs, 'pull', '--yes', '--json', ...more], {
    cwd: world.folder,
    env: {
      DOCS_BASE_URL: world.platform.baseUrl,
      DOCS_API_KEY: world.platform.apiKey,
      ...env,
    },
    reject: false,
  });

const file = (slug: string): string => `docs/v1/guide/${slug}.md`;

// Before the list is found to be there, before it is replaced, and after that.
test.each([1, 2, 3])(
  'Ctrl-C while docs pull lists new pages in _nav.yaml, at moment %i: what was written is listed, and told',
  async (moment) => {
    const world = await openWorld(
      {
        'docs/v1/_settings.yaml': 'name: v1\n',
        'docs/v1/guide/_settings.yaml': 'title: Guide\n',
        [NAV]: 'items:\n  - intro\n',
        [file('intro')]: '---\ntitle: Intro\n---\n\nHow to begin.\n',
      },
      { rateLimits: false },
    );
    for (const slug of NEW)
      await world.write({ [file(slug)]: `---\ntitle: ${slug}\n---\n\nOf ${slug}.\n` });
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    for (const slug of NEW) await world.remove(file(slug));
    await world.remove('docs-cli.lock');

    const count = join(world.folder, 'count');
    const pulled = await pullUntil(world, {
      DOCS_KILL_AT: String(moment),
      DOCS_KILL_NEAR: '/_nav.yaml',
      DOCS_KILL_WITH: 'SIGINT',
      DOCS_KILL_COUNT: count,
    });

    // Nothing is left to do by then.
    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(await world.read('count')).toBe('3');
    expect(await world.read(NAV)).toBe(
      `items:\n  - intro\n${NEW.map((slug) => `  - ${slug}\n`).join('')}`,
    );
    const { applied, failed } = JSON.parse(pulled.stdout);
    const written = (applied as { kind: string; file: string }[])
      .filter(({ kind }) => kind === 'pull')
      .map((change) => change.file);
    expect({ written, failed }).toEqual({ written: NEW.map(file), failed: [] });
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
    const again = JSON.parse((await world.run('pull', '--yes', '--json')).stdout);
    expect(again).toMatchObject({ plan: [], applied: [] });
  },
  60_000,
);

const PAGE = 'docs/v1/guide/install.md';
const THEIRS = 'One.\n\nTwo, but they sto';

// Before the file is replaced or made, and after that, when nothing else has been recorded.
test.each([true, false].flatMap((isThere) => [1, 2].map((moment) => [isThere, moment] as const)))(
  'a draft that a killed docs pull wrote stays unpublished (a file is there: %s, moment %i)',
  async (isThere, moment) => {
    const world = await openWorld({ [PAGE]: '---\ntitle: Install\n---\n\nOne.\n\nTwo.\n' });
    await world.run('push', '--yes', isThere ? '--publish' : '--no-publish');
    await world.edit('v1/guide/install', THEIRS);
    if (!isThere) {
      await world.remove(PAGE);
      await world.remove('docs-cli.lock');
    }

    const pulled = await pullUntil(world, {
      DOCS_KILL_AT: String(moment),
      DOCS_KILL_NEAR: '/install.md',
    });
    expect(pulled.signal).toBe('SIGKILL');
    const text = (await world.exists(PAGE)) ? await world.read(PAGE) : '';
    expect(text.includes(THEIRS)).toBe(moment === 2);

    for (const _ of ['first', 'second']) {
      await world.run('push', '--publish', '--yes');
      expect(await world.page('v1/guide/install')).toMatchObject({
        published: isThere ? 'One.\n\nTwo.' : null,
      });
    }
    await world.run('pull', '--yes');
    // A new file has it as its draft.
    expect(await world.run('push', '--publish', '--yes')).toMatchObject({
      exitCode: isThere ? 7 : 0,
    });
    expect(await world.run('page', 'publish', 'v1/guide/install', '--yes')).toMatchObject({
      exitCode: 0,
    });
    expect((await world.page('v1/guide/install'))?.published).toBe(THEIRS);
  },
  60_000,
);

test.each([1, 2])(
  'a draft that a killed docs pull --merge wrote stays unpublished, also with --ours (moment %i)',
  async (moment) => {
    const world = await openWorld({ [PAGE]: '---\ntitle: Install\n---\n\nOne.\n\nTwo.\n' });
    await world.run('push', '--yes', '--publish');
    await world.edit('v1/guide/install', THEIRS);
    await world.write({ [PAGE]: '---\ntitle: Install\n---\n\nOne, edited.\n\nTwo.\n' });

    const at = { DOCS_KILL_AT: String(moment), DOCS_KILL_NEAR: '/install.md' };
    expect((await pullUntil(world, at, '--merge')).signal).toBe('SIGKILL');
    expect((await world.read(PAGE)).includes('but they sto')).toBe(moment === 2);

    for (const how of [[], ['--ours', 'v1/guide/install'], ['--ours', 'v1/guide/install']]) {
      await world.run('push', '--publish', '--yes', ...how);
      const { published = '' } = (await world.page('v1/guide/install')) ?? {};
      expect(published).not.toContain('but they sto');
    }
    if (moment === 1) return;
    expect(await world.run('page', 'publish', 'v1/guide/install', '--yes')).toMatchObject({
      exitCode: 0,
    });
    expect((await world.page('v1/guide/install'))?.published).toContain('edited.\n\nTwo, but');
  },
  60_000,
);
