import { expect, test } from 'vitest';
import { parsedBodies } from '../../../src/content/check/body.ts';
import { parsePageFile } from '../../../src/content/page/page-file.ts';
import { blocksAt, topElements } from '../../../src/commands/dev/finding-blocks.ts';
import { resolverFor } from '../../../src/site/page-resolver.ts';
import { SERVED } from '../../../src/site/addresses.ts';
import { page, siteOf } from '../../site/folder-of.ts';

const BODY = `First line,
second line.

- One
- Two

{% callout %}
Inside.

More.
{% /callout %}

| a | b |
| - | - |
| 1 | 2 |

\`\`\`js
code();
\`\`\`
Last.`;

test('a line of a file belongs to the element that its text becomes', async () => {
  const text = page('A', BODY);
  const { source, view } = await siteOf({ 'docs/v1/guide/a.md': text });
  const [placed] = view.pages();
  const [body] = parsedBodies(parsePageFile(text));
  if (!placed || !body) throw new Error('there is no page');
  const at = blocksAt(body, resolverFor(placed, view, source, SERVED));
  const lines = text.split('\n');
  const of = (words: string): number | null => at(lines.indexOf(words) + 1);

  expect(at(1)).toBeNull();
  expect(at(lines.length + 5)).toBeNull();
  expect(['First line,', 'second line.', '- One', '- Two'].map(of)).toEqual([0, 0, 1, 1]);
  expect(['{% callout %}', 'Inside.', 'More.', '{% /callout %}'].map(of)).toEqual([2, 2, 2, 2]);
  expect(['| a | b |', '| 1 | 2 |', 'code();', 'Last.'].map(of)).toEqual([3, 3, 4, 5]);
});

test('elements are counted that stand side by side', () => {
  expect(topElements('')).toBe(0);
  expect(topElements('<p>a <em>b</em><br></p>\n<hr>\n<ul><li><p>c</p></li></ul>')).toBe(3);
});
