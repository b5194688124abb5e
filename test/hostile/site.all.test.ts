/**
 * `docs dev`, `docs build` and `docs review` in repositories of strangers. `DOCS_FAULTS=all`: each of
 * them; otherwise every second.
 */
import { lstat, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, startDev } from '../support/dev.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { git } from '../support/git.ts';
import { runDocs } from '../support/host.ts';
import { sampled } from '../support/sampled.ts';
import { CANARY, HOSTILE_FOLDERS, OUTSIDE } from './folders.ts';

const PAGE = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml':
    'content:\n  - path: docs\nreferences:\n  - file: openapi/petstore.yaml\n    version: v1.0\n',
  'docs/v1.0/guides/_nav.yaml': 'items:\n  - intro\n',
  'docs/v1.0/guides/intro.md': PAGE('Intro', 'How to begin.\n\n{% synced id="diary" /%}'),
  'openapi/petstore.yaml': 'openapi: 3.0.3\ninfo: { title: Petstore, version: 1.0.0 }\npaths: {}\n',
};

/** Everything that a site of these folders may have, and what somebody may hope that it has. */
const ADDRESSES = [
  '',
  'v1.0/guides/intro',
  'v1.0/guides/intro.md',
  'v1.0/guides/diary',
  'v1.0/guides/errors',
  'v1.0/petstore/ref',
  'llms.txt',
  '_docs/search?q=diary&version=v1.0',
  '_docs/state?page=/v1.0/guides/intro',
  '_docs/definitions/v1.0/petstore.json',
  '_docs/theme.css',
  '_docs/review',
  '_docs/files/docs/secret.txt',
  '_docs/files/docs/v1.0/guides/shot.png',
  '_docs/files/out/secret.txt',
];

const statesOf = async (folder: string): Promise<readonly string[]> => {
  const names = (await readdir(folder, { recursive: true })).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size, mode } = await lstat(join(folder, name));
      return `${name} ${mtimeMs} ${size} ${mode}`;
    }),
  );
};

describe.each(sampled(HOSTILE_FOLDERS, 0, 3))('in a folder with $name', (hostile) => {
  test('docs dev, build and review show and write nothing of what lies outside', async () => {
    const folder = await temporaryFolder();
    const ground = { project: join(folder, 'project'), outside: join(folder, 'outside') };
    await writeFiles(ground.project, FILES);
    await writeFiles(ground.outside, OUTSIDE);
    git(ground.project, 'init', '-q');
    git(ground.project, 'add', '.');
    git(ground.project, 'commit', '-qm', 'Begin');
    await hostile.build(ground);
    const before = await statesOf(ground.outside);
    const said: string[] = [];

    for (const argv of [
      ['build', '--out', 'site'],
      ['build', '--out', 'out'],
      ['build', '--out', 'out/site', '--drafts'],
      ['review', '--against', 'HEAD'],
      ['review', '--against', 'HEAD', '--out', 'out.html'],
      ['review', '--against', 'HEAD', '--out', 'out.md'],
    ]) {
      const { stdout, stderr } = await runDocs(argv, { cwd: ground.project });
      said.push(stdout, stderr);
    }
    const dev = await startDev(ground.project, '--drafts').catch((error: unknown) => {
      said.push(String(error));
    });
    for (const path of dev ? ADDRESSES : []) {
      const { body } = await ask(`${dev?.url}${path}`);
      said.push(body);
    }
    await dev?.stop();

    expect(said.filter((text) => text.includes(CANARY) || /is a bug/.test(text))).toEqual([]);
    expect(await statesOf(ground.outside)).toEqual(before);
    for (const name of await readdir(ground.project, { recursive: true, withFileTypes: true })) {
      if (!name.isFile() || name.parentPath.includes('.git')) continue;
      expect(await readFile(join(name.parentPath, name.name), 'utf8')).not.toContain(CANARY);
    }
  });
});

const ESCAPE = '\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m';

/** Other than moving to the column of a prompt, and colours. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const COMMAND = /[\x07\x9b]|\x1b(?!\[\d*[GKm])/;

test('what a repository calls its pages is not a command to a terminal', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/developerhub.yaml': `title: "Site \\e]0;owned\\a"\ntitel: "\\e[2J"\n`,
    'docs/v1.0/guides/intro.md': PAGE(`Intro ${ESCAPE}`, `[a](no${ESCAPE}.md)\n\n{% ${ESCAPE} %}`),
    [`docs/v1.0/guides/${encodeURIComponent('x')}\u{1b}[31m.md`]: PAGE('X', 'Text.'),
  });
  git(folder, 'init', '-q');
  git(folder, 'commit', '-qm', 'Begin', '--allow-empty');
  for (const argv of [
    ['build', '--out', 'site'],
    ['build', '--out', 'site', '--json'],
    ['review', '--against', 'HEAD'],
    ['review', '--against', `HEAD${ESCAPE}`],
    ['dev', '--port', '99999'],
    ['dev', '--host', `127.0.0.1${ESCAPE}`, '--port', '0'],
  ]) {
    const { stdout, stderr } = await runDocs(argv, { cwd: folder, terminal: true });
    expect([argv, stdout + stderr]).toEqual([argv, expect.not.stringMatching(COMMAND)]);
  }
});

test.each([
  ['a content folder above', { 'docs-cli.config.yml': 'content:\n  - path: ../outside\n' }],
  ['an absolute content folder', { 'docs-cli.config.yml': 'content:\n  - path: /etc\n' }],
  [
    'a definition above',
    {
      'docs-cli.config.yml':
        'content:\n  - path: docs\nreferences:\n  - file: ../outside/petstore.yaml\n    version: v1.0\n',
    },
  ],
])('a configuration that names %s is refused', async (_, files) => {
  const folder = await temporaryFolder();
  await writeFiles(join(folder, 'project'), { ...FILES, ...files });
  await writeFiles(join(folder, 'outside'), OUTSIDE);
  const cwd = join(folder, 'project');
  for (const argv of [
    ['build', '--out', 'site'],
    ['dev', '--port', '0'],
    ['review', '--against', 'HEAD'],
  ]) {
    const run = await runDocs(argv, { cwd });
    expect([argv, run]).toMatchObject([argv, { exitCode: 2, stdout: '' }]);
    expect(run.stderr).not.toContain(CANARY);
  }
});

test('paths in pages and settings that climb out of the folder lead nowhere', async () => {
  const folder = await temporaryFolder();
  const cwd = join(folder, 'project');
  await writeFiles(join(folder, 'outside'), { ...OUTSIDE, 'shot.png': CANARY });
  await writeFiles(cwd, {
    ...FILES,
    'secret.png': CANARY,
    'docs/v1.0/guides/_nav.yaml':
      'items:\n  - ../../../../outside/pages/diary\n  - page: ../../../secret\n  - link: { title: Run, url: "javascript:alert(1)" }\n  - intro\n',
    'docs/v1.0/guides/_settings.yaml': 'title: ../../x\nlocale: "../../x\\" onload=\\"x"\n',
    'docs/v1.0/guides/intro.md': PAGE(
      'Intro',
      [
        '![a](../../../../outside/shot.png)',
        '![b](../../../secret.png)',
        '![c](/etc/hostname)',
        '![d](file:///etc/hostname)',
        '{% synced id="../../../outside/pages/diary" /%}',
        '{% image url="../../../../outside/shot.png" /%}',
        '[e](javascript:alert(1))',
      ].join('\n\n'),
    ),
  });
  const dev = await startDev(cwd);
  const { url } = dev;
  const { body } = await ask(`${url}v1.0/guides/intro`);
  expect(body).not.toContain(CANARY);
  expect(body).not.toMatch(/(?:href|src)="(?:javascript|file):|_docs\/files|onload="/);
  for (const path of [
    '_docs/files/secret.png',
    '_docs/files/../outside/shot.png',
    '_docs/files/docs/../../outside/shot.png',
    '_docs/files/%2e%2e/outside/shot.png',
    '_docs/files/docs%2f%2e%2e%2f%2e%2e%2foutside%2fshot.png',
    '_docs/files/docs/v1.0/guides/intro.md%00.png',
  ]) {
    expect([path, (await ask(url + path)).status]).toEqual([path, 404]);
  }
  await dev.stop();
  expect(await runDocs(['build', '--out', 'site'], { cwd })).toMatchObject({ exitCode: 0 });
  const built = await readdir(join(cwd, 'site'), { recursive: true, withFileTypes: true });
  for (const entry of built) {
    if (!entry.isFile()) continue;
    expect(await readFile(join(entry.parentPath, entry.name), 'utf8')).not.toContain(CANARY);
  }
});

test.each(['host: 0.0.0.0', 'dev: { host: 0.0.0.0 }', 'site:\n  host: "::"', 'port: 80'])(
  'a cloned configuration cannot make docs dev listen beyond this machine: %s',
  async (line) => {
    const folder = await temporaryFolder({
      ...FILES,
      'docs-cli.config.yml': `content:\n  - path: docs\n${line}\n`,
    });
    const env = { DOCS_HOST: '0.0.0.0', HOST: '0.0.0.0' };
    const run = await runDocs(['dev', '--port', '0'], { cwd: folder, env });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('docs-cli.config.yml:');
  },
);

test.each(['--output=owned', '-c', '--help', '-', '--', '--upload-pack=touch owned', ':(top)', ''])(
  'what is not a revision is refused, and is not an option of git: "%s"',
  async (revision) => {
    const folder = await temporaryFolder(FILES);
    git(folder, 'init', '-q');
    git(folder, 'add', '.');
    git(folder, 'commit', '-qm', 'Begin');
    const run = await runDocs(['review', `--against=${revision}`], { cwd: folder });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await readdir(folder)).not.toContain('owned');
  },
);

test('settings of the repository’s git run nothing for a review from docs dev', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    '.gitattributes': '*.md diff=own filter=own\n',
    'own.sh': '#!/bin/sh\ntouch owned\n',
  });
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'Begin');
  for (const name of [
    'diff.own.textconv',
    'diff.external',
    'filter.own.clean',
    'filter.own.smudge',
    'core.fsmonitor',
    'core.pager',
    'core.sshCommand',
  ])
    git(folder, 'config', name, 'sh ./own.sh');
  await symlink('../own.sh', join(folder, '.git/hooks/post-checkout'));
  await writeFiles(folder, { 'docs/v1.0/guides/intro.md': PAGE('Intro', 'Changed.') });
  const { url } = await startDev(folder);

  const review = await ask(`${url}_docs/review`);
  expect(review).toMatchObject({ status: 200, body: expect.stringContaining('Changed.') });
  expect(await readdir(folder)).not.toContain('owned');
});
