/** What scripts and pipelines learn of a push: documents, outputs, headings. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld, type World } from '../../support/world.ts';

const page = (text: string): string => `---\ntitle: Page\n---\n\n${text}\n`;

const open = (): Promise<World> =>
  openWorld({
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/v1/guide/a.md': page('First'),
  });

test('push --json has the pages of a conflict, on stdout, and the error on stderr', async () => {
  const world = await open();
  await world.run('push', '--yes');
  await world.edit('v1/guide/a', 'Theirs\n');
  await world.write({ 'docs/v1/guide/a.md': page('Ours') });

  const run = await world.run('push', '--yes', '--json');

  expect(run.exitCode).toBe(5);
  const document = JSON.parse(run.stdout);
  await expectOfSchema('push', document);
  expect(document).toMatchObject({
    plan: [{ kind: 'conflict', key: 'v1/guide/a', fields: ['body'] }],
    applied: [],
  });
  expect(JSON.parse(run.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
    error: { code: 'conflict' },
  });
});

test('an error of a used-up rate limit says when the platform answers again', async () => {
  const world = await openWorld(
    {
      'docs-cli.config.yml': 'content:\n  - path: docs\n',
      'docs/v1/guide/a.md': page('First'),
    },
    { rateLimits: true },
  );
  let last = await world.run('push', '--dry-run', '--json', '--max-wait', '0s');
  for (let n = 0; n < 40 && last.exitCode === 0; n += 1)
    last = await world.run('push', '--dry-run', '--json', '--max-wait', '0s');
  expect(last.exitCode).toBe(6);
  const document = JSON.parse(last.stderr.trim().split('\n').at(-1) ?? '');
  await expectOfSchema('error', document);
  expect(document.error).toMatchObject({
    code: 'rate-limited',
    status: 429,
    retryAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});

test('outputs say whether pages change, and headings name the configuration', async () => {
  const world = await open();
  const folder = join(world.folder, 'packages/api');
  await mkdir(join(folder, 'docs/v1/guide'), { recursive: true });
  await writeFile(join(folder, 'docs/v1/guide/b.md'), page('Of b'));
  const config = 'content:\n  - path: docs\nprofiles:\n  trial: {}\n';
  await writeFile(join(folder, 'docs-cli.config.yml'), config);
  const run = async (cwd: string, ...argv: string[]) => {
    const files = { summary: join(world.folder, 'summary'), output: join(world.folder, 'output') };
    for (const file of Object.values(files)) await writeFile(file, '');
    const env = {
      DOCS_BASE_URL: world.platform.baseUrl,
      DOCS_API_KEY: world.platform.apiKey,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: world.folder,
      GITHUB_STEP_SUMMARY: files.summary,
      GITHUB_OUTPUT: files.output,
    };
    const { stdout } = await runDocs(argv, { cwd, env });
    const [summary, output] = await Promise.all(
      [files.summary, files.output].map((file) => readFile(file, 'utf8')),
    );
    return { stdout, summary, changed: /^changed<<END\n(.*)$/m.exec(output ?? '')?.[1] };
  };
  expect(await run(world.folder, 'push', '--dry-run', '--format', 'markdown')).toMatchObject({
    changed: 'true',
    stdout: expect.stringContaining('### docs: what a push would do'),
  });
  const other = ['push', '--dry-run', '--format', 'markdown', '--profile', 'trial'];
  const shown = await run(folder, ...other);
  expect(shown.stdout).toContain('### docs (packages/api, profile trial): what a push would do');
  expect(shown.summary).toContain(
    '### docs (packages/api, profile trial): the plan, not carried out',
  );
  const whole = 'This plan is of the whole branch';
  expect([shown.stdout, shown.summary].map((text) => text?.split(whole).length)).toEqual([2, 2]);
  const named = await run(folder, ...other, 'docs/v1/guide/b.md');
  expect(named.stdout + named.summary).not.toContain(whole);
  const pushed = await run(folder, 'push', '--yes');
  expect(pushed.stdout + pushed.summary).not.toContain(whole);
  expect(pushed).toMatchObject({
    changed: 'true',
    summary: expect.stringContaining('### docs (packages/api): 1 created'),
  });
  expect(await run(folder, 'push', '--yes')).toMatchObject({ changed: 'false' });
});
