/** `docs push --prune`: pages whose files are gone are deleted, and no other page ever is. */
import { expect, test } from 'vitest';
import type { ApiRevision } from '../../../src/model/operations.ts';
import { Author } from '../../support/author.ts';
import { commitAll } from '../../support/git.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld, type World } from '../../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const CONFIG = 'content:\n  - path: docs\n';
const LOCK = 'docs-cli.lock';

const page = (title: string, text = `About ${title}.`): string =>
  `---\ntitle: ${title}\n---\n\n${text}\n`;

interface Change {
  readonly kind: string;
  readonly key: string;
}

interface Document {
  readonly plan: readonly (Change & { readonly kept?: string })[];
  readonly applied: readonly Change[];
  readonly skipped: readonly (Change & { readonly because: string })[];
  readonly failed: readonly (Change & { readonly because: string })[];
  readonly warnings: readonly string[];
}

interface Saved {
  readonly options: Readonly<Record<string, unknown>>;
  readonly changes: readonly unknown[];
}

const told = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ kind, key }) => `${kind} ${key}`).toSorted();

async function prune(world: World, ...more: readonly string[]) {
  const run = await world.run('push', '--prune', '--yes', '--json', ...more);
  const document = (run.stdout === '' ? null : JSON.parse(run.stdout)) as Document;
  if (document !== null) await expectOfSchema('push', document);
  return { ...run, document };
}

const slugsOf = async (world: World): Promise<readonly string[]> =>
  (await world.platform.admin.pages()).map(({ slug }) => slug).toSorted();

const lockHas = async (world: World, slug: string): Promise<boolean> =>
  (await world.read(LOCK)).includes(`"v1.0/guide/${slug}"`);

const ALL = { intro: 'Intro', old: 'Old', setup: 'Setup', usage: 'Usage' };

/** A folder of pages that were pushed and published, and committed with the lock. */
async function openPushed(
  api: ApiRevision,
  more: Readonly<Record<string, string>> = {},
  config = CONFIG,
): Promise<World> {
  const pages = Object.entries(ALL).map(([slug, title]) => [`${GUIDE}/${slug}.md`, page(title)]);
  const files = { 'docs-cli.config.yml': config, ...Object.fromEntries(pages), ...more };
  const world = await openWorld(files, { api });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  commitAll(world.folder, 'First');
  return world;
}

async function removeCommitted(world: World, ...files: readonly string[]): Promise<void> {
  for (const file of files) await world.remove(file);
  commitAll(world.folder, 'Remove');
}

export function prunes(api: ApiRevision): void {
  test('deletes the page whose file is gone, and its line of the lock', async () => {
    const world = await openPushed(api);
    await removeCommitted(world, `${GUIDE}/old.md`);

    const { exitCode, document } = await prune(world);

    expect(exitCode).toBe(0);
    expect(told(document.applied)).toEqual(['delete v1.0/guide/old']);
    expect(await slugsOf(world)).toEqual(['intro', 'setup', 'usage']);
    expect(await lockHas(world, 'old')).toBe(false);
    const again = await prune(world);
    expect(again.document).toMatchObject({ plan: [], requests: { total: 1 } });
  });

  test('deletes nothing without the option, and says how', async () => {
    const world = await openPushed(api);
    await removeCommitted(world, `${GUIDE}/old.md`);

    const run = await world.run('push', '--yes');

    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain('docs push --prune deletes them');
    expect(await slugsOf(world)).toContain('old');
  });

  test('shows first what it deletes, and asks', async () => {
    const world = await openPushed(api, { [`${GUIDE}/draft.md`]: page('Draft') });
    const id = (await world.page('v1.0/guide/old'))?.id;
    await removeCommitted(world, `${GUIDE}/old.md`);
    await world.write({ [`${GUIDE}/new.md`]: page('New') });

    const run = await world.runAs({ terminal: true, answer: 'n\r' }, 'push', '--prune');

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toMatch(/^1 page to delete permanently/);
    expect(run.stderr).toContain(`- v1.0/guide/old  id ${id}, readers see it`);
    expect(run.stderr).toContain('Delete 1 page permanently and create 1?');
    expect(await slugsOf(world)).toContain('old');
  });

  test('keeps a page that somebody changed since, and sends nothing', async () => {
    const world = await openPushed(api);
    await world.edit('v1.0/guide/old', 'Written in the browser.\n');
    await removeCommitted(world, `${GUIDE}/old.md`);
    await world.write({ [`${GUIDE}/new.md`]: page('New') });

    const run = await world.run('push', '--prune', '--yes');
    expect(run).toMatchObject({ exitCode: 5, stdout: '' });
    expect(run.stderr).toContain('1 page without a file, changed on the platform since');
    expect(run.stderr).toContain('v1.0/guide/old has no file, but changed on the platform;');
    expect(await slugsOf(world)).toEqual(['intro', 'old', 'setup', 'usage']);

    for (const policy of ['--skip-conflicts', '--ours']) {
      const { exitCode, document } = await prune(world, policy);
      expect(exitCode).toBe(7);
      expect(told(document.skipped)).toEqual(['conflict v1.0/guide/old']);
      expect(await slugsOf(world)).toContain('old');
    }
  });

  test.each([
    ['title', { title: 'Another' }],
    ['slug', { slug: 'moved' }],
  ])('keeps a page with a new %s', async (_, change) => {
    const world = await openPushed(api);
    const old = await world.page('v1.0/guide/old');
    await new Author(world.platform).save(old?.id ?? 0, change);
    await removeCommitted(world, `${GUIDE}/old.md`);

    const { exitCode } = await prune(world);

    expect(exitCode).toBe(5);
    expect((await world.platform.admin.pages()).map(({ id }) => id)).toContain(old?.id);
  });

  test('deletes a page on which somebody saved a draft, and took it back', async () => {
    const world = await openPushed(api);
    const shown = (await world.page('v1.0/guide/old'))?.published ?? '';
    for (const text of ['Written in the browser.\n', shown])
      await world.edit('v1.0/guide/old', text);
    expect(await world.page('v1.0/guide/old')).toMatchObject({ draft: shown, published: shown });
    await removeCommitted(world, `${GUIDE}/old.md`);

    const { exitCode, document } = await prune(world);

    expect(exitCode).toBe(0);
    expect(told(document.applied)).toEqual(['delete v1.0/guide/old']);
  });

  test('keeps a page that the lock never had, and one that was sent from elsewhere', async () => {
    const world = await openPushed(api, { 'notes.md': page('Notes') });
    const { admin } = world.platform;
    const id = await admin.createDocumentation({ version: 'v1.0', slug: 'api', title: 'Api' });
    await admin.editor().create(id, { title: 'Theirs', slug: 'theirs', content: 'Theirs.' });
    const sent = await world.run('page', 'push', 'notes.md', '--in', 'v1.0/guide', '--yes');
    expect(sent).toMatchObject({ exitCode: 0 });

    const { exitCode, document } = await prune(world);

    expect(exitCode).toBe(0);
    expect(document.plan).toMatchObject([
      { kind: 'orphan', key: 'v1.0/guide/notes', kept: 'no commit removed its file' },
    ]);
    expect(await slugsOf(world)).toEqual(['intro', 'notes', 'old', 'setup', 'theirs', 'usage']);
  });

  test('keeps a page that the lock has the wrong id of', async () => {
    const world = await openPushed(api, { 'docs/v1.0/api/errors.md': page('Old', 'About Old.') });
    const [old, errors] = [await world.page('v1.0/guide/old'), await world.page('v1.0/api/errors')];
    await removeCommitted(world, `${GUIDE}/old.md`);
    // Left by a bad merge, or by somebody who means harm: it looks just like the page that is gone.
    const lines = (await world.read(LOCK)).split('\n');
    const wrong = lines
      .filter((line) => !line.includes('"v1.0/api/errors"'))
      .map((line) => line.replace(`"id":${old?.id},`, `"id":${errors?.id},`));
    await world.write({ [LOCK]: wrong.join('\n') });
    await removeCommitted(world, 'docs/v1.0/api/errors.md');

    const { exitCode } = await prune(world, '--force');

    expect(exitCode).not.toBe(1);
    expect(await slugsOf(world)).toEqual(['errors', 'intro', 'old', 'setup', 'usage']);
  });

  test('takes a renamed file for a renamed page', async () => {
    const world = await openPushed(api);
    const id = (await world.page('v1.0/guide/old'))?.id;
    await removeCommitted(world, `${GUIDE}/old.md`);
    await world.write({ [`${GUIDE}/older.md`]: page('Old', 'About Old, and more.') });

    const { exitCode, document } = await prune(world);

    expect(exitCode).toBe(0);
    expect(told(document.applied)).toEqual(['update v1.0/guide/older']);
    expect((await world.page('v1.0/guide/older'))?.id).toBe(id);
  });

  test('needs --force if the whole folder is empty', async () => {
    const world = await openPushed(api, { [`${GUIDE}/_nav.yaml`]: 'items: []\n' });
    await removeCommitted(world, ...Object.keys(ALL).map((slug) => `${GUIDE}/${slug}.md`));

    expect(await world.run('push', '--prune', '--yes')).toMatchObject({ exitCode: 5 });
    expect(await slugsOf(world)).toHaveLength(4);
  });

  test('needs --force if more than half of the pages, and at least 20, go', async () => {
    const slugs = Array.from({ length: 20 }, (_, n) => `page-${n}`);
    const many = slugs.map((slug) => [`docs/v1.0/api/${slug}.md`, page(slug)]);
    const world = await openPushed(api, Object.fromEntries(many));
    await removeCommitted(world, ...slugs.map((slug) => `docs/v1.0/api/${slug}.md`));

    const run = await world.run('push', '--prune', '--yes');

    expect(run).toMatchObject({ exitCode: 5, stdout: '' });
    expect(run.stderr).toContain('20 of the 24 pages in the lock file would be deleted at once.');
    expect(await slugsOf(world)).toHaveLength(24);
    expect((await prune(world, '--force')).exitCode).toBe(0);
    expect(await slugsOf(world)).toEqual(['intro', 'old', 'setup', 'usage']);
  });

  test('deletes only what was named', async () => {
    const world = await openPushed(api);
    await removeCommitted(world, `${GUIDE}/old.md`, `${GUIDE}/setup.md`);

    const { exitCode } = await prune(world, 'v1.0/guide/old');

    expect(exitCode).toBe(0);
    expect(await slugsOf(world)).toEqual(['intro', 'setup', 'usage']);
  });

  test('deletes what is in a folder that was named', async () => {
    const world = await openPushed(api, {
      'docs/v1.0/api/errors.md': page('Errors'),
      'docs/v1.0/api/limits.md': page('Limits'),
    });
    await removeCommitted(world, `${GUIDE}/old.md`, 'docs/v1.0/api/limits.md');

    const { exitCode } = await prune(world, GUIDE);

    expect(exitCode).toBe(0);
    expect(await slugsOf(world)).toEqual(['errors', 'intro', 'limits', 'setup', 'usage']);
  });

  test('deletes subpages before their parents, and says which parent has to stay', async () => {
    const world = await openPushed(api);
    const editor = world.platform.admin.editor();
    const id = async (slug: string) => (await world.page(`v1.0/guide/${slug}`))?.id ?? 0;
    await editor.move(await id('setup'), await id('intro'));
    await editor.move(await id('old'), await id('setup'));
    const three = ['intro', 'setup', 'old'];
    await removeCommitted(world, ...three.map((slug) => `${GUIDE}/${slug}.md`));
    const all = await prune(world, '--force');
    expect(all.exitCode).toBe(0);
    expect(await slugsOf(world)).toEqual(['usage']);

    const other = await openPushed(api);
    const there = async (slug: string) => (await other.page(`v1.0/guide/${slug}`))?.id ?? 0;
    await other.platform.admin.editor().move(await there('setup'), await there('intro'));
    await removeCommitted(other, `${GUIDE}/intro.md`);
    const { exitCode, document } = await prune(other);
    expect(exitCode).toBe(7);
    expect(document.failed).toMatchObject([
      { kind: 'delete', key: 'v1.0/guide/intro', because: expect.stringContaining('subpages') },
    ]);
    expect(await slugsOf(other)).toEqual(['intro', 'old', 'setup', 'usage']);
  });

  test('warns of a link to the file of a page that it deletes', async () => {
    const world = await openPushed(api, {
      [`${GUIDE}/relative.md`]: page('Relative', '[Old](old.md)'),
    });
    await removeCommitted(world, `${GUIDE}/old.md`);

    const { document } = await prune(world);

    expect(document.warnings).toContainEqual(
      'v1.0/guide/relative has a broken link: "old.md". docs check lists them.',
    );
  });

  test('shows with --dry-run, --check and --out what it would delete, and deletes nothing', async () => {
    const world = await openPushed(api);
    await removeCommitted(world, `${GUIDE}/old.md`);

    const dry = await world.run('push', '--prune', '--dry-run', '--json');
    expect(told((JSON.parse(dry.stdout) as Document).plan)).toEqual(['delete v1.0/guide/old']);
    expect(await world.run('push', '--prune', '--check')).toMatchObject({ exitCode: 3 });
    expect(await world.run('push', '--check')).toMatchObject({ exitCode: 0 });
    const saved = await world.run('push', '--prune', '--out', 'plan.json');
    expect(saved).toMatchObject({ exitCode: 0 });
    expect(saved.stdout).toContain('1 page to delete permanently');
    expect(await slugsOf(world)).toContain('old');

    expect(await world.run('push', '--plan', 'plan.json', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await slugsOf(world)).not.toContain('old');
  });

  test('carries out no saved plan once the page has changed', async () => {
    const world = await openPushed(api);
    await removeCommitted(world, `${GUIDE}/old.md`);
    await world.run('push', '--prune', '--out', 'plan.json');
    await world.edit('v1.0/guide/old', 'Written in the browser.\n');

    const run = await world.run('push', '--plan', 'plan.json', '--yes');

    expect(run).toMatchObject({ exitCode: 5 });
    expect(await slugsOf(world)).toContain('old');
  });

  test.each([
    ['no deletion', (plan: Saved) => ({ ...plan, changes: [] })],
    ['force', (plan: Saved) => ({ ...plan, options: { ...plan.options, force: true } })],
    [
      'another message',
      (plan: Saved) => ({ ...plan, options: { ...plan.options, message: 'No' } }),
    ],
  ])('carries out no saved plan into which somebody wrote %s', async (_, changed) => {
    const world = await openPushed(api);
    await removeCommitted(world, `${GUIDE}/old.md`);
    await world.run('push', '--prune', '--out', 'plan.json');
    const plan = changed(JSON.parse(await world.read('plan.json')) as Saved);
    await world.write({ 'plan.json': JSON.stringify(plan) });

    const run = await world.run('push', '--plan', 'plan.json', '--yes');

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('This plan was changed after docs saved it.');
    expect(await slugsOf(world)).toContain('old');
  });

  test('forgets a page that is gone on both sides', async () => {
    const world = await openPushed(api);
    await removeCommitted(world, `${GUIDE}/old.md`);
    await world.run('page', 'delete', 'v1.0/guide/old', '--yes');

    expect((await prune(world)).document.plan).toEqual([]);
    expect(await lockHas(world, 'old')).toBe(false);
  });

  test('is an option of docs sync, too', async () => {
    const world = await openPushed(api);
    await removeCommitted(world, `${GUIDE}/old.md`);
    await world.edit('v1.0/guide/intro', 'Written in the browser.\n');

    const run = await world.run('sync', '--pull', '--prune', '--yes');

    expect(run).toMatchObject({ exitCode: 0 });
    expect(await slugsOf(world)).toEqual(['intro', 'setup', 'usage']);
    expect(await world.read(`${GUIDE}/intro.md`)).toContain('Written in the browser.');
  });
}
