/** Which lines count as another tool's markup: those that readers see, and none that is code. */
import { expect, test } from 'vitest';
import { parsedBodies } from '../../../src/content/check/body.ts';
import { checkForeignMarkup } from '../../../src/content/check/text/foreign-markup.ts';
import { parsePageFile } from '../../../src/content/page/page-file.ts';
import type { FilePath } from '../../../src/model/ids.ts';

const FILE = 'docs/v1/d/page.md' as FilePath;

/** The lines with a finding, from 1. */
const foundIn = (source: string): number[] =>
  parsedBodies(parsePageFile(source))
    .flatMap((body) => checkForeignMarkup(FILE, body))
    .map(({ place }) => place.line);

test.each<[string, string, readonly number[]]>([
  ['outside of code', 'Text\n\n!!! note\n', [3]],
  ['in a fence', '```\n!!! note\n```\n', []],
  ['in a fence of a list', '- Item\n\n  ```\n  !!! note\n  ```\n', []],
  ['in a fence of a quote', '> ```\n> !!! note\n> ```\n', []],
  ['after a list whose fence is not closed', '- Item\n\n  ```\n  code\n\nText\n\n!!! note\n', [8]],
  ['after a line that begins with code', '```npm``` installs it.\n\n!!! note\n', [3]],
  ['that is a comment', 'Text\n\n<!-- Ask Ann first. -->\n', [3]],
  ['that is a comment in custom HTML', '{% html %}\n<!-- Ann -->\n{% /html %}\n', []],
  ['that is the address of an asset', 'Text\n\n<!-- asset:abc=https://example.com/a.png -->\n', []],
  ['that should ignore a finding, which has a rule', '<!-- docs-check-ignore bad-tag -->\n', []],
  ['that is a comment within a line', 'Ask.\n\nNow <!-- until May --> wait.\n', [3]],
  ['that is a comment of several lines', '- One <!-- two\n  three -->\n- Four\n', [1]],
  ['that is a comment indented in a list', '1. One\n\n    <!-- Ann -->\n', [3]],
  ['that is a comment in a cell', '| a |\n| - |\n| b <!-- c --> |\n', [3]],
  ['that is a comment of MDX', 'Text {/* until May */} more.\n\n{/*\nAnn\n*/}\n', [1, 3]],
  ['that is a comment of a template', 'Text {# until May #}\n', [1]],
  ['that is no comment', '`{/* a */}` and \\{/* b */}, {#}\n', []],
  ['that includes a file', '- One\n\n  --8<-- "a.md"\n', [3]],
  ['that is an abbreviation', 'HTML\n\n*[HTML]: Hyper Text\n', [3]],
  ["that is a link to the writer's disk", 'See [a](file:///C:/a.docx), ![b](file:b.png)\n', [1, 1]],
  ['that is no such link', '[a](profile:b) `[a](file:b)` ![c](data:image/png;base64,aaaa)\n', []],
  ['that is a comment in a code span', 'Write `<!-- a -->`, or `` <!-- ` --> ``.\n', []],
  ['that is a comment in code of a list', '- One\n\n      <!-- a -->\n', []],
  ['that is meant to be seen', 'Write \\<!-- a -->.\n', []],
  ['that is a comment in a title', '{% callout title="<!-- a -->" %}\nb\n{% /callout %}\n', []],
  ['in a list', '- One\n\n    !!! note\n\n- ::: tip\n', [3, 5]],
  ['in a quote', '> <Tabs>\n', [1]],
  ['of a task list, once', '- [ ] One\n- [x] Two\n    - [X] Three\n', [1]],
  ['of no task list', '- [x](/a) One\n- [one] two\n', []],
  ['of a footnote, at its note', 'Most[^1] and[^a b].\n\n[^1]: Not all\n', [3]],
  ['of anchors', '## One {#one}\n\n## Two {: .b #two }\n\nText {#three}\n', [1]],
  ['of no anchor', '## Write {#one} or `{#two}`\n', []],
  ['of formulas', 'Text\n\n$$\nx^2\n$$\n\nand $$y$$\n', [3]],
  ['of no formula', 'It costs $$ or $$$.\n\nUse `$$` twice, `$$`.\n', []],
  ['that is raw HTML, once', 'Press <kbd>A</kbd>.\n\n<details>\n\n<a name="b"></a>\n', [1]],
  [
    'that is a block of raw HTML',
    'Text\n\n<div align="center">\n\n<img src="a.png">\n\n</div>\n',
    [3],
  ],
  [
    'that is not raw HTML',
    'From <a> to <b>, <name> of <table>, <br> \\<kbd> `<kbd>` <https://a.b>\n',
    [],
  ],
])('markup %s', (_, source, lines) => {
  expect(foundIn(source)).toEqual(lines);
});
