/** Where the pipelines of `docs init --ci` get the tool from. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseSource } from '../../../src/commands/init/release-source.ts';
import { main } from '../../../src/main.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { createHost } from '../../support/host.ts';

const PLACEHOLDER = 'git+https://example.com/docs-cli.git';
const OWNED = 'git+https://github.com/owner/docs.git';
const ACTION = { kind: 'action', uses: 'owner/docs@v1.2.3' };
const PACKAGE = { kind: 'package', spec: '@owner/docs@1.2.3' };
const TARBALL = { kind: 'tarball' };

test.each([
  ['docs-cli', true, PLACEHOLDER, TARBALL, TARBALL],
  // Somebody else has the name.
  ['docs-cli', false, PLACEHOLDER, TARBALL, TARBALL],
  ['@owner/docs', true, PLACEHOLDER, TARBALL, TARBALL],
  ['@owner/docs', false, PLACEHOLDER, PACKAGE, PACKAGE],
  ['@owner/docs', true, OWNED, ACTION, TARBALL],
  ['@owner/docs', false, OWNED, ACTION, PACKAGE],
  ['docs-cli', false, OWNED, ACTION, TARBALL],
  ['docs-cli', true, 'git+https://github.com/OWNER/REPOSITORY.git', TARBALL, TARBALL],
  ['docs-cli', true, 'https://github.com.example.com/owner/docs', TARBALL, TARBALL],
  ['docs-cli', true, 'https://github.com/owner/${{ github.token }}', TARBALL, TARBALL],
  ['@owner/docs; id', false, PLACEHOLDER, TARBALL, TARBALL],
  ['@owner/docs\n- run: id', false, PLACEHOLDER, TARBALL, TARBALL],
])('%s, private: %s, of %s', (name, isPrivate, url, github, gitlab) => {
  const manifest = { name, version: '1.2.3', private: isPrivate, repository: { url } };
  expect(releaseSource(manifest, 'github')).toEqual(github);
  expect(releaseSource(manifest, 'gitlab')).toEqual(gitlab);
  expect(releaseSource({ ...manifest, version: '1.2.3 | id' }, 'github')).toEqual(TARBALL);
});

const STEP = "      - uses: owner/docs@v1.2.3\n        with:\n          command: ''\n";
const NPM = 'npm install --global --ignore-scripts --no-audit --no-fund @owner/docs@1.2.3\n';

test.each([
  ['github', OWNED, '.github/workflows/docs.yml', STEP],
  ['github', PLACEHOLDER, '.github/workflows/docs.yml', NPM],
  ['gitlab', OWNED, '.gitlab-ci.yml', NPM],
])(
  'with its own name, docs init --ci %s at %s leaves nothing to fill in but the key',
  async (ci, url, file, install) => {
    const packageFolder = await temporaryFolder({
      'package.json': JSON.stringify({
        name: '@owner/docs',
        version: '1.2.3',
        homepage: 'https://docs.example.com',
        repository: { url },
      }),
    });
    const cwd = await temporaryFolder({ 'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n' });
    const { host, stdout } = createHost({ cwd });

    expect(await main(['init', '--yes', '--ci', ci, '--json'], { ...host, packageFolder })).toBe(0);

    const { left } = JSON.parse(stdout()) as { left: readonly { file: string | null }[] };
    expect(left.map((each) => each.file)).toEqual([null]);
    const text = await readFile(join(cwd, file), 'utf8');
    expect(text).not.toContain('DOCS_TARBALL');
    expect(text).toContain(install);
    expect(text).not.toMatch(/^env:$/m);
  },
);
