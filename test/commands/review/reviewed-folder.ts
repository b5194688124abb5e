/** A folder for tests of `docs review`, and what a review says of it. */
import type { ReviewReport } from '../../../src/commands/shared/review-run/document.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { commitAll, git } from '../../support/git.ts';
import { runDocs, type Run } from '../../support/host.ts';

export const CONFIG = 'content:\n  - path: docs\n';

export const page = (title: string, body: string, header = ''): string =>
  `---\ntitle: ${title}\n${header}---\n\n${body}\n`;

const SETUP = `Install the tool with npm and run it once. See [the guide](usage.md) for more.

{% callout type="warning" title="Careful" %}
Back up **first**.
{% /callout %}

## Steps

1. One
2. Two

| a | b |
| --- | --- |
| 1 | 2 |

\`\`\`js {% title="x.js" %}
const a = 1;
console.log(a);
\`\`\`

Three more paragraphs.

That are the same.

On both sides.

{% image url="/a.png" width=200 %}
A caption
{% /image %}

{% synced id="footer" /%}`;

export const BEFORE = {
  'docs-cli.config.yml': CONFIG,
  'docs/developerhub.yaml': 'title: Docs\n',
  'docs/_synced-blocks/footer.md': '---\ntitle: Footer\n---\n\nAsk us.\n',
  'docs/v1.0/_settings.yaml': 'name: Version 1.0\n',
  'docs/v1.0/guides/setup.md': page('Setup', SETUP),
  'docs/v1.0/guides/usage.md': page('Usage', 'How to *use* it, {% badge text="new" /%}.'),
  'docs/v1.0/guides/same.md': page('Same', 'As it was.'),
  'docs/v1.0/guides/gone.md': page('Gone', 'Not for long.'),
  'docs/v1.0/guides/links.md': page('Links', 'To [a page](usage.md).', 'tags: a\n'),
};

export const AFTER = {
  'docs/v1.0/guides/setup.md': page(
    'Set up',
    SETUP.replace('npm and', 'pnpm, and')
      .replace('**first**', '**before you begin**')
      .replace('2. Two', '2. Two\n3. Three')
      .replace('| 1 | 2 |', '| 1 | 3 |')
      .replace('a = 1', 'a = 2'),
  ),
  'docs/v1.0/guides/usage.md': page(
    'Usage',
    'How to _use_ it,\n{% badge text="new" type="info" /%}.',
  ),
  'docs/v1.0/guides/links.md': page('Links', 'To [a page](same.md).', 'tags: a, b\n'),
  'docs/v1.0/guides/new.md': page('New', 'Hello, <b>you</b> & [-all-].'),
};

export async function openRepository(): Promise<string> {
  const folder = await temporaryFolder(BEFORE);
  commitAll(folder, 'Before');
  await writeFiles(folder, AFTER);
  git(folder, 'rm', '-q', '--', 'docs/v1.0/guides/gone.md');
  return folder;
}

export const review = (cwd: string, ...argv: string[]): Promise<Run> =>
  runDocs(['review', ...argv], { cwd });

export const states = ({ stdout }: Run): Record<string, string> => {
  const { pages } = JSON.parse(stdout) as ReviewReport;
  return Object.fromEntries(pages.map(({ name, state }) => [name, state]));
};

export const changed = (folder: string): Promise<void> =>
  writeFiles(folder, { 'docs/v1.0/guides/same.md': page('Same', 'Not as it was.') });
