/** `--fail-on` and `--format markdown`: a plan for pull requests. */
import { describe, expect, test } from 'vitest';
import { FAIL_ON_KINDS } from '../../../src/model/change.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guide/a.md': page('A', 'One'),
  'docs/v1.0/guide/b.md': page('B', 'Two'),
  'docs/v1.0/guide/c.md': page('C', 'Three'),
};

/** A conflict, a page to update, one that only the platform changed, and a file without place. */
async function mixed(): Promise<World> {
  const world = await openWorld(FILES);
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  await world.edit('v1.0/guide/a', 'edited in the browser');
  await world.edit('v1.0/guide/c', 'edited in the browser');
  await world.write({
    'docs/v1.0/guide/a.md': page('A', 'Here'),
    'docs/v1.0/guide/b.md': page('B', 'Second'),
    'docs/v1.0/guide/new.md': page('New', 'Text'),
    'docs/stray.md': 'x',
  });
  return world;
}

describe.each([['push', '--dry-run'], ['status']])('docs %s %s', (...command) => {
  const argv = command.filter((word) => word !== undefined);

  test.each([
    ['conflict,unplaced', 5, '1 page in conflict, 1 file that cannot be sent'],
    ['unplaced', 7, '1 file that cannot be sent'],
    ['pull', 7, '1 page changed on the platform only'],
    ['gone', 0, 'nothing found'],
    ['orphan,held,delete,accident,gone', 0, 'nothing found'],
  ])(
    '--fail-on %s ends with %i, and the last line of the plan says why',
    async (kinds, code, words) => {
      const world = await mixed();

      const { exitCode, stdout, stderr } = await world.run(...argv, '--fail-on', kinds);

      expect(exitCode).toBe(code);
      const last = stdout.trim().split('\n').at(-1);
      expect(last).toContain(`--fail-on ${kinds}: ${words}`);
      expect(last).toContain(`exit code ${code}`);
      const errors = stderr.split('\n').filter((line) => line.startsWith('error '));
      expect(errors).toEqual(code === 0 ? [] : [`error The plan has ${words}.`]);
    },
  );

  test('--fail-on refuses an unknown kind before anything is asked, and names the nearest', async () => {
    const world = await openWorld(FILES);

    const { exitCode, stdout, stderr } = await world.run(...argv, '--fail-on', 'unplaced,conflit');

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('--fail-on does not accept "conflit".');
    expect(stderr).toContain('Did you mean conflict? There are conflict, accident, unplaced,');
  });

  test('--format markdown prints a comment, and with --json the same document as without', async () => {
    const world = await mixed();

    const markdown = await world.run(...argv, '--format', 'markdown', '--fail-on', 'unplaced');
    const json = await world.run(...argv, '--format', 'markdown', '--json');

    expect(markdown.exitCode).toBe(7);
    await expect(markdown.stdout).toMatchFileSnapshot('../../golden/push/plan.md');
    await expectOfSchema('push', JSON.parse(json.stdout));
  });
});

test('docs push --help and docs status --help list each kind', async () => {
  const world = await openWorld(FILES);
  for (const command of ['push', 'status']) {
    const help = (await world.run(command, '--help')).stdout.replaceAll(/\s+/g, ' ');
    for (const kind of FAIL_ON_KINDS) expect(help).toContain(kind);
    expect(help).toContain('conflict, accident (exit code 5)');
  }
});

test('a push that writes takes neither --fail-on nor --format markdown', async () => {
  const world = await openWorld(FILES);
  for (const flags of [
    ['--fail-on', 'conflict'],
    ['--format', 'markdown'],
  ]) {
    const run = await world.run('push', '--yes', ...flags);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('Add --dry-run');
  }
  expect(await world.page('v1.0/guide/a')).toBeUndefined();
});

test('a plan that looks like an accident fails with 5 where that is asked for', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  for (const name of ['a', 'b', 'c']) await world.remove(`docs/v1.0/guide/${name}.md`);

  const run = await world.run('push', '--dry-run', '--fail-on', 'accident', '--format', 'markdown');

  expect(run.exitCode).toBe(5);
  expect(run.stdout).toContain('**Refused:**');
  expect(run.stdout).toContain('**--fail-on accident: 1 sign of an accident; exit code 5**');
});

test('the summary of a push lists the pages that were done, with links to their files, and what failed', async () => {
  const world = await mixed();
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: `${world.folder}/summary.md`,
    GITHUB_WORKSPACE: world.folder,
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_REPOSITORY: 'acme/handbook',
    GITHUB_SHA: 'a'.repeat(40),
  };

  await world.runAs({ env }, 'push', '--yes', '--publish', '--skip-conflicts');

  const at = `https://github.example/acme/handbook/blob/${'a'.repeat(40)}/docs/v1.0/guide`;
  const summary = await world.read('summary.md');
  expect(summary).toContain('| docs/stray.md | not placed |');
  expect(summary).toContain('| v1.0/guide/a | conflict |');
  expect(summary).toContain(`| [<code>v1.0/guide/new</code>](${at}/new.md) | created, published |`);
  expect(summary).toContain(
    `| [<code>v1.0/guide/b</code>](${at}/b.md) | updated (body), published |`,
  );
});

describe('with the address of the site', () => {
  const SITE = 'https://docs.example.com/help/(v)';
  const at = 'https://docs.example.com/help/%28v%29/v1.0/guide';

  async function published() {
    const world = await openWorld({
      ...FILES,
      'docs-cli.config.yml': `content:\n  - path: docs\nsite: ${SITE}/\n`,
    });
    await world.runAs({}, 'push', '--yes', '--publish');
    await world.write({
      'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n\nEdited.\n',
      'docs/v1.0/guide/fresh.md': '---\ntitle: Fresh\n---\n\nNew.\n',
    });
    return world;
  }

  test('the summary of a push links pages that readers have to the site', async () => {
    const world = await published();
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: `${world.folder}/summary.md` };

    await world.runAs({ env }, 'push', '--yes');
    await world.runAs({ env }, 'push', '--yes', '--publish');

    const summary = await world.read('summary.md');
    expect(summary).toContain(`| [<code>v1.0/guide/a</code>](${at}/a) | updated (body) |`);
    expect(summary).toContain('| <code>v1.0/guide/fresh</code> | created |');
    expect(summary).toContain(`| [<code>v1.0/guide/fresh</code>](${at}/fresh) | published |`);
  });

  test('on GitHub the summary links their files as well', async () => {
    const world = await published();
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: `${world.folder}/summary.md`,
      GITHUB_WORKSPACE: world.folder,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'acme/handbook',
      GITHUB_SHA: 'a'.repeat(40),
    };

    await world.runAs({ env }, 'push', '--yes', '--publish');

    const file = `https://github.example/acme/handbook/blob/${'a'.repeat(40)}/docs/v1.0/guide/a.md`;
    expect(await world.read('summary.md')).toContain(
      `| [<code>v1.0/guide/a</code>](${at}/a) ([file](${file})) | updated (body), published |`,
    );
  });

  test('the comment with a plan links pages that readers have to the site', async () => {
    const world = await published();

    const { stdout } = await world.run('push', '--dry-run', '--format', 'markdown');

    expect(stdout).toContain(`| [<code>v1.0/guide/a</code>](${at}/a) |`);
    expect(stdout).toContain('| <code>v1.0/guide/fresh</code> |');
  });
});

test('without a forge that shows the files the summary has the keys', async () => {
  const world = await openWorld(FILES);
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: `${world.folder}/summary.md` };

  await world.runAs({ env }, 'push', '--yes');

  expect(await world.read('summary.md')).toContain('| <code>v1.0/guide/a</code> | created |');
});
