/** The sidebar: what is open, what a reader opens and closes, by mouse, by keyboard and without a script. */
import { afterAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { closeBrowser, hasBrowser, openPage, violationsOn } from '../support/browser.ts';
import { startDev } from '../support/dev.ts';
import { temporaryFolder } from '../support/folder.ts';

const page = (title: string): string => `---\ntype: page\ntitle: ${title}\n---\n\nText.\n`;

const FILES = {
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1/guide/_nav.yaml': `items:
  - category: First
    items: [one, { page: two, items: [two/below-two] }]
  - category: Second
    items: [three, { page: four, items: [four/below-four] }]
`,
  'docs/v1/guide/one.md': page('One'),
  'docs/v1/guide/two.md': page('Two'),
  'docs/v1/guide/two/below-two.md': page('Below two'),
  'docs/v1/guide/three.md': page('Three'),
  'docs/v1/guide/four.md': page('Four'),
  'docs/v1/guide/four/below-four.md': page('Below four'),
};

const COLLAPSED = {
  ...FILES,
  'docs/v1/guide/_settings.yaml': 'title: Guide\ncollapsedCategories: true\n',
};

const open = async (
  files: Readonly<Record<string, string>>,
  path: string,
  options: Parameters<typeof openPage>[1] = {},
) => {
  const { url } = await startDev(await temporaryFolder(files));
  return openPage(url + path, { viewport: { width: 1_280, height: 700 }, ...options });
};

const shown = (tab: Page): Promise<string[]> =>
  tab
    .locator('.sidebar [data-part=sidebar] a')
    .evaluateAll((links) =>
      links.filter((link) => link.checkVisibility()).map((link) => link.textContent ?? ''),
    );

describe.skipIf(!hasBrowser)('the sidebar', () => {
  afterAll(closeBrowser);

  test('shows all categories unless its documentation collapses them, and then that of its page', async () => {
    const { page: all } = await open(FILES, 'v1/guide/one');
    expect(await shown(all)).toEqual(['One', 'Two', 'Three', 'Four']);
    const { page: some } = await open(COLLAPSED, 'v1/guide/below-two');
    expect(await shown(some)).toEqual(['One', 'Two', 'Below two']);
    expect(await violationsOn(some)).toEqual([]);
  });

  test.each([true, false])(
    'opens a category and the pages below a page at a press of their own, with scripts: %s',
    async (javaScriptEnabled) => {
      const { page: tab } = await open(COLLAPSED, 'v1/guide/one', { javaScriptEnabled });
      const url = tab.url();
      expect(await shown(tab)).toEqual(['One', 'Two']);
      await tab.locator('.sidebar').getByText('Second').click();
      await tab.locator('.sidebar summary[aria-label="Four"]').click();
      expect(await shown(tab)).toEqual(['One', 'Two', 'Three', 'Four', 'Below four']);
      await tab.locator('.sidebar').getByText('First').focus();
      await tab.keyboard.press('Enter');
      expect(await shown(tab)).toEqual(['Three', 'Four', 'Below four']);
      expect(tab.url()).toBe(url);
      await tab.getByRole('link', { name: 'Below four' }).click();
      await tab.waitForURL('**/v1/guide/below-four');
      expect(await shown(tab)).toEqual(['Three', 'Four', 'Below four']);
    },
  );
});
