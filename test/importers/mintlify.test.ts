import { expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

test.each([
  [
    'a tree of files',
    `<Tree>
  <Tree.Folder name="birds" defaultOpen>
    <Tree.File name="plover.md" />
    <Tree.Folder name="eggs"><Tree.File name="four.md" /></Tree.Folder>
  </Tree.Folder>
  <Tree.File name="index.md" />
</Tree>`,
    `- birds
  - plover.md
  - eggs
    - four.md
- index.md`,
  ],
  [
    'views',
    `<View title="North" icon="n">
  Snow.
</View>

<View title="South">
  Sand.
</View>`,
    `{% tabs %}
{% tab title="North" %}
Snow.
{% /tab %}

{% tab title="South" %}
Sand.
{% /tab %}
{% /tabs %}`,
  ],
  [
    'colours',
    `<Color variant="compact">
  <Color.Item name="Egg" value="#C0FFEE" />
  <Color.Item name="Chick" value="#BADA55" />
</Color>`,
    `- Egg: \`#C0FFEE\`
- Chick: \`#BADA55\``,
  ],
  [
    'a prompt',
    `<Prompt description="Ask about birds" actions={["copy"]}>
  Name three waders.
</Prompt>`,
    `Ask about birds

Name three waders.`,
  ],
  [
    'a banner',
    '<Banner>Closed in **May**</Banner>',
    `{% callout %}\nClosed in **May**\n{% /callout %}`,
  ],
  ['a heading', '<Heading level={3} id="own">Our birds</Heading>', '### Our birds'],
  ['a picture to zoom', '<ZoomImage>\n  Words\n</ZoomImage>', 'Words'],
])('Mintlify: %s is read', async (_, source, body) => {
  const imported = await importFiles('mintlify', {
    'one.mdx': `---\ntitle: One\n---\n\n${source}\n`,
  });
  expect(imported.issues).toEqual([]);
  expect(imported.body('one.md')).toBe(body);
});

test('Mintlify: files beside the pages that it does not show are told', async () => {
  const imported = await importFiles('mintlify', {
    'docs.json': '{}',
    'one.mdx': '# One\n',
    'README.md': '# About\n',
    'snippets/part.mdx': 'Part\n',
  });
  expect(imported.issues).toEqual([
    {
      file: 'README.md',
      line: null,
      kind: 'file',
      says: 'Mintlify does not show this file, so it was not imported.',
    },
  ]);
});

test('Mintlify: what is told of a link or a picture that a component makes has its line', async () => {
  const imported = await importFiles('mintlify', {
    'one.mdx': `# One

<Card title="Eggs" href="/nowhere">
  ![Four](/four.png)
</Card>

<video src="/plover.mp4" />

So <Latex>4 x 2</Latex> eggs.
`,
  });
  expect(imported.body('one.md')).toContain('So `4 x 2` eggs.');
  expect(imported.issues.map(({ line, kind }) => `${line} ${kind}`)).toEqual([
    '3 link',
    '4 image',
    '7 html',
    '7 link',
    '9 math',
  ]);
});

/** The paths of the pages that are hidden. */
const hiddenIn = ({ texts }: { texts: ReadonlyMap<string, string> }): string[] =>
  [...texts].filter(([, text]) => text.includes('\nhidden: true')).map(([path]) => path);

const NAV = 'v1.0/site/_nav.yaml';

test('Mintlify: settings in other files are part of docs.json', async () => {
  const imported = await importFiles('mintlify', {
    'docs.json': JSON.stringify({
      name: 'Birds',
      navigation: { $ref: 'config/navigation.json' },
      redirects: { $ref: './config/moves.json' },
    }),
    'config/navigation.json': JSON.stringify({
      languages: [
        { language: 'en', groups: [{ group: 'Start', pages: ['index', 'eggs'] }] },
        { $ref: './languages/fr.json', language: 'fr' },
      ],
    }),
    'config/languages/fr.json': '{"language": "xx", "groups": {"$ref": "../groups.json"}}',
    'config/groups.json': '[{"group": "Début", "pages": ["fr/index"]}]',
    'config/moves.json': '[{"source": "/old", "destination": "/eggs"}]',
    'index.mdx': '# Home\n\n[x](/old)\n',
    'eggs.mdx': '# Eggs\n',
    'fr/index.mdx': '# Accueil\n',
  });
  const above = 'is a row above the navigation: its groups were kept, its name was not.';
  expect(imported.issues.map(({ says }) => says)).toEqual([`"en" ${above}`, `"fr" ${above}`]);
  expect(hiddenIn(imported)).toEqual([]);
  expect(imported.texts.get(NAV)).toMatch(/Start[^]*eggs[^]*Début[^]*fr/);
  expect(imported.body('introduction.md')).toBe('[x](eggs.md)');
});

test.each([
  ['./es.json', {}, 'docs.json', 2, '"./es.json" was not read: there is no such file.'],
  ['../es.json', {}, 'docs.json', 2, '"../es.json" was not read: it is outside the folder.'],
  [
    'https://a.example/es.json',
    {},
    'docs.json',
    2,
    '"https://a.example/es.json" was not read: it is not in the folder.',
  ],
  ['docs.json', {}, 'docs.json', 2, '"docs.json" was not read: it includes itself.'],
  [
    'es.json',
    { 'es.json': '{"groups": [' },
    'es.json',
    1,
    'This file is not valid JSON, so it was not read.',
  ],
] as const)(
  'Mintlify: that settings in %s were not read is listed, and their pages stay visible',
  async (ref, more, file, line, says) => {
    const imported = await importFiles('mintlify', {
      'docs.json': `{"navigation": {"languages": [{"language": "en", "pages": ["index"]},
{"$ref": "${ref}"}]}}`,
      'index.mdx': '# Home\n',
      'es/index.mdx': '# Inicio\n',
      ...more,
    });
    expect(imported.issues).toEqual([{ file, line, kind: 'config', says }]);
    expect(hiddenIn(imported)).toEqual([]);
  },
);

test('Mintlify: settings that include each other are read to an end', async () => {
  const twice = (name: string): string => `{"groups": [{"$ref": "${name}"}, {"$ref": "${name}"}]}`;
  const files = Array.from({ length: 40 }, (_, n) => [`${n}.json`, twice(`./${n + 1}.json`)]);
  const imported = await importFiles('mintlify', {
    'docs.json': '{"navigation": {"$ref": "./0.json"}}',
    ...Object.fromEntries(files),
    'index.mdx': '# Home\n',
  });
  expect(imported.issues.map(({ says }) => says)).toContain(
    '"./20.json" was not read: the settings are nested too deeply.',
  );
});

test('Mintlify: what a page shows of an API definition is listed, and the definition', async () => {
  const imported = await importFiles('mintlify', {
    'docs.json': JSON.stringify({
      api: { openapi: ['birds.json', 'https://a.example/eggs.yaml'] },
      navigation: {
        groups: [
          { group: 'API', openapi: { source: 'nests.json', directory: 'nests' }, pages: ['one'] },
          { group: 'Calls', asyncapi: 'calls.json', pages: ['calls.json SUBSCRIBE /x', 'GET /y'] },
          {
            group: 'Get started',
            pages: ['birds.json DELETE /birds/{id}', 'two', 'three', 'four'],
          },
          { tab: 'PATCH notes', pages: ['WEBHOOK hatched'] },
        ],
      },
    }),
    'one.mdx': '---\ntitle: One\nopenapi: birds.json PUT /birds/{id}\n---\n\nWords.\n',
    'two.mdx': '---\ntitle: Two\ndescription: A\n"asyncapi": calls.json song\n---\n',
    'three.mdx': '---\nopenapi-schema: Egg\n---\n',
    'four.mdx': '---\ntitle: Four\napi: "PATCH https://a.example/eggs/{id}"\n---\n\nWords.\n',
  });
  const uploads = 'docs ref upload uploads definitions.';
  expect(imported.issues.map(({ file, line, kind, says }) => [file, line, kind, says])).toEqual([
    ...['birds.json', 'https://a.example/eggs.yaml', 'nests.json', 'calls.json'].map((name) => [
      'docs.json',
      null,
      'config',
      `${name} is an API definition: ${uploads}`,
    ]),
    [
      'docs.json',
      1,
      'navigation',
      'The navigation has "calls.json SUBSCRIBE /x", which is not a page of the source: it was left out.',
    ],
    ...['GET /y', 'birds.json DELETE /birds/{id}', 'WEBHOOK hatched'].map((name) => [
      'docs.json',
      1,
      'navigation',
      `${name} is an operation in an API definition: ${uploads}`,
    ]),
    [
      'one.mdx',
      3,
      'front-matter',
      `birds.json PUT /birds/{id} is an operation in an API definition: ${uploads}`,
    ],
    ['three.mdx', 2, 'front-matter', `Egg is a schema in an API definition: ${uploads}`],
    ['two.mdx', 4, 'front-matter', `calls.json song is a channel in an API definition: ${uploads}`],
  ]);
  expect(imported.body('one.md')).toBe('Words.');
  expect(imported.body('four.md')).toBe('`PATCH https://a.example/eggs/{id}`\n\nWords.');
});

test('Mintlify: text for agents only is left out and listed', async () => {
  const imported = await importFiles('mintlify', {
    'one.mdx':
      '---\ntitle: One\n---\n\n<Visibility for="agents">\n  Secret.\n</Visibility>\n\n<Visibility for="humans">\n  Open.\n</Visibility>\n',
  });
  expect(imported.body('one.md')).toBe('Open.');
  expect(imported.issues).toEqual([
    {
      file: 'one.mdx',
      line: 5,
      kind: 'component',
      says: 'Text for agents only was left out: <Visibility for="agents">',
    },
  ]);
});
