import { expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

test.each([
  ['<div><b>Plover</b><div>Four eggs</div><div>in May</div></div>', '**Plover** Four eggs in May'],
  ['<div><b>Plover<div>Four</div></b><span>eggs</span></div>', '**Plover Four** eggs'],
  ['Seen<p>at dawn</p> and<div> at dusk</div>.', 'Seen at dawn and at dusk .'],
  ['Un<b>seen</b>, **<div>here</div>**', 'Un**seen**, **here**'],
  ['One<br /><div>two</div>', 'One{% br /%}two'],
])('words of blocks in one line stay apart: %s', async (text, body) => {
  const imported = await importFiles('mintlify', { 'one.mdx': `${text}\n` });
  expect(imported.body('one.md').replaceAll(/\s*\{% br \/%\}\s*|\\?\n/g, '{% br /%}')).toBe(body);
  expect(imported.issues).toEqual([]);
});

test.each(['mintlify', 'docusaurus', 'vitepress'] as const)(
  'code in a sentence may go on with an element in the next line, in %s',
  async (tool) => {
    const imported = await importFiles(tool, {
      'docs/one.md': `# One

Call \`nests for
<bird>\` to count, then \`nests\`.

- Or \`\`all for
  <div> ones\`\` of them.

Not \` here:
<div>a block</div>
`,
    });
    expect(imported.body('one.md')).toBe(`Call \`nests for <bird>\` to count, then \`nests\`.

- Or \`all for <div> ones\` of them.

Not \\\` here:

a block`);
    expect(imported.issues).toEqual([]);
  },
);

test('a table in a list that is more than lines of cells is listed; its cells stay', async () => {
  const imported = await importFiles('docusaurus', {
    'docs/one.md': `# One

- Nests:

  <table><tr><td>

  Moss

  - soft

  </td><td>Twigs</td></tr></table>
`,
  });
  expect(imported.issues).toEqual([
    {
      file: 'docs/one.md',
      line: 5,
      kind: 'html',
      says: 'A table in a list or a quote is shown without the table: its cells follow each other.',
    },
  ]);
  expect(imported.body('one.md')).toBe('- Nests:\n\n  Moss\n\n  - soft\n\n  Twigs');
});
