import { utimes } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TextReader } from '../../src/sync/folder/found-folder.ts';
import { scan } from '../../src/sync/folder/scan.ts';
import { staleSamples } from '../../src/sync/run/stale-samples.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { projectAt } from '../support/project.ts';

const page = (text: string): string =>
  `---\ntitle: Page\n---\n\n${text}\n\n[//]: # (docs-snippet gone.ts)\n\n\`\`\`\nx\n\`\`\`\n`;

test('a page that changed after the scan is not judged, and the others are', async () => {
  const root = await temporaryFolder({ 'docs/v1/d/a.md': page('A'), 'docs/v1/d/b.md': page('B') });
  const project = projectAt(root);
  const local = await scan(project, { remember: false });
  await writeFiles(root, { 'docs/v1/d/a.md': page('Other') });
  const folder = { local, texts: new TextReader(project, local), renamed: new Map() };

  expect(staleSamples(local.sampled, folder, root)).toEqual([
    'v1/d/b has a sample that is not what its file has. docs check lists them.',
  ]);
});

test('a page that did not change since the last scan is known to have samples', async () => {
  const root = await temporaryFolder({ 'docs/v1/d/a.md': page('A'), 'docs/v1/d/b.md': '# B\n' });
  const project = projectAt(root);
  const passed = new Date(Date.now() - 60_000);
  for (const name of ['a', 'b']) await utimes(`${root}/docs/v1/d/${name}.md`, passed, passed);

  const [first, again] = [await scan(project), await scan(project)];

  expect([first.sampled, again.sampled]).toEqual([['v1/d/a'], ['v1/d/a']]);
});
