import { describe, expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

/** The targets of the links in a page, in their order. */
const targetsIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)]*)\)/g)].map((match) => match[1] ?? '');

describe('a link to an anchor of Mintlify', () => {
  const linked = async (anchors: readonly string[], page: string): Promise<string[]> => {
    const imported = await importFiles('mintlify', {
      'docs.json': '{"navigation": {"pages": ["one", "two"]}}',
      'one.mdx': anchors.map((anchor) => `- [x](/two#${anchor})`).join('\n'),
      'two.mdx': `---\ntitle: Two\n---\n\n${page}`,
    });
    expect(imported.issues).toEqual([]);
    return targetsIn(imported.body('one.md'));
  };

  test('leads to the heading above the component that has it', async () => {
    const page = `## Nests

<Accordion title="How many eggs / chicks?">Four.</Accordion>

## Calls

<Tabs>
  <Tab title="At dawn">Long.</Tab>
  <Tab title="At dusk">Short.</Tab>
</Tabs>

<ParamField path="maxLength" type="number">In seconds.</ParamField>
<ParamField path="--volume <percent>" type="number">How loud.</ParamField>
<ResponseField name="call_id" type="string">Its name.</ResponseField>
`;
    expect(
      await linked(
        ['how-many-eggs-chicks', 'at-dusk', 'param-max-length', 'param-volume', 'param-call-id'],
        page,
      ),
    ).toEqual(['two.md#nests', 'two.md#calls', 'two.md#calls', 'two.md#calls', 'two.md#calls']);
  });

  test('counts headings and components of one name from 2', async () => {
    const page = `## Range\n\nNorth.\n\n## Range\n\nSouth.\n
## Eggs\n\n<Accordion title="Colour">Brown.</Accordion>\n
## Chicks\n\n<Accordion title="Colour">Grey.</Accordion>\n`;
    expect(await linked(['range', 'range-2', 'colour', 'colour-2'], page)).toEqual([
      'two.md#range',
      'two.md#range-1',
      'two.md#eggs',
      'two.md#chicks',
    ]);
  });

  test('leads to a heading rather than to a component of the same name', async () => {
    const page = `## First\n\n<Accordion title="Second">Text.</Accordion>\n\n## Second\n\nText.\n`;
    expect(await linked(['second'], page)).toEqual(['two.md#second']);
  });

  test('reads words and signs as Mintlify does', async () => {
    const page = `## What's new & what isn't\n\nA.\n\n## \`max.size\` — limits\n\nB.\n\n## 旅行 guide\n\nC.\n`;
    expect(
      await linked(['whats-new-and-what-isnt', 'max-size-limits', '旅行-guide'], page),
    ).toEqual(['two.md#whats-new--what-isnt', 'two.md#maxsize--limits', 'two.md#-guide']);
  });

  test('as older versions of Mintlify made it, is listed', async () => {
    const imported = await importFiles('mintlify', {
      'one.mdx': "# One\n\n[x](/two#what's-new?)\n",
      'two.mdx': "# Two\n\n## What's new?\n\nA.\n",
    });
    expect(imported.issues).toEqual([
      {
        file: 'one.mdx',
        line: 3,
        kind: 'anchor',
        says: 'No heading of two.mdx has the anchor "what\'s-new?", so the link goes to the top of the page.',
      },
    ]);
  });
});

test.each(['docusaurus', 'vitepress', 'mkdocs', 'mintlify'] as const)(
  'a name in front of a heading is that of the heading, in %s',
  async (tool) => {
    const imported = await importFiles(tool, {
      'one.md': '# One\n\n[a](two.md#before) [b](two.md#within) [c](two.md#behind)\n',
      'two.md':
        '# Two\n\n## Earlier\n\nText.\n\n<a id="before"></a>\n\n## Later\n\nText <a id="within"></a> here.\n\n<a name="behind"></a>\n\nEnd.\n',
    });
    expect(targetsIn(imported.body('one.md'))).toEqual([
      'two.md#later',
      'two.md#later',
      'two.md#later',
    ]);
  },
);

test('MkDocs: a link leads to the heading above words that have its name', async () => {
  const imported = await importFiles('mkdocs', {
    'docs/one.md': `# One

[moss](#of-moss) [twigs](#of-twigs)

## Nests

- **\`moss\`**{ #of-moss style="color: #abc" }: soft [grey](#abc)

[](){ #of-twigs }

Twigs.
`,
  });
  expect(imported.issues.map(({ says }) => says)).toEqual([expect.stringContaining('"abc"')]);
  expect(imported.body('one.md')).toMatch(/^\[moss\]\(#nests\) \[twigs\]\(#nests\)$/m);
});

test('a link to the title of its own page leads to its top', async () => {
  const imported = await importFiles('vitepress', {
    'one.md': '# One\n\n[up](#one)\n\n## Moss\n\n## Twigs {#id}\n',
    'two.md': '# Two\n\n[up](#two)\n',
  });
  expect(imported.issues).toEqual([]);
  expect(imported.body('one.md')).toMatch(/^\[up\]\(#top\)$/m);
  expect(imported.body('two.md')).toBe('[up](#top)');
});
