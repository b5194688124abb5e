// Slow: each test makes a git history of its own.
/** `docs review` beside revisions that git has not all of or that hold odd files, and one of very many pages. */
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { commitAll, git } from '../../support/git.ts';
import {
  BEFORE,
  changed,
  CONFIG,
  openRepository,
  page,
  review,
  states,
} from './reviewed-folder.ts';

describe('beside a revision that git has not all of', () => {
  test('a review in a partial clone is refused, and works after what the hint says', async () => {
    const origin = await openRepository();
    git(origin, 'config', 'uploadpack.allowFilter', 'true');
    commitAll(origin, 'After');
    const folder = join(await temporaryFolder(), 'clone');
    git(origin, 'clone', '-q', '--filter=blob:none', `file://${origin}`, folder);
    const old = git(folder, 'rev-parse', '--short=7', 'HEAD~1');

    const refused = await review(folder, '--against', 'HEAD~1');

    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain(`in commit ${old} here.`);
    expect(refused.stderr).toContain(`git diff --stat ${old}`);
    git(folder, 'diff', '--stat', old);
    expect(states(await review(folder, '--against', 'HEAD~1', '--json'))).toMatchObject({
      'v1.0/guides/setup': 'changed',
      'v1.0/guides/gone': 'removed',
    });
  });

  test.each([
    ['a page', 'docs/v1.0/guides/same.md'],
    ['settings', 'docs/v1.0/_settings.yaml'],
    ['a synced block', 'docs/_synced-blocks/footer.md'],
  ])('a review is refused if the old text of %s is damaged', async (_, file) => {
    const folder = await openRepository();
    await writeFiles(folder, { [file]: 'title: Other\n' });
    const blob = git(folder, 'rev-parse', `HEAD:${file}`);
    const object = join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2));
    await rm(object);
    await writeFile(object, 'damaged');

    const { exitCode, stdout, stderr } = await review(folder, '--against', 'HEAD');

    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(`Git does not have the text of "${file}"`);
  });

  test('a review does not need the old text of a file that is not read', async () => {
    const folder = await temporaryFolder({ ...BEFORE, 'docs/v1.0/guides/notes.pdf': 'one' });
    commitAll(folder, 'Before');
    await writeFiles(folder, { 'docs/v1.0/guides/notes.pdf': 'two' });
    await changed(folder);
    const blob = git(folder, 'rev-parse', 'HEAD:docs/v1.0/guides/notes.pdf');
    await rm(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));

    expect(states(await review(folder, '--against', 'HEAD', '--json'))).toEqual({
      'v1.0/guides/same': 'changed',
    });
  });
});

describe('beside a revision with symbolic links and odd names', () => {
  test('a page that was a link is reviewed as what its readers saw, never as the path of the link', async () => {
    const folder = await temporaryFolder(BEFORE);
    const guides = join(folder, 'docs/v1.0/guides');
    await symlink('/nowhere/outside.md', join(guides, 'out.md'));
    await symlink('same.md', join(guides, 'alias.md'));
    await symlink('same.md', join(guides, 'kept.md'));
    commitAll(folder, 'Before');
    for (const name of ['out.md', 'alias.md']) {
      await rm(join(guides, name));
      await writeFile(join(guides, name), page('Written', 'A file now.'));
    }
    await changed(folder);

    const run = await review(folder, '--against', 'HEAD', '--json');

    expect(run.stdout).not.toContain('outside.md');
    expect(states(run)).toEqual({
      'v1.0/guides/out': 'added',
      'v1.0/guides/alias': 'changed',
      'v1.0/guides/same': 'changed',
      'v1.0/guides/kept': 'changed',
    });
  });

  test.runIf(process.platform === 'linux')(
    'a file whose name is not UTF-8 is not reviewed: it is no page',
    async () => {
      const folder = await temporaryFolder(BEFORE);
      const odd = Buffer.concat([
        Buffer.from(`${folder}/docs/v1.0/guides/n`),
        Buffer.from([0xff]),
        Buffer.from('.md'),
      ]);
      await writeFile(odd, page('Odd', 'One.'));
      commitAll(folder, 'Before');
      await changed(folder);

      expect(states(await review(folder, '--against', 'HEAD', '--json'))).toEqual({
        'v1.0/guides/same': 'changed',
      });
    },
  );
});

test('whatever is edited of what readers get, a review says that there are differences', async () => {
  const folder = await temporaryFolder({
    ...BEFORE,
    'docs/v1.0/api/first.md': page('First', '![A](a.svg) [B](b.pdf)\n\n## Set up\n\n- One\n- Two'),
    'docs/v1.0/api/a.svg': '<svg/>\n',
    'docs/v1.0/api/b.pdf': 'One\nTwo\n',
    'docs/v1.0/refs/api.yaml': 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}\n',
    'docs/changelogs/news/one.md': '---\ntitle: One\npublished: true\n---\n\n![C](c.webp)\n',
    'docs/changelogs/news/c.webp': 'One\n',
    'docs/_theme/logo.png': 'One\n',
  });
  commitAll(folder, 'Before');
  const files = git(folder, 'ls-files', 'docs').split('\n');
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const edits = fc.record({
    which: fc.nat(files.length - 1),
    line: fc.nat(30),
    kind: fc.constantFrom('remove', 'rename', 'move', 'drop a line', 'add a line', 'quote'),
  });
  await fc.assert(
    fc.asyncProperty(edits, async ({ which, line, kind }) => {
      const file = files[which] ?? '';
      const text = texts[which] ?? '';
      const lines = text.split('\n');
      const at = line % lines.length;
      const [path, next] = {
        remove: [null, text],
        rename: [file.replace(/(\.[a-z]+)$/, '-2$1'), text],
        move: [file.replace(/[^/]+\/([^/]+)$/, 'other/$1'), text],
        'drop a line': [file, lines.toSpliced(at, 1).join('\n')],
        'add a line': [file, lines.toSpliced(at, 0, 'more: words').join('\n')],
        quote: [file, text.replace(/^(title|name): (.*)$/m, '$1: "$2"')],
      }[kind] as [string | null, string];
      if (path === file && next === text) return;
      await rm(join(folder, file));
      if (path !== null) await writeFiles(folder, { [path]: next });
      const { exitCode, stdout } = await review(folder, '--against', 'HEAD');
      if (path !== null) await rm(join(folder, path));
      await writeFiles(folder, { [file]: text });
      expect({ exitCode, said: stdout.includes('No differences') }).toEqual({
        exitCode: 0,
        said: false,
      });
    }),
    { numRuns: 150 },
  );
});

test('a comment of very many pages keeps to its length and tells what it leaves out', async () => {
  const text = (word: string): string =>
    Array.from({ length: 20 }, (_, at) => `Paragraph ${at} about ${word} and @more.`).join('\n\n');
  const files = (word: string): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        `docs/v1.0/guides/p${at}.md`,
        page(`P ${at}`, text(word)),
      ]),
    );
  const folder = await temporaryFolder({ 'docs-cli.config.yml': CONFIG, ...files('old') });
  commitAll(folder, 'Before');
  await writeFiles(folder, files('new'));

  const { stdout } = await review(folder, '--against', 'main', '--format', 'markdown');

  expect(stdout.length).toBeLessThanOrEqual(60_000);
  expect(stdout).toContain('200 pages: 200 changed');
  expect(stdout).toMatch(/… and 1\d\d more pages: this comment has room for \d+ of 200\.\n$/);
  expect(stdout).not.toContain(' @more');
});
