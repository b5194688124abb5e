import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FilePath } from '../../../src/model/ids.ts';
import { PUBLIC } from '../../../src/content/page/visibility.ts';
import { LiveSite } from '../../../src/commands/dev/live-site.ts';
import { Icons } from '../../../src/site/icons.ts';
import { watchFiles } from '../../../src/commands/shared/watched-files/watch-files.ts';
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

/** A site whose files are watched. */
async function openSite(isOnlyHere = true) {
  const root = await temporaryFolder(FILES);
  for (const file of Object.keys(FILES)) await utimes(join(root, file), LONG_AGO, LONG_AGO);
  const project = projectAt(root);
  const heardWarnings: string[] = [];
  const site = await LiveSite.open({
    samples: { ignored: async () => new Set(), shown: () => undefined },
    project,
    reader: PUBLIC,
    rules: {},
    icons: NO_ICONS,
    isOnlyHere,
    writeReview: () => Promise.resolve(''),
    warn: (text) => heardWarnings.push(text),
  });
  onTestFinished(() => {
    site.close();
  });
  const shown = async (path: string): Promise<string> => {
    const answer = await site.page(path);
    return 'body' in answer ? answer.body : answer.location;
  };
  const save = async (files: Readonly<Record<string, string>>): Promise<void> => {
    await writeFiles(root, files);
    await site.take(new Set(Object.keys(files) as FilePath[]));
  };
  return { root, project, site, shown, save, heardWarnings };
}

const A = '/v1.0/guide/a';

test('a page has samples as their files are now, and its watches hear of them', async () => {
  const { root, project, shown } = await openSite();
  const sampled = `[//]: # (docs-snippet examples/a.sh)\n\n\`\`\`sh\nold\n\`\`\``;
  await writeFiles(root, { [`${GUIDE}/a.md`]: page('One', sampled) });
  expect(await shown(A)).toContain('old');
  await writeFiles(root, { 'examples/a.sh': 'now\n' });
  expect(await shown(A)).toContain('now');

  const heard: FilePath[] = [];
  let hear: () => void = () => undefined;
  const watching = watchFiles(
    project,
    (paths) => {
      heard.push(...paths);
      hear();
    },
    () => undefined,
  );
  onTestFinished(() => {
    watching.close();
  });
  watching.add('examples/a.sh' as FilePath);
  const changed = new Promise<void>((resolve) => {
    hear = resolve;
  });
  await writeFiles(root, { 'examples/other.sh': 'x\n', 'examples/a.sh': 'later\n' });
  await changed;
  expect([...new Set(heard)]).toEqual(['examples/a.sh']);
});

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
])('what changes while the folder is watched is shown: %s', async (_, change, expected) => {
  const { root, project, site, shown } = await openSite();
  await shown(A);
  const taken = new Promise<void>((resolve, reject) => {
    const takeAndLook = async (files: ReadonlySet<FilePath>): Promise<void> => {
      await site.take(files);
      if (expected.test(await shown(A))) resolve();
    };
    const take = (files: ReadonlySet<FilePath>): void => {
      takeAndLook(files).catch(reject);
    };
    const watching = watchFiles(project, take, reject);
    onTestFinished(() => {
      watching.close();
    });
  });
  await change(root);
  await taken;

  expect(await shown(A)).toMatch(expected);
});

test.each([
  [`${GUIDE}/p.png`, /p\.png\?([^"]*)/],
  ['docs/_synced-blocks/power.md', /another/],
])('what a page shows changes with %s', async (file, expected) => {
  const { shown, save } = await openSite();
  const before = expected.exec(await shown(A))?.[0];
  await save({ [file]: 'another' });
  const after = expected.exec(await shown(A))?.[0];
  expect(after).toBeDefined();
  expect(after).not.toBe(before);
});

const broken = async (site: LiveSite, path: string) => (await site.state(path)).broken;

test.each([
  ['emptied', '', 'This file is empty: write the page, or delete the file.'],
  ['half written', '---\ntype: page\ntitle: Tw', 'The header is not closed.'],
  [
    'left with conflict markers',
    page('Two', '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs'),
    'This file has conflict markers (&lt;&lt;&lt;&lt;&lt;&lt;&lt;): resolve the conflict and delete the markers.',
  ],
])('a page that is %s shows its error in the place of its text', async (_, text, message) => {
  const { site, shown, save, heardWarnings } = await openSite();
  const file = `${GUIDE}/b.md`;
  await save({ [file]: text });

  const html = await shown('/v1.0/guide/b');
  expect(html).toContain('>This page cannot be shown.</p>');
  expect(html).toMatch(new RegExp(`<code>${file}:\\d+:1</code> `));
  expect(html).toContain(`</code> ${message}</p>`);
  expect(html).toContain('<p>It appears as soon as the file is saved without the error.</p>');
  expect(await broken(site, A)).toMatchObject([{ file }]);
  expect(heardWarnings.filter((each) => each.startsWith(file))).toHaveLength(1);

  await save({ [file]: page('Three', 'Whole again') });
  expect(await shown('/v1.0/guide/b')).toContain('Whole again');
  expect(await shown(A)).toContain('>Three</a>');
  expect(await broken(site, A)).toEqual([]);
});

test('other machines are not told of a page that cannot be read: its header may hide it', async () => {
  const { shown, save } = await openSite(false);
  await save({ [`${GUIDE}/b.md`]: '---\ntype: page\ntitle: Tw' });

  expect(await shown('/v1.0/guide/b')).toContain('Page not found');
  expect(await shown(A)).not.toContain('guide/b');
});

test('the address of a page whose file is renamed leads to its new one, as long as that is there', async () => {
  const { root, site, shown } = await openSite();
  const [before, after] = [`${GUIDE}/b.md`, `${GUIDE}/z.md`];
  await rename(join(root, before), join(root, after));
  await site.take(new Set([before, after] as FilePath[]));
  expect(await shown('/v1.0/guide/b')).toBe('/v1.0/guide/z');

  await rm(join(root, after));
  await site.take(new Set([after as FilePath]));
  expect(await shown('/v1.0/guide/b')).toContain('Page not found');
});

test('navigation that is emptied and written again is not told as empty any more', async () => {
  const { site, shown, save } = await openSite();
  const nav = `${GUIDE}/_nav.yaml`;
  await shown(A);
  for (const text of ['', 'items:\n  - b\n  - a\n']) await save({ [nav]: text });

  expect(await broken(site, A)).toEqual([]);
});

const API = 'docs/v1.0/refs/api.yaml';
const definition = (title: string, summary: string): string =>
  `openapi: 3.0.3\ninfo:\n  title: ${title}\n  version: "1"\npaths:\n  /birds:\n    get:\n      summary: ${summary}\n      responses: {}\n`;

test('a definition that is half written shows its mistake and its place, until it is whole', async () => {
  const { site, shown, save, heardWarnings } = await openSite();
  await save({ [API]: definition('Birds', 'List them') });
  expect(await shown('/v1.0/api/ref')).toContain('List them');
  await save({ [API]: 'openapi: 3.0.3\ninfo:\n  title: Bi\n version: 1\n' });

  const body = await shown('/v1.0/api/ref');
  expect(body).toContain('This reference cannot be shown.');
  expect(body).toContain(`<code>${API}:4</code> `);
  expect(await site.definition('v1.0/api.json')).toBeNull();
  expect(await broken(site, '/v1.0/api/ref')).toMatchObject([{ file: API, line: 4 }]);
  expect(heardWarnings.filter((text) => text.startsWith(`${API}:4: `))).toHaveLength(1);

  await save({ [API]: definition('Owls', 'Count them') });
  expect(await shown('/v1.0/api/ref')).toMatch(/>Owls<[^]*Count them/);
  expect(await broken(site, '/v1.0/api/ref')).toEqual([]);
});
