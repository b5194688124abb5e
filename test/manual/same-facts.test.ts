/** Pages of the manual that repeat what the tool says elsewhere say the same. */
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TOPICS } from '../../src/commands/help/topics.ts';
import type { HelpPart } from '../../src/commands/help/topics.ts';
import manifest from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../', import.meta.url));
const pathOf = (slug: string): string => join(root, `manual/docs/current/manual/${slug}.md`);
const readManual = (slug: string): Promise<string> => readFile(pathOf(slug), 'utf8');

test.each(['exit-codes', 'environment'])(
  'the page %s says what the topic of help says',
  async (name) => {
    const page = await readManual(name);
    const [header = ''] = /^---\n[^]*?\n---\n\n/.exec(page) ?? [];
    const rest = page.slice(page.indexOf('\n## '));
    const parts = TOPICS.find((topic) => topic.name === name)?.parts ?? [];

    await expect(`${header}${parts.map(asMarkdown).join('\n')}${rest}`).toMatchFileSnapshot(
      pathOf(name),
    );
  },
);

function asMarkdown(part: HelpPart): string {
  if (typeof part === 'string') return `${part}\n`;
  const rows = part.map(([term, text]) => `| \`${term.replaceAll(', ', '`, `')}\` | ${text} |\n`);
  const [first = ''] = part.map(([term]) => term);
  return `| ${/^\d/.test(first) ? 'Code' : 'Variable'} | Meaning |\n| --- | --- |\n${rows.join('')}`;
}

test('the messages of the page on troubleshooting are messages of the tool', async () => {
  const page = await readManual('troubleshooting');
  const messages = Array.from(page.matchAll(/^## (.+)$/gm), ([, message = '']) =>
    message.replaceAll('\\', ''),
  ).filter((message) => message !== 'Something else');
  const source = await readSource();

  const unknown = messages.filter((message) =>
    message
      .split('…')
      .map((part) => part.trim())
      .some((part) => !source.includes(part)),
  );
  expect(messages.length).toBeGreaterThan(8);
  expect(unknown).toEqual([]);
});

test('the tarball that the manual installs is of this version', async () => {
  const page = await readManual('install');
  const named = new Set(Array.from(page.matchAll(/docs-cli-([\d.]+)\.tgz/g), ([, each]) => each));
  expect([...named]).toEqual([manifest.version]);
});

test('links of the README lead to files that ship with it', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const links = Array.from(readme.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, link = '']) => link);

  expect(links.length).toBeGreaterThan(8);
  for (const link of links) {
    await access(join(root, link));
    expect(manifest.files.some((each) => `${link}/`.startsWith(`${each}/`))).toBe(true);
  }
});

async function readSource(): Promise<string> {
  const texts: string[] = [];
  for (const file of await readdir(join(root, 'src'), { recursive: true })) {
    if (file.endsWith('.ts')) texts.push(await readFile(join(root, 'src', file), 'utf8'));
  }
  return texts.join('\n');
}

test('the address of the project is one fact: package.json has it', async () => {
  const { homepage, version, bugs, repository } = manifest;
  const tarball = `${homepage}/releases/download/v${version}/docs-cli-${version}.tgz`;
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const install = await readManual('install');

  expect([bugs, repository.url]).toEqual([`${homepage}/issues`, `git+${homepage}.git`]);
  for (const page of [readme, install]) {
    expect(page).toContain(`npm install --global ${tarball}\n`);
    expect(page).toContain(`[release](${homepage}/releases)`);
    const addresses = page.match(/https?:\/\/[^\s)]*\.tgz/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set([tarball]));
  }
});

test('the extension for VS Code has the version of the tool, and starts what its settings name', async () => {
  const folder = join(root, 'editors/vscode');
  const extension = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly main: string;
    readonly contributes: { readonly configuration: { readonly properties: object } };
  };
  expect(extension.version).toBe(manifest.version);
  const source = await readFile(join(folder, extension.main), 'utf8');
  const [named = ''] = Object.keys(extension.contributes.configuration.properties);
  expect(source).toContain(`'${named.split('.').at(-1)}'`);
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain(`-${manifest.version}.vsix`);
});
