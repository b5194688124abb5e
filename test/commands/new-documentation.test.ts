/** What people are told who need a version or documentation that is not there: the API cannot create one. */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { main } from '../../src/main.ts';
import { DEFAULT_BASE_URL, wayToCreate } from '../../src/model/address.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { createHost, runDocs } from '../support/host.ts';
import { openWorld } from '../support/world.ts';

const PAGE = '---\ntitle: A\n---\n\nText\n';
const CONFIG = { 'docs-cli.config.yml': 'content:\n  - path: docs\n' };

test.each([
  [DEFAULT_BASE_URL, 'create the version in the editor'],
  ['http://127.0.0.1:4000/api/v1', 'create the version with docs platform start --from <folder>'],
  ['http://localhost:4000/api/v1', 'create the version with docs platform start --from <folder>'],
  [
    'https://docs.example.com/api/v1',
    'create the version in the editor or, on a platform of your own, with docs platform start --from <folder>',
  ],
])('at %s one can %s', (baseUrl, way) => {
  expect(wayToCreate('version', baseUrl)).toBe(way);
});

test.each([
  ['docs/v1/other/a.md', 'push --yes', 'create the documentation with'],
  ['docs/v2/guide/a.md', 'status', 'create the version with'],
  ['docs/v1/guide/b.md', 'init --content docs --in v1/other --yes', 'Create it with'],
  ['docs/v1/guide/b.md', 'init --content docs --in v2/guide --yes', 'Otherwise create it with'],
  ['pages/v2/guide/b.md', 'init --content pages --yes', 'create it with'],
])('with %s on this machine, docs %s names no editor', async (file, line, words) => {
  const world = await openWorld({ 'docs/v1/guide/a.md': PAGE });
  await world.write({ [file]: PAGE, ...(line.startsWith('init') ? {} : CONFIG) });

  const { stdout, stderr } = await world.run(...line.split(' '));

  const said = (stdout + stderr).replaceAll(/\s+/g, ' ');
  expect(said).toContain(`${words} docs platform start --from <folder>`);
  expect(said).not.toContain('in the editor');
});

test('docs platform start --from creates what a folder has in addition, and keeps what is there', async () => {
  const cwd = await temporaryFolder({ ...CONFIG, 'docs/v1/guide/a.md': PAGE });
  const start = async (use: (env: Record<string, string>) => Promise<void>): Promise<void> => {
    const stop = new AbortController();
    const { host, stdout } = createHost({ cwd, signal: stop.signal });
    const serving = main(['platform', 'start', '--json', '--data', 'kept', '--from', '.'], host);
    await Promise.race([once(host.stdout, 'data'), serving]);
    const { baseUrl, apiKey } = JSON.parse(stdout()) as Record<'baseUrl' | 'apiKey', string>;
    await use({ DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey }).finally(() => stop.abort());
    await serving;
  };
  await start(async (env) => {
    expect(await runDocs(['push', '--yes'], { cwd, env })).toMatchObject({ exitCode: 0 });
    await writeFiles(cwd, { 'docs/v1/other/b.md': PAGE, 'docs/v2/guide/c.md': PAGE });
    expect(await runDocs(['push', '--yes'], { cwd, env })).toMatchObject({ exitCode: 7 });
  });

  await start(async (env) => {
    const run = await runDocs(['push', '--yes', '--json'], { cwd, env });
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout).summary).toMatchObject({ create: 2, unchanged: 1 });
  });
});
