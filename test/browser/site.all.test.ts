// Slow: a browser loads every page that it looks at.
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { closeBrowser, hasBrowser, openPage, violationsOn } from '../support/browser.ts';
import { startDev } from '../support/dev.ts';
import { runDocs } from '../support/host.ts';
import { pngOf } from '../support/png.ts';
import { serveFiles } from '../support/static-host.ts';
import { temporaryFolder } from '../support/folder.ts';
import { EVERY_BLOCK } from './blocks.ts';

/** As editors save: whoever reads the file meanwhile finds a whole text, not an empty one. */
async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

const PAGE = (title: string, body: string): string =>
  `---\ntype: page\ntitle: ${title}\ndescription: About ${title}\n---\n\n${body}\n`;

const FILES = {
  'docs/developerhub.yaml': 'title: Lapwing\nvariables:\n  product: Lapwing 2\n',
  'docs/_synced-blocks/power.md': '---\ntitle: Power\n---\n\nSwitch it off first.\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1.0/guide/_nav.yaml': `items:
  - category: Start
    items:
      - blocks
      - page: mounting
        items: [mounting/roof, mounting/pole]
  - separator
  - label: More
  - link: { title: Shop, url: 'https://shop.example.com' }
`,
  'docs/v1.0/guide/blocks.md': PAGE('Every block', EVERY_BLOCK),
  'docs/v1.0/guide/blocks/below.md': PAGE('Below', 'Below the blocks.'),
  'docs/v1.0/guide/mounting.md': PAGE(
    'Mounting',
    '## How\n\nWith a spanner.\n\n## Why\n\nFor the wind.',
  ),
  'docs/v1.0/guide/mounting/roof.md': PAGE('On a roof', 'Up there.'),
  'docs/v1.0/guide/mounting/pole.md': PAGE('On a pole', 'Not so high.'),
  'docs/v1.0/guide/heights.png': pngOf(600, 300),
  'docs/v1.0/data/_settings.yaml': 'title: Data\n',
  'docs/v1.0/data/reading.md': PAGE('Reading', 'Readings.'),
  'docs/v1.0/refs/api.yaml':
    "openapi: 3.0.3\ninfo: { title: Readings, version: '1' }\npaths:\n  /readings:\n    get: { summary: List them, deprecated: true, parameters: [{ name: last, in: query, required: true, schema: { type: string } }], responses: { '200': { description: All } } }\n    post: { summary: Add one, responses: { '201': { description: Added } } }\n    delete: { summary: Drop all, responses: { '204': { description: Gone } } }\n",
  'docs/v0.9/_settings.yaml': 'name: v0.9\n',
  'docs/v0.9/guide/mounting.md': PAGE('Mounting, before', 'With a hammer.'),
};

const HOSTILE = `{% html %}
<p id="said">Not yet.</p>
<style>p { color: rgb(1, 2, 3); }</style>
<script>
const tell = (text) => { said.textContent += ' ' + text; };
tell('It ran.');
try { tell(parent.document.title); } catch { tell('No page.'); }
try { tell(localStorage.length); } catch { tell('No storage.'); }
try { top.location = 'about:blank'; tell('Away?'); } catch { tell('No way out.'); }
for (const address of ['SITE_llms.txt', '/llms.txt', '/_docs/search?q=a']) {
  fetch(address).then(() => tell('Fetched.'), () => tell('Refused.'));
}
parent.postMessage(9e9, '*');
parent.postMessage({ height: 1 }, '*');
</script>
{% /html %}

{% html %}
<p class="plain">Plain.</p>
{% /html %}`;

const BLOCKS = 'v1.0/guide/blocks';

const open = async (path: string, options: Parameters<typeof openPage>[1] = {}) => {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  return { folder, url, ...(await openPage(url + path, options)) };
};

const headingOf = (page: Page): Promise<string | null> => page.locator('h1').textContent();

describe.skipIf(!hasBrowser)('the site in a browser', () => {
  afterAll(closeBrowser);

  test.each([
    [BLOCKS, 1600, 'light'],
    [BLOCKS, 1600, 'dark'],
    [BLOCKS, 320, 'light'],
    [BLOCKS, 320, 'dark'],
    ['v1.0/guide/mounting', 800, 'light'],
    ['v1.0/none', 1600, 'dark'],
    ['v0.9/guide/mounting', 1600, 'dark'],
    ['v0.9/guide/mounting', 320, 'light'],
  ] as const)(
    '%s at %i pixels, %s: nothing for axe to find, nothing sticks out',
    async (path, width, colorScheme) => {
      const { page, errors } = await open(path, {
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width, height: 900 },
      });

      expect(await violationsOn(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
      expect(errors.filter((each) => !each.includes('404'))).toEqual([]);
    },
  );

  test.each(['light', 'dark'] as const)(
    'a post of a changelog with an enlarged picture, %s: nothing for axe to find',
    async (colorScheme) => {
      const folder = await temporaryFolder({
        ...FILES,
        'docs/changelogs/news/_settings.yaml': 'title: What is new\n',
        'docs/changelogs/news/one.md': `---\ntype: changelog\ntitle: One\ndate: '2026-01-02'\npublished: true\n---\n\n{% image url="../../v1.0/guide/heights.png" %}\nHeights\n{% /image %}\n\n## Fixed\n\n- Rain\n`,
      });
      const { url } = await startDev(folder);
      const { page } = await openPage(`${url}news/one`, { colorScheme });
      expect(await violationsOn(page)).toEqual([]);
      await page.getByRole('button', { name: 'Enlarge' }).click();
      await page.locator('.large-image').waitFor();
      expect(await violationsOn(page)).toEqual([]);
    },
  );

  test('an address and a link open the closed tab that has their heading', async () => {
    const tabs =
      '[down](#deep)\n\n{% tabs %}\n{% tab title="One" %}\nFirst.\n{% /tab %}\n{% tab title="Two" %}\n## Deep\n\nSecond.\n{% /tab %}\n{% /tabs %}';
    const folder = await temporaryFolder({
      ...FILES,
      'docs/v1.0/guide/mounting.md': PAGE('Mounting', tabs),
    });
    const { url } = await startDev(folder);
    const { page } = await openPage(`${url}v1.0/guide/mounting#deep`);

    expect(await page.getByText('Second.').isVisible()).toBe(true);
    await page.getByRole('tab', { name: 'One' }).click();
    expect(await page.getByText('Second.').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'down', exact: true }).click();
    await page.getByText('Second.').waitFor();
  });

  test('every block works', async () => {
    const { page, errors } = await open(BLOCKS, {
      viewport: { width: 1400, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });

    await tab('Pole').click();
    expect(await page.getByText('On a pole.').isVisible()).toBe(true);
    expect(await page.getByText('On the roof.').isVisible()).toBe(false);
    await tab('read.js').click();
    const code = page.getByRole('tabpanel', { name: 'read.js' });
    await code.hover();
    await code.getByRole('button', { name: 'Copy' }).click();
    await code.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^const readings[^]*`\);$/,
    );
    await page.getByText('Why?').click();
    expect(await page.getByText('Because of the wind.').isVisible()).toBe(true);
    expect(await page.getByText('That, too.').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Choose sensors' }).click();
    expect(await page.locator('.steps-code .on').count()).toBe(1);
    await page.getByRole('button', { name: 'Enlarge the image' }).first().click();
    await page.getByRole('dialog', { name: 'Image' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByText('Switch it off first.').isVisible()).toBe(true);
    expect(await page.getByText('Only for partners.').count()).toBe(0);
    expect(await page.getByText('Lapwing 2 %unknown.name%').count()).toBe(1);
    expect(await page.title()).toBe('Every block · Lapwing');
    expect(errors).toEqual([]);
  });

  test('custom HTML shows what is safe of it; the rest only in a sandbox, when a reader asks', async () => {
    const folder = await temporaryFolder(FILES);
    const { url } = await startDev(folder);
    await writeFile(
      join(folder, 'docs/v1.0/guide/mounting.md'),
      PAGE('Mounting', HOSTILE.replace('SITE_', url)),
    );
    const { page } = await openPage(`${url}v1.0/guide/mounting`);
    const ask = page.getByRole('button', { name: 'Show with its scripts' });
    await ask.waitFor();
    expect(await ask.count()).toBe(1);
    expect(await page.getByText('Not yet.').textContent()).toBe('Not yet.');
    expect(await violationsOn(page)).toEqual([]);

    await ask.click();
    const frame = page.frameLocator('iframe[title="Custom HTML"]');
    const said = frame.locator('#said');
    await said.getByText(/(?:Refused\..*){3}/).waitFor();
    expect(await said.textContent()).toBe(
      'Not yet. It ran. No page. No storage. No way out. Refused. Refused. Refused.',
    );
    expect(await said.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    expect(await headingOf(page)).toBe('Mounting');
    expect(page.url()).toBe(`${url}v1.0/guide/mounting`);
    const height = await page.locator('iframe').evaluate((element) => element.clientHeight);
    expect(height).toBeGreaterThan(20);
    expect(height).toBeLessThanOrEqual(4_000);
  });

  test('a page says once that HTML is not shown whole, below its first sentence, and shows all of it by one button', async () => {
    const html = (text: string): string =>
      `{% html %}\n<style>b { color: red }</style>${text}\n{% /html %}\n\n`;
    const folder = await temporaryFolder({
      ...FILES,
      'docs/v1.0/guide/mounting.md': PAGE(
        'Mounting',
        `${html('')}${html('')}The first sentence.\n\n${html('<p>Third.</p>')}`,
      ),
    });
    const { url } = await startDev(folder);
    const { page } = await openPage(`${url}v1.0/guide/mounting`);
    const note = page.getByText('has parts that are not shown here');
    await note.waitFor();
    expect(await note.count()).toBe(1);
    expect(await page.locator('p:has-text("The first sentence.") + .run-html-note').count()).toBe(
      1,
    );
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show with its scripts' }).click();
    expect(await page.locator('iframe').count()).toBe(3);
    expect(await note.count()).toBe(0);
  });

  test.each([
    [1600, true],
    [1280, true],
    [1100, false],
    [320, false],
  ])(
    'at %i pixels the outline is open beside the text: %s; else it is a drop-down above',
    async (width, isBeside) => {
      const { page } = await open('v1.0/guide/mounting', { viewport: { width, height: 900 } });
      const outline = page.getByRole('navigation', { name: 'On this page' });
      const link = outline.getByRole('link', { name: 'Why' });
      expect(await link.isVisible()).toBe(isBeside);
      if (!isBeside) await outline.getByText('On this page').click();
      expect(await link.isVisible()).toBe(true);
      const [box, heading] = [await outline.boundingBox(), await page.locator('h1').boundingBox()];
      expect((box?.y ?? 0) < (heading?.y ?? 0)).toBe(true);
      expect((box?.x ?? 0) > (heading?.x ?? 0)).toBe(isBeside);
      expect(await violationsOn(page)).toEqual([]);
      await link.click();
      expect(page.url()).toMatch(/#why$/);
    },
  );

  test('without scripts everything can be read, and every page be reached', async () => {
    const { page } = await open(BLOCKS, { javaScriptEnabled: false });

    const texts = [
      'On the roof.',
      'In a tree.',
      'import requests',
      'const readings',
      'Any name will do.',
    ];
    const seen = texts.map((text) => page.getByText(text).first().isVisible());
    expect(await Promise.all(seen)).toEqual(texts.map(() => true));
    await page.getByText('Why?').click();
    expect(await page.getByText('Because of the wind.').isVisible()).toBe(true);
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Mounting' })
      .click();
    expect(await headingOf(page)).toBe('Mounting');
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'On a roof' })
      .click();
    expect(await headingOf(page)).toBe('On a roof');
    await page.getByRole('link', { name: 'Next On a pole' }).click();
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Mounting' })
      .click();
    await page.locator('.top').getByText('Version v1.0').click();
    await page.locator('.top').getByRole('link', { name: 'v0.9' }).click();
    expect(await headingOf(page)).toBe('Mounting, before');
    await page.goto(new URL('/v1.0/api/ref', page.url()).href);
    expect(await page.getByRole('heading', { name: 'List them' }).isVisible()).toBe(true);
  });

  test('the sidebar shows the current page, and stays where it is from page to page', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `page-${index}`);
    const pages = names.map((name) => [`docs/v1.0/guide/${name}.md`, PAGE(name, 'Text.')]);
    const folder = await temporaryFolder({
      ...(Object.fromEntries(pages) as Record<string, string>),
      'docs/v1.0/guide/_nav.yaml': `items: [${names.join(', ')}]\n`,
    });
    const { url } = await startDev(folder);
    const { page } = await openPage(`${url}v1.0/guide/page-40`, {
      viewport: { width: 1400, height: 500 },
    });
    const scrolled = () => page.locator('.sidebar').evaluate(({ scrollTop }) => scrollTop);
    const current = page.locator('.sidebar [aria-current=page]');
    const top = async (): Promise<number> => (await current.boundingBox())?.y ?? -1;
    expect(await top()).toBeGreaterThan(0);
    expect(await top()).toBeLessThan(500);

    const before = await scrolled();
    await page.locator('.sidebar').getByRole('link', { name: 'page-41' }).click();
    await page.waitForURL('**/page-41');
    expect(await scrolled()).toBe(before);

    await page.setViewportSize({ width: 320, height: 500 });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.waitForFunction(() => (document.querySelector('.sidebar')?.scrollTop ?? 0) > 0);
    expect(await top()).toBeGreaterThan(0);
    expect(await top()).toBeLessThan(500);
  });

  const LARGE = Object.fromEntries([
    ['docs/v1.0/guide/_nav.yaml', 'items: [p1]\n'],
    ...Array.from({ length: 320 }, (_, index) => [
      `docs/v1.0/guide/p${index}.md`,
      PAGE(`Page ${index}`, 'Text.'),
    ]),
    ['docs/v1.0/guide/p300/below.md', PAGE('Below', 'Text.')],
  ]) as Record<string, string>;

  test.each(['served', 'from a disk'])(
    'the sidebar of a large documentation is whole, open at its page and in its place, %s',
    async (where) => {
      const folder = await temporaryFolder(LARGE);
      if (where !== 'served') await runDocs(['build', '--out', 'site'], { cwd: folder });
      const start =
        where === 'served'
          ? `${(await startDev(folder)).url}v1.0/guide/below`
          : pathToFileURL(join(folder, 'site/v1.0/guide/below.html')).href;
      const { page, errors } = await openPage(start, { viewport: { width: 1400, height: 500 } });
      const sidebar = page.getByRole('navigation', { name: 'Pages' });
      await page.locator('.tree.whole').waitFor();
      expect(await sidebar.getByRole('link').count()).toBe(320 + 1);
      const current = sidebar.locator('[aria-current=page]');
      expect(await current.textContent()).toBe('Below');
      const y = (await current.boundingBox())?.y ?? -1;
      expect(y > 0 && y < 500).toBe(true);
      // From a disk axe may read no style.
      expect(where === 'served' ? await violationsOn(page) : []).toEqual([]);
      await sidebar.getByRole('link', { name: 'Page 299', exact: true }).click();
      await page.waitForURL(/p299/);
      await page.locator('.tree.whole').waitFor();
      expect(await sidebar.getByRole('link', { name: 'Below' }).isVisible()).toBe(false);
      expect(await sidebar.locator('[aria-current=page]').textContent()).toBe('Page 299');
      expect(errors).toEqual([]);
    },
  );

  test('the sidebar of a large documentation follows its files, and leads from page to page without a script', async () => {
    const folder = await temporaryFolder(LARGE);
    const { url } = await startDev(folder);
    const { page } = await openPage(`${url}v1.0/guide/p10`);
    const sidebar = page.getByRole('navigation', { name: 'Pages' });
    await page.locator('.tree.whole').waitFor();
    await writeFile(join(folder, 'docs/v1.0/guide/p250.md'), PAGE('Another title', 'Text.'));
    await sidebar.getByRole('link', { name: 'Another title' }).waitFor({ state: 'attached' });
    expect(await sidebar.locator('[aria-current=page]').textContent()).toBe('Page 10');

    const { page: plain } = await openPage(`${url}v1.0/guide/p10`, { javaScriptEnabled: false });
    await plain.locator('.sidebar').getByRole('link', { name: 'Page 100', exact: true }).click();
    expect(await headingOf(plain)).toBe('Page 100');
  });

  test('more documentations than fit are in a menu', async () => {
    const files = Array.from({ length: 14 }, (_, index) => [
      `docs/v1.0/part-${index}/a.md`,
      PAGE('A', 'Text.'),
    ]);
    const folder = await temporaryFolder(Object.fromEntries(files) as Record<string, string>);
    const { url } = await startDev(folder);
    const { page } = await openPage(`${url}v1.0/part-9/a`, {
      viewport: { width: 900, height: 700 },
    });
    const menu = page.locator('.top .sections-menu');
    expect(await menu.locator('summary').textContent()).toBe('part-9');
    await menu.locator('summary').click();
    await menu.getByRole('link', { name: 'part-13' }).click();
    await page.waitForURL('**/v1.0/part-13/a');
    expect(await violationsOn(page)).toEqual([]);
  });

  test('on a phone an anchor is below the header, and a long word or line sticks out nowhere', async () => {
    const folder = await temporaryFolder({
      ...FILES,
      'docs/v1.0/guide/mounting.md': PAGE(
        'Mounting',
        `Text.\n\n## Why\n\n{% html %}\n<pre>${'wind '.repeat(40)}</pre>\n{% /html %}\n\n${'Wind.\n\n'.repeat(40)}`,
      ),
      'docs/v1.0/guide/mounting/roof.md': PAGE(
        'Dampfschifffahrtsgesellschaftskapitaensmuetze',
        'Up.',
      ),
    });
    const { url } = await startDev(folder);
    const { page } = await openPage(`${url}v1.0/guide/mounting#why`, {
      viewport: { width: 320, height: 640 },
    });
    const boxes = ['.top', '#why'].map((selector) => page.locator(selector).boundingBox());
    const [header, heading] = await Promise.all(boxes);
    expect(heading?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await page.locator('.top').evaluate((top) => getComputedStyle(top).position)).toBe(
      'static',
    );
  });

  test('search answers while one types, by keyboard alone', async () => {
    const { page } = await open(BLOCKS);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('spann');
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option').allTextContents()).toEqual([
      expect.stringContaining('Mounting › How'),
    ]);
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/v1.0/guide/mounting#how');
    await page.goto(new URL('/v1.0/data/reading', page.url()).href);
    await page.keyboard.press('/');
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('combobox').inputValue()).toBe('spann');
    await page.keyboard.type('nothing like this');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test.each(['served', 'from a disk'])(
    'search finds operations, typing errors and other versions, %s',
    async (where) => {
      const folder = await temporaryFolder(FILES);
      if (where !== 'served') await runDocs(['build', '--out', 'site'], { cwd: folder });
      const start =
        where === 'served'
          ? `${(await startDev(folder)).url}v1.0/guide/mounting`
          : pathToFileURL(join(folder, 'site/v1.0/guide/mounting.html')).href;
      const { page, errors } = await openPage(start);
      const options = page.getByRole('option');
      await page.keyboard.press('/');
      await page.keyboard.type('list them');
      await options.filter({ hasText: 'Readings › List them' }).waitFor();
      await page.getByRole('combobox').fill('hamer');
      await page.getByText('Nothing found').waitFor();
      await page.getByRole('checkbox', { name: 'In all versions' }).check();
      await options.filter({ hasText: 'Mounting, before · v0.9' }).waitFor();
      // From a disk axe may read no style.
      expect(where === 'served' ? await violationsOn(page) : []).toEqual([]);
      await options.first().click();
      await page.waitForURL(/v0\.9\/guide\/mounting/);
      expect(errors).toEqual([]);
    },
  );

  test('the keyboard reaches the content first, tabs by arrows, and everything shows where it is', async () => {
    const { page } = await open(BLOCKS, { viewport: { width: 1400, height: 900 } });

    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    await page.getByRole('tab', { name: 'Roof' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByText('In a tree.').isVisible()).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { name: 'Roof' }).getAttribute('aria-selected')).toBe(
      'true',
    );
    await page.getByText('Why?').focus();
    await page.keyboard.press('Enter');
    expect(await page.getByText('Because of the wind.').isVisible()).toBe(true);
    const unseen = await page.evaluate(() => {
      const found: string[] = [];
      for (const each of document.querySelectorAll<HTMLElement>(
        'a[href], button, summary, [tabindex="0"]',
      )) {
        if (!each.checkVisibility()) continue;
        each.focus();
        const { outlineStyle, top } = getComputedStyle(each);
        if (document.activeElement === each && outlineStyle === 'none' && top === 'auto')
          found.push(each.outerHTML.slice(0, 80));
      }
      return found;
    });
    expect(unseen).toEqual([]);
  });

  test('with forced colours one tab looks chosen, and icons are seen', async () => {
    const { page } = await open(BLOCKS, { forcedColors: 'active' });
    const lines = await page
      .locator('.tabs [role=tab]')
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor));
    expect(lines.map((line) => line === lines[0])).toEqual([true, false, false]);
    const [icon, ground] = await page
      .locator('.callout')
      .first()
      .evaluate((callout) => [
        getComputedStyle(callout, '::before').backgroundColor,
        getComputedStyle(callout).backgroundColor,
      ]);
    expect(icon).not.toBe(ground);
    expect(await violationsOn(page)).toEqual([]);
  });

  test('a picture that cannot be loaded leaves no gap', async () => {
    const image = (url: string, caption: string): string =>
      `{% image url="${url}" width=600 height=400 %}\n${caption}\n{% /image %}\n\n`;
    const body = `First.\n\n${image('https://example.com/a.png', '')}${image('https://example.com/b.png', 'Its caption')}Last.`;
    const folder = await temporaryFolder({
      ...FILES,
      'docs/v1.0/guide/mounting.md': PAGE('Mounting', body),
    });
    const { url } = await startDev(folder);
    const { page } = await openPage(`${url}v1.0/guide/mounting`);
    await page.waitForFunction(() => document.querySelectorAll('img.missing').length === 2);
    const top = async (text: string): Promise<number> =>
      (await page.getByText(text, { exact: true }).boundingBox())?.y ?? 0;
    expect((await top('Last.')) - (await top('First.'))).toBeLessThan(200);
    expect(await page.getByText('Its caption').isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Enlarge' }).count()).toBe(0);
  });

  test('the language of code is at its right and takes no row; what is long may be wider than the text', async () => {
    const { page } = await open(BLOCKS, { viewport: { width: 1920, height: 900 } });
    const block = page.locator('.code-block', { hasText: 'curl -s' });
    const [box, name, text] = await Promise.all(
      [block, block.locator('.code-language'), page.locator('.body > p').nth(1)].map((each) =>
        each.boundingBox(),
      ),
    );
    expect(await block.locator('.code-language').textContent()).toBe('bash');
    expect(name?.x ?? 0).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0) - 120);
    expect(box?.height ?? 0).toBeLessThan(70);
    expect(text?.width ?? 0).toBeLessThanOrEqual(704);
    const code = await page.locator('.code.tabbed').boundingBox();
    expect(code?.width ?? 0).toBeGreaterThan(704);
    expect(code?.width ?? 0).toBeLessThanOrEqual(832);
  });

  test('cards are side by side, and one below the other if their author wants a list', async () => {
    const cards = ['One', 'Two', 'Three', 'Four']
      .map((title) => `{% card title="${title}" text="Text" link="mounting.md" /%}`)
      .join('\n');
    const folder = await temporaryFolder({
      ...FILES,
      'docs/v1.0/guide/mounting.md': PAGE(
        'Mounting',
        `{% cards %}\n${cards}\n{% /cards %}\n\n{% cards view="list" %}\n${cards}\n{% /cards %}`,
      ),
    });
    const { url } = await startDev(folder);
    const { page } = await openPage(`${url}v1.0/guide/mounting`);
    const columns = await page
      .locator('.cards')
      .evaluateAll((all) =>
        all.map(
          (list) =>
            new Set(Array.from(list.children, (each) => each.getBoundingClientRect().x)).size,
        ),
      );
    expect(columns).toEqual([2, 1]);
  });

  test('the theme follows the system until a reader chooses, and is remembered', async () => {
    const { page } = await open(BLOCKS, { colorScheme: 'dark' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

    const dark = await background();
    await page.getByRole('button', { name: 'Use the light theme' }).click();
    const light = await background();
    expect(light).not.toBe(dark);
    await page.reload();
    expect(await background()).toBe(light);
  });

  test('on paper there is the text, with all that is folded away, and no navigation', async () => {
    const { page } = await open(BLOCKS);
    await page.emulateMedia({ media: 'print' });

    expect(await page.getByText('In a tree.').isVisible()).toBe(true);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('tablist').count()).toBe(0);
  });

  test('on paper a wide table is whole', async () => {
    const cells = (text: string): string => `|${Array(9).fill(` ${text} `).join('|')}|\n`;
    const table = cells('abcdefghijklmnopq') + cells('---') + cells('abcdefghijklmnopq');
    const folder = await temporaryFolder({
      ...FILES,
      'docs/v1.0/guide/mounting.md': PAGE('Mounting', table),
    });
    const { url } = await startDev(folder);
    const { page } = await openPage(`${url}v1.0/guide/mounting`, {
      viewport: { width: 700, height: 900 },
    });
    await page.emulateMedia({ media: 'print' });

    const edges = await page
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    expect(Math.max(...edges)).toBeLessThanOrEqual(700);
  });

  test('a change is shown in place: what else is open, the focus and the place on the page stay', async () => {
    const { folder, page, errors } = await open(BLOCKS, { viewport: { width: 1400, height: 700 } });
    const file = join(folder, 'docs/v1.0/guide/blocks.md');
    // What docs check says of the page is asked for after it is shown, and moves what is below.
    await page.locator('.finding').first().waitFor();
    await page.getByRole('tab', { name: 'Pole' }).click();
    await page.getByText('Why?').click();
    await page.getByRole('tab', { name: 'read.js' }).focus();
    await page.getByRole('tab', { name: 'read.js' }).click();
    await page.evaluate(() => {
      const kept = document.querySelector('.body h2');
      Object.assign(globalThis, { kept });
    });
    const place = () =>
      page
        .getByRole('tab', { name: 'read.js' })
        .evaluate((tab) => Math.round(tab.getBoundingClientRect().top));
    const before = await place();

    await replaceFile(
      file,
      PAGE(
        'Every block',
        EVERY_BLOCK.replace('First words', 'A line more.\n\nAnd another one.\n\nOther words'),
      ),
    );
    await page.getByText('Other words').waitFor();

    expect(await page.getByText('Because of the wind.').isVisible()).toBe(true);
    expect(await page.getByText('On a pole.').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('read.js');
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
    expect(
      await page.evaluate(() => (globalThis as unknown as { kept: Element }).kept.isConnected),
    ).toBe(true);
    expect(errors).toEqual([]);
  });

  test('a block that changes is replaced whole; those before and after it stay as they are', async () => {
    const { folder, page } = await open('v1.0/guide/mounting');
    const file = join(folder, 'docs/v1.0/guide/mounting.md');
    const accordion = (title: string, text: string): string =>
      `{% accordion title="${title}" %}\n${text}\n{% /accordion %}\n\n`;
    const body = (text: string): string =>
      PAGE('Mounting', accordion('A', 'One.') + accordion('B', text) + accordion('C', 'Three.'));
    await replaceFile(file, body('Two.'));
    for (const title of ['A', 'B', 'C']) await page.getByText(title, { exact: true }).click();
    await page.getByText('Two.').waitFor();

    await replaceFile(file, body('Second.'));
    await page.getByText('Second.').waitFor({ state: 'attached' });
    const seen = ['One.', 'Second.', 'Three.'].map((text) => page.getByText(text).isVisible());
    expect(await Promise.all(seen)).toEqual([true, false, true]);
  });

  test('one search opens by its keys, also after the top of the page has changed', async () => {
    const { folder, page } = await open(BLOCKS);
    const top = page.getByRole('navigation', { name: 'Documentations' });
    for (const title of ['Handbook', 'Manual']) {
      await writeFile(join(folder, 'docs/v1.0/guide/_settings.yaml'), `title: ${title}\n`);
      await top.getByRole('link', { name: title }).waitFor();
    }
    await page.keyboard.press('Control+k');
    expect(await page.locator('dialog[open]').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await page.getByRole('button', { name: /Search/ }).click();
    expect(await page.locator('dialog').count()).toBe(1);
    expect(await page.locator('.top').getByText('Version v1.0').count()).toBe(1);
  });

  test('of any number of open pages those that are seen follow their files', async () => {
    const { folder, url, page } = await open('v1.0/guide/mounting');
    const context = page.context();
    await context.addInitScript(() => {
      let isHidden = true;
      Object.defineProperty(document, 'visibilityState', {
        get: () => (isHidden ? 'hidden' : 'visible'),
      });
      Object.assign(globalThis, {
        see: () => {
          isHidden = false;
          document.dispatchEvent(new Event('visibilitychange'));
        },
      });
    });
    const pages: Page[] = [];
    for (let at = 0; at < 8; at += 1) {
      const next = await context.newPage();
      await next.goto(`${url}v1.0/guide/mounting`);
      pages.push(next);
    }
    await page.close();
    const see = async (each: Page | undefined): Promise<void> => {
      await each?.evaluate(() => {
        (globalThis as unknown as { see: () => void }).see();
      });
    };
    const write = async (text: string, by: readonly Page[]): Promise<void> => {
      await writeFile(join(folder, 'docs/v1.0/guide/mounting.md'), PAGE('Mounting', text));
      await Promise.all(by.map((each) => each.getByText(text).waitFor()));
    };
    const seen = pages.slice(-2);
    await Promise.all(seen.map(see));
    await write('First.', seen);
    // One that is seen later has missed nothing.
    await see(pages[0]);
    await pages[0]?.getByText('First.').waitFor();
    await seen[0]?.close();
    await write('Second.', seen.slice(1));
    // A file that is not written at once is read twice: the title may come with the second reading.
    const heading = { name: 'Mounting', exact: true, level: 1 };
    for (const each of seen.slice(1)) await each.getByRole('heading', heading).waitFor();
    expect(await Promise.all(seen.slice(1).map(headingOf))).toEqual(['Mounting']);
  });

  test('a changed title, variable, synced block and navigation show on pages that use them', async () => {
    const { folder, page } = await open(BLOCKS, { viewport: { width: 1400, height: 900 } });
    const sidebar = page.getByRole('navigation', { name: 'Pages' });

    await writeFile(join(folder, 'docs/v1.0/guide/mounting.md'), PAGE('Putting it up', '## How'));
    await sidebar.getByRole('link', { name: 'Putting it up' }).waitFor();
    expect(await sidebar.getByRole('link', { name: 'Putting it up' }).count()).toBe(1);
    expect(
      await page.getByRole('article').getByRole('link', { name: 'Putting it up' }).count(),
    ).toBe(1);
    await writeFile(
      join(folder, 'docs/developerhub.yaml'),
      'title: Gull\nvariables:\n  product: Gull 1\n',
    );
    await page.getByText('Gull 1 %unknown.name%').waitFor();
    expect(await page.title()).toBe('Every block · Gull');
    expect(await page.getByRole('button', { name: /Search/ }).count()).toBe(1);
    await writeFile(join(folder, 'docs/_synced-blocks/power.md'), 'Pull the plug.\n');
    await page.getByText('Pull the plug.').waitFor();
  });

  test('a page that cannot be read shows what is wrong and where, until it is saved without the error', async () => {
    const { folder, page } = await open('v1.0/guide/mounting', {
      viewport: { width: 1400, height: 900 },
    });
    const file = join(folder, 'docs/v1.0/guide/mounting.md');

    await writeFile(file, '---\ntype: page\ntitle: Mount');
    await page.getByText('This page cannot be shown.').waitFor();
    await page.getByText('1 file cannot be shown').click();
    await page.locator('.writer').getByText('docs/v1.0/guide/mounting.md:1').waitFor();
    expect(await page.getByText('With a spanner.').count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await writeFile(file, PAGE('Mounting', '## How\n\n{% callout %}\nCareful\n{% /callout %}'));
    await page.getByText('Careful').waitFor();
    await page.getByText('1 file cannot be shown').waitFor({ state: 'detached' });
  });

  test('what docs check says of the page is in a panel', async () => {
    const { folder, page } = await open('v1.0/guide/mounting');

    await writeFile(
      join(folder, 'docs/v1.0/guide/mounting.md'),
      PAGE('Mounting', '[there](none.md)'),
    );
    await page.getByText('1 error').click();
    expect(
      await page.locator('.writer').evaluate((it) => Number(getComputedStyle(it).zIndex)),
    ).toBeLessThan(20);
    expect(await page.locator('.writer').getByText('broken-link').isVisible()).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    await page.locator('.writer').getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('.writer').count()).toBe(0);
  });

  test('what docs check says of a block stands behind it, and goes when it is right', async () => {
    const { folder, page } = await open('v1.0/guide/mounting', {
      viewport: { width: 320, height: 800 },
    });
    const file = join(folder, 'docs/v1.0/guide/mounting.md');
    const body = '## How\n\n{% callout %}\nFirst.\n\n[there](none.md)\n{% /callout %}\n\nLast.';

    await writeFile(file, PAGE('Mounting', body));
    const mark = page.locator('.callout + .finding');
    await mark.waitFor();
    expect(await mark.textContent()).toMatch(/^Error .*none\.md.* broken-link line 12$/);
    expect(await page.locator('.finding').count()).toBe(1);
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await writeFile(file, PAGE('Mounting', body.replace('none.md', 'mounting.md')));
    await mark.waitFor({ state: 'detached' });
  });

  test('what docs build writes works on a host of static files, below a path, with search', async () => {
    const folder = await temporaryFolder(FILES);
    const run = await runDocs(['build', '--out', 'site', '--base', '/handbook/'], { cwd: folder });
    expect(run).toMatchObject({ exitCode: 0 });
    const url = await serveFiles(join(folder, 'site'), '/handbook/');
    const { page, errors } = await openPage(`${url}index.html`, {
      viewport: { width: 1400, height: 900 },
    });

    await page.waitForURL('**/handbook/v1.0/data/reading.html');
    await page
      .getByRole('navigation', { name: 'Documentations' })
      .getByRole('link', { name: 'Guide' })
      .click();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Mounting' })
      .click();
    expect(await headingOf(page)).toBe('Mounting');
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('not so high');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/handbook/v1.0/guide/pole.html');
    expect(await violationsOn(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.goto(`${url}v1.0/guide/none/at/all.html`);
    expect(await headingOf(page)).toBe('Page not found');
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    expect(await headingOf(page)).toBe('Reading');
  });

  test('what docs build writes works from a disk as well: search, themes, and references as a list', async () => {
    const folder = await temporaryFolder(FILES);
    await runDocs(['build', '--out', 'site'], { cwd: folder });
    const { page, errors } = await openPage(
      pathToFileURL(join(folder, 'site/v1.0/guide/blocks.html')).href,
    );

    await page.keyboard.press('/');
    await page.keyboard.type('not so high');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/v1.0/guide/pole.html');
    expect(await headingOf(page)).toBe('On a pole');
    await page.goto(pathToFileURL(join(folder, 'site/v1.0/api/ref.html')).href);
    expect(await page.getByText('List them').first().isVisible()).toBe(true);
    expect(errors).toEqual([]);
  });

  test('on a host of static files custom HTML runs in the sandbox of its page, and in no other frame', async () => {
    const body = `{% html %}\n<p id="said">Not yet.</p><script>said.textContent = origin;</script>\n{% /html %}`;
    const folder = await temporaryFolder({
      ...FILES,
      'docs/v1.0/guide/mounting.md': PAGE('Mounting', body),
    });
    await runDocs(['build', '--out', 'site', '--base', '/handbook/'], { cwd: folder });
    const url = await serveFiles(join(folder, 'site'), '/handbook/');
    const { page } = await openPage(`${url}v1.0/guide/mounting.html`);
    await page.getByRole('button', { name: 'Show with its scripts' }).click();
    await page.frameLocator('iframe').getByText('null', { exact: true }).waitFor();

    // A page of whoever, with this site's frame and without a sandbox: it would run as the site.
    const other = await serveFiles(
      await temporaryFolder({ 'x.html': `<iframe src="${url}_docs/frame.html"></iframe>` }),
      '/',
    );
    await page.goto(`${other}x.html`);
    const frame = page.frames()[1];
    await page.evaluate(() => {
      frames[0]?.postMessage(
        '<p id="said">Written</p><script>said.textContent = "Ran"</script>',
        '*',
      );
    });
    expect(
      await frame?.evaluate(() =>
        new Promise((done) => setTimeout(done)).then(() => document.body.textContent?.trim() ?? ''),
      ),
    ).toBe('');
  });
});
