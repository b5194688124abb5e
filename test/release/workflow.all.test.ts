/** The workflow that makes a release: its own scripts, run in a clone with a remote. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { notesOf } from '../../tools/changelog.js';
import { shared, temporaryFolder, writeFiles, type AtEnd } from '../support/folder.ts';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
}

const { jobs } = parse(await readFile('.github/workflows/release.yml', 'utf8')) as {
  jobs: Record<'executables' | 'release', { readonly steps: readonly Step[] }>;
};
const { version } = manifest;

/** What `npm ci` and the tests leave is here already. */
const scripts = jobs.release.steps.flatMap(({ run = '' }) =>
  /^(?:npm|)(?: |$)/.test(run) ? [] : run,
);

/** A clone of this checkout as it is, with what a build made of it, and a remote of its own. */
async function openRelease(atEnd: AtEnd) {
  const home = await temporaryFolder({}, atEnd);
  const clone = join(home, 'clone');
  const env = {
    ...process.env,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    RUNNER_TEMP: home,
    GITHUB_OUTPUT: join(home, 'outputs'),
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'owner/docs',
    GH_TOKEN: 'token',
    VERSION: version,
    PATH: `${home}/bin:${process.env['PATH']}`,
  };
  const bash = async (script: string, cwd = clone) =>
    (await promisify(execFile)('bash', ['-e', '-c', script], { cwd, env })).stdout.trim();
  await writeFiles(home, {
    'executables/linux-x64/docs': 'linux',
    'executables/windows-x64/docs.exe': 'win',
  });
  await mkdir(join(home, 'bin'));
  await bash(
    `git clone -q --bare "${process.cwd()}" remote.git && git clone -q remote.git clone
     printf '#!/bin/bash\\nprintf "%%s\\n" "$@" > "$HOME/released"\\n' > bin/gh && chmod +x bin/gh`,
    home,
  );
  const listed = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard', '-z']);
  for (const file of listed.stdout.split('\0').filter((each) => each !== '')) {
    await cp(file, join(clone, file)).catch(() => undefined);
  }
  for (const built of ['dist', 'docs', 'man']) {
    await cp(built, join(clone, built), { recursive: true });
  }
  await symlink(join(process.cwd(), 'node_modules'), join(clone, 'node_modules'));
  await cp(join(home, 'executables'), join(clone, 'executables'), { recursive: true });
  await bash(`git config user.name Writer && git config user.email writer@example.com
    rm -f .git/hooks/* && git tag -l | xargs -r git tag -d
    node tools/changelog.js ${version} 2026-01-02
    echo node_modules >> .git/info/exclude && echo executables >> .git/info/exclude && echo release >> .git/info/exclude
    git add -A && git commit -qm 'Write the changelog'`);
  return { bash, read: (file: string) => readFile(join(home, file), 'utf8') };
}

const release = shared(openRelease);

test('a version that is released, or has no notes, is not released', async () => {
  const { bash } = release();
  const [check = ''] = scripts;

  await bash(`git tag v${version}`);
  await expect(bash(check)).rejects.toMatchObject({
    stderr: expect.stringContaining('Set the next version in package.json'),
  });
  await bash(`git tag -d v${version} && sed -i 's/^## ${version}/## 0.0.1/' CHANGELOG.md`);
  await expect(bash(check)).rejects.toMatchObject({
    stderr: expect.stringContaining(`Run: node tools/changelog.js ${version} <date>`),
  });
  await bash('git checkout -q CHANGELOG.md');
});

test('a release has tarball, executables, materials, digests, notes and a tag with the bundle', async () => {
  const { bash, read } = release();

  for (const script of scripts) await bash(script);

  const files = [
    `docs-${version}-linux-x64`,
    `docs-${version}-windows-x64.exe`,
    `docs-${version}.cdx.json`,
    `docs-cli-${version}.tgz`,
  ];
  const sums = await read('clone/release/SHA256SUMS');
  expect(sums.match(/\S+$/gm)).toEqual(files);
  expect(await bash('cd release && sha256sum --check --quiet SHA256SUMS')).toBe('');
  const released = await read('released');
  for (const file of files) expect(released).toContain(`release/${file}\n`);
  const notes = await read('notes.md');
  const written = notesOf(await read('clone/CHANGELOG.md'), version) ?? '';
  expect(notes).toContain(written.trim());
  const sha256 = /^(\w+) .*\.tgz$/m.exec(sums)?.[1];
  expect(notes).toContain(`releases/download/v${version}/docs-cli-${version}.tgz\n`);
  expect(notes).toContain(`DOCS_SHA256: ${sha256}\n`);

  const git = 'git --git-dir=../remote.git';
  // Config files of other projects name its address at the tag.
  const schema = 'docs/docs-cli.config.schema.json';
  expect(
    await bash(`${git} ls-tree -r --name-only v${version} dist/main.cjs bin/action.js ${schema}`),
  ).toBe(`bin/action.js\ndist/main.cjs\n${schema}`);
  expect(await bash(`${git} branch --contains v${version}`)).toBe('');
});

test('a package with a scope is released under the name that npm gives its file', async () => {
  const { bash, read } = release();
  await bash(`sed -i 's#"name": "docs-cli"#"name": "@owner/docs"#' package.json
    mv release/docs-${version}-linux-x64 executables/linux-x64/docs && rm -rf release executables/windows-x64
    git reset -q HEAD~1 && git tag -d v${version} && git --git-dir=../remote.git tag -d v${version}`);

  for (const script of scripts) await bash(script);

  const tarball = `owner-docs-${version}.tgz`;
  expect(await read('clone/release/SHA256SUMS')).toContain(`  ${tarball}\n`);
  expect(await read('released')).toContain(`release/${tarball}\n`);
  expect(await read('notes.md')).toContain(`releases/download/v${version}/${tarball}\n`);
  await bash('git checkout -q package.json');
});

test('the tag goes out after everything that can fail', () => {
  const pushes = jobs.release.steps.findIndex(({ run = '' }) => run.includes('git push'));
  expect(pushes).toBe(jobs.release.steps.length - 1);
});

test('whatever the workflow runs of others is pinned by commit', () => {
  const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));

  expect(used.length).toBeGreaterThan(6);
  for (const each of used) expect(each).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
});
