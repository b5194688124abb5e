/** `docs platform publish` and `unpublish`: what the editor of the service does, on a data folder. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { REVISIONS } from '../../support/revisions.ts';
import { platformWith } from '../../support/platform.ts';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\n## Okapi\n\nText.\n',
  'docs/v1.0/faq/asked.md': '---\ntitle: Asked\n---\n\nOften.\n',
};

test.each(REVISIONS)(
  'the copy of a version is shown to readers once a documentation in it was published, while the platform runs (%s)',
  async (api) => {
    const cwd = await temporaryFolder(FILES);
    await startOn(cwd);
    const platform = await platformWith({ api, folder: join(cwd, 'data') });
    onTestFinished(() => platform.close());
    const env = { DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: platform.apiKey };
    const docs = (...argv: string[]) => runDocs(argv, { cwd, env });
    expect(await docs('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await docs('version', 'clone', 'v1.0', '--name', 'v2', '--yes')).toMatchObject({
      exitCode: 0,
    });
    const published = async () => {
      const { stdout } = await docs('list', 'v2', '--json');
      const { versions } = JSON.parse(stdout) as Listed;
      return versions[0]?.documentations.flatMap((each) => (each.published ? [each.slug] : []));
    };
    expect(await published()).toEqual([]);
    const refused = await docs('version', 'publish', 'v2', '--yes');
    expect(refused.exitCode).toBe(api === '2026' ? 1 : 0);

    const one = await docs('platform', 'publish', 'v2/guides', '--data', 'data', '--json');

    expect(one).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(one.stdout)).toMatchObject({
      documentations: [{ version: 'v2', documentation: 'guides', published: true, changed: true }],
    });
    expect(await published()).toEqual(['guides']);
    expect(await docs('version', 'publish', 'v2', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await docs('search', 'okapi', '--in', 'v2')).stdout).toContain('guides/intro');

    const all = await docs('platform', 'publish', 'v2', '--data', 'data');
    expect(all.stdout).toBe('· v2/guides was already published\n✔ v2/faq is published\n');
    const hidden = await docs('platform', 'unpublish', 'v2', 'v2/faq', '--data', 'data');
    expect(hidden.stdout).toBe(
      '✔ v2/guides is hidden from readers\n✔ v2/faq is hidden from readers\n',
    );
    expect(await published()).toEqual([]);
    expect((await docs('search', 'okapi', '--in', 'v2')).stdout).not.toContain('guides/intro');
  },
);

test.each([
  [['v9'], 'Version "v9" not found.'],
  [['v1.0/nope'], 'Documentation "v1.0/nope" not found.'],
  [['v1.0/guides/intro'], 'Documentation "v1.0/guides/intro" not found.'],
])('a place that is not there is named, and nothing is hidden: %j', async (places, message) => {
  const cwd = await temporaryFolder(FILES);
  await startOn(cwd);

  const run = await runDocs(
    ['platform', 'unpublish', 'v1.0/faq', ...places, '--data', 'data', '--json'],
    { cwd },
  );

  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(JSON.parse(run.stderr).error.message).toBe(message);
  const still = await runDocs(['platform', 'publish', 'v1.0', '--data', 'data'], { cwd });
  expect(still.stdout).not.toContain('✔');
});

test('a folder without a platform is said, and none is made in it', async () => {
  const cwd = await temporaryFolder({ 'docs/.keep': '' });

  const run = await runDocs(['platform', 'publish', 'v1.0', '--data', 'docs'], { cwd });

  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain('There is no platform in ');
  const again = await runDocs(['platform', 'publish', 'v1.0', '--data', 'docs'], { cwd });
  expect(again.stderr).toContain('There is no platform in ');
});

interface Listed {
  readonly versions: readonly {
    readonly documentations: readonly { readonly slug: string; readonly published: boolean }[];
  }[];
}

/** Makes a platform in `data`, with a version of two documentations, and stops it. */
async function startOn(cwd: string): Promise<void> {
  const platform = await platformWith({ folder: join(cwd, 'data') });
  const { admin } = platform;
  await admin.createVersion({ slug: 'v1.0' });
  await admin.createDocumentation({ version: 'v1.0', slug: 'guides' });
  await admin.createDocumentation({ version: 'v1.0', slug: 'faq' });
  await platform.close();
}
