/** What readers do not see of a block is a finding, and nothing else is. */
import { describe, expect, test } from 'vitest';
import { checkSurplusText } from '../../../src/content/check/text/surplus-text.ts';
import { parsedBodies } from '../../../src/content/check/body.ts';
import { toHtml } from '../../../src/content/darkdown/convert.ts';
import { TAGS } from '../../../src/content/darkdown/read/vocabulary.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import { parsePageFile } from '../../../src/content/page/page-file.ts';
import type { FilePath } from '../../../src/model/ids.ts';

const findings = (body: string): string[] =>
  parsedBodies(parsePageFile(`---\ntitle: A\n---\n\n${body}\n`)).flatMap((each) =>
    checkSurplusText('a.md' as FilePath, each).map(
      ({ place, message }) => `${place.line} ${message}`,
    ),
  );

const within = (name: string, text: string): string => `{% ${name} %}\n${text}\n{% /${name} %}`;
const ROW = within('row', within('cell', 'a'));
const PROJECT = { ...NO_PROJECT, synced: () => 'Shared', audience: () => true };

const BODIES = [
  ...[...TAGS].flatMap(([name, { form }]) =>
    form === 'block' && name !== 'conditional' ? [within(name, '\nWORD\n')] : [],
  ),
  within('table', `WORD\n${ROW}`),
  within('table', `${ROW}\n${within('callout', 'WORD')}`),
  within('table', `${ROW}\n\`\`\`\nWORD\n\`\`\``),
  within('table', within('row', `WORD\n${within('cell', 'a')}`)),
  within('table', within('row', within('cell', 'WORD'))),
  within('table', '\n| a |\n| --- |\n| WORD |\n'),
  within('callout', within('row', 'WORD')),
  within('cards', 'WORD\n{% card title="a" /%}'),
  '{% card title="WORD" text="b" /%}\n\nText',
  '{% card title="a" %}\nWORD\n{% /card %}',
  '{% conditional audience="x" %}\nWORD\n{% /conditional %}',
  within('callout', within('index-list', 'WORD')),
];

describe('text in a block is a finding if readers do not see it, and only then', () => {
  test.each(BODIES)('%s', async (body) => {
    const html = await toHtml(body, PROJECT);
    expect(findings(body)).toHaveLength(html.includes('WORD') ? 0 : 1);
  });
});

test('the finding names the block, once, where the text begins', () => {
  expect(findings(within('table', `\nOne\n\n${ROW}\n\nTwo`))).toEqual([
    '7 A {% table %} shows only each {% row %} in it: readers do not see this.',
  ]);
  expect(findings('{% video videoId="a" %}\nOne\n{% /video %}')).toEqual([
    '6 A {% video %} shows nothing of what is in it: readers do not see this.',
  ]);
});

test('a definition of a link is none', () => {
  expect(findings(within('table', `[a]: /b\n${ROW}`))).toEqual([]);
});
