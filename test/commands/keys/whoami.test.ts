import { describe, expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';

const FILES = { 'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n\nText\n' };

describe('docs whoami', () => {
  test('tells the project by its address and its versions, and the key by its end', async () => {
    const world = await openWorld(FILES);
    const { apiKey, baseUrl } = world.platform;
    const { exitCode, stdout } = await world.run('whoami');

    expect(exitCode).toBe(0);
    expect(stdout).toContain(`from DOCS_API_KEY, ends in ${apiKey.slice(-4)}\n`);
    expect(stdout).toMatch(
      new RegExp(`project +${new URL(baseUrl).host}, versions: v1\\.0 \\(published\\)\n`),
    );
    expect(stdout).not.toContain(apiKey.slice(0, -4));
  });

  test('the same with --json', async () => {
    const world = await openWorld(FILES);
    const document: unknown = JSON.parse((await world.run('whoami', '--json')).stdout);

    await expectOfSchema('whoami', document);
    expect(document).toMatchObject({
      keyEnd: world.platform.apiKey.slice(-4),
      project: {
        site: new URL(world.platform.baseUrl).host,
        versions: [{ slug: 'v1.0', published: true }],
      },
    });
  });

  test('without the right to list versions still tells what the key may do', async () => {
    const world = await openWorld(FILES);
    const key = await world.platform.admin.createKey({
      name: 'few',
      permissions: ['page.read'],
      versions: [],
    });
    const run = await world.runAs({ env: { DOCS_API_KEY: key } }, 'whoami');

    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/page\.read +yes/);
  });

  test('shows nothing of a short key', async () => {
    const cwd = await temporaryFolder({});
    const env = { DOCS_API_KEY: 'short', DOCS_BASE_URL: 'http://127.0.0.1:1/api/v1' };
    const run = await runDocs(['whoami', '--max-wait', '0s'], { cwd, env });

    expect(run.stdout + run.stderr).not.toContain('hort');
  });
});

test('a key that is refused is a secret of the step in a pipeline, and one to store elsewhere', async () => {
  const world = await openWorld(FILES);
  const env = { DOCS_API_KEY: 'x'.repeat(40) };
  const said = async (more: Record<string, string>): Promise<string> =>
    (await world.runAs({ env: { ...env, ...more } }, 'status')).stderr.replaceAll(/\s+/g, ' ');

  expect(await said({})).toContain('or run: docs login');
  const inPipeline = await said({ CI: 'true' });
  expect(inPipeline).toContain('pass it to this step as the secret DOCS_API_KEY');
  expect(inPipeline).not.toContain('docs login');
});
