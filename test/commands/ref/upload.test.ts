import { readFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFaultProxy, type Fault } from '../../faults/proxy.ts';
import { openWorld, type World } from '../../support/world.ts';
import { NEWER_PETS, PETS, REWRITTEN_PETS, VERSIONS } from './definitions.ts';

const openShop = (files: Readonly<Record<string, string>> = {}): Promise<World> =>
  openWorld({ ...VERSIONS, 'pets.yaml': PETS, ...files });

const upload = (world: World, ...argv: string[]) =>
  world.run('ref', 'upload', 'pets.yaml', '--in', 'v1.0', ...argv, '--yes');

/** The definition that readers see, or the draft. */
async function served(world: World, ...argv: string[]): Promise<string> {
  const { stdout } = await world.run('ref', 'get', 'v1.0/pets', ...argv);
  return stdout;
}

/** What `NEWER_PETS` changes in `PETS`. */
const CHANGES = '1 breaking, 1 risky, 1 safe';

interface Listed {
  readonly items: readonly { readonly state: string; readonly action: string }[];
}
const states = (stdout: string): string[] =>
  (JSON.parse(stdout) as Listed).items.map(({ action, state }) => `${action} ${state}`);

describe('an upload', () => {
  test('goes up byte for byte, comes back equal, and is not sent again', async () => {
    const world = await openShop();
    expect(await upload(world, '--create')).toMatchObject({
      exitCode: 0,
      stdout: '✔ v1.0/Pets created and published\n',
    });
    expect(await served(world)).toBe(PETS);

    const again = await upload(world, '--verbose');

    expect(again).toMatchObject({
      exitCode: 0,
      stdout: '· v1.0/Pets is already up to date: nothing to upload\n',
    });
    expect(again.stderr).not.toContain('POST');
  });

  test('is not sent where only notation, order and comments differ', async () => {
    const world = await openShop();
    await upload(world, '--create');
    await world.write({ 'pets.yaml': REWRITTEN_PETS });
    expect(states((await upload(world, '--json')).stdout)).toEqual(['unchanged unchanged']);
    expect(await served(world)).toBe(PETS);
  });

  test('is sent where a number changed in a digit that doubles do not have', async () => {
    const id = (digits: string): string => `${PETS}x-id: ${digits}\n`;
    const world = await openShop({ 'pets.yaml': id('8234567890123456789') });
    await upload(world, '--create');
    await world.write({ 'pets.yaml': id('8234567890123456788') });

    const { stdout } = await world.run('ref', 'diff', 'pets.yaml', '--in', 'v1.0');
    expect(stdout).toContain(
      'a number changed from `8234567890123456789` to `8234567890123456788`',
    );
    expect(states((await upload(world, '--json')).stdout)).toEqual(['update done']);
    expect(await served(world)).toBe(id('8234567890123456788'));
    expect(states((await upload(world, '--json')).stdout)).toEqual(['unchanged unchanged']);
  });

  test('of a named file goes to the version that the settings give it', async () => {
    const world = await openShop({
      'docs-cli.config.yml':
        'content:\n  - path: v1.0\nreferences:\n  - file: pets.yaml\n    version: v1.0\n',
    });
    await world.write({ 'pets.yaml': NEWER_PETS });
    const run = await world.run('ref', 'upload', 'pets.yaml', '--yes');
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain('✔ v1.0/Pets updated and published');
  });

  test('costs two requests where nothing changed', async () => {
    const world = await openShop();
    await upload(world, '--create');
    const { stderr } = await upload(world, '--verbose');
    expect(stderr.split('\n').filter((line) => /\b(GET|POST|PUT)\b/.test(line))).toHaveLength(2);
  });

  test('with --dry-run sends nothing', async () => {
    const world = await openShop();
    await upload(world, '--create');
    await world.write({ 'pets.yaml': NEWER_PETS });
    const run = await upload(world, '--dry-run');
    expect(run).toEqual({
      exitCode: 0,
      stdout: `v1.0/Pets would be updated from pets.yaml; ${CHANGES}\n`,
      stderr: 'Nothing was uploaded.\n',
    });
    expect(await served(world)).toBe(PETS);
  });

  test('with --draft leaves what readers see, and publish publishes it', async () => {
    const world = await openShop();
    await upload(world, '--create');
    await world.write({ 'pets.yaml': NEWER_PETS });

    expect((await upload(world, '--draft')).stdout).toBe(
      `✔ v1.0/Pets updated as a draft; ${CHANGES}\n`,
    );
    expect(states((await upload(world, '--draft', '--json')).stdout)).toEqual([
      'unchanged unchanged',
    ]);
    expect(await served(world)).toBe(PETS);
    expect(await served(world, '--draft')).toBe(NEWER_PETS);

    expect(await world.run('ref', 'publish', 'pets', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await served(world)).toBe(NEWER_PETS);
    expect(await world.run('ref', 'publish', 'pets', '--yes')).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('"Pets" has no draft to publish.'),
    });
    expect(await world.run('ref', 'publish', 'pets', '--dry-run')).toMatchObject({
      exitCode: 1,
      stdout: '',
    });
  });

  test('reads the files of the configuration, each in its version', async () => {
    const world = await openShop();
    await world.write({
      'orders.yaml': PETS.replace('title: Pets', 'title: Orders'),
      'docs-cli.config.yml':
        'references:\n  - {file: pets.yaml, version: v1.0}\n  - {file: orders.yaml, version: v2.0}\n',
    });
    expect(await world.run('ref', 'upload', '--create', '--yes')).toMatchObject({
      exitCode: 0,
      stdout: '✔ v1.0/Pets created and published\n✔ v2.0/Orders created and published\n',
    });
  });

  test('takes globs and `latest`', async () => {
    const world = await openShop({ 'api/b.yml': PETS.replace('title: Pets', 'title: B') });
    const run = await world.run(
      'ref',
      'upload',
      'api/*.yml',
      '--in',
      'latest',
      '--create',
      '--yes',
    );
    expect(run).toMatchObject({ exitCode: 0, stdout: '✔ v2.0/B created and published\n' });
  });

  test('of several files is one definition', async () => {
    const world = await openShop({
      'pets.yaml':
        'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths:\n  /pets: {$ref: parts/pets.yaml}\n',
      'parts/pets.yaml': "get:\n  responses:\n    '200': {description: ok}\n",
    });
    await upload(world, '--create');
    expect(await served(world)).toContain('description: ok');
    expect(states((await upload(world, '--json')).stdout)).toEqual(['unchanged unchanged']);
  });
});

describe('a title that the version does not have', () => {
  const typo = PETS.replace('title: Pets', 'title: Pet');

  test('needs --create or an answer, and the nearest is named', async () => {
    const world = await openShop();
    await upload(world, '--create');
    await world.write({ 'pets.yaml': typo });
    const run = await upload(world);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    await expect(run.stderr).toMatchFileSnapshot('../../golden/ref/upload-unknown-title.txt');
    expect(JSON.parse((await world.run('ref', 'list', '--json')).stdout)).toHaveLength(1);
  });

  test('is created after a yes to that question', async () => {
    const world = await openShop({ 'pets.yaml': typo });
    const run = await world.runAs(
      { terminal: true, answer: 'y\r' },
      'ref',
      'upload',
      'pets.yaml',
      '--in',
      'v1.0',
    );
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain('Create it?');
  });

  test('in another version is another reference', async () => {
    const world = await openShop();
    await upload(world, '--create');
    const run = await world.run('ref', 'upload', 'pets.yaml', '--in', 'v2.0', '--yes');
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  });

  test('may not be the title of two files', async () => {
    const world = await openShop({ 'b.yaml': PETS });
    const run = await world.run(
      'ref',
      'upload',
      'pets.yaml',
      'b.yaml',
      '--in',
      'v1.0',
      '--create',
      '--yes',
    );
    expect(run).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('pets.yaml and b.yaml have the same title, "Pets".'),
    });
  });
});

describe('nothing is sent', () => {
  test('where one of several definitions is wrong', async () => {
    const world = await openShop({ 'bad.yaml': 'openapi: 3.1.0\ninfo: {title: Bad}\n' });
    const run = await world.run(
      'ref',
      'upload',
      'pets.yaml',
      'bad.yaml',
      '--in',
      'v1.0',
      '--create',
      '--yes',
    );
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('bad.yaml:2:1 error `info` needs `version`');
    expect((await world.run('ref', 'list')).stdout).toBe('No references.\n');
  });

  test('where a change breaks clients and that was to fail', async () => {
    const world = await openShop();
    await upload(world, '--create');
    await world.write({ 'pets.yaml': NEWER_PETS });
    const run = await upload(world, '--fail-on', 'breaking');
    expect(run).toMatchObject({
      exitCode: 5,
      stdout: '',
      stderr: expect.stringContaining('pets.yaml: 1 change breaks clients. Nothing was uploaded.'),
    });
    expect(await upload(world, '--fail-on', 'breaking', '--dry-run')).toMatchObject({
      exitCode: 5,
      stdout: expect.stringContaining('v1.0/Pets would be updated'),
      stderr: run.stderr.slice(run.stderr.indexOf('error ')),
    });
    expect(await served(world)).toBe(PETS);
    expect((await upload(world)).exitCode).toBe(0);
  });

  test('over 8 MB', async () => {
    const world = await openShop({ 'pets.yaml': `${PETS}# ${'x'.repeat(8 * 1024 * 1024)}\n` });
    const run = await upload(world, '--create', '--verbose');
    expect(run).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('8.1 MB; a definition has at most 8 MB'),
    });
    expect(run.stderr).not.toContain('GET');
  });

  test('where the version is not named, or not there', async () => {
    const world = await openShop();
    expect(await world.run('ref', 'upload', 'pets.yaml', '--yes')).toMatchObject({ exitCode: 2 });
    expect(await world.run('ref', 'upload', 'pets.yaml', '--in', 'v3', '--yes')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(
        'There is no version "v3"; there are v2.0 (published) and v1.0',
      ),
    });
  });
});

describe('an answer that is lost', () => {
  const FAULTS: readonly Fault[] = [
    'refused',
    'reset-before',
    'reset-after',
    'error-after',
    'cut-body',
    'late-commit',
    'stalled',
  ];

  test.each(FAULTS)('on a first upload, %s: one reference, exit 0', async (fault) => {
    const world = await openShop();
    const proxy = await startFaultProxy(world.platform.baseUrl);
    onTestFinished(() => proxy.close());
    proxy.arm(1, fault);
    const env = { DOCS_BASE_URL: proxy.baseUrl };
    const run = await world.runAs(
      { env },
      'ref',
      'upload',
      'pets.yaml',
      '--in',
      'v1.0',
      '--create',
      '--timeout',
      '1s',
      '--yes',
    );
    expect(proxy.struck).toBe(true);
    expect(run).toMatchObject({ exitCode: 0, stdout: '✔ v1.0/Pets created and published\n' });
    expect(await served(world)).toBe(PETS);
  });

  test.each(FAULTS)('on an update, %s: what was sent is there, exit 0', async (fault) => {
    const world = await openShop();
    await upload(world, '--create');
    await world.write({ 'pets.yaml': NEWER_PETS });
    const proxy = await startFaultProxy(world.platform.baseUrl);
    onTestFinished(() => proxy.close());
    proxy.arm(1, fault);
    const env = { DOCS_BASE_URL: proxy.baseUrl };
    const argv = ['pets.yaml', '--in', 'v1.0', '--timeout', '1s'];
    const run = await world.runAs({ env }, 'ref', 'upload', ...argv, '--yes');
    expect(proxy.struck).toBe(true);
    const stdout = `✔ v1.0/Pets updated and published; ${CHANGES}\n`;
    expect(run).toMatchObject({ exitCode: 0, stdout });
    expect(await served(world)).toBe(NEWER_PETS);
    expect(proxy.writes).toBeLessThanOrEqual(2);
  });
});

test('a job on GitHub Actions gets annotations and a summary', async () => {
  const world = await openShop();
  await upload(world, '--create');
  await world.write({
    'pets.yaml': NEWER_PETS,
    'bad.yaml': 'openapi: 3.1.0\ninfo: {title: Bad}\n',
  });
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: `${world.folder}/summary.md` };
  await world.runAs({ env }, 'ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--dry-run');
  expect(await readFile(env.GITHUB_STEP_SUMMARY, 'utf8')).toContain('**1 breaking**');

  const { stderr } = await world.runAs({ env }, 'ref', 'check', 'bad.yaml');
  expect(stderr).toContain('::error file=bad.yaml,line=2,col=1::');
});
