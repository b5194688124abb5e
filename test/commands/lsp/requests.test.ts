import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { LanguageServer } from '../../support/language-server.ts';
import type { Position } from '../../support/language-server.ts';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/developerhub.yaml': 'title: Weather\nvariables:\n  product:\n    name: Gauge\n',
  'docs/_synced-blocks/safety.md': '---\ntitle: Safety\n---\n\nHold on.\n',
  'docs/v1.0/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1.0/guide/_nav.yaml': 'items:\n  - roof\n  - tools\n',
  'docs/v1.0/guide/roof.md': '---\ntitle: On a roof\n---\n\nSee [tools](tools.md#the-gauge).\n',
  'docs/v1.0/guide/tools.md':
    '---\ntitle: Tools\nlisted: false\n---\n\n## The gauge\n\nText\n\n### Small parts\n',
  'docs/v1.0/guide/picture.png': '',
};
const ROOF = 'docs/v1.0/guide/roof.md';
const TOOLS = 'docs/v1.0/guide/tools.md';

interface Item {
  readonly label: string;
  readonly textEdit: {
    readonly newText: string;
    readonly range: { readonly start: Position; readonly end: Position };
  };
}

async function started(): Promise<LanguageServer> {
  const server = new LanguageServer(await temporaryFolder(FILES));
  await server.start();
  return server;
}

/** Opens a file with the text, and gives the place of the `|` in it. */
function placed(server: LanguageServer, file: string, marked: string): Position {
  const before = marked.slice(0, marked.indexOf('|')).split('\n');
  server.open(file, marked.replace('|', ''));
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

const page = (text: string): string => `---\ntitle: A\n---\n\n${text}\n`;

const COMPLETIONS: readonly (readonly [
  what: string,
  file: string,
  text: string,
  includes: readonly string[],
])[] = [
  ['pages and files in a link', ROOF, page('See [x](|)'), ['tools.md', 'picture.png']],
  ['anchors of another page', ROOF, page('See [x](tools.md#|)'), ['the-gauge', 'small-parts']],
  ['anchors of the page itself', ROOF, page('## One two\n\nSee [x](#|)'), ['one-two']],
  ['pages in a link definition', ROOF, page('[x]: to|'), ['tools.md']],
  ['tags', ROOF, page('{% cal|'), ['callout', 'accordion']],
  ['closing tags', ROOF, page('{% callout %}\nX\n{% /ca|'), ['callout']],
  ['attributes of a tag', ROOF, page('{% callout t|'), ['type', 'title']],
  ['values of an attribute', ROOF, page('{% callout type="|" %}'), ['info', 'warning']],
  ['pages in an attribute', ROOF, page('{% card link="|" %}'), ['tools.md']],
  ['synced blocks', ROOF, page('{% synced id="|" /%}'), ['safety']],
  ['variables', ROOF, page('The %pro|'), ['%product.name%']],
  ['keys of a header', ROOF, '---\ntitle: A\nli|\n---\n', ['listed', 'audience']],
  ['values of a key', ROOF, '---\ntitle: A\nlisted: |\n---\n', ['true', 'false']],
  ['types of a header', ROOF, '---\ntype: |\n---\n', ['page', 'category']],
  ['rules to ignore', ROOF, page('[//]: # (docs-check-ignore br|)'), ['broken-link']],
  ['rules to ignore in YAML', 'docs/v1.0/guide/_nav.yaml', '# docs-check-ignore |', ['bad-icon']],
  ['keys of settings', 'docs/v1.0/guide/_settings.yaml', 'wi|', ['wide', 'collapsed']],
  ['values of settings', 'docs/v1.0/guide/_settings.yaml', 'wide: |', ['true', 'false']],
  ['nested settings', 'docs/developerhub.yaml', 'settings:\n  dark|', ['darkMode']],
  ['pages of a navigation', 'docs/v1.0/guide/_nav.yaml', 'items:\n  - |', ['roof', 'tools']],
  ['settings of the project', 'docs-cli.config.yml', 'con|', ['content', 'references']],
  ['settings of a folder', 'docs-cli.config.yml', 'content:\n  - pa|', ['path', 'exclude']],
];

test.each(COMPLETIONS)('docs lsp completes %s', async (_, file, text, includes) => {
  const server = await started();
  await server.shows(ROOF, 'linked-page-unlisted@5:13');
  const position = placed(server, file, text);
  const items = (await server.at('textDocument/completion', file, position)) as readonly Item[];
  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining([...includes]));
  for (const { textEdit } of items) expect(textEdit.range.end).toEqual(position);
});

test('docs lsp completes the whole target of a link, also after a part of it', async () => {
  const server = await started();
  const position = placed(server, ROOF, page('See [x](to|)'));
  const items = (await server.at('textDocument/completion', ROOF, position)) as readonly Item[];
  const tools = items.find(({ label }) => label === 'tools.md');
  expect(tools?.textEdit).toEqual({
    newText: 'tools.md',
    range: { start: { line: 4, character: 8 }, end: position },
  });
});

const DEFINITIONS: readonly (readonly [what: string, file: string, text: string, to: string])[] = [
  ['a page', ROOF, page('See [x](tool|s.md)'), `${TOOLS}:0`],
  ['a heading', ROOF, page('See [x](tools.md#the-ga|uge)'), `${TOOLS}:5`],
  ['an address on the site', ROOF, page('See [x](/guide/to|ols)'), `${TOOLS}:0`],
  ['a picture', ROOF, page('![x](pict|ure.png)'), 'docs/v1.0/guide/picture.png:0'],
  ['a variable', ROOF, page('The %product.n|ame%'), 'docs/developerhub.yaml:3'],
  ['a synced block', ROOF, page('{% synced id="saf|ety" /%}'), 'docs/_synced-blocks/safety.md:0'],
  ['a navigation entry', 'docs/v1.0/guide/_nav.yaml', 'items:\n  - to|ols\n', `${TOOLS}:0`],
];

test.each(DEFINITIONS)('docs lsp finds the definition of %s', async (_, file, text, to) => {
  const server = await started();
  const position = placed(server, file, text);
  const found = (await server.at('textDocument/definition', file, position)) as {
    uri: string;
    range: { start: Position };
  };
  expect(`${found.uri.slice(server.uri('').length)}:${found.range.start.line}`).toBe(to);
});

test('docs lsp finds no definition outside of the project', async () => {
  const server = await started();
  const position = placed(server, ROOF, page('See [x](../../../../../etc/pa|sswd)'));
  expect(await server.at('textDocument/definition', ROOF, position)).toBeNull();
});

test('docs lsp lists the links to a page', async () => {
  const server = await started();
  const position = placed(server, TOOLS, '---\ntitle: Tools\n---\n\nTe|xt, [here](#x).\n');
  const context = { includeDeclaration: false };
  const found = await server.at('textDocument/references', TOOLS, position, { context });
  expect(found).toEqual([
    {
      uri: server.uri(ROOF),
      range: { start: { line: 4, character: 12 }, end: { line: 4, character: 30 } },
    },
    {
      uri: server.uri(TOOLS),
      range: { start: { line: 4, character: 13 }, end: { line: 4, character: 15 } },
    },
  ]);
});

const HOVERS: readonly (readonly [what: string, text: string, says: readonly string[]])[] = [
  ['a link', 'See [x](tool|s.md)', ['Tools', 'v1.0/guide/tools', 'Readers may not see it']],
  ['a finding', 'See [x](go|ne.md)', ['**broken-link** (error)']],
  ['a tag', '{% call|out %}\nX\n{% /callout %}', ['`{% callout %}`', '`type`: info, success']],
];

test.each(HOVERS)('docs lsp says what %s is', async (_, text, says) => {
  const server = await started();
  const position = placed(server, ROOF, page(text));
  const hover = (await server.at('textDocument/hover', ROOF, position)) as {
    contents: { value: string };
  };
  for (const each of says) expect(hover.contents.value).toContain(each);
});

test('docs lsp lists the headings of a page as a tree, and finds pages by title', async () => {
  const server = await started();
  server.open(TOOLS, FILES[TOOLS]);
  const textDocument = { uri: server.uri(TOOLS) };
  expect(await server.request('textDocument/documentSymbol', { textDocument })).toMatchObject([
    { name: 'The gauge', children: [{ name: 'Small parts', children: [] }] },
  ]);
  const pages = await server.request('workspace/symbol', { query: 'ROOF' });
  expect(pages).toMatchObject([{ name: 'On a roof', location: { uri: server.uri(ROOF) } }]);
});
