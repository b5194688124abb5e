/** `docs platform copy` of a folder that is served and written to: the copy is the project at one moment. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';
import { request } from '../support/request.ts';
import { start } from './support/platform.ts';

test('a copy of a running folder has every change up to one moment and none after it, and its keys work', async () => {
  const cwd = await temporaryFolder();
  const served = await start({ folder: join(cwd, 'data'), rateLimits: false });
  onTestFinished(() => served.close());
  const documentation = await served.admin.documentationId('v1', 'guides');
  const order: string[] = [];
  const over = new AbortController();
  const written = new Set<() => void>();
  const write = async (): Promise<void> => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const slug = `page-${n}`;
      const path = `/documentation/${documentation}/page`;
      const { status } = await request(served, 'POST', path, { json: { slug, content: slug } });
      expect(status).toBe(200);
      order.push(slug);
      for (const go of written) go();
    }
  };
  const more = (count: number): Promise<void> => {
    const at = order.length + count;
    return new Promise((resolve) => {
      written.add(() => {
        if (order.length >= at) resolve();
      });
    });
  };
  const writing = write();

  await more(40);
  const before = order.length;
  const copied = await runDocs(['platform', 'copy', '--from', 'data', '--to', 'copy'], { cwd });
  const after = order.length;
  over.abort();
  await writing;

  expect(copied).toMatchObject({ exitCode: 0 });
  expect(copied.stdout).toContain(', 0 readers, ');
  expect(after).toBeGreaterThan(before);
  const copy = await start({ folder: join(cwd, 'copy'), rateLimits: false });
  onTestFinished(() => copy.close());
  const pages = await copy.admin.pages();
  const slugs = pages.map(({ slug }) => String(slug)).toSorted(byNumber);
  expect(slugs).toEqual(order.slice(0, slugs.length));
  expect(slugs.length).toBeGreaterThanOrEqual(before);
  // One may have been written whose answer was not counted yet.
  expect(slugs.length).toBeLessThanOrEqual(after + 1);
  expect(pages.every(({ history, draft, slug }) => history.length === 1 && draft === slug)).toBe(
    true,
  );
  const { status } = await request({ ...copy, apiKey: served.apiKey }, 'GET', '/version');
  expect(status).toBe(200);
});

const byNumber = (a: string, b: string): number => Number(a.slice(5)) - Number(b.slice(5));
