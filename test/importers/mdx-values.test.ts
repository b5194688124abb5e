import { expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

test.each(['mintlify', 'docusaurus'] as const)(
  'texts that MDX names are put in, in %s',
  async (tool) => {
    const imported = await importFiles(tool, {
      'docs/one.mdx': `# One

import { bird, place as shore } from './_facts.mdx';
import Named from './_named.mdx';

export const eggs = 'four eggs';
export const days = 24;

The {bird} lays {eggs} on the {shore}, for {days} days, {unknown}.

<Named name="dunlin" place={'shores'} />
`,
      'docs/_facts.mdx': `export const bird = "lapwing";\nexport const place = \`mud\`;\nexport const run = fetch('x');\n`,
      'docs/_named.mdx': 'The {name} is a **wader** of {props.place}. Not {bird}.\n',
    });
    expect(imported.body('one.md')).toBe(
      `The lapwing lays four eggs on the mud, for 24 days, \\{unknown\\}.

The dunlin is a **wader** of shores. Not \\{bird\\}.`,
    );
    expect(imported.issues.map(({ line, says }) => `${line} ${says}`)).toEqual([
      '1 The expression {bird} was kept as text.',
      '9 The expression {unknown} was kept as text.',
    ]);
  },
);

test('code that MDX exports ends where its statement does', async () => {
  const imported = await importFiles('mintlify', {
    'one.mdx': `# One

export const sum = add(1, 2);

Plovers {'lay'} eggs.

export const Box = ({ children }) => {
  const four = 4;

  return <div>{children}</div>;
};

<Note>Box.</Note>

export const Odd = () => {
  return <p>Don't {say}</p>;

};

The end.
`,
  });
  expect(imported.body('one.md')).toBe(
    'Plovers lay eggs.\n\n{% callout %}\nBox.\n{% /callout %}\n\nThe end.',
  );
  expect(imported.issues.map(({ line, kind }) => `${line} ${kind}`)).toEqual([
    '3 code',
    '7 code',
    '15 code',
  ]);
});

test.each([
  ['vitepress', 'one.md', '{{ $frontmatter.title }}', '{{ $frontmatter.eggs }}'],
  ['docusaurus', 'docs/one.mdx', '{frontMatter.title}', '{frontMatter.eggs}'],
] as const)('a page of %s shows values of its front matter', async (tool, file, title, eggs) => {
  const imported = await importFiles(tool, {
    [file]: `---\ntitle: Nests\neggs: 4\n---\n\n# ${title}\n\nWith ${eggs} eggs.\n`,
  });
  expect(imported.issues).toEqual([]);
  expect(imported.texts.get('v1.0/site/one.md')).toContain('title: Nests');
  expect(imported.body('one.md')).toBe('With 4 eggs.');
});

test('Docusaurus: a value on a line of its own is a paragraph, and the text of a file is code', async () => {
  const imported = await importFiles('docusaurus', {
    'docs/nests/one.mdx': `# One

import Near from '!!raw-loader!./near.js';
import Far from '!!raw-loader!@site/src/far.js';
import Lost from '!!raw-loader!./lost.js';

export const product = 'Lapwing';

{product}

{"Plain *words*"}

{Near}

<CodeBlock language="js" title="far.js">{Far}</CodeBlock>

{Lost}
`,
    'docs/nests/near.js': 'near();\n',
    'src/far.js': 'far();\n',
  });
  expect(imported.body('one.md')).toBe(`Lapwing

Plain \\*words\\*

\`\`\`
near();
\`\`\`

\`\`\`js {% title="far.js" %}
far();
\`\`\`

\\{Lost\\}`);
  expect(imported.issues.map(({ line, says }) => [line, says])).toEqual([
    [17, 'The expression {Lost} was kept as text.'],
  ]);
});
