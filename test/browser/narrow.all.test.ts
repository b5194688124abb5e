/** What is around the text in narrow windows: the header, the menu, the outline. */
import { afterAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { closeBrowser, hasBrowser, openPage, violationsOn } from '../support/browser.ts';
import { startDev } from '../support/dev.ts';
import { temporaryFolder } from '../support/folder.ts';
import { PLACES } from './places.ts';

const PHONE = { width: 390, height: 700 };

const open = async (path: string, options: Parameters<typeof openPage>[1] = {}) => {
  const { url } = await startDev(await temporaryFolder(PLACES));
  return openPage(url + path, { viewport: PHONE, ...options });
};

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const entries = (page: Page) => page.evaluate(() => history.length);
const place = (page: Page) => page.evaluate(() => scrollY);

describe.skipIf(!hasBrowser)('a page in a narrow window', () => {
  afterAll(closeBrowser);

  test.each([
    ['light', true],
    ['dark', true],
    ['light', false],
  ] as const)(
    'has one row of 52 pixels above the text, and nothing sticks out (%s, scripts: %s)',
    async (colorScheme, javaScriptEnabled) => {
      for (const width of [320, 390, 800]) {
        const { page } = await open('v2/guide/long', {
          colorScheme,
          javaScriptEnabled,
          viewport: { width, height: 700 },
        });
        const top = await page.locator('.top').boundingBox();
        expect(top?.height).toBeLessThanOrEqual(53);
        expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(width);
        const found = javaScriptEnabled ? await violationsOn(page) : [];
        expect(found).toEqual([]);
      }
    },
  );

  test('has no title of a documentation in its row that is cut off, also where there is no menu', async () => {
    for (const width of [320, 390, 800]) {
      const { page } = await open('v2/none', { viewport: { width, height: 700 } });
      expect(await page.locator('h1').textContent()).toBe('Page not found');
      const cut = await page
        .locator('.top :is(.sections, .versions)')
        .evaluateAll((all) =>
          all.filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth),
        );
      expect(cut).toEqual([]);
      expect(await violationsOn(page)).toEqual([]);
    }
  });

  test('opens a menu with documentations and versions, which closes at the same place and without an entry in the history', async () => {
    const { page } = await open('v2/guide/long');
    await page.evaluate(() => {
      scrollTo(0, 2_000);
    });
    const before = [await place(page), await entries(page), page.url()];
    const after = async () => [await place(page), await entries(page), page.url()];

    // By its place: Playwright scrolls to what it clicks on, sticky or not.
    await page.mouse.click(25, 25);
    expect(await menu(page).isVisible()).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    expect(await menu(page).getByRole('link', { name: 'Data' }).isVisible()).toBe(true);
    await menu(page).getByText('Version v2').click();
    expect(await menu(page).getByRole('link', { name: 'v1' }).isVisible()).toBe(true);
    await menu(page).getByRole('button', { name: 'Close the menu' }).click();
    expect(await menu(page).isVisible()).toBe(false);
    expect(await after()).toEqual(before);

    await page.mouse.click(25, 25);
    await page.mouse.click(PHONE.width - 5, 400);
    expect(await menu(page).isVisible()).toBe(false);
    expect(await after()).toEqual(before);
  });

  test('keeps Tab in the open menu; Escape closes it, and the focus returns to its button', async () => {
    const { page } = await open('v2/guide/long');
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    await menu(page).waitFor();
    const outside: string[] = [];
    for (let step = 0; step < 15; step += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const { activeElement: focused } = document;
        // The body stands for the browser's own buttons.
        return focused === document.body || focused?.closest('#_pages') ? '' : focused?.outerHTML;
      });
      if (at !== '') outside.push(at ?? '');
    }
    expect(outside).toEqual([]);

    await page.keyboard.press('Escape');
    expect(await menu(page).isVisible()).toBe(false);
    expect(await menuButton(page).evaluate((button) => button === document.activeElement)).toBe(
      true,
    );
  });

  test('can be used when the window gets wide while its menu is open', async () => {
    const { page } = await open('v2/guide/long');
    await menuButton(page).click();
    await page.setViewportSize({ width: 1_400, height: 700 });
    await page.getByRole('link', { name: 'Data' }).click();
    await page.waitForURL('**/v2/data/reading');
    expect(await page.locator('h1').textContent()).toBe('Reading');
  });

  test('opens and closes the menu without a script', async () => {
    const { page } = await open('v2/guide/long', { javaScriptEnabled: false });
    expect(await menu(page).isVisible()).toBe(false);
    await menuButton(page).click();
    expect(await menu(page).isVisible()).toBe(true);
    await menu(page).getByRole('button', { name: 'Close the menu' }).click();
    expect(await menu(page).isVisible()).toBe(false);
    await menuButton(page).click();
    await menu(page).getByRole('link', { name: 'Data' }).click();
    expect(page.url()).toMatch(/v2\/data\/reading$/);
  });

  test('has its outline below the header at every place; its list covers no heading that it leads to', async () => {
    const { page } = await open('v2/guide/long');
    const summary = page.locator('.outline summary');
    for (const to of [0, 5_000]) {
      await page.evaluate((y) => {
        scrollTo(0, y);
      }, to);
      const top = await page.locator('.top').boundingBox();
      const bar = await summary.boundingBox();
      expect(bar?.y ?? 0).toBeGreaterThanOrEqual((top?.height ?? 0) - 1);
      expect(bar?.y ?? 0).toBeLessThan(70);
    }
    await summary.click();
    expect(await violationsOn(page)).toEqual([]);
    await page.locator('.outline').getByRole('link', { name: 'Section 30' }).click();
    const heading = page.locator('h2', { hasText: 'Section 30' });
    await page.waitForFunction(() => scrollY > 8_000);
    const box = await heading.boundingBox();
    const bar = await summary.boundingBox();
    expect(box?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    expect(box?.y ?? 0).toBeLessThan(200);
    expect(await page.locator('.outline').getByRole('link').first().isVisible()).toBe(false);
  });
});

describe.skipIf(!hasBrowser)('an outline beside the text', () => {
  test('is there from 72 rem, and shows the entry of the section that is read', async () => {
    const { page } = await open('v2/guide/long', { viewport: { width: 1_152, height: 500 } });
    const outline = page.getByRole('navigation', { name: 'On this page' });
    const [box, heading] = [await outline.boundingBox(), await page.locator('h1').boundingBox()];
    expect(box?.x ?? 0).toBeGreaterThan((heading?.x ?? 0) + (heading?.width ?? 0));
    await page.locator('h2', { hasText: 'Section 39' }).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    const current = outline.locator('[aria-current]', { hasText: /Section (38|39)/ });
    await current.waitFor();
    await page.waitForFunction(() => {
      const at = document.querySelector('.outline [aria-current]')?.getBoundingClientRect();
      return at !== undefined && at.top > 0 && at.bottom < innerHeight;
    });
    const y = await place(page);
    expect(y).toBeGreaterThan(5_000);
  });
});
