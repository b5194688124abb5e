import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { lyingAbout } from '../../support/false-answers.ts';
import { openWorld } from '../../support/world.ts';
import type { World } from '../../support/world.ts';

const NAV = 'docs/v1/guide/_nav.yaml';
const FILES = {
  'docs/v1/_settings.yaml': 'name: v1\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
  [NAV]: 'items:\n  - intro\n',
  'docs/v1/guide/intro.md': '---\ntitle: Intro\n---\n\nHow to begin.\n',
};
const NEW = ['n0', 'dir', 'n1', 'n2'];

const file = (slug: string): string => `docs/v1/guide/${slug}.md`;

/** A folder that lacks pages which the platform has. */
async function openFolder(): Promise<World> {
  const world = await openWorld(FILES, { rateLimits: false });
  for (const slug of NEW)
    await world.write({ [file(slug)]: `---\ntitle: ${slug}\n---\n\nOf ${slug}.\n` });
  const pushed = await world.run('push', '--yes');
  if (pushed.exitCode !== 0) throw new Error(pushed.stderr);
  for (const slug of NEW) await world.remove(file(slug));
  await rm(join(world.folder, '.docs-cli'), { recursive: true });
  await world.remove('docs-cli.lock');
  return world;
}

describe('docs pull, of pages without files', () => {
  test('fails the page whose file cannot be made, writes the others, and lists them', async () => {
    const world = await openFolder();
    await mkdir(join(world.folder, file('dir'), 'kept'), { recursive: true });

    const pulled = await world.run('pull', '--yes');

    expect(pulled).toMatchObject({ exitCode: 7 });
    expect(pulled.stdout + pulled.stderr).toContain('"docs/v1/guide/dir.md" already exists');
    expect(await world.read(NAV)).toBe('items:\n  - intro\n  - n0\n  - n1\n  - n2\n');
    for (const slug of ['n0', 'n1', 'n2'])
      expect(await world.read(file(slug))).toContain(`Of ${slug}.`);
    const again = await world.run('pull', '--yes');
    expect(again).toMatchObject({ exitCode: 7 });
    expect(await readdir(join(world.folder, file('dir')))).toEqual(['kept']);
  });

  test('fails pages whose list cannot be written, and leaves their files and the list to a person', async () => {
    const world = await openFolder();
    await world.remove(NAV);
    await mkdir(join(world.folder, NAV));

    const pulled = await world.run('pull', '--yes');

    expect(pulled).toMatchObject({ exitCode: 7 });
    expect(pulled.stdout + pulled.stderr).toContain(
      `${NAV} cannot be read (EISDIR), so it does not list the new pages.`,
    );
    await rm(join(world.folder, NAV), { recursive: true });
    await world.write({ [NAV]: 'items:\n  - intro\n' });
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.read(NAV)).toBe('items:\n  - intro\n');
    for (const slug of NEW) expect(await world.read(file(slug))).toContain(`Of ${slug}.`);
    expect((await world.run('check')).stdout).toContain('not-in-nav');
  });

  test('does not list a page whose file was not written', async () => {
    const world = await openFolder();
    await world.remove(NAV);
    await world.write({
      'docs-cli.config.yml': 'content:\n  - path: docs\n    exclude: ["**/n*.md", "**/dir.md"]\n',
      ...Object.fromEntries(NEW.map((slug) => [file(slug), 'Of a person.\n'])),
    });

    const pulled = await world.run('pull', '--yes');

    expect(pulled).toMatchObject({ exitCode: 7 });
    expect(await world.exists(NAV)).toBe(false);
    for (const slug of NEW) expect(await world.read(file(slug))).toBe('Of a person.\n');
  });

  test('leaves nothing to be told as not sent: what the new files say, the platform has', async () => {
    const world = await openFolder();
    await world.run('pull', '--yes');

    const { stdout } = await world.run('status', '--publish');

    expect(stdout).not.toContain('Not sent, because');
    await world.write({
      [file('n2')]: (await world.read(file('n2'))).replace('---\n', '---\nkeywords: new\n'),
    });
    expect((await world.run('status')).stdout).toContain('keywords (1 page)');
  });

  test('does not write behind a link to a folder, and says so, wherever the link leads', async () => {
    const world = await openFolder();
    const outside = await temporaryFolder();
    const folder = join(world.folder, 'docs/v1/guide');
    for (const target of [outside, world.folder]) {
      await rm(folder, { recursive: true, force: true });
      await symlink(target, folder);
      const pulled = await world.run('pull', 'v1/guide', '--yes', '--force');
      expect(pulled.exitCode).toBe(7);
      expect(pulled.stdout + pulled.stderr).toMatch(/n0\.md" was not written: .* symbolic link/);
      expect(await world.exists('n0.md')).toBe(false);
    }
    expect(await readdir(outside)).toEqual([]);
  });
});

describe('docs pull, of pages that no file can hold as they are', () => {
  const SLUGS: Readonly<Record<string, string>> = {
    n0: '-rf',
    n1: '\u202Egpj',
    n3: 'a\u200Fb',
    n4: 'a\u001b[31m',
    n5: '',
  };

  test('names those without a fit name or any, spares the others and ends with 7', async () => {
    const world = await openWorld(FILES, { rateLimits: false });
    const slugs = ['n0', 'n1', 'n2', 'n3', 'n4', 'n5'];
    for (const slug of slugs)
      await world.write({ [file(slug)]: `---\ntitle: ${slug}\n---\n\nOf ${slug}.\n` });
    expect((await world.run('push', '--yes')).exitCode).toBe(0);
    for (const slug of slugs) await world.remove(file(slug));
    await rm(join(world.folder, '.docs-cli'), { recursive: true });
    await world.remove('docs-cli.lock');
    const baseUrl = await lyingAbout(world.platform.baseUrl, async ({ line }, passOn) => {
      if (!/^GET \/page\/\d+/.test(line)) return undefined;
      const [status, body] = await passOn();
      if (!body.slug?.startsWith('n')) return [status, body];
      const slug = SLUGS[body.slug] ?? body.slug;
      return [status, { ...body, slug, title: `${body.title}\u001b[2J\u009b!` }];
    });
    const lied = { env: { DOCS_BASE_URL: baseUrl } };

    const pulled = await world.runAs(lied, 'pull', '--yes');

    expect(pulled).toMatchObject({ exitCode: 7 });
    expect(pulled.stderr.match(/No file was created for/g)).toHaveLength(5);
    expect(pulled.stderr).toContain('page.slug is empty');
    const names = await readdir(join(world.folder, 'docs/v1/guide'));
    expect(names.toSorted()).toEqual(['_nav.yaml', '_settings.yaml', 'intro.md', 'n2.md']);
    expect(await world.read(file('n2'))).toContain('title: n2 [2J !\n');
    // Nothing changed here, so that nothing is sent.
    const pushed = await world.runAs(lied, 'push', '--dry-run', '--json');
    expect(JSON.parse(pushed.stdout)).toMatchObject({ summary: { update: 0, create: 0 } });
  });
});
