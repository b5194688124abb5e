import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serve } from '../support/serve.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { TestPlatform } from '../support/platform.ts';

/** The platform, but no edit moves a page's date: what moves it is not documented. */
async function withStillDates({ baseUrl }: TestPlatform): Promise<string> {
  const { origin, pathname } = new URL(baseUrl);
  const still = await serve(async (request, response) => {
    const { method, url = '/', headers } = request;
    const body = await text(request);
    const answer = await fetch(`${origin}${url}`, {
      method: method ?? 'GET',
      headers: Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' && !NOT_PASSED.has(name)
          ? [[name, value] as [string, string]]
          : [],
      ),
      ...(body === '' ? {} : { body }),
    });
    const said = (await answer.text()).replaceAll(/"updated":"[^"]*"/g, `"updated":"${NOON}"`);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(said);
  });
  return `${still}${pathname}`;
}

const NOON = '2026-01-01T12:00:00+00:00';
const NOT_PASSED = new Set(['connection', 'host', 'content-length', 'transfer-encoding']);

const fileOf = (name: string): string => `docs/v1/guide/${name}.md`;

test('if the date of a page does not change with its text, no page is written without being read first', async () => {
  const files = Object.fromEntries(
    ['a', 'b', 'c'].map((n) => [fileOf(n), pageFile(n, `Of ${n}.\n`)]),
  );
  const bench = await openWorkbench(files, { baseUrl: withStillDates });
  await bench.push();
  await bench.write({ [fileOf('a')]: pageFile('a', 'Edited.\n') });
  expect((await bench.push()).requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });

  await bench.platform.admin.editor().edit(await bench.idOf('v1/guide/b'), { content: 'Theirs.' });
  await bench.write({ [fileOf('b')]: pageFile('b', 'Ours.\n') });

  const { plan } = await bench.prepare();
  expect(plan.changes).toMatchObject([{ kind: 'conflict', key: 'v1/guide/b', fields: ['body'] }]);
  await bench.write({
    [fileOf('b')]: pageFile('b', 'Of b.\n'),
    [fileOf('c')]: pageFile('c', 'New.\n'),
  });
  const { requests } = await bench.push();
  expect(requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
  expect((await bench.pages()).get('v1/guide/b')?.draft).toBe('Theirs.');
  expect((await bench.push()).requests).toEqual({ listAll: 1 });
});
