/** Runs Chromium if Debian has installed it. Otherwise skips its tests with a warning. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Without a window to draw it takes two thirds of the time. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
const CHROMIUM =
  process.env['DOCS_CHROMIUM'] ?? (existsSync(HEADLESS) ? HEADLESS : '/usr/bin/chromium');

export const hasBrowser = existsSync(CHROMIUM);

if (!hasBrowser) {
  process.emitWarning(
    `${CHROMIUM} does not exist: tests in a browser are skipped (DOCS_CHROMIUM names another)`,
  );
}

let browser: Promise<Browser> | undefined;

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Opens a page in its own context, which is closed after the test. Collects errors that the page logs. */
export async function openPage(
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly errors: string[] }> {
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const context = await (await browser).newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  // Example addresses do not exist. This is not an error of the page.
  await context.route(/example\.com/, (route) => route.abort());
  page.on('console', (message) => {
    const { url: at } = message.location();
    if (message.type() === 'error' && !/example\.com/.test(at)) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  return { page, errors };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe-core finds, one per line. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 150)} ${failureSummary}`),
    );
  });
}
