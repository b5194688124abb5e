/** Push and check agree on unfinished pages: with conflict marks, an open header, or no text. */
import { expect, test } from 'vitest';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld } from '../../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const FILE = `${GUIDE}/unready.md`;
const CONFIG = 'content:\n  - path: docs\n';

const CONFLICT = '<<<<<<< HEAD\nOurs.\n=======\nTheirs.\n>>>>>>> other\n';
const HEADER = '---\ntitle: Unready\n---\n\n';

const openWith = (text: string) =>
  openWorld({
    'docs-cli.config.yml': CONFIG,
    [`${GUIDE}/intro.md`]: '---\ntitle: Intro\n---\n\nIntro.\n',
    [FILE]: text,
  });

const MARKED = /^has conflict markers/;
const OPEN = /^has a header that is not closed/;

test.each<readonly [string, string, number, RegExp, string]>([
  ['a conflict of git', `${HEADER}Text.\n\n${CONFLICT}`, 7, MARKED, 'conflict-markers'],
  [
    'a conflict with its base',
    `${HEADER}${CONFLICT.replace('=======', '||||||| abc\nBase.\n=======')}`,
    5,
    MARKED,
    'conflict-markers',
  ],
  [
    'a conflict with CR LF',
    `${HEADER}${CONFLICT}`.replaceAll('\n', '\r\n'),
    5,
    MARKED,
    'conflict-markers',
  ],
  [
    'a conflict in its header',
    `---\n${CONFLICT}title: Unready\n---\n\nText.\n`,
    2,
    MARKED,
    'conflict-markers',
  ],
  ['a conflict over its whole text', '<<<<<<< HEAD\nOurs.\n', 1, MARKED, 'conflict-markers'],
  [
    'a conflict that ends in a fence',
    `${HEADER}<<<<<<< HEAD\n\`\`\`js\na()\n=======\nText.\n>>>>>>> other\n`,
    5,
    MARKED,
    'conflict-markers',
  ],
  [
    'a conflict in its second section',
    `---\ntitle: Unready\n---draft\n\nText.\n\n---published\n\n${CONFLICT}`,
    9,
    MARKED,
    'conflict-markers',
  ],
  ['NUL bytes', `${HEADER}Text.\nA\0b.\n`, 6, /^has NUL bytes and is not text/, 'binary-file'],
  [
    'a pointer of Git LFS',
    'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n',
    1,
    /^is a Git LFS pointer/,
    'lfs-pointer',
  ],
  ['nothing', '', 1, /^is empty/, 'empty-file'],
  ['nothing but blank lines', '\n \r\n', 1, /^is empty/, 'empty-file'],
  [
    'a draft below its public text',
    `${HEADER}Text.\n\n---draft\n\nNew.\n`,
    7,
    /^has a line of ---draft or ---published/,
    'stray-section',
  ],
  [
    'a draft right below its closed header',
    `${HEADER.trimEnd()}\n---draft\n\nNew.\n`,
    4,
    /^has a line of ---draft/,
    'stray-section',
  ],
  [
    'a key of another tool below its title',
    '---\ntitle: Unready\neditLink: false\n---\n\nText.\n',
    3,
    /^has a line below `title`/,
    'key-in-title',
  ],
  [
    'a comment below its title',
    '---\ntitle: Unready\n\tof two lines\n# Ask first.\nslug: unready\n---\n\nText.\n',
    4,
    /^has a line below `title`/,
    'key-in-title',
  ],
  ...[
    '[//]: # (Ask first.)',
    '<!-- ask first -->',
    '// ask first',
    '- ask first',
    '1. ask',
    '/* ask */',
    '{# ask #}',
  ].map((line): [string, string, number, RegExp, string] => [
    `a line of ${line} below its title`,
    `---\ntitle: Unready\n${line}\n---\n\nText.\n`,
    3,
    /^has a line below `title`/,
    'key-in-title',
  ]),
  [
    'a header that is never closed',
    '---\ntitle: Unready\nslug: unready\n\nText.\n',
    1,
    OPEN,
    'bad-header',
  ],
  [
    'a header that runs into a rule of the text',
    '---\ntitle: Unready\n\nText.\n\n---\n\nMore.\n',
    1,
    OPEN,
    'bad-header',
  ],
])(
  'a page with %s is not sent, the others are, and check says so, too',
  async (_, text, line, reason, code) => {
    const world = await openWith(text);

    const run = await world.run('push', '--publish', '--yes', '--json');

    const document = JSON.parse(run.stdout);
    await expectOfSchema('push', document);
    expect(run.exitCode).toBe(7);
    expect(document.plan).toContainEqual(
      expect.objectContaining({
        kind: 'unplaced',
        file: FILE,
        line,
        reason: expect.stringMatching(reason),
      }),
    );
    expect((await world.platform.admin.pages()).map(({ slug }) => slug)).toEqual(['intro']);
    const shown = await world.run('push', '--dry-run');
    expect(shown.stdout).toContain(`${FILE}:${line}`);
    const check = await world.run('check', '--json');
    expect(check.exitCode).not.toBe(0);
    expect(JSON.parse(check.stdout).findings).toContainEqual(
      expect.objectContaining({ code, file: FILE, line, severity: 'error' }),
    );
  },
);

test.each([
  [
    'explains conflicts in a fence',
    `${HEADER}Git writes:\n\n\`\`\`\n${CONFLICT}\`\`\`\n\nTitle\n=======\n\n~~~\n${CONFLICT}~~~\n`,
  ],
  ['has a heading that looks like a mark', `${HEADER}Title\n=======\n\n> > > > > > > quoted\n`],
  ['shows one of the marks in a fence', `${HEADER}\`\`\`\n<<<<<<< HEAD\n\`\`\`\n\nand no more\n`],
  ['indents the marks', `${HEADER}    ${CONFLICT.replaceAll('\n', '\n    ')}\n`],
  ['shows a draft in a fence', `${HEADER}\`\`\`\n---draft\n\`\`\`\n\n    ---draft\n`],
  ['begins with a rule', '---\n\ntitle: this is text\n'],
  ['begins with a rule and a line that is not a header', '---\nnote: this is text\n'],
  ['has empty lines in its header', '---\ntitle: Unready\n\nlisted: true\n---\n\nText.\n'],
])('a page that %s is sent', async (_, text) => {
  const world = await openWith(text);

  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });

  expect(await world.page('v1.0/guide/unready')).toBeDefined();
});

test('a page that was sent keeps its text while its file has the marks of a conflict', async () => {
  const world = await openWith(`${HEADER}Text.\n`);
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  await world.write({ [FILE]: `${HEADER}${CONFLICT}` });

  expect(await world.run('push', '--yes', '--prune')).toMatchObject({ exitCode: 7 });
  expect(await world.run('page', 'push', FILE, '--yes')).toMatchObject({ exitCode: 7 });

  expect((await world.page('v1.0/guide/unready'))?.draft).toBe('Text.');
});

const BAD = `${GUIDE}/Über uns.md`;
const REASON = 'has the slug "Über uns", which the platform refuses: rename it to ueber-uns.md';

test.each([
  [['push', '--yes'], 7],
  [['sync', '--yes'], 7],
  [['status'], 0],
])('`docs %j`: a file whose name the platform refuses cannot be sent', async (argv, exitCode) => {
  const world = await openWith(`${HEADER}Text.\n`);
  await world.write({ [BAD]: '---\ntitle: Über uns\n---\n\nWir.\n' });

  const run = await world.run(...argv);

  expect(run.exitCode).toBe(exitCode);
  expect(`${run.stdout}${run.stderr}`.replaceAll(/\s+/g, ' ')).toContain(
    `1 file that cannot be sent ? ${BAD} ${REASON}`,
  );
  expect(await world.page('v1.0/guide/Über uns')).toBeUndefined();
});

test('a page whose file gets such a name keeps its slug, and is not without a file', async () => {
  const world = await openWith(`${HEADER}Text.\n`);
  await world.run('push', '--yes');
  await world.remove(FILE);
  await world.write({ [BAD]: `${HEADER}Text.\n` });

  const run = await world.run('push', '--yes', '--prune', '--json');

  expect(JSON.parse(run.stdout)).toMatchObject({
    plan: [{ kind: 'unplaced', file: BAD, reason: REASON }],
    summary: { orphan: 0, update: 0, unplaced: 1 },
  });
  expect(await world.page('v1.0/guide/unready')).toBeDefined();
});

test('a line on the platform that would begin a section is pulled as text, and stays text', async () => {
  const world = await openWith(`${HEADER}Text.\n`);
  await world.run('push', '--yes', '--publish');
  const id = Number((await world.page('v1.0/guide/unready'))?.id);
  const editor = world.platform.admin.editor();
  const text = 'Text.\n\n---draft\n\n```\n---draft\n```\n\nMore.';
  const inFile = (body: string): string => `${HEADER}${body.replace('---draft', '\\---draft')}\n`;
  await editor.edit(id, { content: text });
  await editor.publish(id);
  const guide = await world.platform.admin.documentationId('v1.0', 'guide');
  await editor.create(guide, { title: 'New', slug: 'new', content: text });

  expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await world.read(FILE)).toBe(inFile(text));
  expect(await world.read(`${GUIDE}/new.md`)).toContain('\n\\---draft\n');
  expect((await world.run('check', '--json')).stdout).not.toContain('stray-section');
  for (const argv of [['status'], ['push', '--yes', '--publish'], ['pull', '--yes']]) {
    const run = await world.run(...argv, '--json');
    expect(run).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(run.stdout)).toMatchObject({ summary: { update: 0, unplaced: 0, pull: 0 } });
  }
  await editor.edit(id, { content: text.replace('More', 'Less') });
  expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await world.read(FILE)).toBe(inFile(text.replace('More', 'Less')));
});
