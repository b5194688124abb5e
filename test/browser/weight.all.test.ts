/** What a page costs to load, as hosts of static files send it: compressed by gzip. */
import { statSync } from 'node:fs';
import { cp, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { closeBrowser, hasBrowser, openPage } from '../support/browser.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';
import { serveFiles } from '../support/static-host.ts';

const MAX_BYTES = 60_000;
const MAX_REQUESTS = 8;

describe.skipIf(!hasBrowser)('the largest pages of the manual', () => {
  afterAll(closeBrowser);

  test(`weigh at most ${MAX_BYTES} bytes, compressed, in at most ${MAX_REQUESTS} requests, all to the same origin`, async () => {
    const folder = await temporaryFolder({});
    await cp('manual', folder, { recursive: true });
    expect(await runDocs(['build', '--out', 'site'], { cwd: folder })).toMatchObject({
      exitCode: 0,
    });
    const url = await serveFiles(join(folder, 'site'), '/');
    const names = await readdir(join(folder, 'site/current/manual'));
    const sizes = names
      .filter((name) => name.endsWith('.html'))
      .map((name) => [name, statSync(join(folder, 'site/current/manual', name)).size] as const);
    // The largest, and two as usual ones.
    const ordered = sizes.toSorted(([, one], [, other]) => other - one).map(([name]) => name);
    const pages = [...ordered.slice(0, 4), ...ordered.slice(15, 17)];
    const { page } = await openPage('about:blank');
    const heavy: string[] = [];
    for (const name of pages) {
      const asked = new Set<string>();
      page.removeAllListeners('request');
      page.on('request', (request) => asked.add(request.url()));
      await page.goto(`${url}current/manual/${name}`, { waitUntil: 'load' });
      const elsewhere = [...asked].filter((each) => !each.startsWith(url));
      expect(elsewhere).toEqual([]);
      const sent = [...asked].map(async (each) => {
        const file = await readFile(join(folder, 'site', new URL(each).pathname));
        return gzipSync(file).length;
      });
      const bytes = (await Promise.all(sent)).reduce((sum, each) => sum + each, 0);
      if (bytes > MAX_BYTES || asked.size > MAX_REQUESTS)
        heavy.push(`${name}: ${bytes} bytes in ${asked.size} requests`);
    }
    expect(heavy).toEqual([]);
  });
});
