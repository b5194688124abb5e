import { cp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PUBLIC } from '../../../src/content/page/visibility.ts';
import { LiveSite } from '../../../src/commands/dev/live-site.ts';
import { Icons } from '../../../src/site/icons.ts';
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
  'docs/v1.0/refs/api.yaml': "openapi: 3.0.3\ninfo: { title: Readings, version: '1' }\npaths: {}\n",
};
const NO_ICONS = new Icons(() => '');
const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const A = '/v1.0/guide/a';
const B = '/v1.0/guide/b';

/** A folder that an earlier run showed, whose files are older than that run. */
async function shownBefore(files: Readonly<Record<string, string>> = FILES): Promise<string> {
  const root = await temporaryFolder(files);
  for (const file of Object.keys(files)) await utimes(join(root, file), LONG_AGO, LONG_AGO);
  const probe = join(root, 'probe');
  const times = await Promise.all(Object.keys(files).map((file) => stat(join(root, file))));
  const last = Math.max(...times.map(({ ctimeMs }) => ctimeMs));
  do await writeFile(probe, '');
  while ((await stat(probe)).mtimeMs <= last);
  const { site } = await openSite(root);
  await site.read();
  site.keep();
  return root;
}

async function openSite(root: string) {
  const open = () =>
    LiveSite.open(
      projectAt(root),
      PUBLIC,
      {},
      join(root, '.docs-cli'),
      NO_ICONS,
      () => Promise.resolve(''),
      () => undefined,
    );
  const site = await open();
  onTestFinished(() => {
    site.close();
  });
  const shown = async (path: string): Promise<string> => {
    const answer = await site.page(path);
    return 'body' in answer ? answer.body : answer.location;
  };
  const heard: string[] = [];
  const events = site.events()[Symbol.asyncIterator]();
  await events.next();
  void (async () => {
    for (;;) {
      const { done, value } = await events.next();
      if (done === true) return;
      heard.push(new TextDecoder().decode(value));
    }
  })();
  return { site, shown, told: () => heard.filter((event) => event.includes('change')).length };
}

test('a first page is as the last run left it, without a look at the others, and nothing is told if nothing changed', async () => {
  const root = await shownBefore();
  const before = await openSite(root);
  await before.site.read();
  const whole = await before.shown(A);
  const { site, shown, told } = await openSite(root);

  expect(await shown(A)).toBe(whole);
  expect(site.isRead).toBe(false);
  expect(site.mayShow(`${GUIDE}/p.png`)).toBe(true);
  await site.read();
  expect([site.isRead, told()]).toEqual([true, 0]);
  expect(await shown(A)).toBe(whole);
});

const changes: readonly [string, (root: string) => Promise<unknown>, RegExp][] = [
  ['a title', (root) => writeFiles(root, { [`${GUIDE}/b.md`]: page('Three') }), />Three<\/a>/],
  ['a new page', (root) => writeFiles(root, { [`${GUIDE}/c.md`]: page('New') }), />New<\/a>/],
  ['a page that is gone', (root) => rm(join(root, `${GUIDE}/b.md`)), /^(?![^]*>Two<\/a>)/],
  [
    'who sees a page',
    (root) => writeFiles(root, { [`${GUIDE}/b.md`]: page('Two', '', 'listed: false\n') }),
    /^(?![^]*>Two<\/a>)/,
  ],
  [
    'a new navigation',
    async (root) => {
      await writeFiles(root, { 'docs/v1.0/other/_nav.yaml': 'items: []\n' });
      await writeFiles(root, { 'docs/v1.0/other/c.md': page('Elsewhere') });
    },
    /other\/c/,
  ],
];

test.each(changes)(
  'what another file says since the last run is told right behind the first page: %s',
  async (_, change, expected) => {
    const root = await shownBefore();
    await change(root);
    const { site, shown, told } = await openSite(root);
    expect(await shown(A)).toContain('<p>Lapwing 2</p>');
    expect([site.isRead, told()]).toEqual([false, 0]);
    await site.read();

    expect(told()).toBe(1);
    expect(await shown(A)).toMatch(expected);
  },
);

test.each<[string, (root: string) => Promise<unknown>, RegExp]>([
  ['its text', (root) => writeFiles(root, { [`${GUIDE}/a.md`]: page('One', 'Later') }), /Later/],
  ['its title', (root) => writeFiles(root, { [`${GUIDE}/a.md`]: page('Zero') }), /<h1>Zero/],
  [
    'a synced block',
    (root) => writeFiles(root, { 'docs/_synced-blocks/power.md': 'Pull the plug.\n' }),
    /Pull the plug/,
  ],
  [
    'a variable',
    (root) => writeFiles(root, { 'docs/developerhub.yaml': 'variables:\n  product: L 3\n' }),
    /L 3/,
  ],
  [
    'the navigation',
    (root) => writeFiles(root, { [`${GUIDE}/_nav.yaml`]: 'items:\n  - b\n  - a\n' }),
    />Two<\/a>[^]*>One<\/a>/,
  ],
  [
    'the title of a reference',
    (root) =>
      writeFiles(root, {
        'docs/v1.0/refs/api.yaml': FILES['docs/v1.0/refs/api.yaml'].replace('Readings', 'Measured'),
      }),
    />Measured<\/a>/,
  ],
  ['a picture', (root) => rm(join(root, `${GUIDE}/p.png`)), /^(?![^]*_docs\/files)/],
])('what the first page itself is made of is as it is now: %s', async (_, change, expected) => {
  const root = await shownBefore();
  await change(root);
  const { shown } = await openSite(root);
  expect(await shown(A)).toMatch(expected);
});

test('what is no page that was kept waits for the folder: a new one, one that is gone, the top, search', async () => {
  const root = await shownBefore();
  await writeFiles(root, { [`${GUIDE}/c.md`]: page('New', 'Words of its own') });
  await rm(join(root, `${GUIDE}/b.md`));
  await writeFiles(root, { [`${GUIDE}/_nav.yaml`]: 'items:\n  - a\n  - b\n' });
  const open = async () => (await openSite(root)).shown;

  expect(await (await open())('/v1.0/guide/c')).toContain('<h1>New</h1>');
  expect(await (await open())(B)).toContain('Page not found');
  await rename(join(root, `${GUIDE}/a.md`), join(root, `${GUIDE}/0.md`));
  expect(await (await open())('/')).toBe('/v1.0/guide/0');
  const { site } = await openSite(root);
  expect(await site.search('words of its own', 'v1.0')).toMatchObject([{ url: '/v1.0/guide/c' }]);
});

test('a first page whose file changes before the folder is read is looked at again', async () => {
  const root = await shownBefore();
  const { site, shown, told } = await openSite(root);
  await shown(A);
  await writeFiles(root, { [`${GUIDE}/a.md`]: page('One', 'Later') });
  await site.read();
  await site.lookAgain();
  expect(told()).toBe(1);
  expect(await shown(A)).toContain('Later');
});

test('what another folder’s run kept is not believed, even if there are no settings to tell them apart', async () => {
  const root = await shownBefore({
    [`${GUIDE}/a.md`]: page('One'),
    [`${GUIDE}/b.md`]: page('Two'),
  });
  const copy = await temporaryFolder();
  await cp(root, copy, { recursive: true, preserveTimestamps: true });
  await writeFiles(copy, { [`${GUIDE}/b.md`]: page('Three') });
  const { site, shown } = await openSite(copy);
  expect(site.isRead).toBe(true);
  expect(await shown(A)).toContain('>Three</a>');
});

test('a site with a malformed file is not kept, so that the mistake is told again', async () => {
  const root = await shownBefore({ ...FILES, [`${GUIDE}/_nav.yaml`]: 'items: [\n' });
  const { site, shown } = await openSite(root);
  expect(site.isRead).toBe(true);
  expect(await shown(A)).toContain('<h1>One</h1>');
  expect(await site.state(A)).toMatchObject({ broken: [{ file: `${GUIDE}/_nav.yaml` }] });
});

test('a second run over an unchanged folder writes nothing', async () => {
  const root = await shownBefore();
  const cache = join(root, '.docs-cli/site.cache');
  const before = await readFile(cache);
  const { ino } = await stat(cache);
  const { site } = await openSite(root);
  await site.read();
  site.keep();
  expect((await stat(cache)).ino).toBe(ino);
  expect(await readFile(cache)).toEqual(before);
});
