/** What a job on GitHub Actions says of a run that changed nothing, or could not. */
import { expect, test } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guide/a.md': page('A', 'One'),
  'docs/v1.0/guide/b.md': page('B', 'Two'),
};

async function inJob(world: World, ...argv: string[]): Promise<string> {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: `${world.folder}/summary.txt` };
  await world.runAs({ env }, ...argv);
  return (await world.exists('summary.txt')) ? world.read('summary.txt') : '';
}

test('push --dry-run and --check leave the plan', async () => {
  const world = await openWorld(FILES);

  expect(await inJob(world, 'push', '--dry-run')).toBe(
    [
      '### docs: the plan, not carried out',
      '',
      '```text',
      '2 pages to create',
      '  + v1.0/guide/a  new',
      '  + v1.0/guide/b  new',
      '```',
      '',
      '',
    ].join('\n'),
  );
  expect(await inJob(world, 'push', '--check')).toContain(
    '**error** There is something to push: 2 changes.<br>docs push carries them out',
  );
});

test('a push that is refused leaves the plan and why', async () => {
  const world = await openWorld(FILES);
  await world.run('push');
  await world.edit('v1.0/guide/a', 'edited in the browser');
  await world.write({ 'docs/v1.0/guide/a.md': page('A', 'Here') });

  const conflict = await inJob(world, 'push');

  expect(conflict).toContain('### docs: the plan, not carried out');
  expect(conflict).toMatch(/^ {2}! v1\.0\/guide\/a/m);
  expect(conflict).toMatch(/^\*\*error\*\* .*<br>/m);
});

test('a command that fails leaves why, and no markup of others', async () => {
  const world = await openWorld(FILES);

  const summary = await inJob(world, 'page', 'get', 'v1.0/guide/<img>|`x`');

  expect(summary).toMatch(/^\*\*error\*\* .*&#60;img&#62;&#124;&#96;x&#96;/);
});

test('a summary that cannot be written fails nothing', async () => {
  const world = await openWorld(FILES);
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: `${world.folder}/no/such/folder` };

  expect(await world.runAs({ env }, 'push')).toMatchObject({ exitCode: 0 });
});
