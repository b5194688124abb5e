/** What a job on GitHub Actions says of a run that changed nothing, or could not. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
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
    '**error** 2 changes to push.<br>The same command without --check carries them out',
  );
});

test('a push that is refused leaves the plan and why', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  await world.edit('v1.0/guide/a', 'edited in the browser');
  await world.write({ 'docs/v1.0/guide/a.md': page('A', 'Here') });

  const conflict = await inJob(world, 'push', '--yes');

  expect(conflict).toContain('### docs: the plan, not carried out');
  expect(conflict).toMatch(/^ {2}! v1\.0\/guide\/a/m);
  expect(conflict).toMatch(/^\*\*error\*\* .*<br>/m);
});

/** The platform has no such version. */
const astray = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`docs/v9/guide/${name}.md`, page(name, 'Text')]));

test('files that cannot be placed for one reason are one row and one annotation', async () => {
  const world = await openWorld(FILES);
  await world.write(astray(['x', 'y', 'z']));

  const summary = await inJob(world, 'push', '--yes');

  const row =
    /^\| docs\/v9\/guide\/x\.md<br>docs\/v9\/guide\/y\.md<br>docs\/v9\/guide\/z\.md \| not placed \| .*v9.* \|$/m;
  expect(summary).toMatch(row);
  expect(summary.match(/not placed/g)).toHaveLength(1);
  const { stderr } = await world.runAs({ env: { GITHUB_ACTIONS: 'true' } }, 'push', '--yes');
  const annotations = stderr.split('\n').filter((line) => line.startsWith('::error file='));
  expect(annotations).toEqual([
    expect.stringMatching(
      /^::error file=docs\/v9\/guide\/x\.md::.*v9.*%0AThe same holds for 2 more files\.$/,
    ),
  ]);
});

test('of many such files the first few are named', async () => {
  const world = await openWorld(FILES);
  await world.write(astray(Array.from({ length: 30 }, (_, n) => `p${n + 10}`)));

  expect(await inJob(world, 'push', '--yes')).toMatch(
    /^\| docs\/v9\/guide\/p10\.md<br>(?:[^<|]*<br>){4}… and 25 more \| not placed \|/m,
  );
});

test('annotations name files from the working folder', async () => {
  const files = { ...FILES, 'docs/c.md': 'x' };
  const inside = Object.entries(files).map(([path, text]) => [`handbook/${path}`, text]);
  const world = await openWorld(Object.fromEntries(inside), {
    seedFolder: await temporaryFolder(FILES),
  });
  const run = async (...argv: string[]) => {
    const config = ['--config', 'handbook/docs-cli.config.yml'];
    return (await world.runAs({ env: { GITHUB_ACTIONS: 'true' } }, ...argv, ...config)).stderr;
  };

  expect(await run('push', '--yes')).toContain('::error file=handbook/docs/c.md::');
  await world.write({ 'handbook/docs/v1.0/guide/a.md': page('A', '* One') });
  expect(await run('fmt', '--check')).toContain('::error file=handbook/docs/v1.0/guide/a.md::');
});

test('a command that fails leaves why, and no markup of others', async () => {
  const world = await openWorld(FILES);

  const summary = await inJob(world, 'page', 'get', 'v1.0/guide/<img>|`x`');

  expect(summary).toMatch(/^\*\*error\*\* .*&#60;img&#62;&#124;&#96;x&#96;/);
});

test('a summary that cannot be written fails nothing', async () => {
  const world = await openWorld(FILES);
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: `${world.folder}/no/such/folder` };

  expect(await world.runAs({ env }, 'push', '--yes')).toMatchObject({ exitCode: 0 });
});

test('ref check lists its findings, as check does', async () => {
  const definition = 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}\n';
  const world = await openWorld({
    ...FILES,
    'api.yaml': `${definition}components:\n  schemas:\n    A: {type: "a|b"}\n    B: {nullable: true}\n`,
    'sound.yaml': definition,
  });

  expect(await inJob(world, 'ref', 'check', 'sound.yaml')).toBe('');
  expect(await inJob(world, 'ref', 'check', 'api.yaml', 'sound.yaml')).toContain(
    [
      '### docs ref check: 1 error, 1 warning in 2 definitions',
      '',
      '| where | | what |',
      '| --- | --- | --- |',
      '| api.yaml:6 | error |',
    ].join('\n'),
  );
});
