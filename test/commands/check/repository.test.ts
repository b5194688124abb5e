import { describe, expect, test } from 'vitest';
import { RULES } from '../../../src/content/check/rules.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { REPOSITORY, SLIPS } from './repository-slips.ts';
import type { Files } from './repository-slips.ts';

/** All that is found: rule and place. `base`: the folder of the repository that the platform would sync. */
async function check(files: Files, base = '.') {
  const placed = Object.entries(files).map(([path, text]) => [
    base === '.' ? path : `${base}/${path}`,
    text,
  ]);
  const folder = await temporaryFolder({
    'docs-cli.config.yml': `content: [{ path: ${base} }]\n`,
    ...Object.fromEntries(placed),
  });
  const { stdout, exitCode } = await runDocs(['check', '--json'], { cwd: folder });
  const { findings } = JSON.parse(stdout);
  const told = findings.map(
    ({ code, file, line }: { code: string; file: string; line: number }) =>
      `${code} ${file}:${line}`,
  );
  return { told, exitCode };
}

test.each(['.', 'docs'])('a repository in which nothing is wrong, at %s', async (base) => {
  expect(await check(REPOSITORY, base)).toEqual({ told: [], exitCode: 0 });
});

describe('what the platform would tell of a pull request', () => {
  test.each(SLIPS)('%s: %s', async (rule, _what, files, at) => {
    const { told, exitCode } = await check({ ...REPOSITORY, ...files });
    expect(told).toContain(`${rule} ${at}`);
    const { severity } = RULES[rule as keyof typeof RULES];
    expect(exitCode).toBe(severity === 'error' ? 1 : 0);
    // One slip is told once; a page or a section that misses what it had may be told about, too.
    expect(told.filter((each: string) => each === `${rule} ${at}`)).toHaveLength(1);
  });
});

describe('settings under a name that nobody reads', () => {
  const UNREAD = 'title: News\nsummary: Short\npublisted: false\n';

  test.each([
    ['v1.0/guide/_settings.yml', '_settings.yaml'],
    ['v1.0/guide/_Settings.yaml', '_settings.yaml'],
    ['v1.0/guide/settings.yaml', '_settings.yaml'],
    ['v1.0/_setting.yaml', '_settings.yaml'],
    ['changelogs/news/Settings.yml', '_settings.yaml'],
    ['v1.0/refs/api.settings.yml', 'api.settings.yaml'],
  ])('%s: an error names it and %s, if it says something of readers', async (path, name) => {
    const folder = await temporaryFolder({
      'docs-cli.config.yml': 'content: [{ path: docs }]\n',
      'docs/v1.0/_settings.yaml': 'name: v1.0\n',
      'docs/v1.0/guide/page.md': '---\ntitle: Page\n---\n\nText.\n',
      [`docs/${path}`]: UNREAD,
    });
    const { stdout, exitCode } = await runDocs(['check', '--json'], { cwd: folder });
    const unread = JSON.parse(stdout).findings.filter(
      ({ code }: { code: string }) => code === 'unread-settings',
    );
    expect(exitCode).toBe(1);
    expect(unread).toEqual([
      expect.objectContaining({
        file: `docs/${path}`,
        line: 3,
        hint: `Rename it to \`${name}\``,
      }),
    ]);
  });

  test.each([
    '_settings.yaml',
    'changelogs/_settings.yaml',
    'refs/_settings.yaml',
    'v1.0/refs/_settings.yaml',
    'v1.0/guide/deep/settings.yaml',
  ])('%s: an error says that nobody reads it in its folder', async (path) => {
    const { told, exitCode } = await check({ ...REPOSITORY, [path]: 'draft: true\n' });
    expect(told).toContain(`unread-settings ${path}:1`);
    expect(exitCode).toBe(1);
  });

  test.each([
    ['without such a key', 'v1.0/guide/settings.yaml', 'title: Guide\ninterval: 5\n'],
    ['named as a navigation', 'v1.0/guide/nav.yml', 'interval: 5\n'],
    ['that is a definition', 'v1.0/refs/settings.yaml', 'openapi: 3.0.3\npublished: false\n'],
  ])('a file %s is none', async (_, path, text) => {
    const { told } = await check({ ...REPOSITORY, [path]: text });
    expect(told.filter((each: string) => each.startsWith('unread-settings'))).toEqual([]);
  });
});
