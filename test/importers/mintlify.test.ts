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
