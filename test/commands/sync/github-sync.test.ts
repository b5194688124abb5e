/** Beside the platform's own GitHub Sync: who writes to a repository, too, is said. */
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { git } from '../../support/git.ts';
import { runDocs } from '../../support/host.ts';
import { openWorld } from '../../support/world.ts';

const PAGE = '---\ntitle: A page\n---\n\nText\n';
const FILES = { 'developerhub.yaml': 'title: A\n', 'v1.0/guide/a.md': PAGE };
const BOT = '--author=developerhub-sync[bot] <1+developerhub-sync[bot]@users.noreply.github.com>';
const SYNCED = 'The platform syncs this repository itself';

interface Commit {
  readonly subject: string;
  readonly author?: string;
}

function commit(folder: string, ...commits: readonly Commit[]): void {
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '.');
  for (const { subject, author } of commits) {
    git(folder, 'commit', '-q', '--allow-empty', '-m', subject, ...(author ? [author] : []));
  }
}

const below = (base: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(FILES).map(([path, text]) => [base === '.' ? path : `${base}/${path}`, text]),
  );

const config = (base: string, rest = ''): Record<string, string> => ({
  'docs-cli.config.yml': `content: [{ path: ${base} }]\n${rest}`,
});

describe('push', () => {
  test.each([
    ['.', { subject: 'updated: start', author: BOT }],
    ['docs/files', { subject: 'updated: start', author: BOT }],
    ['.', { subject: 'initial-sync: v1.0' }],
    ['.', { subject: 'full-dh-sync: all' }],
    ['.', { subject: 'drift-sweep: v1.0' }],
    ['.', { subject: 'sync from DeveloperHub' }],
  ])('says once that the platform syncs %s, by the commit %o', async (base, made) => {
    const world = await openWorld({ ...below(base), ...config(base) });
    commit(world.folder, made, { subject: 'Say more of sensors' });
    const { stderr } = await world.run('push', '--dry-run');
    expect(stderr.split(SYNCED)).toHaveLength(2);
    expect(stderr).toContain(`(commit ${git(world.folder, 'log', '-1', '--format=%h', 'HEAD~1')})`);
  });

  test.each([
    ['where the settings say that it is known', '.', BOT, 'besideGithubSync: true\n', FILES],
    ['where only people commit, whatever their subjects', '.', undefined, '', FILES],
    ['where no content folder is a base path', '.', BOT, '', { 'v1.0/guide/a.md': PAGE }],
  ])('says nothing %s', async (_what, base, author, rest, files) => {
    const world = await openWorld({ ...files, ...config(base, rest) });
    commit(world.folder, { subject: 'updated: start', ...(author ? { author } : {}) });
    const { stderr } = await world.run('push', '--dry-run');
    expect(stderr).not.toContain('GitHub Sync');
  });

  test('says that it may be so where the clone lacks the commits that would tell', async () => {
    const world = await openWorld({ ...FILES, ...config('.') });
    commit(world.folder, { subject: 'updated: a', author: BOT }, { subject: 'Say more' });
    const clone = await temporaryFolder();
    git(clone, 'clone', '-q', '--depth', '1', `file://${world.folder}`, '.');
    const { stderr } = await world.runAs({ cwd: clone }, 'push', '--dry-run');
    expect(stderr).toContain('The platform may sync this repository itself');
  });

  test('pull, which sends nothing, says nothing', async () => {
    const world = await openWorld({ ...FILES, ...config('.') });
    commit(world.folder, { subject: 'updated: start', author: BOT });
    expect((await world.run('pull', '--dry-run')).stderr).not.toContain('GitHub Sync');
  });
});

describe('init', () => {
  test('says what it means, and writes how to end the note, not its end', async () => {
    const folder = await temporaryFolder(FILES);
    commit(folder, { subject: 'updated: start', author: BOT });
    const run = await runDocs(['init', '--yes', '--no-check'], { cwd: folder });

    expect(run.exitCode).toBe(0);
    expect(run.stderr.split(SYNCED)).toHaveLength(2);
    const settings = await runDocs(['config', '--json'], { cwd: folder });
    expect(JSON.parse(settings.stdout)).toMatchObject({ besideGithubSync: { value: false } });
  });

  test('says that it may be so where only the file tells', async () => {
    const run = await runDocs(['init', '--yes', '--no-check'], {
      cwd: await temporaryFolder(FILES),
    });
    expect(run.stderr).toContain('The platform may sync this repository itself');
  });
});
