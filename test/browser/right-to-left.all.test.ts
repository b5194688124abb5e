/** Pages in languages that are written from the right: what stands where. */
import { afterAll, describe, expect, test } from 'vitest';
import type { Locator } from 'playwright-core';
import { closeBrowser, hasBrowser, openPage, violationsOn } from '../support/browser.ts';
import { startDev } from '../support/dev.ts';
import { temporaryFolder } from '../support/folder.ts';

const page = (title: string, body: string): string =>
  `---\ntype: page\ntitle: ${title}\n---\n\n${body}\n`;

const FILES = {
  'docs/developerhub.yaml': 'title: Lapwing\n',
  'docs/v1/guide/_settings.yaml': 'title: מדריך\nlocale: he\n',
  'docs/v1/guide/_nav.yaml':
    'items:\n  - category: ראשית\n    items:\n      - one\n      - page: two\n        items: [two/three]\n',
  'docs/v1/guide/one.md': page(
    'תחנה',
    [
      'מילים ועוד מילים על התחנה, `npm run read` ומה שאחריו.',
      '{% callout title="שימו לב" %}\nטקסט.\n{% /callout %}',
      '```bash\ncurl -s http://lapwing.local/readings\n```',
      '## רוח',
      '| חיישן | טווח |\n| --- | --- |\n| רוח | 60 |',
      '## גשם',
      'עוד מילים.',
    ].join('\n\n'),
  ),
  'docs/v1/guide/two.md': page('שתיים', 'טקסט.'),
  'docs/v1/guide/two/three.md': page('שלוש', 'טקסט.'),
};

const open = async (width: number) => {
  const { url } = await startDev(await temporaryFolder(FILES));
  const viewport = { width, height: 800 };
  return (await openPage(`${url}v1/guide/one`, { viewport })).page;
};

const boxOf = async (each: Locator): Promise<{ readonly left: number; readonly right: number }> => {
  const { x = 0, width = 0 } = (await each.boundingBox()) ?? {};
  return { left: x, right: x + width };
};

describe.skipIf(!hasBrowser)('a page that is written from the right', () => {
  afterAll(closeBrowser);

  test('has its pages at the right, its outline at the left, and its code from the left', async () => {
    const tab = await open(1_400);
    const text = await boxOf(tab.locator('.body > p').first());
    const outline = await boxOf(tab.locator('.outline'));
    expect((await boxOf(tab.locator('.sidebar'))).left).toBeGreaterThan(text.right);
    expect(outline.right).toBeLessThan(text.left);
    expect(outline.right).toBeGreaterThan(0);
    expect((await boxOf(tab.locator('.site-title'))).left).toBeGreaterThan(700);
    expect((await boxOf(tab.locator('.theme'))).right).toBeLessThan(200);

    const callout = await boxOf(tab.locator('.callout'));
    const title = await boxOf(tab.locator('.callout-title'));
    expect(callout.right - title.right).toBeGreaterThan(title.left - callout.left);
    const block = await boxOf(tab.locator('.code-block'));
    const code = await boxOf(tab.locator('.code-block code'));
    expect(code.left - block.left).toBeLessThan(30);
    const [first, second] = await Promise.all(
      [0, 1].map((index) => boxOf(tab.locator('th').nth(index))),
    );
    expect(first?.left ?? 0).toBeGreaterThanOrEqual(second?.right ?? 0);
    const parent = await boxOf(tab.locator('.tree .parent'));
    const chevron = await boxOf(tab.locator('.tree .parent summary'));
    expect(chevron.left - parent.left).toBeLessThan(5);
    expect(await violationsOn(tab)).toEqual([]);
  });

  test.each([390, 1_400])('sticks out nowhere at %i pixels, on either side', async (width) => {
    const tab = await open(width);
    expect(await tab.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(width);
    const out = await tab.locator('body *').evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility() && !each.matches('.skip, .lines *'))
        .filter((each) => {
          const { left, right } = each.getBoundingClientRect();
          return left < -1 || right > innerWidth + 1;
        })
        .map((each) => each.outerHTML.slice(0, 80)),
    );
    expect(out).toEqual([]);
  });

  test('opens its menu from the right in a narrow window', async () => {
    const tab = await open(390);
    await tab.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = tab.getByRole('navigation', { name: 'Pages' });
    await menu.waitFor();
    const box = await boxOf(menu);
    expect(box.right).toBe(390);
    expect(box.left).toBeGreaterThan(30);
    expect(await violationsOn(tab)).toEqual([]);
  });
});
