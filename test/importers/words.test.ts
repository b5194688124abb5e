/** Every word that a source shows is in the page that is written from it, or an issue names it. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/importers/model.ts';
import { SITE_TOOLS } from '../../src/importers/tools.ts';
import { FoundWords, lostWords, sourceWords } from '../../src/importers/source-words.ts';
import { pageWords } from '../../src/importers/write/page-words.ts';
import { importFiles } from '../support/import-files.ts';

/** Blocks of all tools. Each W becomes a word of its own. */
const MARKDOWN = [
  'W W *W* **W** `W` ~~W~~, W_W_W and `W`s, 2*W*3, <b>W</b>W.',
  '## W W\n\n### W `W`',
  '- W\n- W\n  - W\n\n  W',
  '3. W\n4. W',
  '- [ ] W\n- [x] W',
  '> W\n> W\n>\n> > W',
  '| W | W |\n| --- | :-: |\n| W | W |\n| W |\n| | W |',
  '```js\nW W // W\n```',
  '~~~\nW\n\nW\n~~~',
  '![W W](https://a.example/a.png "t") ![W](https://a.example/b.png)![W](https://a.example/c.png)',
  '[W](https://a.example/no_(b)) <https://a.example/W> https://a.example/W',
  '[W][a] [W][] [W]\n\n[a]: https://a.example "t"',
  'W[^n] W\n\n[^n]: W W',
  'W\\*W\\_W &amp; W &lt;W&gt; caf&eacute;W W\\\nW  \nW',
  '<details>\n<summary>W W</summary>\n\nW\n\n</details>',
  '<table><thead><tr><th>W</th><th>W</th></tr></thead><tbody><tr><td>W</td><td>\n\n- W\n\n</td></tr></tbody></table>',
  '<ul><li>W</li><li>W <b>W</b></li></ul>',
  '<dl><dt>W</dt><dd>W</dd></dl>',
  '<p align="center">W<br>W</p>',
  '<h3 id="x">W</h3>',
  '<kbd>W</kbd> <sub>W</sub> <mark>W</mark> <abbr title="W">W</abbr> <q>W</q>',
  '<figure><img src="https://a.example/a.png" alt="W"><figcaption>W</figcaption></figure>',
  '<pre>W W</pre>',
  'W <!-- no --> W\n\n<!-- no\n\nno -->\n\nW',
  '$$\nW\n$$',
  '---\n\nW\n\n***',
  '<blockquote>W</blockquote>',
  '<iframe src="https://a.example/a" title="W"></iframe>',
  '- W\n\n  | W | W |\n  | --- | --- |\n  | W | W |\n\n- W',
  '<div class="x">W</br>W</div>',
  'W\n===\n\nW\n---',
  '<Chart title="W" /> W',
  '<Chart>\n\nW\n\n</Chart>',
];

const COLONS = [
  ':::note\nW\n:::',
  '::: tip W W\nW\n:::',
  ':::warning[W *W*]\nW\n\n- W\n:::',
  '::: details W\nW\n:::',
  ':::odd\nW\n:::',
];

const MDX = [
  '<Tabs>\n<TabItem value="a" label="W">\n\nW\n\n</TabItem>\n<TabItem value="b" label="W">W</TabItem>\n</Tabs>',
  'import A from "./no.js"\n\nexport const no = "no";\n\nW {/* no */} W',
  '{"W"}',
  "W {'W'} W",
];

const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  docusaurus: [
    ...MARKDOWN.filter((block) => !/<br>|alt="W">/.test(block)),
    ...COLONS,
    ...MDX,
    '```js title="W"\nW\n// highlight-next-line\nW\n```',
  ],
  vitepress: [
    ...MARKDOWN,
    ...COLONS,
    '::: code-group\n\n```js [W]\nW\n```\n\n```ts [W]\nW\n```\n\n:::',
    '> [!NOTE]\n> W',
    '## W <Badge type="tip" text="W" />',
    '```js\nW // [!code ++]\nW // [!code focus]\n```',
    '[[toc]]\n\nW',
    '<script setup>\nconst no = 1;\n</script>\n\nW',
  ],
  mkdocs: [
    ...MARKDOWN,
    '!!! note "W"\n\n    W\n\n    - W',
    '??? tip\n    W',
    '=== "W"\n\n    W\n\n=== "W"\n\n    ```\n    W\n    ```',
    'W { .no #no } ++ctrl+alt++ ==W== ^^W^^ H~W~O',
    '*[W]: W W',
    'W\n:   W',
    '```python hl_lines="1" title="W"\nW # (1)!\n```\n\n1.  W',
    '<div class="grid cards" markdown>\n\n-   __W__\n\n    ---\n\n    W\n\n</div>',
    '/// note | W\nW\n///',
    '1. W\n\n    W\n\n    !!! tip "W"\n        W',
    '::: W.W\n    options:\n      W: W',
  ],
  gitbook: [
    ...MARKDOWN,
    '{% hint style="info" %}\nW\n{% endhint %}',
    '{% tabs %}\n{% tab title="W" %}\nW\n{% endtab %}\n\n{% tab title="W" %}\nW\n{% endtab %}\n{% endtabs %}',
    '{% code title="W" %}\n```js\nW\n```\n{% endcode %}',
    '{% file src="a.pdf" caption="W" %}\nW\n{% endfile %}',
    '{% stepper %}\n{% step %}\n### W\n\nW\n{% endstep %}\n{% endstepper %}',
    '{% embed url="https://a.example" %}\nW\n{% endembed %}',
    '{% api-method method="get" host="W" path="/W" %}\n{% api-method-summary %}\nW\n{% endapi-method-summary %}\n{% endapi-method %}',
    '{% content-ref url="https://a.example" %}\n[W](https://a.example)\n{% endcontent-ref %}',
    '<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td><strong>W</strong></td><td>W</td></tr></tbody></table>',
    '{% updates %}\n{% update date="2024" %}\n## W\n\nW\n{% endupdate %}\n{% endupdates %}',
  ],
  mintlify: [
    ...MARKDOWN.filter((block) => !/<br>|alt="W">/.test(block)),
    ...MDX,
    '<Note>\n  W\n</Note>',
    '<CardGroup>\n  <Card title="W" href="https://a.example">\n    W\n  </Card>\n</CardGroup>',
    '<Steps>\n  <Step title="W">\n    W\n  </Step>\n</Steps>',
    '<Accordion title="W" description="W">W</Accordion>',
    '<ParamField path="W" type="W" required>\n  W\n</ParamField>',
    '<Tooltip tip="W">W</Tooltip> <Icon icon="flag" />',
    '<Frame caption="W">\n  <img src="https://a.example/a.png" alt="W" />\n</Frame>',
    '<Update label="W" description="W">\n  W\n</Update>',
    '<Tabs>\n  <Tab title="W">\n    W\n  </Tab>\n</Tabs>',
    '<CodeGroup>\n```bash W\nW\n```\n</CodeGroup>',
    '<Visibility for="agents">no</Visibility>',
  ],
};

/** What other blocks may be in. */
const AROUND: Readonly<Record<string, readonly string[]>> = {
  docusaurus: [
    ':::note\n\nC\n\n:::',
    '<details>\n<summary>W</summary>\n\nC\n\n</details>',
    '<div>\n\nC\n\n</div>',
  ],
  vitepress: ['::: info\n\nC\n\n:::', '<div>\n\nC\n\n</div>'],
  mkdocs: ['<div markdown>\n\nC\n\n</div>'],
  gitbook: [
    '{% hint style="info" %}\nC\n{% endhint %}',
    '<details>\n<summary>W</summary>\n\nC\n\n</details>',
  ],
  mintlify: ['<Note>\n\nC\n\n</Note>', '<Accordion title="W">\n\nC\n\n</Accordion>'],
};

const FILES: Readonly<Record<string, string>> = {
  docusaurus: 'docs/one.mdx',
  vitepress: 'one.md',
  mkdocs: 'docs/one.md',
  gitbook: 'one.md',
  mintlify: 'one.mdx',
};

/** The text with a word of its own for each W, and these words. */
function worded(blocks: readonly string[]): { readonly text: string; readonly words: string[] } {
  const words: string[] = [];
  const text = blocks.join('\n\n').replaceAll('W', () => {
    words.push(`w${words.length}q`);
    return words.at(-1) ?? '';
  });
  return { text: `# Page\n\n${text}\n`, words };
}

/** The page that is imported from these blocks, and the words of it that are nowhere. */
async function imported(tool: string, blocks: readonly string[]) {
  const { text, words } = worded(blocks);
  const file = FILES[tool] ?? '';
  const { texts, issues } = await importFiles(tool, { [file]: text, 'a.pdf': 'PDF' });
  const shown = pageWords(texts.get('v1.0/site/one.md') ?? '');
  const says = issues.map((issue) => issue.says).join('\n');
  const lost = words.filter((word) => !shown.includes(word) && !says.includes(word));
  return { text, words, issues, shown, lost };
}

async function dialectOf(tool: string): Promise<Dialect> {
  const folder = { files: [], has: () => false, text: () => null };
  const site = await SITE_TOOLS.find(({ name }) => name === tool)?.site(folder, '.');
  if (site === undefined) throw new Error(`There is no ${tool}`);
  return site.dialect;
}

/** The words that the count of a source misses in what was written from it. */
const missedIn = (text: string, dialect: Dialect, written: string): readonly string[] => {
  const found = new FoundWords();
  found.add(written);
  return lostWords(sourceWords(text, dialect), found).words;
};

describe.each(Object.keys(BLOCKS))('%s', (tool) => {
  const block = fc.constantFrom(...(BLOCKS[tool] ?? []));
  const whole = fc.oneof(
    block,
    fc
      .tuple(fc.constantFrom(...(AROUND[tool] ?? [])), block)
      .map(([around, inner]) => around.replace('C', () => inner)),
  );

  test('of generated blocks, every word is in the page or named', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(whole, { minLength: 1, maxLength: 6 }), async (blocks) => {
        const { lost, text } = await imported(tool, blocks);
        expect({ lost, text: lost.length > 0 ? text : '' }).toEqual({ lost: [], text: '' });
      }),
      { numRuns: 60 },
    );
  });

  test('of each block alone, no word has to be named, and none could go unseen', async () => {
    const dialect = await dialectOf(tool);
    for (const each of BLOCKS[tool] ?? []) {
      const { text, words, issues, shown, lost } = await imported(tool, [each]);
      const named = issues.filter(({ kind }) => kind === 'words').map(({ says }) => says);
      // Not every attribute is counted: which of them readers see differs between components.
      const plain = text.replaceAll(/<[A-Za-z][^<>]*>|\{%[^%]*%\}|^```.*$/gm, '');
      const unseen = words.filter(
        (word) =>
          plain.includes(word) &&
          shown.includes(word) &&
          missedIn(text, dialect, shown.replaceAll(word, '')).every((one) => !one.includes(word)),
      );
      expect({ each, lost, named, unseen }).toEqual({ each, lost: [], named: [], unseen: [] });
    }
  });
});

/** What is between the tags of a video is for browsers without videos: the page lacks it. */
const video = (words: string): string => `<video src="https://a.example/v.mp4">${words}</video>`;

test.each<[tool: string, source: string, line: number | null, words: string]>([
  ['vitepress', `Text.\n\n${video('each')}`, 5, '"each"'],
  ['mkdocs', video('here far'), 3, '"here", "far"'],
  // A word that is there once, and was there twice.
  ['gitbook', `heron\n\n${video('heron')}`, null, '"heron"'],
])('%s: words that are lost are named: %j', async (tool, source, line, words) => {
  const file = FILES[tool] ?? '';
  const { issues } = await importFiles(tool, { [file]: `# One\n\n${source}\n` });
  const says = `These words are not in the imported page, or not as often: ${words}.`;
  expect(issues).toContainEqual({ file, line, kind: 'words', says });
});

test('words of a part that a page includes are counted as well', async () => {
  const { issues } = await importFiles('mkdocs', {
    'docs/one.md': '# One\n\n--8<-- "part.md"\n',
    'part.md': video('far'),
  });
  expect(issues).toMatchObject([
    {
      kind: 'words',
      says: 'These words are not in the imported page, or not as often: "far".',
    },
    { file: 'part.md', kind: 'html' },
  ]);
});

test('at most ten words of a page are named', async () => {
  const words = Array.from({ length: 14 }, (_, at) => `far${at}`).join(' ');
  const { issues } = await importFiles('gitbook', { 'one.md': `# One\n\n${video(words)}\n` });
  expect(issues.find(({ kind }) => kind === 'words')?.says).toMatch(/"far9" and 4 more\.$/);
});
