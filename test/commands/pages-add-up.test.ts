/** What check, push, fmt and build say of a folder adds up: every file that may be a page is counted, or named with the reason. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';
import { openWorld } from '../support/world.ts';

const PAGE = (title: string): string => `---\ntitle: ${title}\n---\n\nText\n`;

const API = `openapi: 3.0.3
info: { title: A, version: '1' }
servers: [{ url: 'https://x.org' }]
paths: {}
`;

const CONFIG = { 'docs-cli.config.yml': 'content:\n  - path: docs\n' };

/** Files that are pages, that look like pages, and others. */
const POOL: Readonly<Record<string, string>> = {
  'docs/v1.0/guide/one.md': PAGE('One'),
  'docs/v1.0/guide/two.md': PAGE('Two'),
  'docs/v1.0/guide/sub/three.md': PAGE('Three'),
  'docs/v1.0/guide/loud.MD': PAGE('Loud'),
  'docs/v1.0/guide/react.mdx': PAGE('React'),
  'docs/v1.0/guide/long.markdown': PAGE('Long'),
  'docs/v1.0/guide/open.md': '---\ntitle: Open\n\nText\n',
  'docs/top.md': PAGE('Top'),
  'docs/v1.0/lost.md': PAGE('Lost'),
  'docs/v1.0/guide/text.txt': 'Text',
  'docs/v1.0/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1.0/refs/api.yaml': API,
};

/** Rules of files that are left out. */
const LEFT_OUT = new Set(['unread-file', 'misplaced-file']);

const mayBePage = (path: string): boolean => /\.(?:mdx?|markdown)$/i.test(path);

test('every file that may be a page is checked, planned, formatted and built, or named', async () => {
  const some = fc.subarray(Object.keys(POOL), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(some, async (paths) => {
      const files = Object.fromEntries(paths.map((path) => [path, POOL[path] ?? '']));
      const found = paths.filter(mayBePage);
      const world = await openWorld(
        { ...CONFIG, 'docs/v1.0/guide/always.md': PAGE('Always'), ...files },
        { rateLimits: false },
        () => undefined,
      );
      try {
        const checked = JSON.parse((await world.run('check', '--json')).stdout);
        const unread = new Set(
          checked.findings
            .filter(({ code }: { code: string }) => LEFT_OUT.has(code))
            .map(({ file }: { file: string }) => file),
        );
        expect(checked.pages + unread.size).toBe(found.length + 1);

        const pushed = await world.run('push', '--dry-run', '--json', '--verbose');
        const { plan } = JSON.parse(pushed.stdout);
        const planned = plan.filter(({ kind }: { kind: string }) =>
          ['create', 'unplaced'].includes(kind),
        );
        const named = found.filter((file) => !file.endsWith('.md') && pushed.stderr.includes(file));
        expect(planned.length + named.length).toBe(found.length + 1);

        const { pages, files: left } = JSON.parse((await world.run('fmt', '--json')).stdout);
        const counted = new Set(left.map(({ file }: { file: string }) => file));
        const formatted = await world.run('fmt');
        const besides = found.filter((path) => !counted.has(path));
        const told = besides.filter((path) => formatted.stderr.includes(path));
        expect(pages + told.length).toBe(found.length + 1);

        const out = ['build', '--out', 'public'];
        const built = JSON.parse((await world.run(...out, '--json')).stdout);
        const { stderr } = await world.run(...out);
        const notPages = found.filter((path) => !path.endsWith('.md') && stderr.includes(path));
        expect(built.found + notPages.length).toBe(found.length + 1);
      } finally {
        await world.platform.close();
      }
    }),
    { numRuns: 12 },
  );
});

describe('what a name on the command line means is in the result', () => {
  const FILES = {
    ...CONFIG,
    'docs/v1.0/guide/one.md': PAGE('One'),
    'docs/v1.0/guide/_settings.yaml': 'title: Guide\n',
    'docs/v1.0/guide/react.mdx': 'Text\n',
    'docs/v1.0/refs/api.yaml': API,
  };

  test.each([
    [['docs/v1.0/refs/api.yaml'], '✔ 1 definition checked, no problems'],
    [['docs/v1.0/guide/_settings.yaml'], '✔ 1 other file checked, no problems'],
    [['docs/v1.0/guide/one.md', 'docs/v1.0/refs/api.yaml'], '✔ 1 page and 1 definition checked'],
    [['docs/v1.0/guide'], '✔ 1 page and 1 other file checked'],
  ])('of docs check %j', async (names, says) => {
    const { 'docs/v1.0/guide/react.mdx': _, ...sound } = FILES;
    const cwd = await temporaryFolder(sound);
    const run = await runDocs(['check', ...names], { cwd });

    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain(says);
  });

  test('of docs push: a file that is no page is named once', async () => {
    const world = await openWorld(FILES);
    const run = await world.run('push', '--yes');

    expect(run.stderr).toContain(
      '1 file is not read, because the names of pages end in .md: docs/v1.0/guide/react.mdx.',
    );
  });

  test.each([
    [['fmt'], '1 page in canonical form'],
    [['fmt', 'docs/v1.0/guide'], '1 page in canonical form'],
    [['build', '--out', 'public'], '1 page in 19 files'],
  ])('of docs %j: a file that is no page is named once', async (argv, says) => {
    const cwd = await temporaryFolder(FILES);
    const run = await runDocs(argv, { cwd });

    expect(run.stdout).toContain(says);
    expect(run.stderr).toContain('docs/v1.0/guide/react.mdx');
    expect(run.stderr.split('\n').filter((line) => line.includes('react.mdx'))).toHaveLength(1);
  });

  test('of docs push with that file: an error says so', async () => {
    const world = await openWorld(FILES);
    const run = await world.run('push', 'docs/v1.0/guide/react.mdx', '--yes');

    expect(run.exitCode).not.toBe(0);
    expect(run.stderr).toContain('react.mdx');
  });
});
