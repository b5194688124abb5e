import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitMessage } from '../../src/system/git/history.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { Workbench } from './workbench.ts';

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

async function commit({ folder }: Pick<Workbench, 'folder'>, message: string): Promise<void> {
  git(folder, 'add', 'docs');
  git(folder, 'commit', '--quiet', '--message', message);
}

/** As a fresh clone has it: no state, and no lock, for nobody ever committed one. */
async function forget({ folder }: Workbench): Promise<void> {
  await rm(join(folder, '.docs-cli'), { recursive: true, force: true });
  await rm(join(folder, 'docs-cli.lock'), { force: true });
}

const body = (n: number): string => `Text ${n}.\n\n* one\n* two\n`;

const PAGES = Object.fromEntries(
  ['intro', 'setup', 'usage'].map((slug) => [`docs/v1/guide/${slug}.md`, pageFile(slug, body(0))]),
);

/** Files committed and pushed, without their lock: a pipeline's project that does not commit it. */
async function pushedWithoutLock(files: Parameters<typeof openWorkbench>[0]): Promise<Workbench> {
  const bench = await openWorkbench(files);
  git(bench.folder, 'init', '--quiet');
  await commit(bench, 'Begin');
  await bench.push();
  await forget(bench);
  return bench;
}

describe('git as the source of common ancestors', () => {
  test.each([false, true])(
    'a pipeline that never commits the lock merges again and again (platform re-prints: %s)',
    async (reprint) => {
      const bench = await openWorkbench(PAGES, { reprint });
      git(bench.folder, 'init', '--quiet');
      await commit(bench, 'Begin');
      await bench.push({ publish: true });
      for (let n = 1; n <= 12; n += 1) {
        await forget(bench);
        const title = n % 3 === 0 ? `Intro ${n}` : 'intro';
        await bench.write({ 'docs/v1/guide/intro.md': pageFile(title, body(n)) });
        await commit(bench, `Merge ${n}`);
        const { prepared, requests } = await bench.push({ publish: true });
        expect(prepared.summary).toMatchObject({ update: 1, conflict: 0, create: 0, adopt: 2 });
        expect(requests).toEqual({ listAll: 1, readPage: 3, updatePage: 1, publishPage: 1 });
      }
      const pages = await bench.pages();
      expect(pages.size).toBe(3);
      expect(pages.get('v1/guide/intro')?.published).toContain('Text 12.');
    },
  );

  test('with an old lock in the repository, reads only pages that changed, and names the commit', async () => {
    const bench = await openWorkbench(PAGES, { reprint: true });
    git(bench.folder, 'init', '--quiet');
    await bench.push();
    git(bench.folder, 'add', 'docs-cli.lock');
    await commit(bench, 'Begin');
    for (let n = 1; n <= 3; n += 1) {
      await bench.write({ 'docs/v1/guide/intro.md': pageFile('intro', body(n)) });
      await commit(bench, `Merge ${n}`);
      const { prepared, requests } = await bench.push();
      const before = git(bench.folder, 'rev-parse', '--short', 'HEAD~1');
      expect(prepared.plan.changes.filter(({ kind }) => kind === 'update')).toMatchObject([
        { key: 'v1/guide/intro', commit: n === 1 ? null : before },
      ]);
      expect(requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
      git(bench.folder, 'checkout', '--quiet', '--', 'docs-cli.lock');
    }
  });

  test('an edit by an editor in between is a conflict', async () => {
    const bench = await openWorkbench(PAGES, { reprint: true });
    git(bench.folder, 'init', '--quiet');
    await commit(bench, 'Begin');
    await bench.push();
    await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/intro'), {
      content: 'Edited in the browser.',
    });
    await forget(bench);
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('intro', body(1)) });
    await commit(bench, 'Merge');
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    const page = (await bench.pages()).get('v1/guide/intro');
    expect(page?.draft).toContain('Edited in the browser.');
  });

  test('a page that moved and was edited in one commit is not a conflict without a lock', async () => {
    const bench = await pushedWithoutLock({
      ...PAGES,
      'docs/v1/guide/old/moved.md': pageFile('Moved', 'See [intro](../intro.md).\n\nOld text.\n'),
    });
    await bench.remove('docs/v1/guide/old/moved.md');
    await bench.write({
      'docs/v1/guide/new/deep/moved.md': pageFile(
        'Moved',
        'See [intro](../../intro.md).\n\nNew text.\n',
      ),
    });
    git(bench.folder, 'add', '-A', 'docs');
    await commit(bench, 'Move and edit');
    const { prepared } = await bench.push();
    expect(prepared.summary).toMatchObject({ update: 1, conflict: 0, create: 0 });
    expect((await bench.pages()).get('v1/guide/moved')?.draft).toContain('New text.');
  });

  test('a page that links to a file that moved in the same commit is not a conflict without a lock', async () => {
    const bench = await pushedWithoutLock({
      ...PAGES,
      'docs/v1/guide/usage.md': pageFile('usage', 'See [it](parts/target.md).\n\nOld text.\n'),
      'docs/v1/guide/parts/target.md': pageFile('Target', 'It.\n'),
    });
    await bench.remove('docs/v1/guide/parts/target.md');
    await bench.write({
      'docs/v1/guide/usage.md': pageFile('usage', 'See [it](other/target.md).\n\nNew text.\n'),
      'docs/v1/guide/other/target.md': pageFile('Target', 'It.\n'),
    });
    git(bench.folder, 'add', '-A', 'docs');
    await commit(bench, 'Move the target, edit the page');
    const { prepared } = await bench.push();
    expect(prepared.summary).toMatchObject({ update: 1, conflict: 0, create: 0 });
  });

  test('the text of another page is an edit, because somebody may have copied it', async () => {
    const bench = await pushedWithoutLock({
      ...PAGES,
      'docs/v1/api/intro.md': pageFile('intro', 'Of the other documentation.\n'),
    });
    await bench.platform.admin
      .editor()
      .edit(await bench.idOf('v1/guide/intro'), { content: 'Of the other documentation.\n' });
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('intro', body(1)) });
    await commit(bench, 'Edit');
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    const page = (await bench.pages()).get('v1/guide/intro');
    expect(page?.draft).toContain('Of the other documentation.');
  });

  test('an empty text is an edit, whatever commits contain', async () => {
    const bench = await pushedWithoutLock({ ...PAGES, 'docs/v1/guide/no.md': pageFile('No', '') });
    await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/intro'), { content: '' });
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('intro', body(1)) });
    await commit(bench, 'Edit');
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('the title of another page is not an earlier title of a page', async () => {
    const bench = await pushedWithoutLock({
      ...PAGES,
      'docs/v1/guide/intro.md': pageFile('intro', 'Only here.\n'),
    });
    const editor = bench.platform.admin.editor();
    await editor.edit(await bench.idOf('v1/guide/intro'), { title: 'usage' });
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('Introduction', body(1)) });
    await commit(bench, 'Edit');
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a text that an editor restored, older than the one sent last, is not overwritten', async () => {
    const bench = await openWorkbench(PAGES);
    const intro = 'docs/v1/guide/intro.md';
    git(bench.folder, 'init', '--quiet');
    await bench.push();
    git(bench.folder, 'add', 'docs-cli.lock');
    await commit(bench, 'Begin, with the lock');
    for (const n of [1, 2]) {
      await bench.write({ [intro]: pageFile('intro', body(n)) });
      await commit(bench, `Edit ${n}`);
      await bench.push();
    }
    await bench.platform.admin
      .editor()
      .edit(await bench.idOf('v1/guide/intro'), { content: body(1) });
    const { prepared } = await bench.push();
    expect(prepared.summary).toMatchObject({ update: 0, pull: 1 });
    expect((await bench.pages()).get('v1/guide/intro')?.draft).toBe(body(1));
    await bench.write({ [intro]: pageFile('intro', body(3)) });
    await commit(bench, 'Edit 3');
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a file that was renamed keeps its page without a lock, edited or not', async () => {
    const bench = await openWorkbench({
      ...PAGES,
      'docs/v1/guide/last.md': pageFile('Last', body(7)),
    });
    git(bench.folder, 'init', '--quiet');
    await commit(bench, 'Begin');
    await bench.push();
    const [setup, last] = [await bench.idOf('v1/guide/setup'), await bench.idOf('v1/guide/last')];
    await forget(bench);
    git(bench.folder, 'mv', 'docs/v1/guide/setup.md', 'docs/v1/guide/install.md');
    git(bench.folder, 'mv', 'docs/v1/guide/last.md', 'docs/v1/guide/first.md');
    await bench.write({ 'docs/v1/guide/first.md': pageFile('Last', `${body(7)}\nMore.\n`) });
    await commit(bench, 'Rename');
    const { prepared } = await bench.push();
    expect(prepared.summary).toMatchObject({ update: 2, create: 0, conflict: 0 });
    expect(prepared.plan.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          key: 'v1/guide/install',
          from: 'v1/guide/setup',
          fields: ['slug'],
        }),
        expect.objectContaining({ key: 'v1/guide/first', fields: ['slug', 'body'] }),
      ]),
    );
    expect(await bench.idOf('v1/guide/install')).toBe(setup);
    expect(await bench.idOf('v1/guide/first')).toBe(last);
    expect((await bench.pages()).size).toBe(4);
  });

  test('a file that was renamed before the lock was written again keeps its page', async () => {
    const bench = await openWorkbench(PAGES);
    git(bench.folder, 'init', '--quiet');
    await bench.push();
    await bench.write({ 'docs/v1/guide/late.md': pageFile('Late', 'Late text.\n\nLine.\n') });
    const before = await readFile(join(bench.folder, 'docs-cli.lock'), 'utf8');
    await commit(bench, 'Begin');
    await bench.push();
    const id = await bench.idOf('v1/guide/late');
    await forget(bench);
    await bench.write({ 'docs-cli.lock': before });
    git(bench.folder, 'mv', 'docs/v1/guide/late.md', 'docs/v1/guide/later.md');
    await commit(bench, 'Rename');
    await bench.push();
    expect(await bench.idOf('v1/guide/later')).toBe(id);
  });

  test('an edit made on the platform of a page whose file was renamed and edited is a conflict', async () => {
    const bench = await openWorkbench(PAGES);
    git(bench.folder, 'init', '--quiet');
    await commit(bench, 'Begin');
    await bench.push();
    await bench.platform.admin
      .editor()
      .edit(await bench.idOf('v1/guide/setup'), { content: 'Edited in the browser.' });
    await forget(bench);
    git(bench.folder, 'mv', 'docs/v1/guide/setup.md', 'docs/v1/guide/install.md');
    await bench.write({ 'docs/v1/guide/install.md': pageFile('setup', `${body(0)}\nMore.\n`) });
    await commit(bench, 'Rename and edit');
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    expect((await bench.pages()).get('v1/guide/setup')?.draft).toContain('Edited in the browser.');
  });

  test('a shallow clone gets a message about what it lacks', async () => {
    const bench = await openWorkbench({
      ...PAGES,
      'docs/v1/guide/intro.md': pageFile('intro', 'Only here.\n'),
    });
    git(bench.folder, 'init', '--quiet');
    await commit(bench, 'Begin');
    await bench.push();
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('intro', body(1)) });
    await commit(bench, 'Next');
    const clone = await temporaryFolder();
    git(clone, 'clone', '--quiet', '--depth', '1', `file://${bench.folder}`, '.');
    const deps = { ...bench.deps, project: { ...bench.deps.project, root: clone } };
    const { prepare } = await import('../../src/sync/run/prepare.ts');
    const { options } = await bench.prepare();
    const { warnings, summary } = await prepare(deps, options);
    expect(summary.conflict).toBe(1);
    expect(warnings.join('\n')).toContain('fetch-depth: 0');
  });

  test('without a lock, the job of an older commit is a conflict if it runs again', async () => {
    const bench = await openWorkbench(PAGES);
    git(bench.folder, 'init', '--quiet');
    await commit(bench, 'Begin');
    await bench.push();
    await bench.write({ 'docs/v1/guide/intro.md': pageFile('intro', body(1)) });
    await commit(bench, 'Edit');
    await forget(bench);
    await bench.push();
    git(bench.folder, 'checkout', '--quiet', 'HEAD~1');
    await forget(bench);
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    expect((await bench.pages()).get('v1/guide/intro')?.draft).toContain('Text 1.');
  });

  test('history messages name the commit; without a commit, the platform writes its own', async () => {
    const folder = await temporaryFolder();
    const place = { root: folder, env: { PATH: process.env['PATH'] }, platform: process.platform };
    expect(await commitMessage(place)).toBeUndefined();
    git(folder, 'init', '--quiet');
    expect(await commitMessage(place)).toBeUndefined();
    await writeFile(join(folder, 'a'), 'a');
    git(folder, 'add', 'a');
    git(folder, 'commit', '--quiet', '--message', 'Say hello\n\nAt length.');
    const short = git(folder, 'rev-parse', '--short', 'HEAD');
    expect(await commitMessage(place)).toBe(`Say hello (${short})`);
  });
});
