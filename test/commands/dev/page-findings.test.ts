import { expect, test } from 'vitest';
import { PageFindings } from '../../../src/commands/dev/page-findings.ts';
import type { RuleSettings } from '../../../src/content/check/baseline/graded.ts';
import { FolderSite } from '../../../src/site/folder/folder-site.ts';
import type { PageKey } from '../../../src/model/ids.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { projectAt } from '../../support/project.ts';

const IGNORED = '[//]: # (docs-check-ignore missing-image)\n\n![a](a.png)';
const BODY = `[a](no.md)\n\n[](x)\n\n${IGNORED}\n`;

test('an open page gets what docs check finds in it: graded, ignored, without what is known', async () => {
  const root = await temporaryFolder({
    'docs-cli.config.yml': 'content: [{ path: docs }]\n',
    'docs/v1/d/page.md': `---\ntitle: T\n---\n\n${BODY}`,
  });
  const project = projectAt(root);
  const told = async (settings: RuleSettings = {}) => {
    const site = await FolderSite.open(project);
    const findings = await new PageFindings(project, site, settings).of('v1/d/page' as PageKey);
    return findings.map(({ severity, rule }) => `${severity} ${rule}`);
  };
  expect(await told()).toEqual(['error broken-link', 'warning empty-link']);
  expect(await told({ 'broken-link': 'warning', 'empty-link': 'off' })).toEqual([
    'warning broken-link',
  ]);
  await runDocs(['check', '--write-baseline'], { cwd: root });
  expect(await told()).toEqual([]);
  await writeFiles(root, { 'docs/v1/d/page.md': `---\ntitle: T\n---\n\n${BODY}\n![b](b.png)\n` });
  expect(await told()).toEqual(['error missing-image']);
});
