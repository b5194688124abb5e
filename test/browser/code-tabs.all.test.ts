import { afterAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { closeBrowser, hasBrowser, openPage } from '../support/browser.ts';
import { startDev } from '../support/dev.ts';
import { temporaryFolder } from '../support/folder.ts';

const fence = (title: string, lines: number): string =>
  `\`\`\`bash {% title="${title}" %}\n${`${title} install\n`.repeat(lines)}\`\`\``;
const group = (...titles: readonly string[]): string =>
  `{% code %}\n${titles.map((title, index) => fence(title, 1 + 9 * index)).join('\n')}\n{% /code %}`;
const page = (title: string, ...groups: readonly string[]): string =>
  `---\ntype: page\ntitle: ${title}\n---\n\n${groups.join('\n\nBetween.\n\n')}\n\n${'After.\n\n'.repeat(80)}`;

const FILES = {
  'docs/v1/guide/one.md': page(
    'One',
    group('npm', 'pnpm'),
    group('npm', 'yarn', 'pnpm'),
    group('bash', 'fish'),
  ),
  'docs/v1/guide/two.md': page('Two', group('npm', 'pnpm')),
};

const chosen = (tab: Page): Promise<(string | null)[]> =>
  tab
    .locator('[role=tab][aria-selected=true]')
    .evaluateAll((tabs) => tabs.map((each) => each.textContent));

describe.skipIf(!hasBrowser)('tabs of code', () => {
  afterAll(closeBrowser);

  test('switch together, the one that was clicked stays in its place, and the choice is remembered', async () => {
    const { url } = await startDev(await temporaryFolder(FILES));
    const { page: tab } = await openPage(`${url}v1/guide/one`, {
      viewport: { width: 1_280, height: 500 },
    });
    expect(await chosen(tab)).toEqual(['npm', 'npm', 'bash']);
    const second = tab.getByRole('tab', { name: 'pnpm' }).nth(1);
    await second.scrollIntoViewIfNeeded();
    const before = await second.boundingBox();
    await second.click();
    expect(await chosen(tab)).toEqual(['pnpm', 'pnpm', 'bash']);
    expect(Math.abs(((await second.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);

    await tab.goto(`${url}v1/guide/two`);
    expect(await chosen(tab)).toEqual(['pnpm']);
    await tab.getByRole('tab', { name: 'pnpm' }).focus();
    await tab.keyboard.press('ArrowLeft');
    await tab.goto(`${url}v1/guide/one`);
    expect(await chosen(tab)).toEqual(['npm', 'npm', 'bash']);
  });

  test('work where storage is forbidden or has something else', async () => {
    const { url } = await startDev(await temporaryFolder(FILES));
    const { page: tab, errors } = await openPage('about:blank');
    await tab.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new Error('forbidden');
        },
      });
    });
    await tab.goto(`${url}v1/guide/one`);
    await tab.getByRole('tab', { name: 'pnpm' }).first().click();
    expect(await chosen(tab)).toEqual(['pnpm', 'pnpm', 'bash']);
    expect(errors).toEqual([]);

    const { page: other } = await openPage(`${url}v1/guide/one`);
    await other.evaluate(() => {
      localStorage.setItem('code-tabs', '{"a":');
    });
    await other.reload();
    expect(await chosen(other)).toEqual(['npm', 'npm', 'bash']);
  });
});
