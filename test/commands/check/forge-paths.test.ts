/** On forges files are named from the top of the repository, whatever folder a command runs in. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { openWorld } from '../../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const PROJECT = {
  'docs-cli.config.yml':
    'content:\n  - path: docs\nreferences: [{ file: api.yaml, version: v1.0 }]\n',
  'docs/v1.0/guide/a.md': page('A', '[b](gone.md)'),
  'api.yaml': 'openapi: 3.0.3\ninfo: { title: A }\npaths: {}\n',
};

const below = (folder: string): Record<string, string> =>
  Object.fromEntries(Object.entries(PROJECT).map(([path, text]) => [`${folder}/${path}`, text]));

const A = 'packages/a/docs/v1.0/guide/a.md';

interface Place {
  readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
}

const urisOf = (sarif: string): string[] => {
  const { runs } = JSON.parse(sarif) as {
    runs: { results: { locations: Place[] }[] }[];
  };
  const places = runs.flatMap(({ results }) => results.flatMap(({ locations }) => locations));
  return [
    ...new Set(places.map(({ physicalLocation: { artifactLocation } }) => artifactLocation.uri)),
  ];
};

const filesOf = (output: string): string[] => [
  ...new Set(
    Array.from(output.matchAll(/^::(?:error|warning) file=([^,:]+)/gm), ([, file]) => file ?? ''),
  ),
];

describe.each([
  ['in the folder of the project', 'packages/a', []],
  ['at the top, with --config', '.', ['--config', 'packages/a/docs-cli.config.yml']],
  ['in another folder, with --config', 'packages/b', ['--config', '../a/docs-cli.config.yml']],
] as const)('%s', (_, from, config) => {
  async function run(...argv: string[]) {
    const folder = await temporaryFolder({
      '.git/HEAD': 'ref: refs/heads/main\n',
      'packages/b/readme.txt': '',
      ...below('packages/a'),
    });
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: `${folder}/summary.md` };
    return { folder, ...(await runDocs([...argv, ...config], { cwd: `${folder}/${from}`, env })) };
  }

  test('annotations, SARIF and the summary of docs check say where the file is in the repository', async () => {
    const { folder, stderr } = await run('check');
    expect(filesOf(stderr)).toEqual(['packages/a/api.yaml', A]);
    const summary = await readFile(`${folder}/summary.md`, 'utf8');
    expect(summary).toContain(`| ${A}:5 |`);
    expect(filesOf((await run('check', '--format', 'github')).stdout)).toContain(A);
    expect(urisOf((await run('check', '--format', 'sarif')).stdout)).toContain(A);
  });

  test('so do those of definitions and formatting', async () => {
    expect(filesOf((await run('ref', 'check')).stderr)).toEqual(['packages/a/api.yaml']);
    expect(urisOf((await run('ref', 'check', '--format', 'sarif')).stdout)).toEqual([
      'packages/a/api.yaml',
    ]);
  });

  test('the failure at the end is not marked again, as it has no place', async () => {
    const { stderr, exitCode } = await run('check');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error \d errors? in 1 page and 1 definition\.$/m);
    expect(stderr).not.toMatch(/^::error::/m);
    expect((await run('check', '--format', 'github')).stderr).not.toMatch(/^::error::/m);
  });
});

test('a failure without marks is marked, and one with a place at that place in the repository', async () => {
  const folder = await temporaryFolder({
    '.git/HEAD': 'ref: refs/heads/main\n',
    ...below('packages/a'),
    'packages/a/docs-cli.config.yml': 'publish: 1\n',
  });
  const env = { GITHUB_ACTIONS: 'true' };
  const here = await runDocs(['config'], { cwd: `${folder}/packages/a`, env });
  expect(here.stderr).toContain('::error file=packages/a/docs-cli.config.yml,line=1,col=10::');
  const none = await runDocs(['page', 'get', 'x'], { cwd: folder, env });
  expect(none.stderr).toMatch(/^::error::/m);
});

test('a push below the top of the repository marks its files there', async () => {
  const world = await openWorld({ ...PROJECT, 'docs/c.md': 'x', '.git/HEAD': '' });
  const top = world.folder.slice(0, world.folder.lastIndexOf('/'));
  const name = world.folder.slice(top.length + 1);
  const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: top };

  const { stderr } = await world.runAs({ env }, 'push', '--yes');

  expect(filesOf(stderr)).toContain(`${name}/docs/c.md`);
});
