/** A page that is parsed once reads the same in every form, whatever was written of it before. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sections } from '../../../src/content/darkdown/sections.ts';
import { ParsedPage } from '../../../src/content/darkdown/write/parsed-page.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import { writeHtml } from '../../../src/content/darkdown/write/to-html.ts';
import { writeMarkdown } from '../../../src/content/darkdown/write/to-markdown.ts';
import { page } from './grammar.ts';

/** Where one part of a page may change how another is read. */
const part = fc.constantFrom(
  '[a][r] and [b][s] and [c][t].',
  '[r]: /r',
  '[s]: /s',
  '- [r]: /list\n- [a][r]',
  '{% synced id="one" /%}',
  '{% synced id="two" /%}',
  '{% callout %}\n[t]: /t\n\n[a][r]\n{% /callout %}',
  '{% conditional audience="staff" %}\n[s]: /staff\n\n## Staff\n{% /conditional %}',
  '{% conditional audience="others" %}\n[t]: /others\n{% /conditional %}',
  '{% conditional %}\nunclear\n{% /conditional %}',
  '{% table %}\n| a\\nb | [a][r] |\n| --- | --- |\n| 1\\n2 | {% badge text="x" /%} |\n{% /table %}',
  '{% table %}\n{% row %}\n{% cell %}\n## Cell\n\n[a][s]\n{% /cell %}\n{% /row %}\n{% /table %}',
  '{% image url="a.png" caption="[a][r]" /%}',
  '## One\n\n### Two',
);

const body = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('\n\n')),
  page,
);

const resolver = {
  ...NO_PROJECT,
  synced: (id: string) =>
    ({
      one: '[a][r] [b][s]\n\n[r]: /synced\n\n## Shared',
      two: '{% synced id="one" /%}\n\n[x][t]',
    })[id],
  audience: (id: string) => id === 'staff',
};

const FORMS = {
  html: (parsed: ParsedPage) => writeHtml(parsed, resolver, false),
  markdown: (parsed: ParsedPage) => writeMarkdown(parsed, resolver),
  sections: (parsed: ParsedPage) => sections(parsed, resolver, true),
};

test('the output of a page does not depend on other output that was written before', () => {
  fc.assert(
    fc.property(
      body,
      fc.shuffledSubarray(Object.values(FORMS), { minLength: 3 }),
      (text, forms) => {
        const parsed = ParsedPage.of(text);
        for (const write of forms) expect(write(parsed)).toEqual(write(ParsedPage.of(text)));
      },
    ),
    { numRuns: 2000 },
  );
});
