/** Many pages updated at once: an accident, unless commits say that it is meant. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { git } from '../support/git.ts';
import type { Run } from '../support/host.ts';
import { openWorld, type World } from '../support/world.ts';

const LOCK = 'docs-cli.lock.json';

const fileOf = (n: number): string => `docs/v1.0/guide/page-${n}.md`;

/** These pages, each with a link to the next. */
const pages = (from: number, to: number, text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: to - from }, (_, at) => {
      const n = from + at;
      const link = `[next](page-${n === 0 ? 0 : n - 1}.md)`;
      return [fileOf(n), `---\ntitle: Page ${n}\n---\n\n${text} ${n}, ${link}.\n\n* one\n* two\n`];
    }),
  );

/** Pages that were committed and pushed. */
async function pushed(count: number, { lock = 'kept' }: { lock?: Lock } = {}): Promise<World> {
  const world = await openWorld(
    {
      'docs-cli.config.yml': 'content:\n  - path: docs\n',
      '.gitignore': '.docs-cli/\n',
      ...pages(0, count, 'Text'),
    },
    { rateLimits: false, reprint: true },
  );
  git(world.folder, 'init', '-q');
  commit(world, 'Begin');
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  if (lock === 'committed') commit(world, 'Keep the lock', LOCK);
  return world;
}

type Lock = 'kept' | 'committed' | 'never kept';

const head = ({ folder }: World): string => git(folder, 'rev-parse', 'HEAD').slice(0, 7);

/** Commits the pages, or these paths; the abbreviated id. */
function commit(world: World, message: string, ...paths: readonly string[]): string {
  git(world.folder, 'add', '-A', ...(paths.length === 0 ? ['docs'] : paths));
  git(world.folder, 'commit', '-q', '-m', message);
  return head(world);
}

/** A push as a pipeline makes it, which clones each time. */
async function pipeline(world: World, lock: Lock): Promise<Run> {
  if (lock !== 'kept') await rm(join(world.folder, '.docs-cli'), { recursive: true, force: true });
  if (lock === 'never kept') await world.remove(LOCK);
  if (lock === 'committed') git(world.folder, 'checkout', '-q', '--', LOCK);
  return world.run('push', '--yes');
}

const draft = async (world: World, n: number): Promise<string | null | undefined> =>
  (await world.page(`v1.0/guide/page-${n}`))?.draft;

describe('a push that updates most pages', () => {
  test.each<Lock>(['kept', 'committed', 'never kept'])(
    'goes through where a commit explains them, and names it (lock: %s)',
    async (lock) => {
      const world = await pushed(60, { lock });
      await world.write(pages(0, 54, 'Printed'));
      const reprint = commit(world, 'Print the pages again');

      const run = await pipeline(world, lock);
      expect(run.stderr).toContain(`Commit ${reprint} explains 54 of the 54 updates.`);
      expect(run).toMatchObject({ exitCode: 0 });
      expect(await draft(world, 53)).toContain('Printed 53');

      await world.write(pages(55, 56, 'Later'));
      commit(world, 'Edit one');
      expect(await pipeline(world, lock)).toMatchObject({ exitCode: 0 });
      await world.write(pages(0, 54, 'Printed once more'));
      commit(world, 'And again');
      expect(await pipeline(world, lock)).toMatchObject({ exitCode: 0 });
    },
    60_000,
  );

  test('names each of the commits that explain them, and says so beforehand too', async () => {
    const world = await pushed(30);
    await world.write(pages(0, 12, 'Printed'));
    const first = commit(world, 'First half');
    await world.write(pages(12, 25, 'Printed'));
    const second = commit(world, 'Second half');
    const { exitCode, stderr } = await world.run('push', '--dry-run');
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/Commits .* explain 25 of the 25 updates/);
    for (const id of [first, second]) expect(stderr).toContain(id);
    expect(stderr).not.toContain('would be updated at once');
    expect(await world.run('push', '--check')).toMatchObject({ exitCode: 3 });
  });

  test('is refused where nobody committed them', async () => {
    const world = await pushed(30);
    await world.write(pages(0, 25, 'Printed'));
    expect(await world.run('push', '--yes')).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining("25 of the folder's 30 pages would be updated at once"),
    });
    expect(await draft(world, 3)).toContain('Text 3');
    expect(await world.run('push', '--yes', '--force')).toMatchObject({ exitCode: 0 });
  });

  test('counts only those that no commit explains', async () => {
    const world = await pushed(50);
    await world.write(pages(0, 20, 'Printed'));
    const half = commit(world, 'Some');
    await world.write(pages(20, 46, 'Printed'));
    const refused = await world.run('push', '--yes');
    expect(refused).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining("26 of the folder's 50 pages would be updated at once"),
    });
    await world.write(pages(44, 46, 'Text'));
    const run = await world.run('push', '--yes');
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(half) });
  });

  test('is refused where a file is not what was committed of it last', async () => {
    const world = await pushed(30);
    await world.write(pages(0, 25, 'Printed'));
    commit(world, 'Print');
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    git(world.folder, 'checkout', '-q', 'HEAD~1', '--', 'docs');
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });
  });

  test('is refused from an older commit than was pushed last', async () => {
    const world = await pushed(30);
    await world.write(pages(0, 25, 'Printed'));
    commit(world, 'Print');
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    git(world.folder, 'checkout', '-q', 'HEAD~1');
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });
    expect(await draft(world, 3)).toContain('Printed 3');
  });

  test('goes through where a commit takes the change back', async () => {
    const world = await pushed(30);
    await world.write(pages(0, 25, 'Printed'));
    commit(world, 'Print');
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    git(world.folder, 'revert', '--no-edit', 'HEAD');
    const run = await world.run('push', '--yes');
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(head(world)) });
  });

  test('is refused where no commit has what would be replaced', async () => {
    const world = await pushed(30);
    await world.write(pages(0, 25, 'Tried out'));
    expect(await world.run('push', '--yes', '--force')).toMatchObject({ exitCode: 0 });
    await world.write(pages(0, 25, 'Printed'));
    commit(world, 'Print');
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });
  });

  test("is refused where it would replace editors' texts, whoever committed", async () => {
    const world = await pushed(30);
    for (let n = 0; n < 25; n += 1) await world.edit(`v1.0/guide/page-${n}`, `Edited ${n}`);
    await world.write(pages(0, 25, 'Printed'));
    commit(world, 'Print');
    expect(await world.run('push', '--yes', '--ours')).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('would be updated at once'),
    });
  });

  test('goes through where one commit moves the files and edits them', async () => {
    const world = await pushed(30);
    for (let n = 0; n < 25; n += 1) await world.remove(fileOf(n));
    const moved = Object.entries(pages(0, 25, 'Text')).map(([path, text]) => [
      path.replace('/guide/', '/guide/parts/'),
      text.replace('Text', 'Moved text').replace('.md)', '.md#part)'),
    ]);
    await world.write(Object.fromEntries(moved) as Record<string, string>);
    const move = commit(world, 'Move');
    const run = await world.run('push', '--yes');
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(move) });
  });

  test('goes through where one commit gives the pages other slugs, and not where nobody committed', async () => {
    const world = await pushed(30);
    for (let n = 0; n < 25; n += 1) {
      git(world.folder, 'mv', fileOf(n), fileOf(n).replace('page-', 'part-'));
    }
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });
    const rename = commit(world, 'Rename');
    const run = await world.run('push', '--yes');
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(rename) });
    expect(await world.page('v1.0/guide/part-3')).toBeDefined();
  });

  test('goes through where one commit gives the pages other titles', async () => {
    const world = await pushed(30);
    const files = Object.entries(pages(0, 25, 'Text')).map(([path, text]) => [
      path,
      text.replace('title: Page', 'title: Part'),
    ]);
    await world.write(Object.fromEntries(files) as Record<string, string>);
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });
    commit(world, 'Retitle');
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  });

  test('is refused in a clone that lacks what was pushed, and says what is missing', async () => {
    const world = await pushed(30, { lock: 'committed' });
    await world.write(pages(0, 25, 'Printed'));
    commit(world, 'Print');
    const clone = await temporaryFolder({});
    git(clone, 'clone', '-q', '--depth', '1', `file://${world.folder}`, '.');
    expect(await world.runAs({ cwd: clone }, 'push', '--yes')).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('fetch-depth: 0'),
    });
  });
});

describe('what no commit explains', () => {
  test('an emptied folder', async () => {
    const world = await pushed(30, { lock: 'committed' });
    await world.write({ 'docs/v1.0/guide/notes.txt': 'No page.\n' });
    git(world.folder, 'rm', '-q', 'docs/v1.0/guide/page-*.md');
    commit(world, 'Remove them', '.');
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });
  });

  test('a folder that lost most of its pages', async () => {
    const world = await pushed(30, { lock: 'committed' });
    for (let n = 0; n < 25; n += 1) await world.remove(fileOf(n));
    commit(world, 'Remove most');
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });
  });

  test("another project's lock", async () => {
    const world = await pushed(30, { lock: 'committed' });
    const other = await openWorld(
      { 'docs-cli.config.yml': 'content:\n  - path: docs\n', ...pages(0, 30, 'Text') },
      { rateLimits: false },
    );
    await world.write(pages(0, 25, 'Printed'));
    commit(world, 'Print');
    const env = {
      DOCS_BASE_URL: other.platform.baseUrl,
      DOCS_API_KEY: other.platform.apiKey,
    };
    expect(await world.runAs({ env }, 'push', '--yes')).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('another project'),
    });
  });
});
