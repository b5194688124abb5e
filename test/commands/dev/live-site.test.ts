import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FilePath } from '../../../src/model/ids.ts';
import { PUBLIC } from '../../../src/content/page/visibility.ts';
import { LiveSite } from '../../../src/commands/dev/live-site.ts';
import { Icons } from '../../../src/site/icons.ts';
import { watchFiles } from '../../../src/commands/dev/watch-files.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { page } from '../../site/folder-of.ts';
import { projectAt } from '../../support/project.ts';

const GUIDE = 'docs/v1.0/guide';
const FILES = {
  'docs/developerhub.yaml': 'title: Lapwing\nvariables:\n  product: Lapwing 2\n',
  'docs/_synced-blocks/power.md': 'Switch it off.\n',
  [`${GUIDE}/_nav.yaml`]: 'items:\n  - a\n  - b\n',
  [`${GUIDE}/a.md`]: page('One', '%product%\n\n{% synced id="power" /%}\n\n![p](p.png)'),
  [`${GUIDE}/b.md`]: page('Two', 'Text'),
  [`${GUIDE}/p.png`]: 'one',
  'set-aside/a.md': page('Set aside', 'Other text'),
};
const NO_ICONS = new Icons(() => '');
/** As old as what a program unpacks or moves. */
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** A site that was read, whose files nobody watches yet. */
async function openSite() {
  const root = await temporaryFolder(FILES);
  for (const file of Object.keys(FILES)) await utimes(join(root, file), LONG_AGO, LONG_AGO);
  const project = projectAt(root);
  const heardWarnings: string[] = [];
  const site = await LiveSite.open(
    project,
    PUBLIC,
    {},
    null,
    NO_ICONS,
    () => Promise.resolve(''),
    (text) => heardWarnings.push(text),
  );
  onTestFinished(() => {
    site.close();
  });
  const heard: string[] = [];
  const watched = async (): Promise<void> => {
    const failed = (error: unknown): void => {
      throw error;
    };
    const watching = watchFiles(project, (files) => heard.push(...files), failed);
    onTestFinished(() => {
      watching.close();
    });
    await site.lookAgain();
  };
  const shown = async (path: string): Promise<string> => {
    const answer = await site.page(path);
    return 'body' in answer ? answer.body : answer.location;
  };
  let told = 0;
  const events = site.events()[Symbol.asyncIterator]();
  await events.next();
  void (async () => {
    for (;;) {
      const { done, value } = await events.next();
      if (done === true) return;
      if (new TextDecoder().decode(value).includes('change')) told += 1;
    }
  })();
  return { root, site, watched, shown, heardWarnings, told: () => told };
}

const A = '/v1.0/guide/a';

test.each<[string, (root: string) => Promise<unknown>, RegExp]>([
  ['a text', (root) => writeFiles(root, { [`${GUIDE}/a.md`]: page('One', 'Later') }), /Later/],
  ['a title', (root) => writeFiles(root, { [`${GUIDE}/b.md`]: page('Three') }), />Three<\/a>/],
  ['a new page', (root) => writeFiles(root, { [`${GUIDE}/c.md`]: page('New') }), />New<\/a>/],
  [
    'a variable',
    (root) =>
      writeFiles(root, {
        'docs/developerhub.yaml': 'title: L\nvariables:\n  product: Lapwing 3\n',
      }),
    /Lapwing 3/,
  ],
  ['a page that is gone', (root) => rm(join(root, `${GUIDE}/b.md`)), /^(?![^]*>Two<\/a>)/],
  [
    'the navigation',
    (root) => writeFiles(root, { [`${GUIDE}/_nav.yaml`]: 'items:\n  - b\n  - a\n' }),
    />Two<\/a>[^]*>One<\/a>/,
  ],
  [
    'a page whose times are old',
    (root) => rename(join(root, 'set-aside/a.md'), join(root, `${GUIDE}/a.md`)),
    /Set aside/,
  ],
  [
    'a whole folder whose files are old',
    async (root) => {
      await mkdir(join(root, 'docs/v1.0/other'));
      await rm(join(root, 'docs/v1.0/other'), { recursive: true });
      await rename(join(root, 'set-aside'), join(root, 'docs/v1.0/other'));
    },
    /other\/a/,
  ],
])(
  'what changes after the folder was read and before changes are heard is shown and told: %s',
  async (_, change, expected) => {
    const { root, watched, shown, told } = await openSite();
    await shown(A);
    await change(root);
    await watched();

    expect(await shown(A)).toMatch(expected);
    expect(told()).toBe(1);
  },
);

test('a picture or synced block that changes after a page was shown is told', async () => {
  for (const file of [`${GUIDE}/p.png`, 'docs/_synced-blocks/power.md']) {
    const { root, watched, shown, told } = await openSite();
    await shown(A);
    await writeFiles(root, { [file]: 'another' });
    await watched();
    expect([file, told()]).toEqual([file, 1]);
  }
});

test('browsers are told nothing if nothing changed before changes were heard', async () => {
  const { watched, shown, told } = await openSite();
  const before = await shown(A);
  await watched();
  expect(await shown(A)).toBe(before);
  expect(told()).toBe(0);
});

test('a page that was not shown yet keeps its title while its file is emptied and written again', async () => {
  const { root, site, shown } = await openSite();
  await writeFiles(root, { [`${GUIDE}/b.md`]: '' });
  await site.take(new Set([`${GUIDE}/b.md` as FilePath]));
  expect(await shown(A)).toContain('>Two</a>');

  await writeFiles(root, { [`${GUIDE}/b.md`]: page('Three') });
  await site.take(new Set([`${GUIDE}/b.md` as FilePath]));
  expect(await shown(A)).toContain('>Three</a>');
});

test('navigation that is emptied and written again is not told as empty any more', async () => {
  const { root, site, shown } = await openSite();
  const nav = `${GUIDE}/_nav.yaml`;
  await shown(A);
  for (const text of ['', 'items:\n  - b\n  - a\n']) {
    await writeFiles(root, { [nav]: text });
    await site.take(new Set([nav as FilePath]));
  }

  expect((await site.state(A)).broken).toEqual([]);
});

const API = 'docs/v1.0/refs/api.yaml';
const definition = (title: string, summary: string): string =>
  `openapi: 3.0.3\ninfo:\n  title: ${title}\n  version: "1"\npaths:\n  /birds:\n    get:\n      summary: ${summary}\n      responses: {}\n`;

test.each([
  ['before its page was shown', false],
  ['after its page was shown', true],
])(
  'a definition that is half written %s is shown as it was, with its mistake and its place, until it is whole',
  async (_, isShownBefore) => {
    const { root, site, shown, heardWarnings } = await openSite();
    const save = async (text: string): Promise<void> => {
      await writeFiles(root, { [API]: text });
      await site.take(new Set([API as FilePath]));
    };
    await shown(A);
    await save(definition('Birds', 'List them'));
    if (isShownBefore) await shown('/v1.0/api/ref');

    for (const half of ['', 'openapi: 3.0.3\ninfo:\n  title: Bi\n version: 1\n']) {
      await save(half);
      const body = await shown('/v1.0/api/ref');
      expect(body).toContain('List them');
      expect(body).toContain('>Birds<');
      expect(await site.definition('v1.0/api.json')).toContain('List them');
    }
    const { broken } = await site.state('/v1.0/api/ref');
    expect(broken).toMatchObject([{ file: API, line: 4 }]);
    expect(heardWarnings.filter((text) => text.startsWith(`${API}:4: `))).toHaveLength(1);

    await save(definition('Owls', 'Count them'));
    expect(await shown('/v1.0/api/ref')).toMatch(/>Owls<[^]*Count them/);
    expect((await site.state('/v1.0/api/ref')).broken).toEqual([]);
  },
);

test('a definition that was never whole is told with its mistake and its place', async () => {
  const { root, site, shown } = await openSite();
  await writeFiles(root, { [API]: 'openapi: 3.0.3\ninfo:\n  title: "Bi\n' });
  await site.take(new Set([API as FilePath]));

  expect(await shown('/v1.0/api/ref')).toContain('cannot be read');
  expect((await site.state('/v1.0/api/ref')).broken).toMatchObject([{ file: API }]);
});
