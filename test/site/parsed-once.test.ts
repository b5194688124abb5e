/** How often a page is parsed on its way to readers. */
import { beforeEach, expect, test, vi } from 'vitest';
import * as reading from '../../src/content/darkdown/read/parse.ts';
import { ask, startDev } from '../support/dev.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';
import { page } from './folder-of.ts';

/** Each text has a word of its own, and nothing else has it. */
const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/developerhub.yaml': 'title: Lapwing\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guide/headings.md': page('Headings', 'Plover.\n\n## One\n\n### Two\n\n- a\n- b'),
  'docs/v1.0/guide/gates.md': page(
    'Gates',
    'Dunlin.\n\n{% conditional audience="staff" %}\nFor staff.\n{% /conditional %}',
  ),
  'docs/v1.0/guide/notes.md': page('Notes', 'Avocet [a][b].\n\n[b]: headings.md#one\n\n[x]: note'),
  'docs/v1.0/guide/shared.md': page('Shared', 'Curlew.\n\n{% synced id="one" /%}'),
  'docs/v1.0/guide/early.md': page(
    'Early',
    'Sanderling.\n\n{% image url="a.png" caption="Turnstone" /%}',
  ),
  'docs/_synced-blocks/one.md': 'Whimbrel.\n\n## Together\n\n{% synced id="two" /%}\n',
  'docs/_synced-blocks/two.md': 'Godwit.\n',
  'docs/changelogs/news/first.md': '---\ntitle: First\npublished: true\n---\n\nKnot.\n',
};

const PAGES = ['Plover', 'Dunlin', 'Avocet', 'Curlew', 'Sanderling'];
const PARTS = ['Turnstone', 'Whimbrel', 'Godwit'];
const POST = 'Knot';

const WORD = new RegExp([...PAGES, ...PARTS, POST, 'Ruff'].join('|'));

const all = (words: readonly string[], count: number) =>
  Object.fromEntries(words.map((word) => [word, count]));

let times: Record<string, number> = {};

/** How often texts were parsed since this was last asked, by their words. */
function parsed(): Record<string, number> {
  const before = times;
  times = {};
  return before;
}

beforeEach(() => {
  times = {};
  const { parse } = reading;
  vi.spyOn(reading, 'parse').mockImplementation((text) => {
    const word = WORD.exec(text)?.[0];
    if (word !== undefined) times[word] = (times[word] ?? 0) + 1;
    return parse(text);
  });
});

test('docs build parses a page once for all files that it writes, and once to count the errors in its file', async () => {
  const run = await runDocs(['build', '--out', 'site'], { cwd: await temporaryFolder(FILES) });

  expect(run).toMatchObject({ exitCode: 0 });
  expect(parsed()).toEqual(all([...PAGES, ...PARTS, POST], 2));
});

test('docs dev parses a page once per request', async () => {
  const dev = await startDev(await temporaryFolder(FILES));

  for (const ending of ['', '.md', '']) {
    expect((await ask(`${dev.url}v1.0/guide/shared${ending}`)).status).toBe(200);
    expect(parsed()).toEqual(all(['Curlew', 'Whimbrel', 'Godwit'], 1));
  }
});

test('docs dev parses every page once for search, and then only changed pages', async () => {
  const cwd = await temporaryFolder(FILES);
  const dev = await startDev(cwd);
  const search = async () => ask(`${dev.url}_docs/search?q=together&version=v1.0`);

  expect((await search()).body).toContain('Together');
  expect(parsed()).toEqual(all([...PAGES, ...PARTS, POST], 1));
  await search();
  expect(parsed()).toEqual({});
});

test('docs dev parses a page with findings once to check it, and once for each place of a finding', async () => {
  const file = 'docs/v1.0/guide/notes.md';
  const dev = await startDev(
    await temporaryFolder({ ...FILES, [file]: page('Notes', 'Ruff.\n\n[](headings.md)') }),
  );

  const { body } = await ask(`${dev.url}_docs/state?page=/v1.0/guide/notes`);
  expect(JSON.parse(body)).toMatchObject({ findings: [{ rule: 'empty-link', block: 1 }] });
  expect(parsed()).toEqual({ Ruff: 2 });
});
