/** Addresses that pages had: the rules in plans, reports and `docs-cli.redirects.txt`, and who answers by them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Icons } from '../../src/site/icons.ts';
import { LiveSite } from '../../src/commands/dev/live-site.ts';
import { PUBLIC } from '../../src/content/page/visibility.ts';
import { commitAll, git } from '../support/git.ts';
import { runDocs } from '../support/host.ts';
import { projectAt } from '../support/project.ts';
import { expectOfSchema } from '../support/schema.ts';
import { openWorld, type World } from '../support/world.ts';

const CLIENT = 'docs/v1.0/client';
const RULES = 'docs-cli.redirects.txt';

const page = (title: string): string =>
  `---\ntitle: ${title}\n---\n\nAll about ${title}, in words.\n`;

async function published(): Promise<World> {
  const world = await openWorld({
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    [`${CLIENT}/install.md`]: page('Install'),
    [`${CLIENT}/other.md`]: page('Other'),
    'docs/v2.0/client/install.md': page('Install'),
  });
  await world.run('push', '--publish', '--yes');
  commitAll(world.folder, 'First');
  return world;
}

const rulesIn = async (world: World): Promise<readonly string[]> =>
  (await world.read(RULES)).split('\n').filter((line) => line.includes(' >>'));

test('a rename comes with the versioned rule, then the short one, in text, Markdown and JSON', async () => {
  const world = await published();
  git(world.folder, 'mv', `${CLIENT}/install.md`, `${CLIENT}/setup.md`);
  commitAll(world.folder, 'Rename');

  const plan = await world.run('push', '--dry-run');
  expect(plan.stdout).toContain(`
  ^/v1\\.0/client/install$ >> /v1.0/client/setup
      if v1.0 is the default version, this one as well:
  ^/client/install$ >> /client/setup
`);
  const markdown = await world.run('push', '--dry-run', '--format', 'markdown');
  expect(markdown.stdout).toContain(`\`\`\`text
^/v1\\.0/client/install$ >> /v1.0/client/setup
# if v1.0 is the default version, this one as well:
^/client/install$ >> /client/setup
\`\`\``);
  const document = JSON.parse((await world.run('status', '--json')).stdout);
  await expectOfSchema('push', document);
  expect(document.redirects).toEqual([
    {
      from: 'v1.0/client/install',
      to: 'v1.0/client/setup',
      versioned: '^/v1\\.0/client/install$ >> /v1.0/client/setup',
      short: '^/client/install$ >> /client/setup',
    },
  ]);
  expect(await world.exists(RULES)).toBe(false);
});

test('a push collects the rules of what it did, and the summary of its job has them', async () => {
  const world = await published();
  const summary = join(world.folder, 'summary.md');
  const push = async (): Promise<string> => {
    await world.write({ 'summary.md': '' });
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const run = await world.runAs({ env }, 'push', '--prune', '--yes');
    expect(run).toMatchObject({ exitCode: 0 });
    return run.stderr;
  };
  git(world.folder, 'mv', `${CLIENT}/install.md`, `${CLIENT}/setup.md`);
  expect(await push()).toContain(`${RULES} has the redirect rule: commit it.`);
  expect(await world.read('summary.md')).toContain(
    '^/v1\\.0/client/install$ >> /v1.0/client/setup',
  );
  commitAll(world.folder, 'Renamed');
  git(world.folder, 'mv', `${CLIENT}/setup.md`, `${CLIENT}/start.md`);
  git(world.folder, 'rm', '--quiet', `${CLIENT}/other.md`);
  commitAll(world.folder, 'Again');
  await push();
  expect(await rulesIn(world)).toEqual([
    '^/v1\\.0/client/install$ >> /v1.0/client/start',
    '# if v1.0 is the default version: ^/client/install$ >> /client/start',
    '^/v1\\.0/client/setup$ >> /v1.0/client/start',
    '# if v1.0 is the default version: ^/client/setup$ >> /client/start',
    '# v1.0/client/other was deleted; where should its readers go? ^/v1\\.0/client/other$ >>',
  ]);
  expect(await world.run('check')).toMatchObject({ exitCode: 0 });
  await push();
  expect(await rulesIn(world)).toHaveLength(5);
});

test('docs move and docs pull collect rules, of pages that readers know', async () => {
  const world = await published();
  await world.write({ [`${CLIENT}/new.md`]: page('New') });
  expect(await world.run('move', `${CLIENT}/new.md`, `${CLIENT}/newer.md`)).toMatchObject({
    exitCode: 0,
  });
  expect(await world.exists(RULES)).toBe(false);
  await world.run('move', `${CLIENT}/install.md`, `${CLIENT}/setup.md`);
  const id = (await world.page('v1.0/client/other'))?.id ?? 0;
  await world.platform.admin.editor().edit(id, { slug: 'another' });
  expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
  expect((await rulesIn(world)).filter((rule) => rule.startsWith('^'))).toEqual([
    '^/v1\\.0/client/install$ >> /v1.0/client/setup',
    '^/v1\\.0/client/other$ >> /v1.0/client/another',
  ]);
});

test('a page that moved to another documentation has a rule once its new page is published', async () => {
  const world = await published();
  git(world.folder, 'mv', `${CLIENT}/other.md`, 'docs/v2.0/client/other.md');
  commitAll(world.folder, 'Move');
  const rule = '^/v1\\.0/client/other$ >> /v2.0/client/other';
  expect((await world.run('push', '--dry-run')).stdout).toContain(`\n  ${rule}\n`);
  await world.run('push', '--no-publish', '--yes');
  expect(await world.exists(RULES)).toBe(false);
  await world.run('push', '--prune', '--yes', 'v1.0/client/other');
  expect(await rulesIn(world)).toContain(rule);
});

const WITH_RULES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  [`${CLIENT}/setup.md`]: page('Setup'),
  [`${CLIENT}/secret.md`]: '---\ntitle: Secret\n---draft\n\nNot yet.\n',
  [RULES]: `# Rules
^/v1\\.0/client/install$ >> /v1.0/client/setup
^/client/install$ >> /client/setup
^/v1\\.0/client/hidden$ >> /v1.0/client/secret
^/../x$ >> /v1.0/client/setup
^/v1\\.0/old/(.*)$ >> /v1.0/client/$1
^/v1\\.0/client/setup$ >> /v1.0/client/setup
`,
};

test('docs build writes a page for each old address that leads to a page which readers see', async () => {
  const { folder } = await openWorld(WITH_RULES);
  const run = await runDocs(['build', '--out', 'site'], { cwd: folder });
  expect(run).toMatchObject({ exitCode: 0 });
  const world = {
    read: (path: string) =>
      import('node:fs/promises').then((fs) => fs.readFile(join(folder, 'site', path), 'utf8')),
  };
  expect(await world.read('v1.0/client/install.html')).toContain(
    '0; url=../../v1.0/client/setup.html',
  );
  expect(await world.read('client/install.html')).toContain('0; url=../v1.0/client/setup.html');
  expect(await world.read('v1.0/client/setup.html')).toContain('All about Setup');
  await expect(world.read('v1.0/client/hidden.html')).rejects.toThrow('ENOENT');
});

test('docs dev answers 301 at an old address, and nothing of what readers do not see', async () => {
  const { folder } = await openWorld(WITH_RULES);
  const site = await LiveSite.open({
    samples: { ignored: async () => new Set(), shown: () => undefined },
    project: projectAt(folder),
    reader: PUBLIC,
    rules: {},
    icons: new Icons(() => ''),
    isOnlyHere: true,
    writeReview: () => Promise.resolve(''),
    warn: () => undefined,
  });
  const moved = { status: 301, location: '/v1.0/client/setup' };
  expect(await site.page('/v1.0/client/install')).toEqual(moved);
  expect(await site.page('/client/install')).toEqual(moved);
  expect(await site.page('/v1.0/old/setup')).toEqual(moved);
  expect(await site.page('/v1.0/client/hidden')).toMatchObject({ status: 404 });
  expect(await site.page('/v1.0/client/setup')).toMatchObject({ status: 200 });
});
