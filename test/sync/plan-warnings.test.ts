import { expect, test } from 'vitest';
import type { Plan } from '../../src/model/change.ts';
import { TextReader } from '../../src/sync/folder/found-folder.ts';
import { scan } from '../../src/sync/folder/scan.ts';
import { staleSamples } from '../../src/sync/run/plan-warnings.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { projectAt } from '../support/project.ts';

const page = (text: string): string =>
  `---\ntitle: Page\n---\n\n${text}\n\n[//]: # (docs-snippet gone.ts)\n\n\`\`\`\nx\n\`\`\`\n`;

test('a page that changed after the scan is not judged, and the others are', async () => {
  const root = await temporaryFolder({ 'docs/v1/d/a.md': page('A'), 'docs/v1/d/b.md': page('B') });
  const project = projectAt(root);
  const local = await scan(project, { remember: false });
  await writeFiles(root, { 'docs/v1/d/a.md': page('Other') });
  const changes = [...local.pages.keys()].map((key) => ({ kind: 'create', key }));
  const folder = { local, texts: new TextReader(project, local), renamed: new Map() };

  expect(staleSamples({ changes } as unknown as Plan, folder, root)).toEqual([
    'v1/d/b has a sample that is not what its file has. docs check lists them.',
  ]);
});
