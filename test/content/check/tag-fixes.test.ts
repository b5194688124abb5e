/** What `docs check --fix` and `docs fmt` make of tags that the platform would read in another way. */
import { expect, test } from 'vitest';
import { checkBody, parsedBodies } from '../../../src/content/check/body.ts';
import { fixText } from '../../../src/content/check/fix.ts';
import type { CheckFinding } from '../../../src/content/check/finding.ts';
import { canonical, samePage } from '../../../src/content/darkdown/print/canonical.ts';
import { formatPage } from '../../../src/content/format-page.ts';
import { parsePageFile } from '../../../src/content/page/page-file.ts';
import type { FilePath } from '../../../src/model/ids.ts';

const findingsIn = (source: string): CheckFinding[] =>
  parsedBodies(parsePageFile(source)).flatMap((body) => checkBody('a.md' as FilePath, body));

const codesIn = (source: string): string[] => findingsIn(source).map(({ rule }) => rule);

test.each([
  [
    'a callout on one line',
    '{% callout title="A" %}Text{% /callout %}\n',
    '{% callout title="A" %}\nText\n{% /callout %}\n',
  ],
  [
    'text after the opening tag',
    '{% callout %} One\n\ntwo\n{% /callout %}\n',
    '{% callout %}\nOne\n\ntwo\n{% /callout %}\n',
  ],
  [
    'text after a tag that closes itself',
    '{% synced id="a" /%} Text\n',
    '{% synced id="a" /%}\n\nText\n',
  ],
  [
    'blocks in a block, each on one line',
    '{% tabs %}\n{% tab title="A" %}one{% /tab %}\n{% tab title="B" %}two{% /tab %}\n{% /tabs %}\n',
    '{% tabs %}\n{% tab title="A" %}\none\n{% /tab %}\n{% tab title="B" %}\ntwo\n{% /tab %}\n{% /tabs %}\n',
  ],
  [
    'raw HTML on one line',
    '{% html %}<b>a</b>{% /html %}\n',
    '{% html %}\n<b>a</b>\n{% /html %}\n',
  ],
  [
    'a quoted false',
    '{% accordion title="A" open="false" %}\na\n{% /accordion %}\n',
    '{% accordion title="A" %}\na\n{% /accordion %}\n',
  ],
  [
    'a quoted false of what is off or on by its absence',
    '{% code showLineNumbers="false" %}\n```js {% showLineNumbers="false" title="b" %}\na\n```\n{% /code %}\n',
    '{% code showLineNumbers=false %}\n```js {% showLineNumbers=false title="b" %}\na\n```\n{% /code %}\n',
  ],
  [
    'tabs in a code block',
    '{% code %}\n{% tab title="A" language="js" %}\nconst a = 1;\n\n{% /tab %}\n{% tab language="sh" %}\n```\n{% /tab %}\n\n{% tab %}\n{% /tab %}\n{% /code %}\n',
    '{% code %}\n```js {% title="A" %}\nconst a = 1;\n\n```\n\n````sh\n```\n````\n\n```\n```\n{% /code %}\n',
  ],
  [
    'a tab in a code block on one line',
    '{% accordion title="A" %}\n{% code %}\n{% tab language="js" %}a{% /tab %}\n{% /code %}\n{% /accordion %}\n',
    '{% accordion title="A" %}\n{% code %}\n```js\na\n```\n{% /code %}\n{% /accordion %}\n',
  ],
])('--fix writes %s as docs fmt does', (_, before, after) => {
  const findings = findingsIn(before);
  expect(findings.every(({ fix }) => fix !== null)).toBe(true);
  expect(fixText(before, findings).text).toBe(after);
  expect(codesIn(after)).toEqual([]);
  expect(samePage(before, after)).toBe(true);
  expect(canonical(before)).toBe(canonical(after));
  expect(formatPage(`---\ntitle: A\n---\n\n${before}`)).toMatchObject({ kind: 'changed' });
});

const CODE_TABS = `{% code %}\n${'{% tab %}\na\n{% /tab %}\n'.repeat(3)}{% /code %}\n`;

test.each([
  ['quotes around true', '{% accordion title="A" open="true" %}\na\n{% /accordion %}\n', []],
  ['another word', '{% accordion title="A" open="no" %}\na\n{% /accordion %}\n', ['bad-value']],
  [
    'a gate on one line, which has its own rule',
    '{% conditional audience="a" %}b{% /conditional %}\n',
    ['open-gate'],
  ],
  ['a block that is not closed', '{% callout %}Text\n', ['unclosed-block']],
  [
    'three tabs in one code block, and one in another',
    `${CODE_TABS}\n${CODE_TABS}`,
    ['tab-in-code', 'tab-in-code'],
  ],
  ['tabs of text', '{% tabs %}\n{% tab title="A" %}\na\n{% /tab %}\n{% /tabs %}\n', []],
  ['a tag in a fence', '```\n{% callout %}a{% /callout %}\n```\n', []],
  [
    'tags on lines of their own, with spaces after them',
    '{% callout %}  \nText\n{% /callout %} \t\n',
    [],
  ],
  ['a tag at the end of the page', '{% callout %}\nText\n{% /callout %}', []],
])('%s: %j', (_, source, codes) => {
  expect(codesIn(source)).toEqual(codes);
});
