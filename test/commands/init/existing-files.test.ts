import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Initialized } from '../../../src/commands/init/document.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { git } from '../../support/git.ts';
import { runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';

/** Names that init writes, looks for, or might take for something else. */
const NAMES = [
  '.gitignore',
  '.gitlab-ci.yml',
  '.github/workflows/docs.yml',
  'README.md',
  'docs/README.md',
  'docs/v1.0/_settings.yaml',
  'docs/v1.0/guide/_nav.yaml',
  'docs/v1.0/guide/_settings.yaml',
  'docs/v1.0/guide/welcome.md',
  'notes.md',
  'openapi.yaml',
  'package.json',
];

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.constantFrom('', 'node_modules', 'dist\r\n', 'title: "x"\n').map((text) => Buffer.from(text)),
);

test('docs init changes no file that is there, but for lines that it adds to .gitignore', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...NAMES), bytes, { minKeys: 1, noNullPrototype: true }),
      fc.subarray(['--force', '--publish']),
      fc.constantFrom('none', 'github', 'gitlab'),
      async (files, flags, ci) => {
        const folder = await temporaryFolder();
        for (const [name, content] of Object.entries(files)) {
          await mkdir(dirname(join(folder, name)), { recursive: true });
          await writeFile(join(folder, name), content);
        }
        const pipelines = new Set(['.gitlab-ci.yml', '.github/workflows/docs.yml']);
        const argv = ['init', '--yes', '--in', 'v1.0/guide', '--ci', ci, ...flags];

        await runDocs(argv, { cwd: folder });

        for (const [name, content] of Object.entries(files)) {
          if (flags.includes('--force') && pipelines.has(name)) continue;
          const now = readFileSync(join(folder, name));
          const kept = name === '.gitignore' ? now.subarray(0, content.length) : now;
          expect([name, kept.toString('latin1')]).toEqual([
            name,
            Buffer.from(content).toString('latin1'),
          ]);
        }
      },
    ),
    { numRuns: 60 },
  );
});

describe('docs init refuses a second configuration beside', () => {
  test.each([
    ['docs-cli.config.yaml', 'content:\n  - path: docs\n'],
    ['docs-cli.config.json', '{ "content": [{ "path": "docs" }] }\n'],
    ['package.json', '{ "docs-cli": { "content": [{ "path": "docs" }] } }\n'],
  ])('%s', async (name, text) => {
    const folder = await temporaryFolder({ [name]: text, 'docs/v1.0/guide/a.md': 'Text\n' });
    const run = await runDocs(['init', '--yes'], { cwd: folder });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(`${name} already exists.`);
    expect(existsSync(join(folder, 'docs-cli.config.yml'))).toBe(false);
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  });

  test('but not one in a folder above', async () => {
    const root = await temporaryFolder({
      'docs-cli.config.yml': 'content:\n  - path: one\n',
      'one/v1.0/guide/a.md': 'Text\n',
      'two/v1.0/guide/a.md': 'Text\n',
    });
    const run = await runDocs(['init', '--yes'], { cwd: join(root, 'two') });
    expect(run.exitCode).toBe(0);
  });
});

test.skipIf(process.getuid?.() === 0)(
  'docs init leaves a .gitignore alone that it cannot read',
  async () => {
    const folder = await temporaryFolder({ '.gitignore': 'secret\n' });
    await chmod(join(folder, '.gitignore'), 0o200);
    const run = await runDocs(['init', '--yes'], { cwd: folder });
    await chmod(join(folder, '.gitignore'), 0o600);

    expect(run.stderr).toContain('.gitignore cannot be read');
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('secret\n');
  },
);

test('docs init leaves a .gitignore alone that is a folder, and says what to add to it', async () => {
  const folder = await temporaryFolder({ '.gitignore/x': 'x\n' });
  const run = await runDocs(['init', '--yes'], { cwd: folder });

  expect(run.exitCode).toBe(0);
  expect(run.stderr).toContain('.gitignore cannot be read');
  expect(run.stderr).toContain('.docs-cli/');
  expect(readFileSync(join(folder, '.gitignore/x'), 'utf8')).toBe('x\n');
});

describe('docs init, where there is a configuration', () => {
  const CONFIG = `# Ours
content:
  - path: docs
    exclude: ['drafts/**']
  - path: api
checks:
  broken-anchor: warning
site: https://docs.example.com
`;
  const SET_UP = {
    'docs-cli.config.yml': CONFIG,
    'docs/v1.0/guide/a.md': 'Text\n',
    'api/v1.0/api/a.md': 'Text\n',
  };
  const names = (folder: string): Promise<string[]> => readdir(folder);

  test.each([
    ['github', '.github/workflows/docs.yml', []],
    ['gitlab', '.gitlab-ci.yml', []],
    ['gitlab', '.gitlab-ci.yml', ['--yes']],
    ['github', '.github/workflows/docs.yml', ['--force']],
  ])('adds only the pipeline with --ci %s', async (ci, pipeline, flags) => {
    const folder = await temporaryFolder(SET_UP);
    const run = await runDocs(['init', '--ci', ci, ...flags], { cwd: folder });

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain(`✔ ${pipeline}\n`);
    expect(existsSync(join(folder, pipeline))).toBe(true);
    expect(readFileSync(join(folder, 'docs-cli.config.yml'), 'utf8')).toBe(CONFIG);
    expect((await names(folder)).filter((name) => !name.startsWith('.git')).toSorted()).toEqual([
      'api',
      'docs',
      'docs-cli.config.yml',
    ]);
  });

  test('refuses other options without --force', async () => {
    const folder = await temporaryFolder(SET_UP);
    const run = await runDocs(['init', '--yes', '--publish', '--ci', 'github'], { cwd: folder });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(existsSync(join(folder, '.github'))).toBe(false);
  });

  test('replaces it with --force, and keeps a copy', async () => {
    const folder = await temporaryFolder({ ...SET_UP, '.gitlab-ci.yml': 'test: {}\n' });
    const argv = ['init', '--force', '--yes', '--publish', '--ci', 'gitlab', '--content', 'docs'];
    const run = await runDocs(argv, { cwd: folder });

    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain('docs-cli.config.yml.bak');
    expect(readFileSync(join(folder, 'docs-cli.config.yml.bak'), 'utf8')).toBe(CONFIG);
    expect(readFileSync(join(folder, '.gitlab-ci.yml.bak'), 'utf8')).toBe('test: {}\n');
    expect(readFileSync(join(folder, 'docs-cli.config.yml'), 'utf8')).toContain('publish: true');
    expect(await runDocs(argv, { cwd: folder })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readFileSync(join(folder, 'docs-cli.config.yml.bak'), 'utf8')).toBe(CONFIG);
  });

  test('does nothing with --force where an earlier copy is in the way', async () => {
    const folder = await temporaryFolder({ ...SET_UP, 'docs-cli.config.yml.bak': 'mine\n' });
    const run = await runDocs(['init', '--force', '--yes', '--content', 'docs'], { cwd: folder });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('docs-cli.config.yml.bak already exists');
    expect(readFileSync(join(folder, 'docs-cli.config.yml'), 'utf8')).toBe(CONFIG);
    expect(readFileSync(join(folder, 'docs-cli.config.yml.bak'), 'utf8')).toBe('mine\n');
  });
});

describe('a pipeline of GitLab beside one that is there', () => {
  const SET_UP = {
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/v1.0/guide/a.md': '',
  };
  const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');

  test.each([
    ['stages: [build, deploy]\ndocs: { script: [make] }\n', 'docs-cli:', '  stage: build\n'],
    ['stages:\n  - lint\n  - test\n', 'docs:', ''],
    ['test:\n  script: !reference [.x, script]\n', 'docs:', ''],
    ['not: [a pipeline', 'docs:', ''],
  ])('is a file that %j includes', async (theirs, job, stage) => {
    const folder = await temporaryFolder({ ...SET_UP, '.gitlab-ci.yml': theirs });
    const run = await runDocs(['init', '--ci', 'gitlab'], { cwd: folder });

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain('.gitlab-ci.yml:1  include: [{ local: .gitlab/docs.yml }]');
    expect(read(folder, '.gitlab-ci.yml')).toBe(theirs);
    const ours = read(folder, '.gitlab/docs.yml');
    expect(ours.split('\n')[1]).toBe(job);
    expect(/^ {2}stage: .*\n/m.exec(ours)?.[0] ?? '').toBe(stage);
  });

  test.each([
    ['stages: [test]\ninclude:\n  - local: .gitlab/other.yml\n', 2],
    ['include: .gitlab/other.yml\n', 1],
  ])('is added to what %j includes already', async (theirs, line) => {
    const folder = await temporaryFolder({ ...SET_UP, '.gitlab-ci.yml': theirs });
    const run = await runDocs(['init', '--ci', 'gitlab'], { cwd: folder });

    expect(run.stdout).toContain(
      `.gitlab-ci.yml:${line}  { local: .gitlab/docs.yml }, as one more in the list of include`,
    );
  });

  test('is not written twice: our own stays as it is', async () => {
    const folder = await temporaryFolder(SET_UP);
    await runDocs(['init', '--ci', 'gitlab'], { cwd: folder });
    const again = await runDocs(['init', '--ci', 'gitlab', '--comment'], { cwd: folder });

    expect(again.stderr).toContain('.gitlab-ci.yml already exists and was left as it is.');
    expect(again.stdout).not.toContain('Left for you');
    expect(existsSync(join(folder, '.gitlab'))).toBe(false);
  });
});

describe('a pipeline leaves blank only what a person knows', () => {
  test.each(['github', 'gitlab'])('and names its lines: %s', async (ci) => {
    const folder = await temporaryFolder({
      'docs-cli.config.yml': `baseUrl: https://docs.example.com/api/v1
content:
  - path: our pages
references:
  - { file: api.yaml, version: v1.0 }
  - { file: made.yaml, version: v1.0, generated: true }
`,
      'our pages/v1.0/guide/a.md': 'Text\n',
    });
    git(folder, 'init', '--quiet', '--initial-branch=trunk');
    const run = await runDocs(['init', '--ci', ci, '--comment', '--json'], { cwd: folder });
    const { written, left } = JSON.parse(run.stdout) as Initialized;
    const lines = readFileSync(join(folder, written[0] ?? ''), 'utf8').split('\n');
    const text = lines.join('\n');

    await expectOfSchema('init', JSON.parse(run.stdout));
    const marks = left.flatMap(({ line }) => (line === null ? [] : lines[line - 1]?.trim()));
    expect(marks).toEqual([
      "DOCS_TARBALL: ''",
      "DOCS_SHA256: ''",
      '# made.yaml is generated: put the step that builds it in the place of this line.',
    ]);
    const secrets = left.filter(({ file }) => file === null).map(({ what }) => what);
    expect(secrets).toHaveLength(ci === 'github' ? 1 : 2);
    expect(secrets[0]).toMatch(
      /^the (?:secret|masked variable) DOCS_API_KEY, a key for https:\/\/docs\.example\.com with project\.read, page\.read, page\.edit, reference\.read and reference\.publish: Settings/,
    );
    expect(text).toContain('DOCS_BASE_URL: "https://docs.example.com/api/v1"');
    expect(text).toContain("-- 'our pages' docs-cli.config.yml");
    expect(text).toContain('for file in api.yaml; do');
    // GitLab knows its own default branch.
    expect(text.includes('branches: [trunk]')).toBe(ci === 'github');
  });

  test.each(['github', 'gitlab'])('and names the key of each configuration: %s', async (ci) => {
    const config = 'content:\n  - path: docs\n';
    const folder = await temporaryFolder({
      'packages/client/docs-cli.config.yml': `baseUrl: https://one.example.com/api/v1\n${config}references:\n  - { file: api.yaml, version: v1.0 }\n`,
      'packages/server/docs-cli.config.yml': config,
      'examples/shop/docs-cli.config.yml': config,
      'packages/client/docs/v1.0/guide/a.md': 'Text\n',
    });
    git(folder, 'init', '--quiet');
    const run = await runDocs(['init', '--ci', ci, '--json'], { cwd: folder });
    const { written, left } = JSON.parse(run.stdout) as Initialized;
    const text = readFileSync(join(folder, written[0] ?? ''), 'utf8');

    expect(existsSync(join(folder, 'docs-cli.config.yml'))).toBe(false);
    const secrets = left.filter(({ file }) => file === null).map(({ what }) => what);
    expect(secrets).toHaveLength(2);
    expect(secrets.join()).toMatch(
      /DOCS_API_KEY_CLIENT, a key for https:\/\/one\..*DOCS_API_KEY_SERVER, a key for https:\/\/api\./s,
    );
    expect(text).toMatch(/config: packages\/client\/docs-cli\.config\.yml/i);
    expect(text).toMatch(/definitions: packages\/client\/api\.yaml\n/i);
    expect(text).not.toContain('examples');

    // One at the top has a job, too.
    await writeFiles(folder, { 'docs-cli.config.yml': config });
    const again = await runDocs(['init', '--ci', ci, '--force'], { cwd: folder });
    expect(again.stderr).toContain('examples/shop/docs-cli.config.yml has no job');
    const all = readFileSync(join(folder, written[0] ?? ''), 'utf8');
    const named = [...all.matchAll(/- name: ([a-z]+)\n *config:/gi)].map(([, name]) => name);
    expect(named).toEqual(['top', 'client', 'server']);
  });

  test('a name that shells read is refused in a repository of several configurations', async () => {
    const config = 'content:\n  - path: docs\n';
    const folder = await temporaryFolder({
      'my pages/docs-cli.config.yml': config,
      'other/docs-cli.config.yml': config,
    });
    git(folder, 'init', '--quiet');

    expect(await runDocs(['init', '--ci', 'github'], { cwd: folder })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('"my pages/docs-cli.config.yml"'),
    });
    expect(existsSync(join(folder, '.github'))).toBe(false);
  });

  test('and a comment needs one', async () => {
    const folder = await temporaryFolder({ 'docs/v1.0/guide/a.md': 'Text\n' });
    const run = await runDocs(['init', '--yes', '--comment'], { cwd: folder });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('Add --ci github or --ci gitlab');
  });
});

describe('a name that GitHub would run', () => {
  test.each([
    [
      'a definition',
      {
        'docs/v1.0/g/a.md': 'Text\n',
        'openapi/${{ github.actor }}.yaml':
          'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n',
      },
    ],
    ['a folder', { '${{ github.head_ref }}/v1.0/g/a.md': '---\ntitle: A\n---\n\nText\n' }],
    [
      'a line of its own',
      { 'a\n      - run: touch PWN/v1.0/g/a.md': '---\ntitle: A\n---\n\nText\n' },
    ],
  ])('is refused before anything is written: %s', async (_, files) => {
    const folder = await temporaryFolder(files);
    const before = await readdir(folder);
    const argv = ['init', '--yes', '--no-check', '--references', '--ci', 'github'];
    const run = await runDocs(argv, { cwd: folder });
    expect(run).toMatchObject({ exitCode: 2 });
    expect(run.stderr).toContain('cannot be in a pipeline');
    expect(await readdir(folder)).toEqual(before);
  });
});

describe('a pipeline below the top of a repository', () => {
  const LINE = /at the top: docs (.*)/;

  test.each(['github', 'gitlab'])('is refused before anything is written: %s', async (ci) => {
    const top = await temporaryFolder({ 'packages/lapwing/docs/a.md': 'Text\n' });
    git(top, 'init', '--quiet');
    const cwd = join(top, 'packages/lapwing');
    const argv = ['init', '--no-check', '--content', 'docs', '--in', 'v1.0/guide'];
    const run = await runDocs([...argv, '--ci', ci], { cwd });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(
      'Workflows are read at the top of the repository only; this folder is "packages/lapwing".',
    );
    expect(await readdir(cwd)).toEqual(['docs']);

    expect(await runDocs(argv, { cwd })).toMatchObject({ exitCode: 0 });
    const line = LINE.exec(run.stderr)?.[1]?.split(' ') ?? [];
    expect(await runDocs(line, { cwd: top })).toMatchObject({ exitCode: 0 });
    const written = ci === 'github' ? '.github/workflows/docs.yml' : '.gitlab-ci.yml';
    expect(await readFile(join(top, written), 'utf8')).toContain('packages/lapwing/docs');
  });

  test('is not offered by a question', async () => {
    const top = await temporaryFolder({ 'handbook/docs/v1.0/guide/a.md': 'Text\n' });
    git(top, 'init', '--quiet');
    const run = await runDocs(['init', '--no-check', '--no-publish'], {
      cwd: join(top, 'handbook'),
      terminal: true,
      answers: [['Is this right?', '\r']],
    });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).not.toContain('pipeline');
  });
});
