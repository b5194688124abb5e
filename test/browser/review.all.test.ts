/** A review in Chromium: keys, ticks, both views, both themes, narrow and wide. */
import { writeFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { NO_PROJECT } from '../../src/content/darkdown/write/resolver.ts';
import { articleHtml } from '../../src/site/review/html/article.ts';
import { reviewHtml } from '../../src/site/review/html/review-document.ts';
import type { WrittenPage } from '../../src/site/review/html/review-document.ts';
import { reviewPage } from '../../src/site/review/review.ts';
import { STATES } from '../../src/commands/shared/review-run/totals.ts';
import { closeBrowser, hasBrowser, openPage, violationsOn } from '../support/browser.ts';
import { temporaryFolder } from '../support/folder.ts';

afterAll(closeBrowser);

async function open(options: BrowserContextOptions): Promise<{ page: Page; errors: string[] }> {
  const folder = await temporaryFolder({});
  await writeFile(`${folder}/review.html`, await document());
  return openPage(`file://${folder}/review.html`, options);
}

const BEFORE = `Install it with npm. See [the guide](/guides/a).

{% callout type="warning" title="Careful" %}
Back up **first**.
{% /callout %}

| a | b |
| --- | --- |
| 1 | ${'wide '.repeat(40)} |

\`\`\`js
const a = 1; // ${'long '.repeat(60)}
\`\`\`

${'Same.\n\n'.repeat(6)}
- One
- Two`;

const AFTER = BEFORE.replace('npm', 'pnpm')
  .replace('/guides/a', '/guides/b')
  .replace('first', 'before you begin')
  .replace('type="warning"', 'type="error"')
  .replace('Install it', '**Install** it\u202e')
  .replace('| 1 |', '| 2 |')
  .replace('a = 1', 'a = 2')
  .replace('- Two', '- Two\n- Three');

async function document(): Promise<string> {
  const version = (text: string): NonNullable<Parameters<typeof reviewPage>[0]['old']> => ({
    title: 'A page',
    header: new Map([['tags', text.slice(0, 20)]]),
    body: { text, resolver: NO_PROJECT },
  });
  const pairs = [
    [version(BEFORE), version(AFTER)],
    [undefined, version('A new page.')],
    [version('A page that goes.'), undefined],
  ] as const;
  const pages: WrittenPage[] = [];
  for (const [at, [old, next]] of pairs.entries()) {
    const name = `v1.0/guides/page-${at}`;
    const found = reviewPage({ name, file: `docs/${name}.md`, note: null, old, new: next });
    if (!found) continue;
    const id = `page-${at + 1}`;
    const html = await articleHtml(found, id, STATES, () => undefined);
    pages.push({ name, state: found.state, id, html });
  }
  return reviewHtml({ old: 'old', new: 'new', totals: '3 pages', pages }, STATES);
}

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');
const wide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

describe.skipIf(!hasBrowser)('a review in a browser', () => {
  test('has keys for the next and the previous page, which can be turned off', async () => {
    const { page, errors } = await open({});
    const went: string[] = [];
    for (const key of ['n', 'n', 'n', 'n', 'p', 'p', 'p']) {
      await page.keyboard.press(key);
      went.push(await focused(page));
    }
    await page.evaluate('document.querySelector("#keys").click()');
    await page.keyboard.press('n');

    expect(went).toEqual(['page-1', 'page-2', 'page-3', 'page-3', 'page-2', 'page-1', 'page-1']);
    expect(await focused(page)).toBe('page-1');
    expect(errors).toEqual([]);
  });

  test('keeps a tick for a page, folds that page, and counts', async () => {
    const { page } = await open({});

    await page.check('#page-1 .tick');
    const folded = !(await page.isVisible('#page-1 .row'));
    await page.reload();

    expect(folded).toBe(true);
    expect(await page.textContent('#seen')).toBe('1 of 3 seen');
    expect(await page.isVisible('#page-1 .row')).toBe(false);
    expect(await page.isVisible('#page-2 .row')).toBe(true);
  });

  test('shows both sides without a script: each without the marks of the other', async () => {
    const { page } = await open({
      viewport: { width: 1400, height: 900 },
      javaScriptEnabled: false,
    });

    const inline = await page.isVisible('#page-1 .after');
    await page.check('#side');

    expect(inline).toBe(false);
    expect(await page.isVisible('#page-1 .after')).toBe(true);
    expect(await page.isVisible('#page-1 .before ins')).toBe(false);
    expect(await page.isVisible('#page-1 .before del')).toBe(true);
    expect(await page.isVisible('#page-1 .after del')).toBe(false);
    expect(await page.isVisible('#keys')).toBe(false);
  });

  const widths = [320, 768, 1600];
  const themes = ['light', 'dark'] as const;
  test.each(widths.flatMap((width) => themes.map((theme) => [width, theme] as const)))(
    'is accessible and not wider than a window of %d pixels, in %s',
    async (width, colorScheme) => {
      const { page } = await open({
        viewport: { width, height: 900 },
        colorScheme,
      });
      for (const view of ['#inline', '#side']) {
        await page.check(view);
        await page.evaluate(
          'for (const each of document.querySelectorAll("details")) each.open = true',
        );
        expect(await wide(page)).toBe(false);
        expect(await violationsOn(page)).toEqual([]);
      }
    },
  );
});
