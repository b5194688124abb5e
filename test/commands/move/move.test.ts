import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { lockIn } from '../../support/lock.ts';
import { openWorld } from '../../support/world.ts';
import type { World } from '../../support/world.ts';
import { CONFIG, FILES, page, push, snapshot, type Pushed } from './moved-folder.ts';

/** Codes of findings about links and navigations. */
/** What GitHub Sync does otherwise, and no link. */
const OF_SYNC: ReadonlySet<string> = new Set(['no-published', 'nav-outside-parent', 'no-parent']);

async function brokenIn(world: World): Promise<readonly string[]> {
  const { stdout } = await world.run('check', '--json');
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly { code: string }[] };
  return findings
    .map(({ code }) => code)
    .filter((code) => !OF_SYNC.has(code))
    .toSorted();
}

test('a file that pages have samples of moves with its comments, and other paths stay', async () => {
  const fence = '```sh\ndocs push\n```';
  const body = `[//]: # (docs-snippet docs/v1/guide/run.sh#L1)\n\n${fence}\n\n> [//]: # (docs-snippet examples/run.sh)\n\n${fence}`;
  const world = await openWorld({
    ...FILES,
    'docs/v1/guide/start.md': page('Start', body),
    'docs/v1/guide/run.sh': 'docs push\n',
    'examples/run.sh': 'docs push\n',
  });

  await world.run('move', 'docs/v1/guide/run.sh', 'docs/v1/guide/run (all).sh');
  await world.run('move', 'docs/v1/guide/start.md', 'docs/v1/guide/begin.md');

  const text = await world.read('docs/v1/guide/begin.md');
  expect(text).toBe(page('Start', body.replace('guide/run.sh#L1', 'guide/run%20%28all%29.sh#L1')));
});

test('a followed file keeps its followers, and the moves of translations are offered', async () => {
  const world = await openWorld({
    ...FILES,
    'docs-cli.config.yml': `${CONFIG}translations:\n  - of: docs/v1/guide\n    in: [docs/v1/other]\n`,
    'docs/v1/guide/start.md':
      '---\ntitle: Start\nfollows: docs/v1/guide/crew.md, src/*.ts\n---\n\nText\n',
    'docs/v1/other/crew.md': page('Mannschaft', 'Text'),
  });

  const run = await world.run('move', 'docs/v1/guide/crew.md', 'docs/v1/guide/team.md');

  expect(await world.read('docs/v1/guide/start.md')).toContain(
    '\nfollows: docs/v1/guide/team.md, src/*.ts\n',
  );
  expect(run.stdout).toContain(
    '1 translation did not move with it:\n  docs move docs/v1/other/crew.md docs/v1/other/team.md\n',
  );
});

test('a page moves with the pages below it: links, navigation and lock follow, and a push creates and deletes nothing', async () => {
  const world = await openWorld(FILES);
  await push(world);
  const ids = Object.fromEntries(
    Array.from((await lockIn(world.folder)).pages.values(), ({ title, id }) => [title, id]),
  );
  expect(await brokenIn(world)).toEqual([]);

  const run = await world.run('move', 'docs/v1/guide/crew.md', 'docs/v1/guide/team.md');

  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  await expect(run.stdout).toMatchFileSnapshot('../../golden/move/page.txt');
  expect(await world.exists('docs/v1/guide/crew')).toBe(false);
  expect(await world.read('docs/v1/guide/_nav.yaml')).toBe(`# In this order
items:
  - start
  - page: team   # everybody
    items: [team/captain, team/cook]
  - link:
      title: The crew
      url: /guide/team
`);
  expect(await world.read('docs/v1/guide/start.md')).toContain(
    '[the crew](team.md#all) and [the cook](team/cook.md)',
  );
  expect(await world.read('docs/v1/guide/team.md')).toContain(
    '[Captain](team/captain.md), [start](start.md), [all](team.md#all), ![](ship.png)',
  );
  expect(await world.read('docs/v1/guide/team/captain.md')).toContain(
    'Of [us](../team.md). ![The ship](<../ship.png>)',
  );
  expect(await world.read('docs/v1/guide/team/cook.md')).toContain(
    '{% card title="Us" link="/guide/team#all" /%}\n\n[There](/v1/guide/team), [elsewhere](https://example.com/guide/crew), `[no](../crew.md)`',
  );
  expect(await world.read('docs/v1/other/notes.md')).toContain('[Crew](../guide/team.md)');
  expect(await world.read('docs/changelogs/news/first.md')).toContain('[the crew](/guide/team)');
  expect(await brokenIn(world)).toEqual([]);
  expect(await push(world)).toMatchObject({
    create: 0,
    orphan: 0,
    delete: 0,
    conflict: 0,
    gone: 0,
  });
  const after = (await lockIn(world.folder)).pages;
  expect(Object.fromEntries(Array.from(after.values(), ({ title, id }) => [title, id]))).toEqual(
    ids,
  );
  expect(await world.page('v1/guide/team')).toMatchObject({ title: 'Crew' });
  expect(await world.page('v1/guide/crew')).toBeUndefined();
});

test.each([
  [
    'into a folder, which keeps the address',
    ['docs/v1/guide/start.md', 'docs/v1/guide/crew/'],
    {
      'docs/v1/guide/crew/start.md': '[the crew](../crew.md#all) and [the cook](cook.md)',
      'docs/v1/guide/crew.md': '[start](crew/start.md)',
      'docs/v1/guide/_nav.yaml': '  - crew/start\n',
    },
  ],
  [
    'by its key, into a folder that exists',
    ['v1/guide/start', 'docs/v1/guide/crew'],
    { 'docs/v1/guide/crew/start.md': '(../crew.md#all)' },
  ],
  [
    'to a folder with characters that links encode',
    ['docs/v1/guide/crew/cook.md', 'docs/v1/guide/on (the) ship/'],
    {
      'docs/v1/guide/start.md': '[the cook](on%20%28the%29%20ship/cook.md)',
      'docs/v1/guide/_nav.yaml': "items: [crew/captain, 'on (the) ship/cook']",
    },
  ],
  [
    'where only letter case differs',
    ['docs/v1/guide/crew/cook.md', 'docs/v1/guide/crew/Cook.md'],
    { 'docs/v1/guide/start.md': '[the cook](crew/Cook.md)' },
  ],
  [
    'a picture',
    ['docs/v1/guide/ship.png', 'docs/v1/pictures/boat.png'],
    {
      'docs/v1/guide/crew/captain.md': '![The ship](<../../pictures/boat.png>)',
      'docs/v1/other/notes.md': '![](../pictures/boat.png)',
    },
  ],
] as const)('moves %s', async (_, names, texts) => {
  const world = await openWorld(FILES);
  await push(world);

  expect(await world.run('mv', ...names)).toMatchObject({ exitCode: 0, stderr: '' });

  for (const [file, text] of Object.entries(texts)) expect(await world.read(file)).toContain(text);
  expect(await brokenIn(world)).toEqual([]);
  const { stdout } = await world.run('status', '--json');
  expect((JSON.parse(stdout) as Pushed).summary).toMatchObject({
    create: 0,
    orphan: 0,
    conflict: 0,
  });
});

test.each([
  ['a query', '(/guide/crew?print=1#all)', '(/guide/team?print=1#all)'],
  ['a slash at its end', '(/v1/guide/crew/)', '(/v1/guide/team/)'],
  ['both', '(</guide/crew/?a=b>)', '(</guide/team/?a=b>)'],
])('an address with %s is changed', async (_, before, after) => {
  const world = await openWorld({ ...FILES, 'docs/v1/other/notes.md': page('N', `[x]${before}`) });

  await world.run('move', 'docs/v1/guide/crew.md', 'docs/v1/guide/team.md');

  expect(await world.read('docs/v1/other/notes.md')).toContain(`[x]${after}`);
  expect(await brokenIn(world)).toEqual([]);
});

test('the header of a link page and the links of the project lead to the new address', async () => {
  const world = await openWorld({
    ...FILES,
    'docs/developerhub.yaml':
      'title: Ferry\nnavigation:\n  links:\n    - title: Crew # us\n      url: /guide/crew\n    - title: crew\n      url: https://example.com/\n',
    'docs/v1/other/go.md': '---\ntype: link\ntitle: Go\nurl: /v1/guide/crew#all\n---\n',
  });

  await world.run('move', 'docs/v1/guide/crew.md', 'docs/v1/guide/team.md');

  expect(await world.read('docs/v1/other/go.md')).toContain('url: /v1/guide/team#all\n');
  expect(await world.read('docs/developerhub.yaml')).toBe(
    'title: Ferry\nnavigation:\n  links:\n    - title: Crew # us\n      url: /guide/team\n    - title: crew\n      url: https://example.com/\n',
  );
});

test('pages that cannot be read or are links are named, and do not stop a move', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1/other/large.md': page('Large', '[x](/guide/crew) '.repeat(150_000)),
  });
  await writeFile(join(folder, 'docs/v1/other/bytes.md'), Buffer.from([0xff, 0xfe, 0xfa]));
  await symlink('notes.md', join(folder, 'docs/v1/other/twin.md'));

  const run = await runDocs(['move', 'docs/v1/guide/crew.md', 'docs/v1/guide/team.md'], {
    cwd: folder,
  });

  expect(run).toMatchObject({ exitCode: 0 });
  for (const name of ['large', 'bytes', 'twin']) {
    expect(run.stderr).toMatch(new RegExp(`"docs/v1/other/${name}\\.md" .*\\n?.*were not changed`));
  }
  const text = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
  expect(await text('docs/v1/other/notes.md')).toContain('[Crew](../guide/team.md)');
});

test.each([
  ['out of the project', '/tmp'],
  ['inside it', '../other'],
])('nothing moves behind a link that leads %s, and --dry-run says the same', async (_, target) => {
  const folder = await temporaryFolder(FILES);
  await symlink(target, join(folder, 'docs/v1/guide/lnk'));
  const before = await snapshot(folder);
  const argv = ['move', 'docs/v1/guide/start.md', 'docs/v1/guide/lnk/'];

  const [run, dry] = [
    await runDocs(argv, { cwd: folder }),
    await runDocs([...argv, '-n'], { cwd: folder }),
  ];

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('is a symbolic link, or behind one');
  expect(dry).toEqual(run);
  expect(await snapshot(folder)).toEqual(before);
});

describe('nothing is written', () => {
  test.each([
    [
      'into itself',
      ['docs/v1/guide/crew', 'docs/v1/guide/crew/old'],
      'cannot be moved into itself',
    ],
    [
      'over a file',
      ['docs/v1/guide/crew.md', 'docs/v1/guide/start.md'],
      'start.md" exists already',
    ],
    ['where it is', ['docs/v1/guide/start.md', 'docs/v1/guide/'], 'is already there'],
    ['what is not there', ['docs/v1/guide/none.md', 'x.md'], 'There is no page, file or folder'],
    ['out of the project', ['docs/v1/guide/start.md', '../start.md'], 'is outside the project'],
    ['out of the content', ['docs/v1/guide/start.md', 'start.md'], 'would be in no content folder'],
    ['a name without an ending', ['docs/v1/guide/start.md', 'docs/v1/guide/go'], 'is not a folder'],
    [
      'a picture to a page',
      ['docs/v1/guide/ship.png', 'docs/v1/guide/ship.md'],
      'is not a page, but',
    ],
    ['a documentation', ['docs/v1/guide', 'docs/v1/manual'], 'is neither a page nor a file'],
    [
      'a post',
      ['docs/changelogs/news/first.md', 'docs/changelogs/news/one.md'],
      'is neither a page',
    ],
    ['elsewhere', ['docs/v1/guide/start.md', 'docs/v1/other/start.md'], 'in another documentation'],
    [
      'below a reserved name',
      ['docs/v1/guide/start.md', 'docs/v1/guide/_x/'],
      'would not be a page',
    ],
    [
      'to a hidden name',
      ['docs/v1/guide/start.md', 'docs/v1/guide/.start.md'],
      'cannot be the name',
    ],
    ['a slug twice', ['docs/v1/guide/start.md', 'docs/v1/guide/crew/cook.md'], 'exists already'],
    [
      'the same slug',
      ['docs/v1/guide/start.md', 'docs/v1/guide/sub/cook.md'],
      'would both be the page',
    ],
    ['what no slug has', ['docs/v1/guide/start.md', 'docs/v1/guide/a b.md'], 'cannot be the slug'],
    [
      'what no new slug has',
      ['docs/v1/guide/start.md', 'docs/v1/guide/ä.md'],
      'cannot be the slug',
    ],
    [
      'case of another',
      ['docs/v1/guide/start.md', 'docs/v1/guide/CREW.md'],
      'one file on some systems',
    ],
  ] as const)('if it would move %s', async (_, names, says) => {
    const folder = await temporaryFolder(FILES);
    const before = await snapshot(folder);

    const run = await runDocs(['move', ...names], { cwd: folder });

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(says);
    expect(await snapshot(folder)).toEqual(before);
  });

  test('if the place is that of a page of the platform without a file', async () => {
    const world = await openWorld(FILES);
    await push(world);
    await world.remove('docs/v1/guide/start.md');
    const before = await snapshot(world.folder);

    const run = await world.run('move', 'docs/v1/guide/crew.md', 'docs/v1/guide/start.md');

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('The platform has another page v1/guide/start');
    expect(await snapshot(world.folder)).toEqual(before);
  });

  test.each([
    ['docs-cli.lock', '<<<<<<< ours\n', 'a merge conflict starts here'],
    ['docs-cli.staging.lock', '<<<<<<< ours\n', 'docs-cli.staging.lock'],
    [
      '.docs-cli/docs-cli.lock.log',
      '{"intent":1,"write":{"op":"publish","key":"v1/guide/crew","id":7,"at":0}}\n',
      'did not finish',
    ],
  ])('if %s is in a state that it does not touch', async (file, more, says) => {
    const world = await openWorld(FILES);
    await push(world);
    const lock = await world.read('docs-cli.lock');
    const isLog = file.endsWith('.log');
    await world.write({ [file]: isLog ? (await world.read(file)) + more : lock + more });
    const before = await snapshot(world.folder);

    const run = await world.run('move', 'docs/v1/guide/crew.md', 'docs/v1/guide/team.md');

    expect(run.stderr).toContain(says);
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await snapshot(world.folder)).toEqual(before);
  });

  test('with --dry-run, which shows all of it', async () => {
    const folder = await temporaryFolder(FILES);
    const before = await snapshot(folder);
    const argv = ['move', 'docs/v1/guide/crew.md', 'docs/v1/guide/team.md', '--dry-run'];

    const [text, json] = [
      await runDocs(argv, { cwd: folder }),
      await runDocs([...argv, '--json'], { cwd: folder }),
    ];

    expect(text.stdout).toContain('Nothing was written.');
    expect(JSON.parse(json.stdout)).toMatchObject({
      files: [
        { from: 'docs/v1/guide/crew.md', to: 'docs/v1/guide/team.md' },
        { from: 'docs/v1/guide/crew/captain.md', to: 'docs/v1/guide/team/captain.md' },
        { from: 'docs/v1/guide/crew/cook.md', to: 'docs/v1/guide/team/cook.md' },
      ],
      addresses: [{ from: 'v1/guide/crew', to: 'v1/guide/team' }],
      written: false,
    });
    expect(await snapshot(folder)).toEqual(before);
  });

  test('if one file cannot be written: what was done before is undone', async () => {
    const head = '---\ntitle: Long\n---\n\n[crew](crew.md)\n\n';
    const most = 2 * 1024 * 1024;
    const long = `${head}${'word '.repeat(most / 5)}`.slice(0, most - 2);
    const world = await openWorld({ ...FILES, 'docs/v1/guide/zzz.md': `${long}\n` });
    await world.write({ 'docs-cli.baseline.txt': '"docs/v1/guide/crew.md" x 0123456789ab\n' });
    const before = await snapshot(world.folder);

    const run = await world.run('move', 'docs/v1/guide/crew.md', 'docs/v1/guide/everybody-here.md');

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('zzz.md" was not written');
    expect(await snapshot(world.folder)).toEqual(before);
  });
});

test.each([[[]], [['-n']]])('a symbolic link to what moves is named: %j', async (argv) => {
  const folder = await temporaryFolder(FILES);
  await symlink('../guide/crew.md', join(folder, 'docs/v1/other/link.md'));
  await symlink('notes.md', join(folder, 'docs/v1/other/twin.md'));

  const run = await runDocs(['move', 'docs/v1/guide/crew.md', 'docs/v1/guide/team.md', ...argv], {
    cwd: folder,
  });

  expect(run).toMatchObject({ exitCode: 0 });
  const said = run.stderr.replaceAll(/\s+/g, ' ');
  expect(said).toContain(
    '"docs/v1/other/link.md" is a symbolic link to docs/v1/guide/crew.md: make it lead to docs/v1/guide/team.md.',
  );
  expect(said).not.toContain('twin.md" is a symbolic link to');
});

test('a symbolic link is not moved', async () => {
  const folder = await temporaryFolder(FILES);
  await symlink('start.md', join(folder, 'docs/v1/guide/link.md'));

  const run = await runDocs(['move', 'docs/v1/guide/link.md', 'docs/v1/guide/b.md'], {
    cwd: folder,
  });

  expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is a symbolic link') });
});

test('a slug in the header stays, and with it the address', async () => {
  const world = await openWorld({
    'docs-cli.config.yml': CONFIG,
    'docs/v1/settings.yaml': 'name: v1\nslug: v1\npublished: true\n',
    'docs/v1/guide/settings.yaml': 'slug: guide\n',
    'docs/v1/guide/start.md': '---\ntitle: Start\nslug: start\n---\n\n[b](b.md), [b](/guide/b)\n',
    'docs/v1/guide/b.md': '---\ntitle: B\nslug: b\n---\n\nText.\n',
  });
  await push(world);

  const run = await world.run('move', 'docs/v1/guide/b.md', 'docs/v1/guide/c.md', '--json');

  expect(JSON.parse(run.stdout)).toMatchObject({
    addresses: [],
    changed: ['docs/v1/guide/start.md'],
  });
  expect(await world.read('docs/v1/guide/start.md')).toContain('[b](c.md), [b](/guide/b)');
  expect(await push(world)).toMatchObject({ create: 0, update: 0, unchanged: 2 });
});

test('an address without a version stays while a version has the page', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v2/guide/crew.md': page('Crew', '[Us](/guide/crew), [them](/v1/guide/crew)'),
  });

  await runDocs(['move', 'docs/v1/guide/crew.md', 'docs/v1/guide/team.md'], { cwd: folder });

  const text = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
  expect(await text('docs/changelogs/news/first.md')).toContain('(/guide/crew)');
  expect(await text('docs/v2/guide/crew.md')).toContain(
    '[Us](/guide/crew), [them](/v1/guide/team)',
  );
});

test('locks of all profiles and the baseline follow', async () => {
  const world = await openWorld(FILES);
  await push(world);
  await world.write({
    'docs-cli.staging.lock': await world.read('docs-cli.lock'),
    'docs-cli.baseline.txt':
      '"docs/v1/guide/crew.md" broken_link 0123456789ab\n"docs/v1/guide/start.md" broken_link 0123456789ab\n',
  });

  await world.run('move', 'docs/v1/guide/crew.md', 'docs/v1/guide/team.md');

  for (const lock of ['docs-cli.lock', 'docs-cli.staging.lock']) {
    expect(await world.read(lock)).toContain('"key":"v1/guide/team"');
    expect(await world.read(lock)).not.toContain('"key":"v1/guide/crew"');
  }
  expect(await world.read('docs-cli.baseline.txt')).toContain(
    '"docs/v1/guide/start.md" broken_link 0123456789ab\n"docs/v1/guide/team.md" broken_link 0123456789ab\n',
  );
});

test('paths are relative to the working folder', async () => {
  const folder = await temporaryFolder(FILES);
  const cwd = join(folder, 'docs/v1/guide');

  expect(await runDocs(['move', 'start.md', 'crew/'], { cwd })).toMatchObject({ exitCode: 0 });

  expect(await readdir(join(cwd, 'crew'))).toContain('start.md');
});

test('a folder takes along what is not content, and leaves nothing behind', async () => {
  const folder = await temporaryFolder({
    ...FILES,
    'docs/v1/guide/crew/.draft': 'notes',
    'docs/v1/guide/crew/deep/er/x.md': page('X', '[c](../../captain.md)'),
  });
  await mkdir(join(folder, 'docs/v1/guide/crew/empty'));

  await runDocs(['move', 'docs/v1/guide/crew/', 'docs/v1/guide/on/board/crew'], { cwd: folder });

  const moved = join(folder, 'docs/v1/guide/on/board');
  expect((await readdir(moved, { recursive: true })).toSorted()).toEqual(
    [
      'crew',
      'crew.md',
      'crew/.draft',
      'crew/captain.md',
      'crew/cook.md',
      'crew/deep',
      'crew/deep/er',
      'crew/deep/er/x.md',
      'crew/empty',
    ].toSorted(),
  );
});

test('after many moves no link is broken, and one push creates and deletes nothing', async () => {
  const names = Array.from({ length: 60 }, (_, at) => at);
  const pathOf = (at: number): string => `${at % 3 === 0 ? '' : `f${at % 3}/`}p${at}`;
  const linkFrom = (at: number, to: number): string =>
    `${at % 3 === 0 ? '' : '../'}${pathOf(to)}.md#part`;
  const world = await openWorld({
    'docs-cli.config.yml': CONFIG,
    'docs/v1/guide/_nav.yaml': `items:\n${names.map((at) => `  - ${pathOf(at)}\n`).join('')}`,
    ...Object.fromEntries(
      names.map((at) => {
        const [next, after] = [(at * 7 + 1) % 60, (at * 11 + 5) % 60];
        const body = `## Part\n\n[a](${linkFrom(at, next)}), [b](/guide/p${after}), [c](/v1/guide/p${next})`;
        return [`docs/v1/guide/${pathOf(at)}.md`, page(`Page ${at}`, body)];
      }),
    ),
  });
  await push(world);
  expect(await brokenIn(world)).toEqual([]);

  for (const [from, to] of [
    ['f1', 'f2/'],
    ['p0.md', 'q0.md'],
    ['f2/f1', 'g'],
    ['f2', 'g/f2'],
    ['p3.md', 'g/'],
    ['g/p1.md', 'P1.md'],
    ['g', 'h'],
    ['h/f2', './'],
  ]) {
    const [one, other] = [`docs/v1/guide/${from}`, `docs/v1/guide/${to}`];
    expect(await world.run('move', one, other)).toMatchObject({ exitCode: 0, stderr: '' });
  }

  expect(await brokenIn(world)).toEqual([]);
  expect(await push(world)).toMatchObject({
    create: 0,
    orphan: 0,
    delete: 0,
    conflict: 0,
    gone: 0,
  });
  const keys = [...(await lockIn(world.folder)).pages.keys()];
  expect(keys).toHaveLength(60);
  expect(keys).toEqual(expect.arrayContaining(['v1/guide/q0', 'v1/guide/P1', 'v1/guide/p3']));
});
