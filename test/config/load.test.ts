import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KNOWN_KEYS } from '../../src/config/settings.ts';
import { main } from '../../src/main.ts';
import { temporaryFolder } from '../support/folder.ts';
import { createHost, runDocs, type Run } from '../support/host.ts';

const CONFIG = 'docs-cli.config.yml';

async function config(
  text: string,
  argv: string[] = [],
  env: Record<string, string> = {},
): Promise<Run> {
  const cwd = await temporaryFolder({ [CONFIG]: text });
  return runDocs(['config', ...argv], { cwd, env });
}

test('the root of several projects is none itself: their configs are named', async () => {
  const cwd = await temporaryFolder({
    'packages/a/docs-cli.config.yml': 'publish: false\n',
    'packages/a/docs/v1.0/guide/a.md': 'Text',
    'packages/b/docs-cli.config.yml': 'publish: false\n',
  });
  const run = await runDocs(['check'], { cwd });

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toBe(
    'error There is no docs-cli.config.yml here, but there is packages/a/docs-cli.config.yml, packages/b/docs-cli.config.yml.\n' +
      '  Give --config packages/a/docs-cli.config.yml, or work in its folder\n',
  );
  expect(await runDocs(['config'], { cwd })).toMatchObject({ exitCode: 0 });
  const named = await runDocs(['check', '--config', 'packages/a/docs-cli.config.yml'], { cwd });
  expect(named).toMatchObject({ exitCode: 0 });
});

test.each([
  [
    'checks:\n  bad-tag: off\n  misspeled-tag: error\n',
    '3:3: There is no rule "misspeled-tag".',
    'Did you mean misplaced-tag?',
  ],
  [
    'checks: { zzzzzzzz: off }\n',
    '1:11: There is no rule "zzzzzzzz".',
    'docs check --rules lists the rules of pages',
  ],
  [
    'references: [{ file: refs/pet.yaml, version: v1 }]\n',
    '1:22: There is no file "refs/pet.yaml".',
    'Did you mean refs/pets.yaml?',
  ],
  ['content: [{ path: dosc }]\n', '1:19: There is no folder "dosc".', 'Did you mean docs?'],
  [
    'content: [{ path: docs }]\nprofiles: { b: { content: [{ path: docs }, { path: xx/yy }] } }\n',
    '2:52: There is no folder "xx/yy".',
    'Correct `content` in the configuration, or create the folder',
  ],
  [
    'translations:\n  - { of: docs/v1.0/gide, in: [docs] }\n',
    '2:11: There is no folder "docs/v1.0/gide".',
    'Did you mean docs/v1.0/guide?',
  ],
  [
    'translations:\n  - { of: docs/v1.0/guide, in: [docs, other/de] }\n',
    '2:39: There is no folder "other/de".',
    'Correct `translations` in the configuration, or create the folder',
  ],
  [
    'translations:\n  - { of: docs/v1.0/guide, in: [docs, ./docs/v1.0/guide/] }\n',
    '2:39: "docs/v1.0/guide" cannot be its own translation.',
    'List only the folders of translations in `in`',
  ],
  [
    'translations:\n  - { on: docs/v1.0/guide, in: [docs] }\n',
    '2:7: There is no setting "on".',
    'Did you mean of?',
  ],
])('settings that only a command finds wrong have a place too: %j', async (text, said, hint) => {
  const cwd = await temporaryFolder({
    [CONFIG]: text,
    'docs/v1.0/guide/a.md': 'Text',
    'refs/pets.yaml': 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n',
  });
  const argv = text.startsWith('references')
    ? ['ref', 'check']
    : text.startsWith('translations')
      ? ['report', '--behind']
      : ['check'];

  const run = await runDocs([...argv, ...(text.includes('profiles') ? ['--profile', 'b'] : [])], {
    cwd,
  });

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain(`error ${CONFIG}:${said}\n  ${hint}`);
});

test('a folder of translations that is missing stops only what compares them, and check names it', async () => {
  const cwd = await temporaryFolder({
    [CONFIG]: 'translations:\n  - { of: docs/v1.0/guide, in: [docs/v1.0/de, docs/v1.0/guide] }\n',
    'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n\nText\n',
  });
  const run = await runDocs(['check', '--json'], { cwd });
  expect(run.exitCode).toBe(0);
  expect(JSON.parse(run.stdout).findings).toMatchObject([
    {
      code: 'missing-followed',
      file: CONFIG,
      line: 2,
      message: expect.stringContaining('There is no folder "docs/v1.0/de"'),
    },
    {
      code: 'missing-followed',
      file: CONFIG,
      line: 2,
      message: expect.stringContaining('its own translation'),
    },
  ]);
  expect(await runDocs(['build', '--drafts', '--out', 'site'], { cwd })).toMatchObject({
    exitCode: 0,
  });
  expect(await runDocs(['check', '--max-warnings', '0'], { cwd })).toMatchObject({ exitCode: 1 });
  const changed = await runDocs(['check', 'docs/v1.0/guide/a.md', '--json'], { cwd });
  expect(JSON.parse(changed.stdout).findings).toEqual([]);
});

test.each([
  [['import', 'site', '--out', 'out', '--from', 'mkdocs'], 0],
  [['ref', 'diff', 'new.yaml', '--against', 'old.yaml'], 0],
  [['ref', 'check', 'new.yaml'], 0],
  [['export', '-o', 'x.zip'], 8],
  [['report', 'v1.0'], 8],
  [['page', 'get', 'v1.0/guide/a'], 8],
  [['access', 'grant', '--from', 'readers.csv', '--yes'], 8],
])('docs %j reads no content folder, so configs below do not matter', async (argv, exitCode) => {
  const definition = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n';
  const cwd = await temporaryFolder({
    'a/docs-cli.config.yml': 'content: [{path: .}]\n',
    'site/mkdocs.yml': 'site_name: A\n',
    'site/docs/index.md': '# A\n',
    'new.yaml': definition,
    'old.yaml': definition,
    'readers.csv': 'ann@example.com\n',
  });
  const env = { DOCS_API_KEY: 'key', DOCS_BASE_URL: 'http://127.0.0.1:1/api/v1' };

  const run = await runDocs(argv, { cwd, env });

  expect(run.stderr).not.toContain('but there is');
  expect(run.exitCode).toBe(exitCode);
});

test.each([
  [
    'an unknown setting',
    'publish: true\nbseUrl: x\n',
    '2:1: There is no setting "bseUrl".',
    'Did you mean baseUrl?',
  ],
  [
    'a wrong type',
    'publish: yes please\n',
    '1:10: publish must be true or false.',
    'docs config --help shows every setting',
  ],
  [
    'an unknown key in a list',
    'content:\n  - path: docs\n    versoin: v1\n',
    '3:5: There is no setting "versoin".',
    'version',
  ],
  ['a missing key', 'content:\n  - include: ["*.md"]\n', '2:5: "path" is missing.', 'Add it'],
  [
    'a folder outside',
    'content:\n  - path: ../secrets\n',
    '2:11: content[0].path must be a path inside',
    'shows',
  ],
  [
    'an absolute folder',
    'content:\n  - path: /etc\n',
    '2:11: content[0].path must be a path inside',
    'shows',
  ],
  ['no list', 'content: docs\n', '1:10: content must be a list of content folders.', 'shows'],
  [
    'a version alone',
    'content:\n  - path: x\n    version: v1\n',
    '2:5: content[0] must be version and documentation',
    '',
  ],
  [
    'an address with a password',
    'baseUrl: https://me:pw@host/\n',
    '1:10: baseUrl must be an http or https address.',
    '',
  ],
  ['broken YAML', 'content: [\n', ':2:1: ', 'Correct the syntax'],
  ['a key twice', 'publish: true\npublish: false\n', ':2:1: Map keys must be unique.', 'Correct'],
  ['no map', '- a\n', ':1:1: The file must have settings by name', ''],
  [
    'an unknown key of a profile',
    'profiles:\n  live: { pubish: true }\n',
    '2:11: There is no setting "pubish".',
    'Did you mean publish?',
  ],
  ['a profile name that is a path', 'profiles:\n  ../live: {}\n', ':2:3: ', ''],
])('%s is an error with its place and what to do', async (_, text, message, hint) => {
  const run = await config(text);

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toMatch(/^error docs-cli\.config\.yml:\d+:\d+: .+\.\n {2}.+\n$/);
  expect(run.stderr).toContain(message);
  expect(run.stderr).toContain(hint);
});

test.each(['apiKey', 'api_key', 'key', 'token', 'DOCS_API_KEY', 'x-api-key'])(
  'a key in the file (%s) is refused and not shown',
  async (name) => {
    const run = await config(`profiles:\n  live:\n    ${name}: 5ecret\n`);

    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('docs-cli.config.yml:3:5: An API key does not belong');
    expect(run.stderr).toContain('DOCS_API_KEY');
    expect(run.stdout + run.stderr).not.toContain('5ecret');
  },
);

test('a flag beats the environment, that a profile, that the file, that the default', async () => {
  const text =
    'baseUrl: http://localhost:1\npublish: true\nprofiles:\n  live: { baseUrl: "http://localhost:2" }\n';
  const baseUrl = async (argv: string[], env: Record<string, string>) => {
    const run = await config(text, ['--json', ...argv], env);
    return JSON.parse(run.stdout).baseUrl;
  };
  const live = ['--profile', 'live'];
  const env = { DOCS_BASE_URL: 'http://localhost:3' };

  expect(await baseUrl([], {})).toMatchObject({
    value: 'http://localhost:1',
    source: { kind: 'file' },
  });
  expect(await baseUrl(live, {})).toMatchObject({
    value: 'http://localhost:2',
    source: { kind: 'profile', name: 'live' },
  });
  expect(await baseUrl([], { DOCS_PROFILE: 'live' })).toMatchObject({
    value: 'http://localhost:2',
  });
  expect(await baseUrl(live, env)).toMatchObject({
    value: 'http://localhost:3',
    source: { kind: 'environment', name: 'DOCS_BASE_URL' },
  });
  expect(await baseUrl([...live, '--base-url', 'http://localhost:4/'], env)).toMatchObject({
    value: 'http://localhost:4',
    source: { kind: 'flag', name: '--base-url' },
  });
});

test('an unknown profile names the nearest', async () => {
  const run = await config('profiles:\n  staging: {}\n', ['--profile', 'stagin']);

  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain('Did you mean staging?');
});

test('the file is found above the working folder, as JSON and in package.json too, and never run', async () => {
  const cwd = await temporaryFolder({
    'package.json': '{ "name": "x", "docs-cli": { "publish": true } }',
    'deep/package.json': '{ "name": "y" }',
    'deep/docs-cli.config.js': 'throw new Error("run")',
    'deep/.config/config.js': 'throw new Error("run")',
    'other/docs-cli.config.json': '{ "publish": true, "timeout": "5s" }',
  });

  const inPackage = await runDocs(['config', '--json'], { cwd: `${cwd}/deep` });
  const asJson = await runDocs(['config', '--json'], { cwd: `${cwd}/other` });

  expect(JSON.parse(inPackage.stdout)).toMatchObject({ root: cwd, publish: { value: true } });
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    root: `${cwd}/other`,
    timeoutMs: { value: 5000 },
  });
});

test('without a file content is docs where that folder is, else the working folder', async () => {
  const withDocs = await temporaryFolder({ 'docs/a.md': '' });
  const without = await temporaryFolder({ 'a.md': '' });
  const content = async (cwd: string) =>
    JSON.parse((await runDocs(['config', '--json'], { cwd })).stdout).content.value[0].path;

  expect(await content(withDocs)).toBe('docs');
  expect(await content(without)).toBe('.');
});

test('settings are shown with where each came from', async () => {
  const cwd = await temporaryFolder({ [CONFIG]: 'publish: true\n', 'docs/a.md': '' });

  const run = await runDocs(['config', '--base-url', 'http://localhost:4000/api/v1'], {
    cwd,
    terminal: true,
  });

  expect(run.exitCode).toBe(0);
  await expect(run.stdout.replace(cwd, '/project')).toMatchFileSnapshot(
    '../golden/config/shown.txt',
  );
});

test.each([
  ['a terminal', {}, null],
  ['a terminal where CI is set', { CI: 'true' }, 900_000],
  ['a terminal where CI is set to false', { CI: 'false' }, null],
])('nobody stops a wait in a pipeline: %s', async (_, env, milliseconds) => {
  const cwd = await temporaryFolder({ 'docs/a.md': '' });
  const run = await runDocs(['config', '--json'], { cwd, env, terminal: true });
  expect(JSON.parse(run.stdout)).toMatchObject({ maxWaitMs: { value: milliseconds } });
});

test('the example file is valid, and so is the one in the help', async () => {
  const example = await readFile(
    new URL('../../docs-cli.config.example.yml', import.meta.url),
    'utf8',
  );
  const help = await runDocs(['config', '--help'], { cwd: '/' });
  const inHelp = help.stdout.slice(
    help.stdout.indexOf('  baseUrl:'),
    help.stdout.indexOf('\nThe file never holds'),
  );

  expect(await config(example)).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await config(inHelp)).toMatchObject({ exitCode: 0, stderr: '' });
});

test.each([
  ['a link out of its folder', '../outside.yml'],
  ['a link to a device', '/dev/zero'],
])('a configuration that is %s is refused, and not read', async (_, target) => {
  const root = await temporaryFolder({
    'outside.yml': 'CANARY: 1\n',
    'inside/docs/v1/guide/a.md': 'A',
  });
  await symlink(target, join(root, 'inside/docs-cli.config.yml'));
  const run = await runDocs(['config'], { cwd: join(root, 'inside') });
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain('docs-cli.config.yml');
  expect(run.stdout + run.stderr).not.toContain('CANARY');
});

test('a package.json that is a link to a device is passed over', async () => {
  const cwd = await temporaryFolder({ 'docs-cli.config.yml': 'publish: true\n' });
  await symlink('/dev/zero', join(cwd, 'package.json'));
  expect((await runDocs(['config'], { cwd })).exitCode).toBe(0);
});

test('docs config leaves nothing out on a narrow terminal', async () => {
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': `content:\n${['handbook', 'reference', 'tutorials']
      .map((name) => `  - { path: packages/${name}/documentation }\n`)
      .join('')}references: [{ file: packages/client/definitions/openapi.yaml, version: v1.0 }]\n`,
  });
  const { host, stdout } = createHost({ cwd, terminal: true });
  const narrow = { ...host, stdout: Object.assign(host.stdout, { columns: 60 }) };
  expect(await main(['config'], narrow)).toBe(0);
  expect(stdout()).not.toContain('…');
  await expect(stdout().replaceAll(cwd, '/project')).toMatchFileSnapshot(
    '../golden/config/narrow.txt',
  );
});

test('the help of docs config has an example of each setting', async () => {
  const { stdout } = await config('', ['--help']);
  for (const name of KNOWN_KEYS.top) expect(stdout).toMatch(new RegExp(`^  ${name}: `, 'm'));
});
