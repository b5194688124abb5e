/** What is held back, in whose words, and what that does to pages below and to pages that are public. */
import { readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitAll } from '../support/git.ts';
import { ask, startDev } from '../support/dev.ts';
import { openWorld } from '../support/world.ts';

const KEY = 'v1/guide/plan';
const FILE = `docs/${KEY}.md`;

const OTHER = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\npublished: true\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
};

const page = (header: string, body = 'Secret.'): string =>
  `---\ntitle: Plan\n${header}---\n\n${body}\n`;

const move = (world: Awaited<ReturnType<typeof openWorld>>, from: string, to: string) =>
  rename(join(world.folder, from), join(world.folder, to));

const nested = (above: string): string => `items:\n  - page: ${above}\n    items:\n      - first\n`;

const publishedOf = async (world: Awaited<ReturnType<typeof openWorld>>, key = KEY) =>
  (await world.page(key))?.published ?? null;

describe('a page that is not for readers yet', () => {
  test.each([
    'published: off',
    'draft: 1',
    'Private: yes',
    'status: WIP',
    'visibility:\n  internal',
    'visable: false',
    'status: [draft]',
  ])('`%s` is never published by a push, and the plan says why', async (line) => {
    const world = await openWorld({ ...OTHER, [FILE]: page(`${line}\n`) });
    const pushed = await world.run('push', '--publish', '--yes', '--allow-listed');
    expect(await publishedOf(world)).toBeNull();
    expect(pushed).toMatchObject({ exitCode: 0 });
    expect(pushed.stderr).toContain('1 page to stay unpublished: not for readers yet');
    const said = line.replace(/\s+/g, ' ');
    expect(pushed.stderr).toContain(`not for readers yet (${said})`);
    const named = await world.run('page', 'publish', KEY, '--yes', '--allow-listed');
    expect(named).toMatchObject({ exitCode: 7 });
    expect(named.stderr).toContain('--allow-listed does not');
    expect(await publishedOf(world)).toBeNull();
  });

  test('is held back by docs page push as well, from outside of the folder', async () => {
    const world = await openWorld({ ...OTHER, 'note.md': page('draft: yes\n') });
    await world.run('page', 'push', 'note.md', '--in', 'v1/guide', '--publish', '--yes');
    expect(await world.page('v1/guide/note')).toBeDefined();
    expect(await publishedOf(world, 'v1/guide/note')).toBeNull();
  });

  test('stays public if readers see it already: status, push and check say so', async () => {
    const world = await openWorld({ ...OTHER, [FILE]: page('') });
    await world.run('push', '--publish', '--yes');
    await world.write({ [FILE]: page('draft: true\n', 'Not finished.') });

    for (const argv of [['status'], ['push', '--publish', '--yes'], ['push', '--yes']]) {
      const run = await world.run(...argv);
      expect(run.stderr).toContain(
        `${KEY} stays public, although it is not for readers yet (draft: true): the API cannot unpublish a page.`,
      );
    }
    expect(await publishedOf(world)).toBe('Secret.');
    const { stdout } = await world.run('check', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      findings: [
        { code: 'already-public', severity: 'warning', file: FILE },
        { code: 'unknown-key', severity: 'warning', file: FILE },
      ],
    });
  });
});

describe('what hides a page', () => {
  const BELOW = 'v1/guide/plan/parts/first';
  const WORDS = 'Words that are below.';
  const folder = (header: string) => ({
    ...OTHER,
    [FILE]: page(header),
    // Of a folder without a page of its own.
    [`docs/${BELOW}.md`]: page('', WORDS),
    'docs/v1/guide/open.md': page('', 'Open.'),
  });
  const ADDRESS = 'v1/guide/first';

  test.each([
    ['audience: staff', 'for an audience, by guide/plan'],
    ['hidden: true', 'hidden, by guide/plan'],
    ['listed: false', 'unlisted, by guide/plan'],
    ['private: true', 'not for readers yet (private: true), by guide/plan'],
  ])('`%s` hides what is below it: the plan says %s', async (line, words) => {
    const world = await openWorld(folder(`${line}\n`));
    const pushed = await world.run('push', '--publish', '--yes');
    expect(pushed.stderr).toContain(words);
    expect(await publishedOf(world, ADDRESS)).toBeNull();
    expect(await publishedOf(world, 'v1/guide/open')).toBe('Open.');

    await world.run('build', '--out', 'site');
    const built = async (path: string) => readFile(join(world.folder, 'site', path), 'utf8');
    expect(await world.exists(`site/${ADDRESS}.html`)).toBe(false);
    expect(await world.exists(`site/${ADDRESS}.md`)).toBe(false);
    for (const list of ['llms.txt', 'llms-full.txt'])
      expect(await built(list)).not.toContain('first');
    expect(await built('_docs/search/v1.js')).not.toContain('below');
    expect(await built('v1/guide/open.html')).not.toContain('guide/first');
  });

  test('an audience sees what is below its page, and no page of another audience there', async () => {
    const inner = 'docs/v1/guide/plan/partners.md';
    const world = await openWorld({
      ...folder('audience: staff\n'),
      [inner]: page('audience: partners\n'),
    });
    const shows = async (...audiences: string[]) => {
      const flags = audiences.flatMap((name) => ['--audience', name]);
      await world.run('build', '--out', `site-${audiences.join('-')}`, ...flags);
      const at = (slug: string) => `site-${audiences.join('-')}/v1/guide/${slug}.html`;
      return [await world.exists(at('first')), await world.exists(at('partners'))];
    };
    expect(await shows('staff')).toEqual([true, false]);
    expect(await shows('partners')).toEqual([false, false]);
    expect(await shows('staff', 'partners')).toEqual([true, true]);
  });

  test('hides pages below also if the configuration leaves its own file out', async () => {
    const config = `content:\n  - path: docs\n    exclude: ['v1/guide/plan.md']\n`;
    const world = await openWorld({ ...folder('hidden: true\n'), 'docs-cli.config.yml': config });
    await world.run('push', '--publish', '--yes');
    expect(await publishedOf(world, ADDRESS)).toBeNull();
  });

  // What the file said before is in none of these.
  test.each<[string, (file: string) => Promise<unknown>]>([
    ['not UTF-8', (file) => writeFile(file, Buffer.from('---\ntitle: Pl\xe4n\n---\n', 'latin1'))],
    ['over the size limit', (file) => truncate(file, 11 * 1024 * 1024)],
    ['empty', (file) => writeFile(file, ' \n')],
    ['a pointer', (file) => writeFile(file, 'version https://git-lfs.github.com/spec/v1\n')],
    ['with NUL bytes', (file) => writeFile(file, page('', '\0'))],
    ['in conflict', (file) => writeFile(file, `<<<<<<< HEAD\n${page('')}=======\n>>>>>>> x\n`)],
    ['in conflict below its header', (file) => writeFile(file, page('', '<<<<<<< HEAD\nText.'))],
    ['not closed', (file) => writeFile(file, '---\ntitle: Plan\n\nText.\n')],
    ['a link out', (file) => rm(file).then(() => symlink('/etc/hostname', file))],
    ['a broken link', (file) => rm(file).then(() => symlink('none.md', file))],
  ])('a page whose file is %s may hide what is below it', async (_, spoil) => {
    const world = await openWorld(folder('hidden: true\n'));
    await spoil(join(world.folder, FILE));
    const words = 'not for readers yet (its file cannot be used), by guide/plan';
    const pushed = await world.run('push', '--publish', '--yes', '--allow-listed');
    expect(pushed.stderr).toContain(words);
    expect(pushed.stderr).not.toContain('stays public');
    expect(await publishedOf(world, ADDRESS)).toBeNull();
    expect(await publishedOf(world, 'v1/guide/open')).toBe('Open.');

    await world.run('build', '--out', 'site');
    expect(await world.exists(`site/${ADDRESS}.html`)).toBe(false);
    expect(await world.exists('site/v1/guide/open.html')).toBe(true);
    const dev = await startDev(world.folder);
    expect(await ask(`${dev.url}${ADDRESS}`)).toMatchObject({ status: 404 });
    expect(await ask(`${dev.url}v1/guide/open`)).toMatchObject({ status: 200 });
    await dev.stop();

    await world.write({ 'docs/v1/guide/open.md': page('', '[There](plan/parts/first.md)') });
    const { stdout } = await world.run('check', '--json');
    const { findings } = JSON.parse(stdout) as { findings: Record<string, string>[] };
    expect(findings.map(({ code, file }) => `${code} ${file}`)).toContain(
      'linked-page-held-back docs/v1/guide/open.md',
    );
  });

  test.each([
    ['hidden: true\n', true],
    ['', false],
  ])('its deleted file is named before a push publishes what is below: `%s`', async (line, is) => {
    const world = await openWorld({
      ...folder(line),
      // Its address has the name, its folder has not.
      'docs/v1/guide/other/plan-b.md': page('', 'Other.'),
    });
    await world.run('push', '--publish', '--yes');
    await world.remove(FILE);
    await world.write({ [`docs/${BELOW}.md`]: page('', 'New words.') });
    const warning =
      'v1/guide/first would be published, although readers do not see the page above it, v1/guide/plan, whose file is gone.';
    for (const argv of [
      ['status'],
      ['push', '--publish', '--dry-run'],
      ['push', '--publish', '--yes'],
    ]) {
      const { stderr } = await world.run(...argv);
      expect(stderr.includes(warning)).toBe(is && argv[0] === 'push');
    }
    expect((await world.run('push', '--publish', '--yes')).stderr).not.toContain(warning);
  });

  // Its name is `plan`, and so is the folder's, or a navigation lists the page in its items.
  const NAV = 'docs/v1/guide/_nav.yaml';
  const APART = 'docs/v1/guide/first.md';
  test.each<[string, Record<string, string>]>([
    ['with other capitals', { 'docs/v1/guide/Plan.md': page('audience: staff\n') }],
    ['of a name that nobody reads', { 'docs/v1/guide/plan.mdx': page('audience: staff\n') }],
    [
      'by a navigation alone',
      { [FILE]: page('audience: staff\n'), [APART]: page('', WORDS), [NAV]: nested('plan') },
    ],
    [
      'by a navigation, over a page that is not hidden',
      {
        [FILE]: page('listed: false\n'),
        'docs/v1/guide/mid.md': page(''),
        [APART]: page('', WORDS),
        [NAV]: 'items:\n  - page: mid\n    items: [first]\n  - page: plan\n    items: [mid]\n',
      },
    ],
    [
      'by a navigation, with a category between them',
      {
        [FILE]: page('hidden: yes\n'),
        [APART]: page('', WORDS),
        [NAV]:
          'items:\n  - page: ./plan.md\n    items:\n      - category: C\n        items:\n          - page: first.md\n',
      },
    ],
    [
      'by a navigation, over the folder of a page in it',
      {
        [FILE]: page('hidden: yes\n'),
        'docs/v1/guide/mid.md': page(''),
        'docs/v1/guide/mid/first.md': page('', WORDS),
        [NAV]: nested('plan').replace('first', 'mid'),
      },
    ],
    [
      'by a navigation of another name',
      {
        [FILE]: page('hidden: yes\n'),
        [APART]: page('', WORDS),
        'docs/v1/guide/_nav.yml': nested('plan'),
      },
    ],
  ])('hides also %s', async (_, files) => {
    const { [FILE]: parent, [`docs/${BELOW}.md`]: below, ...rest } = folder('');
    const isThere = Object.values(files).some((text) => text.includes(WORDS));
    const world = await openWorld({
      ...rest,
      ...(isThere ? {} : { [`docs/${BELOW}.md`]: below ?? '' }),
      ...files,
    });
    const pushed = await world.run('push', '--publish', '--yes', '--json');
    expect(parent).toBeDefined();
    expect(pushed.stderr).not.toContain('Error');
    expect(await publishedOf(world, ADDRESS)).toBeNull();
    expect(await publishedOf(world, 'v1/guide/open')).toBe('Open.');
    await world.run('build', '--out', 'site');
    expect(await world.exists(`site/${ADDRESS}.html`)).toBe(false);
    expect(await world.exists('site/v1/guide/open.html')).toBe(true);
    const dev = await startDev(world.folder);
    expect(await ask(`${dev.url}${ADDRESS}`)).toMatchObject({ status: 404 });
    await dev.stop();
    await world.write({ 'docs/v1/guide/open.md': page('', `[There](/v1/guide/first)`) });
    const { stdout } = await world.run('check', '--json');
    const { findings } = JSON.parse(stdout) as { findings: Record<string, string>[] };
    expect(findings.map(({ code }) => code).join(' ')).toMatch(
      /linked-page-(?:held-back|unlisted)/,
    );
  });

  test.each<[string, Record<string, string>]>([
    [
      'a page of another documentation has its name',
      { 'docs/v1/other/plan.md': page('hidden: true\n') },
    ],
    [
      'a page that is elsewhere has the name of its folder, and never was above it',
      { 'docs/v1/guide/other/plan.md': page('hidden: true\n') },
    ],
    [
      'the folder has a page of its own',
      { [FILE]: page(''), 'docs/v1/guide/other/plan2.md': page('draft: 1\n') },
    ],
    [
      'it is listed beside the page',
      { 'docs/v1/guide/plan2.md': page('hidden: true\n'), [NAV]: 'items:\n  - plan2\n  - first\n' },
    ],
  ])('nothing hides a page if %s', async (_, files) => {
    const { [FILE]: _parent, ...rest } = folder('');
    const world = await openWorld({ ...rest, ...files });
    await world.run('push', '--publish', '--yes');
    expect(await publishedOf(world, ADDRESS)).toBe(WORDS);
  });

  test.each(['audience: staff', 'draft: true'])(
    'renamed without its folder, it is not sent, nor is what is below: `%s`',
    async (line) => {
      const world = await openWorld(folder(`${line}\n`));
      await world.run('push', '--publish', '--yes');
      commitAll(world.folder);
      await move(world, FILE, 'docs/v1/guide/plans.md');
      commitAll(world.folder);

      for (const publish of [[], ['--publish'], ['--publish', '--allow-listed']]) {
        const pushed = await world.run('push', ...publish, '--yes');
        expect(pushed).toMatchObject({ exitCode: 7 });
        const words = pushed.stderr.replaceAll(/\s+/g, ' ');
        expect(words).toContain(
          'belongs to v1/guide/plan, which is docs/v1/guide/plans.md now, and pages that it hides are still in a folder "plan": rename that folder, too',
        );
        expect(words).toContain(`? docs/${BELOW}.md`);
      }
      expect(await publishedOf(world, ADDRESS)).toBeNull();
      expect(await world.page('v1/guide/plans')).toBeUndefined();

      await move(world, 'docs/v1/guide/plan', 'docs/v1/guide/plans');
      expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
      expect(await world.page('v1/guide/plans')).toBeDefined();
      expect(await publishedOf(world, ADDRESS)).toBeNull();
    },
  );

  test('opened and renamed without its folder, it hides nothing', async () => {
    const world = await openWorld(folder('hidden: true\n'));
    await world.run('push', '--publish', '--yes');
    await world.remove(FILE);
    await world.write({ 'docs/v1/guide/plans.md': page('') });
    expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await publishedOf(world, ADDRESS)).toBe(WORDS);
  });

  test.each([
    ['the folder alone was renamed', 'docs/v1/guide/plan', 'docs/v1/guide/plain'],
    ['the folder alone was moved', 'docs/v1/guide/plan', 'docs/v1/guide/open/plan'],
    ['the page alone was moved', FILE, 'docs/v1/guide/open/plan.md'],
  ])('drafts are not sent if %s, until both have one place', async (_, from, to) => {
    const { [`docs/${BELOW}.md`]: below = '', ...rest } = folder('hidden: true\n');
    const deeper = page('', WORDS).replace('Plan', 'Deeper');
    const world = await openWorld({
      ...rest,
      'docs/v1/guide/plan/first.md': below,
      'docs/v1/guide/plan/first/deeper.md': deeper,
      'docs/v1/guide/open/more.md': page('').replace('Plan', 'More'),
    });
    await world.run('push', '--publish', '--yes');
    await move(world, from, to);
    for (let runs = 0; runs < 2; runs += 1) {
      const pushed = await world.run('push', '--publish', '--yes');
      expect(pushed).toMatchObject({ exitCode: 7 });
      expect(pushed.stderr.replaceAll(/\s+/g, ' ')).toContain(
        'is in a folder without a page, and v1/guide/plan, which is hidden, has no folder: if they belong together, move one of them to the other',
      );
      expect(await publishedOf(world, ADDRESS)).toBeNull();
      expect(await publishedOf(world, 'v1/guide/deeper')).toBeNull();
    }
    await move(world, to, from);
    expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await publishedOf(world, ADDRESS)).toBeNull();
  });

  test('a page whose parent was deleted has nothing to do with another page that is hidden', async () => {
    const { [`docs/${BELOW}.md`]: _below, ...files } = folder('hidden: true\n');
    const world = await openWorld({
      ...files,
      'docs/v1/guide/plan/first.md': page('', WORDS),
      'docs/v1/guide/alone.md': page('hidden: true\n').replace('Plan', 'Alone'),
    });
    await world.run('push', '--publish', '--yes');
    await world.remove(FILE);
    const pushed = await world.run('push', '--publish', '--yes');
    expect(pushed).toMatchObject({ exitCode: 0 });
    expect(pushed.stderr.replaceAll(/\s+/g, ' ')).toContain('whose file is gone');
    expect(await publishedOf(world, ADDRESS)).toBe(WORDS);
  });

  test('a folder whose own page is in it is not below that page', async () => {
    const at = 'docs/v1/guide/plan';
    const world = await openWorld({
      ...OTHER,
      [`${at}/plan.md`]: page('hidden: true\n'),
      [`${at}/first.md`]: page('', WORDS),
    });
    await world.run('push', '--publish', '--yes');
    expect(await publishedOf(world, ADDRESS)).toBe(WORDS);
  });

  test('docs move says that a page is not held back any more, and by what it was', async () => {
    const world = await openWorld(folder('audience: staff\n'));
    for (const argv of [['--dry-run'], []]) {
      const moved = await world.run('move', `docs/${BELOW}.md`, APART, ...argv);
      expect(moved).toMatchObject({ exitCode: 0 });
      expect(moved.stderr.replaceAll(/\s+/g, ' ')).toContain(
        '"docs/v1/guide/first.md" is for all readers after this move; before, it was for an audience, by guide/plan.',
      );
    }
    const other = await world.run('move', FILE, 'docs/v1/guide/plans.md');
    expect(other.stderr).not.toContain('for all readers');
  });

  test('pages that are public are not to be unpublished for a conflict above them', async () => {
    const world = await openWorld(folder(''));
    await world.run('push', '--publish', '--yes');
    await world.write({
      [FILE]: `<<<<<<< HEAD\n${page('')}=======\n>>>>>>> theirs\n`,
      [`docs/${BELOW}.md`]: page('', 'New words.'),
    });
    const pushed = await world.run('push', '--publish', '--yes');
    expect(pushed.stderr).not.toContain('Unpublish it');
    expect(await publishedOf(world, ADDRESS)).toBe(WORDS);
    const { stdout } = await world.run('check', '--json');
    expect(stdout).not.toContain('already-public');
    await world.write({ [FILE]: page('') });
    await world.run('push', '--publish', '--yes');
    expect(await publishedOf(world, ADDRESS)).toBe('New words.');
  });

  test.each([
    ['docs/v1/guide/plan/_settings.yaml', 'published: false\n', 'published: false'],
    ['docs/v1/guide/plan/parts/_settings.yaml', 'draft: yes\n', 'draft: yes'],
    ['docs/_settings.yaml', 'title: All\npublished: no\n', 'published: no'],
  ])(
    'settings in %s, where nobody reads any, hold back what is below',
    async (file, text, says) => {
      const world = await openWorld({ ...folder(''), [file]: text });
      const pushed = await world.run('push', '--publish', '--yes', '--allow-listed');
      expect(pushed.stderr).toContain(`(${says}), by ${file}`);
      const isOfAll = file === 'docs/_settings.yaml';
      for (const [key, is] of [
        [ADDRESS, null],
        ['v1/guide/open', isOfAll ? null : 'Open.'],
      ] as const) {
        expect(await publishedOf(world, key)).toBe(is);
        await world.run('build', '--out', 'site');
        expect(await world.exists(`site/${key}.html`)).toBe(is !== null);
      }
      const { stdout, exitCode } = await world.run('check', '--json');
      expect(exitCode).toBe(1);
      const { findings } = JSON.parse(stdout) as { findings: Record<string, unknown>[] };
      expect(findings.filter(({ code }) => code === 'unread-settings')).toMatchObject([{ file }]);
    },
  );

  test('settings without a word of readers may be anywhere', async () => {
    const file = 'docs/v1/guide/plan/_settings.yaml';
    const world = await openWorld({ ...folder(''), [file]: 'title: Plan\npublished: true\n' });
    await world.run('push', '--publish', '--yes');
    expect(await publishedOf(world, ADDRESS)).toBe(WORDS);
    await world.write({ [file]: 'title: Plan\n' });
    expect(await world.run('check')).toMatchObject({ exitCode: 0 });
  });

  test.each([
    ['docs/v1/_settings.yaml', 'name: v1\npublished:\n', 'by v1'],
    ['docs/v1/guide/_settings.yaml', 'title: Guide\nPublished: false\n', 'by v1/guide'],
    ['docs/v1/guide/_settings.yaml', 'title: Guide\npublisted: false\n', 'by v1/guide'],
  ])('settings in %s hold all pages back', async (file, text, by) => {
    const world = await openWorld({ ...OTHER, [FILE]: page('') });
    await world.write({ [file]: text });
    const pushed = await world.run('push', '--publish', '--yes', '--allow-listed');
    expect(pushed.stderr).toContain(by);
    expect(await publishedOf(world)).toBeNull();
    await world.write({ [file]: text.replace(/^publis\w+:.*$/im, 'published: true') });
    await world.run('push', '--publish', '--yes');
    expect(await publishedOf(world)).toBe('Secret.');
  });
});

describe('a gate that the platform would not know as one', () => {
  const OPEN = '{% conditional audience="staff" %}';
  const CLOSE = '{% /conditional %}';
  const CODE = 'The door code is 4711.';
  const GATES: readonly (readonly [string, string])[] = [
    ['on one line', `${OPEN}${CODE}${CLOSE}`],
    ['with text after its opening tag', `${OPEN} ${CODE}\n${CLOSE}`],
    ['with text before its closing tag', `${OPEN}\n${CODE}${CLOSE}`],
    ['in a paragraph', `Ask: ${OPEN}${CODE}${CLOSE} Thanks.`],
    ['indented', `  ${OPEN}\n  ${CODE}\n  ${CLOSE}`],
    ['in a list', `- One\n  ${OPEN}\n  ${CODE}\n  ${CLOSE}`],
    ['in a quote', `> ${OPEN}\n> ${CODE}\n> ${CLOSE}`],
    ['misspelt', `{% conditionl audience="staff" %}\n${CODE}\n{% /conditionl %}`],
    ['in capitals', `{% Conditional audience="staff" %}\n${CODE}\n{% /Conditional %}`],
    ['without quotes', `{% conditional audience=staff %}\n${CODE}\n${CLOSE}`],
    ['never closed', `${OPEN}\n${CODE}`],
    ['in raw HTML', `{% html %}\n${OPEN}\n${CODE}\n${CLOSE}\n{% /html %}`],
    ['with text after its closing tag', `${OPEN}\n${CODE}\n${CLOSE} Thanks.`],
    ['without an audience', `{% conditional %}\n${CODE}\n${CLOSE}`],
    [
      'with marks of another tool',
      `{%- conditional audience="staff" -%}\n${CODE}\n{%- /conditional -%}`,
    ],
    [
      'with one such mark',
      `Ask.\n\n{%~ conditional audience="staff" %}\n${CODE}\n{% /conditional ~%}`,
    ],
    [
      'with such marks at its ends',
      `{% conditional audience="staff" -%}\n${CODE}\n{% /conditional -%}`,
    ],
    [
      'in a list and with such marks',
      `- {%- Conditional audience='staff' %} ${CODE} {%-/conditional%}`,
    ],
    ['for an empty audience', `{% conditional audience=" " %}\n${CODE}\n${CLOSE}`],
  ];

  test.each(GATES)('%s: its page is held back, and check has an error', async (what, body) => {
    const world = await openWorld({ ...OTHER, [FILE]: page('', `Before.\n\n${body}`) });
    const pushed = await world.run('push', '--publish', '--yes');
    expect(await publishedOf(world)).toBeNull();
    expect(pushed.stderr).toContain('1 page to stay unpublished: not meant for all readers');
    const { stdout, exitCode } = await world.run('check', '--json');
    expect(exitCode).toBe(1);
    const { findings } = JSON.parse(stdout) as { findings: Record<string, string>[] };
    const [first, ...more] = findings.filter(({ code }) => code === 'open-gate');
    expect(more).toEqual([]);
    expect(first?.['message']).toContain(
      what.endsWith(' audience')
        ? 'the platform shows it to everybody'
        : 'hidden here; the platform would show it',
    );
    await world.run('push', '--publish', '--yes', '--allow-listed');
    expect(await publishedOf(world)).toContain('4711');
  });

  test.each([...GATES.slice(0, 2), ...GATES.slice(12, 13)])(
    '%s: --fix writes it as fmt does',
    async (_, body) => {
      const world = await openWorld({ ...OTHER, [FILE]: page('', `Before.\n\n${body}`) });
      await world.run('check', '--fix');
      const fixed = await world.read(FILE);
      await world.write({ [FILE]: page('', `Before.\n\n${body}`) });
      await world.run('fmt');
      expect(fixed).toBe(await world.read(FILE));
      expect(await world.run('check')).toMatchObject({ exitCode: 0 });
      await world.run('push', '--publish', '--yes');
      expect(await publishedOf(world)).toContain(CODE);
    },
  );

  test.each([
    ['in its shape', `${OPEN}\n${CODE}\n${CLOSE}`],
    ['in a block', `{% callout %}\n${OPEN}\n${CODE}\n${CLOSE}\n{% /callout %}`],
    ['in code with marks of another tool', `\`{%- conditional audience="staff" -%}\` ${CODE}`],
    ['of another tool', `{%- if staff -%}\n${CODE}\n{%- endif -%}`],
    ['in code', `\`\`\`\n${OPEN}${CODE}${CLOSE}\n\`\`\``],
    ['an empty one', `{% conditional audience="staff" /%}`],
  ])('%s is published', async (_, body) => {
    const world = await openWorld({ ...OTHER, [FILE]: page('', body) });
    expect(await world.run('check')).toMatchObject({ exitCode: 0 });
    await world.run('push', '--publish', '--yes');
    expect(await publishedOf(world)).not.toBeNull();
  });
});

test('a link to a page that readers do not get is a finding, unless nobody gets the link', async () => {
  const link = '[There](plan.md)';
  const world = await openWorld({
    ...OTHER,
    [FILE]: page('audience: staff\n'),
    'docs/v1/guide/draft.md': '---\ntitle: Draft\n---draft\n\nText.\n',
    'docs/v1/guide/a.md': page('', `${link} [Draft](draft.md)`),
    'docs/v1/guide/b.md': page('audience: staff\n', link),
    'docs/v1/guide/c.md': page('private: true\n', link),
    'docs/v1/guide/plan/below.md': page('', '[Up](../plan.md)'),
  });
  const { stdout } = await world.run('check', '--json');
  const { findings } = JSON.parse(stdout) as { findings: Record<string, string>[] };
  expect(
    findings
      .filter(({ code }) => code === 'linked-page-held-back')
      .map(({ file, message }) => [file, message]),
  ).toEqual([
    [
      'docs/v1/guide/a.md',
      '"plan.md" leads to a page that readers do not get: it is for an audience.',
    ],
    ['docs/v1/guide/a.md', '"draft.md" leads to a page that readers do not get: it is a draft.'],
  ]);
});

test('a review says that a page is not published now, if a page above it was taken back', async () => {
  const world = await openWorld({
    ...OTHER,
    [FILE]: page(''),
    'docs/v1/guide/plan/first.md': page('', 'Below.'),
  });
  commitAll(world.folder, 'Before');
  await world.write({ [FILE]: page('draft: yes\n') });
  const { stdout } = await world.run('review', '--against', 'main', '--json');
  const { pages } = JSON.parse(stdout) as { pages: { name: string; looks: unknown[] }[] };
  for (const name of [KEY, 'v1/guide/first']) {
    expect(pages.find((each) => each.name === name)?.looks).toContainEqual(
      expect.objectContaining({ what: 'published', old: 'true', new: 'false' }),
    );
  }
});
