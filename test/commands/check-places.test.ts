import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FilePath } from '../../src/model/ids.ts';
import { scan } from '../../src/sync/scan.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';

const CONFIG = 'content:\n  - path: docs\n';
const CONFLICT = 'a\n\n<<<<<<< file\nours\n=======\ntheirs\n>>>>>>> platform\n';

const path = fc.constantFrom(
  'v1/guide/a.md',
  'v1/guide/b.md',
  'v1/guide/B.md',
  'v1/guide/\u{e9}.md',
  'v1/guide/e\u{301}.md',
  'v1/guide/a/c.md',
  'v1/guide/_hidden.md',
  'v1/guide/_drafts/d.md',
  'v1/other/a.md',
  'v1/loose.md',
  'top.md',
  'README.md',
  'v1/assets/x.md',
  'v1/refs/r.md',
  'v1/guide/picture.png',
);
const text = fc.constantFrom(
  '---\ntitle: A\n---\n\nText.\n',
  '---\ntitle: A\n---\n\nText.\n',
  '---\ntitle: A\nslug: a\n---\n\nText.\n',
  '---\ntitle: A\nslug: not a slug\n---\n\nText.\n',
  '---\ntype: category\ntitle: A\n---',
  '---\ntype: link\ntitle: A\nurl: https://example.org\n---',
  '---\ntype: nonsense\ntitle: A\n---\n\nText.\n',
  `---\ntitle: A\n---\n\n${CONFLICT}`,
  `---\ntitle: A\n---\n\n\`\`\`\n${CONFLICT}\`\`\`\n`,
  '---\ntitle: A\n---\n\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> main\n',
);
const folder = fc.dictionary(path, text, { maxKeys: 6 });

interface Found {
  readonly findings: readonly { readonly severity: string; readonly file: string }[];
}

test(
  'check finds an error in exactly the files that push leaves out',
  { timeout: 60_000 },
  async () => {
    const root = await temporaryFolder({ 'docs-cli.config.yml': CONFIG });
    const project = {
      root,
      contents: [
        { path: 'docs' as FilePath, version: null, documentation: null, include: [], exclude: [] },
      ],
      references: [],
      lockFile: 'docs-cli.lock.json' as FilePath,
      stateFolder: '.docs-cli' as FilePath,
    };
    await fc.assert(
      fc.asyncProperty(folder, async (files) => {
        await rm(join(root, 'docs'), { recursive: true, force: true });
        await writeFiles(root, { 'docs/keep.txt': '' });
        await writeFiles(
          root,
          Object.fromEntries(Object.entries(files).map(([name, each]) => [`docs/${name}`, each])),
        );

        const { unplaced } = await scan(project, { remember: false });
        const { stdout } = await runDocs(['check', '--json'], { cwd: root });
        const { findings } = JSON.parse(stdout) as Found;
        const wrong = findings
          .filter(({ severity }) => severity === 'error')
          .map(({ file }) => file);

        expect([...new Set(wrong)].toSorted()).toEqual(
          [...new Set(unplaced.map(({ file }) => file))].toSorted(),
        );
      }),
      { numRuns: 100 },
    );
  },
);

test('a conflict that a merge left in a file is an error of check, with its line', async () => {
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': CONFIG,
    'docs/v1/guide/a.md': `---\ntitle: A\n---\n\n${CONFLICT}`,
  });

  const { exitCode, stdout } = await runDocs(['check', '--json'], { cwd });

  expect(exitCode).not.toBe(0);
  expect((JSON.parse(stdout) as Found).findings).toMatchObject([
    { code: 'conflict-markers', file: 'docs/v1/guide/a.md', line: 7, severity: 'error' },
  ]);
});
