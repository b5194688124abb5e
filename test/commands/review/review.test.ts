// Slow: each test makes a git history of its own.
/** `docs review`, from the command line to what it prints: beside the platform, git and an export. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReviewReport } from '../../../src/commands/shared/review-run/document.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { commitAll, git } from '../../support/git.ts';
import { runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld } from '../../support/world.ts';
import type { World } from '../../support/world.ts';
import {
  AFTER,
  BEFORE,
  changed,
  CONFIG,
  openRepository,
  page,
  review,
  states,
} from './reviewed-folder.ts';

/** Without the style and the script, which `test/browser` tests. */
const content = (shown: string): string =>
  shown.replace(/(?<=<(style|script)>\n)[^]*?(?=<\/\1>)/g, '').replace(/'sha256-[^']*'/g, '…');

describe('beside a git revision, without a key', () => {
  test.each([
    ['text', 'git.txt'],
    ['markdown', 'git.md'],
    ['html', 'git.html'],
  ])('a review prints %s', async (format, file) => {
    const { exitCode, stdout, stderr } = await review(
      await openRepository(),
      '--against',
      'main',
      '--format',
      format,
    );

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    await expect(content(stdout)).toMatchFileSnapshot(`../../golden/review/${file}`);
  });

  test('a review tells each page that differs and how, and no other', async () => {
    const run = await review(await openRepository(), '--against', 'HEAD', '--json');

    await expectOfSchema('review', JSON.parse(run.stdout));
    expect(states(run)).toEqual({
      'v1.0/guides/setup': 'changed',
      'v1.0/guides/usage': 'source',
      'v1.0/guides/gone': 'removed',
      'v1.0/guides/links': 'unseen',
      'v1.0/guides/new': 'added',
    });
  });

  test('a review has the pages that use a synced block which changed', async () => {
    const folder = await temporaryFolder(BEFORE);
    commitAll(folder, 'Before');
    await writeFiles(folder, { 'docs/_synced-blocks/footer.md': 'Ask them.\n' });

    expect(states(await review(folder, '--against', 'main', '--json'))).toEqual({
      'v1.0/guides/setup': 'changed',
    });
  });

  describe('with settings and a navigation that changed', () => {
    const NAV = 'docs/v1.0/guides/_nav.yaml';
    const openNavigated = async (): Promise<string> => {
      const folder = await temporaryFolder({
        ...BEFORE,
        [NAV]: 'items:\n  - setup\n  - title: More\n    items:\n      - usage\n      - same\n',
      });
      commitAll(folder, 'Before');
      await writeFiles(folder, {
        [NAV]: 'items:\n  - setup\n  - title: Even more\n    items:\n      - same\n      - usage\n',
        'docs/developerhub.yaml': '# The project.\ntitle: "Docs"\n',
        'docs/v1.0/guides/_settings.yaml': 'title: Guides\n',
      });
      return folder;
    };

    test.each([
      ['text', 'settings.txt'],
      ['markdown', 'settings.md'],
      ['html', 'settings.html'],
    ])('a review prints their lines as %s', async (format, file) => {
      const folder = await openNavigated();

      const { stdout } = await review(folder, '--against', 'main', '--format', format);

      await expect(content(stdout)).toMatchFileSnapshot(`../../golden/review/${file}`);
    });

    test('a review lists them, and says of one that it sets the same', async () => {
      const run = await review(await openNavigated(), '--against', 'main', '--json');

      const { pages, settings } = JSON.parse(run.stdout) as ReviewReport;
      await expectOfSchema('review', JSON.parse(run.stdout));
      expect(pages).toEqual([]);
      expect(settings.map(({ file, state }) => [file, state])).toEqual([
        ['docs/developerhub.yaml', 'source'],
        [NAV, 'changed'],
        ['docs/v1.0/guides/_settings.yaml', 'added'],
      ]);
    });

    test('a review of named pages leaves them out', async () => {
      const folder = await openNavigated();

      const run = await review(folder, 'v1.0/guides/setup', '--against', 'main', '--json');

      expect(JSON.parse(run.stdout)).toMatchObject({ pages: [], settings: [] });
    });
  });

  test('a page whose slug or place changed is known again', async () => {
    const folder = await temporaryFolder(BEFORE);
    commitAll(folder, 'Before');
    git(folder, 'mv', 'docs/v1.0/guides/same.md', 'docs/v1.0/guides/other.md');

    const { stdout } = await review(folder, '--against', 'main', '--json');

    const { pages } = JSON.parse(stdout) as ReviewReport;
    expect(pages).toMatchObject([
      {
        name: 'v1.0/guides/other',
        state: 'changed',
        note: 'Its key was v1.0/guides/same.',
        looks: [{ what: 'slug', of: 'header', old: 'same', new: 'other' }],
      },
    ]);
  });

  test('a picture that changed is shown before and after, on the pages that have it', async () => {
    const png = (last: string): Buffer => Buffer.from(`89504e470d0a1a0a${last}`, 'hex');
    const folder = await temporaryFolder({
      ...BEFORE,
      'docs/v1.0/guides/shown.md': page('Shown', '![Two](two.png)\n\n![One](one.png)'),
    });
    await writeFile(`${folder}/docs/v1.0/guides/one.png`, png('01'));
    await writeFile(`${folder}/docs/v1.0/guides/two.png`, png('02'));
    commitAll(folder, 'Before');
    await writeFile(`${folder}/docs/v1.0/guides/one.png`, png('03'));

    const found = await review(folder, '--against', 'main', '--json');
    const { stdout } = await review(folder, '--against', 'main', '--format', 'html');

    expect(states(found)).toEqual({ 'v1.0/guides/shown': 'changed' });
    const image = (last: string): string =>
      `<img src="data:image/png;base64,${png(last).toString('base64')}" alt="One">`;
    expect(stdout).toContain(`<del>${image('01')}</del><ins>${image('03')}</ins>`);
  });

  test('a review shows the pages that are named, and says so of one that is not there', async () => {
    const folder = await openRepository();

    const one = await review(folder, 'docs/v1.0/guides/setup.md', '--against=main', '--json');
    const gone = await review(folder, 'v1.0/guides/gone', '--against=main', '--json');
    const none = await review(folder, 'v1.0/guides/none', '--against=main');

    expect(Object.keys(states(one))).toEqual(['v1.0/guides/setup']);
    expect(Object.keys(states(gone))).toEqual(['v1.0/guides/gone']);
    expect(none).toMatchObject({ exitCode: 2, stdout: '' });
    expect(none.stderr).toContain('There is no page "v1.0/guides/none"');
  });

  test.each(['-x', '--upload-pack=touch x', 'nothing', 'HEAD:docs', '--output=/tmp/x'])(
    'a review refuses %s, which is not a commit',
    async (revision) => {
      const run = await review(await openRepository(), `--against=${revision}`);

      expect(run).toMatchObject({ exitCode: 2, stdout: '' });
      expect(run.stderr).toContain(`Git does not know a commit "${revision}" here.`);
    },
  );
});

describe('what a header says to readers', () => {
  const CASES: readonly [old: string, next: string, said: string][] = [
    ['audience: staff\n', '', 'shown to everybody now'],
    ['', 'audience: staff\n', 'shown only to the audience "staff" now'],
    ['', 'hidden: yes\n', 'hidden now'],
    ['hidden: true\n', 'hidden: false\n', 'shown now'],
    ['', 'listed: no\n', 'not listed now'],
    ['listed: false\n', '', 'listed now'],
    ['index_title: A\n', 'index_title: B\n', 'title in the sidebar: A → B'],
    ['', 'description: Words\n', 'description: none → Words'],
    ['slug: a\n', 'slug: b\n', 'address: a → b'],
  ];

  test.each(CASES)('between %j and %j is in each format', async (old, next, said) => {
    const folder = await temporaryFolder({
      ...BEFORE,
      'docs/v1.0/guides/same.md': page('Same', 'Text.', old),
    });
    commitAll(folder, 'Before');
    await writeFiles(folder, { 'docs/v1.0/guides/same.md': page('Same', 'Text.', next) });
    const shown = async (format: string): Promise<string> =>
      (await review(folder, '--against', 'main', '--format', format)).stdout;

    const [text, markdown, html] = [
      await shown('text'),
      await shown('markdown'),
      await shown('html'),
    ];

    expect(text).toContain(`  changed\n`);
    expect(text).toContain(`\n  ${said}\n`);
    expect(text).not.toContain('not visible');
    expect(markdown.replaceAll(/<\/?code>|["“”]/g, '')).toContain(
      `\n${said.replaceAll('"', '')}\n`,
    );
    expect(html.replace('"staff"', 'staff').replaceAll(/<\/?(?:q|ins|del)>|“|”/g, '')).toContain(
      `<p class="note look">${said.replaceAll('"', '')}</p>`,
    );
  });
});

describe('what is beside the pages of a revision', () => {
  async function committed(files: Record<string, string>): Promise<string> {
    const folder = await temporaryFolder({ ...BEFORE, ...files });
    commitAll(folder, 'Before');
    return folder;
  }
  const post = (published: boolean, text: string): string =>
    `---\ntitle: News\ndate: 2026-08-04\npublished: ${published}\n---\n\n${text}\n`;
  const NAV = 'docs/v1.0/guides/_nav.yaml';

  test('posts of changelogs are reviewed as pages', async () => {
    const folder = await committed({
      'docs/changelogs/news/one.md': post(false, 'One.'),
      'docs/changelogs/news/two.md': post(true, 'Two three four.'),
      'docs/changelogs/news/gone.md': post(true, 'Gone.'),
    });
    await writeFiles(folder, {
      'docs/changelogs/news/one.md': post(true, 'One.'),
      'docs/changelogs/news/two.md': post(true, 'Two three five.').replace('08-04', '08-05'),
      'docs/changelogs/news/new.md': post(false, 'New.'),
    });
    await rm(join(folder, 'docs/changelogs/news/gone.md'));

    const json = await review(folder, '--against', 'main', '--json');
    const { stdout } = await review(folder, '--against', 'main');

    await expectOfSchema('review', JSON.parse(json.stdout));
    expect(states(json)).toEqual({
      'changelogs/news/gone': 'removed',
      'changelogs/news/new': 'added',
      'changelogs/news/one': 'changed',
      'changelogs/news/two': 'changed',
    });
    expect(stdout).toContain('\nchangelogs/news/one  changed\n  published now\n');
    expect(stdout).toContain('\n  date: 2026-08-04 → 2026-08-05\n');
    expect(stdout).toContain('[-four-]{+five+}');
  });

  test('other files that changed are named, and only those of the documentation', async () => {
    const folder = await committed({
      'docs/v1.0/refs/api.yaml': 'openapi: 3.1.0\n',
      'docs/v1.0/refs/api.settings.yaml': 'title: API\n',
      'docs/_theme/custom.css': 'a {}\n',
      'docs/v1.0/guides/notes.txt': 'a\n',
      'docs/changelogs/news/one.md': post(false, 'One.'),
    });
    const said = 'other files changed that review does not show:';
    await writeFiles(folder, {
      'docs/v1.0/refs/api.yaml': 'openapi: 3.1.1\n',
      'docs/_theme/custom.css': 'b {}\n',
      'docs/v1.0/guides/notes.txt': 'b\n',
    });

    const only = await review(folder, '--against', 'main');
    const named = await review(folder, 'v1.0/guides/same', '--against', 'main');
    await writeFiles(folder, { 'docs/changelogs/news/one.md': 'No front matter\n' });
    await changed(folder);
    const more = await review(folder, '--against', 'main');
    const markdown = await review(folder, '--against', 'main', '--format', 'markdown');
    const html = await review(folder, '--against', 'main', '--format', 'html');
    const json = await review(folder, '--against', 'main', '--json');

    expect(only.stdout).toBe(
      `git main → the files\n2 ${said} docs/_theme/custom.css and docs/v1.0/refs/api.yaml\n`,
    );
    expect(named.stdout).toBe('git main → the files\nNo differences.\n');
    const all = `1 page: 1 changed. 3 ${said} docs/_theme/custom.css, docs/changelogs/news/one.md and docs/v1.0/refs/api.yaml`;
    expect(more.stdout).toContain(`\n${all}\n`);
    expect(markdown.stdout.replaceAll(/&#95;|\\/g, '_')).toContain(all);
    expect(html.stdout).toContain(`<p class="totals">${all}</p>`);
    expect(JSON.parse(json.stdout)).toMatchObject({
      others: ['docs/_theme/custom.css', 'docs/changelogs/news/one.md', 'docs/v1.0/refs/api.yaml'],
    });
  });

  test('the configuration and the redirect rules are named if they changed', async () => {
    const folder = await committed({ 'docs-cli.redirects.txt': '^/guides/a$ >> /guides/same\n' });
    await writeFiles(folder, {
      'docs-cli.config.yml': 'content:\n  - path: docs\n    exclude: ["**/same.md"]\n',
      'docs-cli.redirects.txt': '^/guides/b$ >> /guides/same\n',
    });
    const { stdout } = await review(folder, '--against', 'main');

    const said = 'other files changed that review does not show:';
    expect(stdout).toBe(
      `git main → the files\n2 ${said} docs-cli.config.yml and docs-cli.redirects.txt\n`,
    );
  });

  test('a generated definition that git does not have is named, as it cannot be compared', async () => {
    const folder = await committed({
      'docs-cli.config.yml': `${CONFIG}references:
  - { file: made.yaml, version: v1.0, generated: true }
  - { file: kept.yaml, version: v1.0, generated: true }
`,
      'kept.yaml': 'openapi: 3.1.0\n',
      '.gitignore': 'made.yaml\n',
    });
    const said = 'Not compared, because git does not have it: made.yaml';

    const without = await review(folder, '--against', 'main');
    await writeFiles(folder, { 'made.yaml': 'openapi: 3.1.0\n', '.gitignore': '' });
    await changed(folder);
    const runs = await Promise.all(
      [[], ['--format', 'markdown'], ['--format', 'html'], ['--json']].map((flags) =>
        review(folder, '--against', 'main', ...flags),
      ),
    );

    expect(without.stdout).toBe(`git main → the files\nNo differences. ${said}\n`);
    const [text, , html, json] = runs.map(({ stdout }) => stdout);
    expect(text).toContain(`1 page: 1 changed. ${said}\n`);
    for (const { stdout } of runs) expect(stdout).toContain('made.yaml');
    expect(html).toContain(`${said}</p>`);
    await expectOfSchema('review', JSON.parse(json ?? ''));
    expect(JSON.parse(json ?? '')).toMatchObject({ others: [], uncompared: ['made.yaml'] });
  });

  test('a page that git ignores is named, as a push sends it', async () => {
    const folder = await committed({ '.gitignore': 'own*.md\nother.txt\n' });
    const file = 'docs/v1.0/guides/own.md';
    await writeFiles(folder, { [file]: page('Own', 'x'), 'docs/v1.0/guides/other.txt': 'x' });

    const { stdout } = await review(folder, '--against', 'main');

    expect(stdout).toBe(
      `git main → the files\nNo differences. Not compared, because git does not have it: ${file}\n`,
    );
  });

  test.skipIf(process.platform === 'win32')('their names cannot command a terminal', async () => {
    const folder = await committed({});
    await writeFiles(folder, { 'docs/_theme/a\u001b[31m\u202eb.css': 'a {}\n' });

    const runs = [
      await review(folder, '--against', 'main'),
      await review(folder, '--against', 'main', '--out', 'review.html'),
      await review(folder, '--against', 'main', '--format', 'markdown'),
      await review(folder, '--against', 'main', '--format', 'html'),
    ];

    for (const { stdout, stderr } of runs) {
      expect(stdout + stderr).toContain('b.css');
      for (const sign of ['\u001b', '\u202e']) expect(stdout + stderr).not.toContain(sign);
    }
  });

  describe('whatever readers get is in the review', () => {
    const LINKS =
      '![a](a.svg) ![b](<b c.avif>) ![c][pic] [d](d.PDF) [e](sub/e.csv) {% inline-image url="f.png" /%}\n\n{% synced id="pictured" /%}\n\n[pic]: c.gif\n';
    const PAGES = {
      'docs-cli.config.yml': `${CONFIG}references:\n  - {file: openapi/split.yaml, version: v1.0}\n`,
      'openapi/split.yaml': 'openapi: 3.1.0\ncomponents: {schemas: {A: {$ref: "parts.yaml"}}}\n',
      'openapi/kept.yaml': 'type: string\n',
      'docs/_synced-blocks/pictured.md': '![g](g.jpg)\n',
      'docs/changelogs/news/one.md': post(true, '![h](h.png)\n\n{% synced id="ofposts" /%}'),
      'docs/v1.0/guides/links.md': page('Links', LINKS),
      'docs/v1.0/guides/package.json': '{}\n',
    };
    const BIG = 'x'.repeat(500_000);
    const OTHERS: Record<string, readonly [before: string, after: string]> = {
      'docs/v1.0/guides/a.svg': ['<svg/>', '<svg></svg>'],
      'docs/v1.0/guides/b c.avif': ['1', '2'],
      'docs/v1.0/guides/c.gif': ['1', BIG],
      'docs/v1.0/guides/d.PDF': ['1', '2'],
      'docs/v1.0/guides/sub/e.csv': ['1', '2'],
      'docs/v1.0/guides/f.png': [BIG, `${BIG}x`],
      'docs/v1.0/guides/g.jpg': ['1', '2'],
      'docs/changelogs/news/h.png': ['1', '2'],
      'docs/_synced-blocks/ofposts.md': ['One.\n', 'Two.\n'],
      'docs/_theme/logo.png': ['1', '2'],
      'docs/v1.0/guides/plain.md': [page('Plain', 'A.'), '---\ntitle: "Plain"\n---\n\nA.\n'],
      'docs/changelogs/news/two.md': [post(true, 'A.'), post(true, 'A.').replace('News', '"News"')],
      'openapi/parts.yaml': ['type: string\n', 'type: integer\n'],
    };
    const named = async (folder: string, revision: string): Promise<string[]> => {
      const run = await review(folder, '--against', revision, '--json');
      const { pages, others } = JSON.parse(run.stdout) as ReviewReport;
      return [...pages.map(({ file }) => file ?? ''), ...others];
    };

    test('if it is new, changed or gone', async () => {
      const folder = await committed(PAGES);
      git(folder, 'tag', 'without');
      await writeFiles(
        folder,
        Object.fromEntries(Object.entries(OTHERS).map(([file, [before]]) => [file, before])),
      );
      commitAll(folder, 'All');
      const found = await named(folder, 'without');
      // What a page shows is told by its page.
      const pictures = new Set(['a.svg', 'b c.avif', 'c.gif', 'f.png', 'g.jpg']);
      const told = (file: string): string =>
        pictures.has(posix.basename(file)) ? 'docs/v1.0/guides/links.md' : file;
      const listed = Object.keys(OTHERS).filter((file) => !file.startsWith('openapi'));
      expect(found).toEqual(expect.arrayContaining(listed.map(told)));
      // Too large to be compared, then and now.
      expect(found).toContain('docs/v1.0/guides/f.png');
      for (const [file, [before, after]] of Object.entries(OTHERS)) {
        await writeFiles(folder, { [file]: after });
        expect([file, await named(folder, 'main')]).toEqual([file, [told(file)]]);
        await rm(join(folder, file));
        expect([file, await named(folder, 'main')]).toEqual([file, [told(file)]]);
        await writeFiles(folder, { [file]: before });
      }
      await writeFiles(folder, { 'docs/v1.0/guides/package.json': '[]\n' });
      expect(await named(folder, 'main')).toEqual([]);
    });

    test('a page that moved to another documentation has its new address', async () => {
      const folder = await committed({ 'docs/v1.0/api/first.md': page('First', 'First.') });
      git(folder, 'mv', 'docs/v1.0/guides/same.md', 'docs/v1.0/api/same.md');
      const { stdout } = await review(folder, '--against', 'main');
      expect(stdout).toContain(
        'v1.0/api/same  changed\n  Its key was v1.0/guides/same.\n  documentation: v1.0/guides → v1.0/api\n',
      );
      expect(stdout).not.toContain('other file');
    });

    test('a heading with other words names the anchor that is gone', async () => {
      const folder = await committed({
        'docs/v1.0/guides/same.md': page('Same', '## Set up\n\nA.\n\n## Set up\n\n## 安装\n\nB.'),
      });
      await writeFiles(folder, {
        'docs/v1.0/guides/same.md': page('Same', '## Set it up\n\nA.\n\n## Set up\n\n## 装\n\nB.'),
      });
      const { stdout } = await review(folder, '--against', 'main');
      expect(stdout).toContain('  not visible:\n    anchor of "Set up": #set-up-1 → none');
      expect(stdout.match(/anchor of/g)).toHaveLength(1);
    });
  });

  test('a page that moves in the navigation is changed, and one that stays is not', async () => {
    const folder = await committed({ [NAV]: 'items:\n  - setup\n  - usage\n  - same\n' });
    await writeFiles(folder, { 'docs/v1.0/guides/usage/keep.md': page('Keep', 'Kept.') });
    git(folder, 'mv', 'docs/v1.0/guides/same.md', 'docs/v1.0/guides/usage/same.md');

    const { stdout } = await review(folder, '--against', 'main');

    expect(stdout).toContain(
      '\nv1.0/guides/same  changed\n  moved below "usage"\n  no longer in the navigation',
    );
    expect(stdout).not.toContain('v1.0/guides/setup');
    commitAll(folder, 'Moved');
    await writeFiles(folder, { [NAV]: 'items:\n  - setup\n  - usage\n  - same\n  - gone\n' });
    await writeFiles(folder, { 'docs/v1.0/guides/same.md': page('Same', 'As it was.') });
    await rm(join(folder, 'docs/v1.0/guides/usage/same.md'));
    expect((await review(folder, '--against', 'HEAD')).stdout).toContain(
      '\nv1.0/guides/same  changed\n  moved to the top\n',
    );
  });

  test('a page whose double is gone is new', async () => {
    const folder = await committed({
      'docs/v1.0/guides/usage/same.md': page('Same', 'The other.'),
    });
    await rm(join(folder, 'docs/v1.0/guides/usage/same.md'));

    const run = await review(folder, '--against', 'main', '--json');

    expect(states(run)).toEqual({ 'v1.0/guides/same': 'added' });
  });
});

test('a review shows changed lines of settings wherever they are, and all lines of new ones', async () => {
  const lines = (name: string): string =>
    Array.from({ length: 40 }, (_, at) => `  ${name}${at}: ${at}\n`).join('');
  const folder = await temporaryFolder({
    ...BEFORE,
    'docs/developerhub.yaml': `variables:\n${lines('a')}`,
  });
  commitAll(folder, 'Before');
  await writeFiles(folder, {
    'docs/developerhub.yaml': `variables:\n${lines('a').replace('a30: 30', 'a30: new')}`,
    'docs/v1.0/guides/_settings.yaml': `title: Guides\n${lines('b')}`,
  });

  const { stdout } = await review(folder, '--against', 'main');

  expect(stdout).toContain(
    '\n      …\n        a28: 28\n        a29: 29\n        a30: [-30-]{+new+}\n        a31: 31\n        a32: 32\n      …\n',
  );
  expect(stdout).toContain('\n        b39: 39\n');
  expect(stdout).not.toContain('more line');
});

describe('what words alone do not tell', () => {
  const HIDDEN = '\u202e\u2066\u200b\u{e0041}\u0007';
  const NAMES = '⟨U+202E⟩⟨U+2066⟩⟨U+200B⟩⟨U+E0041⟩';

  async function edited(old: string, next: string): Promise<string> {
    const folder = await temporaryFolder({ ...BEFORE, 'docs/v1.0/guides/same.md': old });
    commitAll(folder, 'Before');
    await writeFiles(folder, { 'docs/v1.0/guides/same.md': next });
    return folder;
  }

  const shown = async (folder: string, format: string): Promise<string> =>
    (await review(folder, '--against', 'main', '--format', format)).stdout;

  test.each(['text', 'markdown', 'html'])(
    'a review in %s names hidden characters, and has none itself',
    async (format) => {
      const odd = (text: string): string =>
        page(
          `Title ${text}`,
          `One ${text} two\u2069.\n\n\`\`\`js\nconst a${text} = 1;\n\`\`\`\n\n[Link](/a${text}/b) and ![Alt ${text}](/a.png).\n\n` +
            `{% html %}\n<b title="${text}">Bold ${text}</b> &#x202e;\n{% /html %}`,
          `tags: "${text}"\n`,
        );
      const folder = await edited(odd(''), odd(HIDDEN));
      await writeFiles(folder, {
        [`docs/v1.0/guides/file${HIDDEN.replace('\u0007', '')}name.md`]: page('New', 'New.'),
      });

      const stdout = await shown(folder, format);

      expect(stdout).toContain(`One {+${NAMES}`.slice(format === 'text' ? 0 : 6, -1));
      expect(stdout).toContain(`a${NAMES}`);
      expect(stdout).toContain(`Title ${NAMES}`);
      expect(stdout).toContain(`file${NAMES}`);
      expect(stdout).toContain('⟨U+2069⟩');
      expect(stdout.replaceAll(' \u200b', '')).not.toMatch(
        /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u,
      );
    },
  );

  const CHANGES: readonly [string, string, string][] = [
    [
      'the type of a callout',
      '{% callout type="info" title="Note" %}\nBack up first.\n{% /callout %}',
      '{% callout type="error" title="Note" %}\nBack up now.\n{% /callout %}',
    ],
    ['bold words', 'Press the **red** button.', 'Press **the** red button.'],
    ['words that become a link', 'Read the guide.', 'Read [the guide](usage.md).'],
    ['words that become code', 'Run npm install.', 'Run `npm install`.'],
    ['the level of a heading', '## First steps\n\nText.', '### First steps\n\nText.'],
    ['numbers of a list', '- One\n- Two', '1. One\n2. Two'],
    ['the alignment of a column', '| a |\n| - |\n| 1 |', '| a |\n| -: |\n| 1 |'],
    ['spaces of another kind', '```\na b\n\tc\n```', '```\na\u00a0b\n    c\n```'],
    ['a line break that is gone', 'One two\\\nthree four.', 'One two\nthree four.'],
    ['a line break that is new', 'One two\nthree four.', 'One two\\\nthree four.'],
    ['a line break among words', 'One two\\\nthree four.', 'One five four.'],
    ['letters of another script', 'Text and more.', 'T\u0435xt and more.'],
    ['a block that was moved', 'One.\n\nTwo.\n\nThree.', 'Two.\n\nThree.\n\nOne.'],
    ['a link of a new paragraph', 'One.', 'One.\n\nSee [the guide](usage.md).'],
    ['a picture', 'A {% inline-image url="a.png" /%}.', 'A {% inline-image url="b.png" /%}.'],
  ];

  test.each(['text', 'markdown', 'html'])(
    'a review in %s names what changed beside words, and shows the block once',
    async (format) => {
      const parts: string[] = [];
      for (const [name, old, next] of CHANGES) {
        const text = await shown(await edited(page('Same', old), page('Same', next)), format);
        const own =
          format === 'html' ? /<\/label>\n<\/div>\n([^]*)<\/article>/.exec(text)?.[1] : text;
        parts.push(`-- ${name}\n${(own ?? '').replace(/^[^]*?same.*changed\n/, '').trim()}\n`);
      }

      await expect(parts.join('\n')).toMatchFileSnapshot(
        `../../golden/review/beside-words.${{ text: 'txt', markdown: 'md', html: 'html' }[format]}`,
      );
    },
  );
});

test('the comment of a review names its configuration, and there is none if nothing changed', async () => {
  const folder = await temporaryFolder({
    'packages/a/docs-cli.config.yml': CONFIG,
    'packages/a/docs/v1.0/guides/same.md': page('Same', 'As it was.'),
  });
  commitAll(folder, 'Before');
  const cwd = join(folder, 'packages/a');
  const files = {
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    GITHUB_OUTPUT: join(folder, 'out'),
  };
  const argv = ['review', '--against', 'HEAD', '--format', 'markdown'];
  const run = () => runDocs(argv, { cwd, env: { GITHUB_ACTIONS: 'true', ...files } });

  expect(await run()).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await readFile(files.GITHUB_OUTPUT, 'utf8')).toMatch(/^changed<<END\nfalse\nEND\n$/);
  await expect(readFile(files.GITHUB_STEP_SUMMARY)).rejects.toMatchObject({ code: 'ENOENT' });

  await writeFiles(cwd, { 'docs/v1.0/guides/same.md': page('Same', 'Not as it was.') });
  const { stdout } = await run();
  expect(stdout).toMatch(
    /^### Review: <code>packages\/a<\/code>\n\ngit HEAD → the files: 1 page: 1 changed\n/,
  );
  expect(await readFile(files.GITHUB_STEP_SUMMARY, 'utf8')).toBe(`${stdout}\n`);
});

test('--out writes one file and says so, beside Markdown on standard output too', async () => {
  const folder = await openRepository();

  const run = await review(folder, '--against', 'main', '--out', 'review.html');
  const html = await review(folder, '--against', 'main', '--format', 'html');
  const both = await review(
    folder,
    '--against',
    'main',
    '--out',
    'too.html',
    '--format',
    'markdown',
  );
  const markdown = await review(folder, '--against', 'main', '--format', 'markdown');
  const nowhere = await review(folder, '--out', 'nothing/review.html');

  expect(run).toMatchObject({ exitCode: 0, stdout: '' });
  expect(run.stderr).toContain('Written to review.html');
  expect(await readFile(`${folder}/review.html`, 'utf8')).toBe(html.stdout);
  expect(both).toMatchObject({ exitCode: 0, stdout: markdown.stdout });
  expect(await readFile(`${folder}/too.html`, 'utf8')).toBe(html.stdout);
  expect(nowhere).toMatchObject({ exitCode: 2, stdout: '' });
});

test('--out says it in one sentence each if nothing differs', async () => {
  const folder = await openRepository();
  git(folder, 'add', '--all');
  git(folder, 'commit', '--message', 'All');

  const run = await review(folder, '--against', 'HEAD', '--out', 'review.html');

  expect(run.stderr).toContain('No differences. Written to review.html.');
});

describe('beside the platform', () => {
  async function pushed(): Promise<World> {
    const world = await openWorld(BEFORE);
    expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
    return world;
  }

  test('a review shows what a push and a pull would change, and what both changed', async () => {
    const world = await pushed();
    await world.write(AFTER);
    await world.edit('v1.0/guides/same', 'As it was, there.');
    await world.edit('v1.0/guides/links', 'To [nobody](/x/y).');

    const run = await world.run('review', '--json');

    const { pages } = JSON.parse(run.stdout) as ReviewReport;
    await expectOfSchema('review', JSON.parse(run.stdout));
    expect(
      pages.map(({ name, state, note }) => [name, state, note?.split(':')[0] ?? null]),
    ).toEqual(
      expect.arrayContaining([
        ['v1.0/guides/setup', 'changed', null],
        ['v1.0/guides/new', 'added', null],
        ['v1.0/guides/same', 'changed', 'Changed on the platform'],
        ['v1.0/guides/links', 'changed', 'Both sides changed it'],
      ]),
    );
    expect(pages.find(({ name }) => name === 'v1.0/guides/same')?.blocks).toEqual([
      {
        state: 'changed',
        kind: 'paragraph',
        under: null,
        parts: [
          { state: 'same', text: 'As it was' },
          { state: 'added', text: ', there' },
          { state: 'same', text: '.' },
        ],
        looks: [],
      },
    ]);
  });

  test('a review against what is published shows what readers would see, and no draft', async () => {
    const world = await pushed();
    await world.edit('v1.0/guides/same', 'A draft that is not published.');
    await world.write({ 'docs/v1.0/guides/usage.md': page('Usage', 'How to use it now.') });
    await world.run('push', 'v1.0/guides/usage', '--no-publish', '--yes');

    const newest = await world.run('review', 'v1.0/guides/usage', '--json');
    const published = await world.run('review', '--against', 'published', '--json');

    expect(states(newest)).toEqual({});
    expect(states(published)).toEqual({ 'v1.0/guides/usage': 'changed' });
  });

  test('a review asks for no more than docs diff', async () => {
    const world = await pushed();
    const asked = async (command: string): Promise<number | undefined> =>
      (await world.run(command, '--verbose')).stderr.match(/GET \//g)?.length;

    const nothing = await world.run('review');
    expect(nothing).toMatchObject({
      exitCode: 0,
      stdout: 'the platform → the files\nNo differences.\n',
    });
    expect(await asked('review')).toBe(await asked('diff'));
    await world.write(AFTER);
    expect(await asked('review')).toBe(await asked('diff'));
  });
});

test('beside an export, pages are known again although folders there have names', async () => {
  const world = await openWorld(BEFORE, { plan: 'enterprise' });
  await world.run('push', '--publish', '--yes');
  expect(await world.run('export', '-o', 'export.zip')).toMatchObject({ exitCode: 0 });
  await world.write(AFTER);

  const run = await review(world.folder, '--against', 'export.zip', '--json');
  const none = await review(world.folder, '--against', 'none.zip');
  await world.write({ 'broken.zip': 'PK' });
  const broken = await review(world.folder, '--against', 'broken.zip');

  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(states(run)).toMatchObject({
    'v1.0/guides/setup': 'changed',
    'v1.0/guides/links': 'unseen',
    'v1.0/guides/new': 'added',
  });
  expect(Object.keys(states(run))).not.toContain('v1.0/guides/same');
  expect(none).toMatchObject({ exitCode: 2 });
  expect(broken).toMatchObject({ exitCode: 1 });
  expect(broken.stderr).toContain('broken.zip" cannot be loaded');
});

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.25);
  return () => vi.restoreAllMocks();
});

describe('definitions', () => {
  const definition = (type: string, more = ''): string =>
    `openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths:\n  /pets:\n    get:\n      responses:\n        '200': {description: ok, content: {application/json: {schema: {type: ${type}}}}}\n${more}`;
  const SPLIT = 'components: {schemas: {A: {$ref: "parts.yaml#/A"}}}\n';

  async function openDefinitions(): Promise<string> {
    const folder = await temporaryFolder({
      ...BEFORE,
      'docs-cli.config.yml': `${CONFIG}references:\n  - {file: openapi/pets.json, version: v1.0}\n  - {file: openapi/split.yaml, version: v1.0}\n`,
      'docs/v1.0/refs/pets.yaml': definition('string'),
      'openapi/pets.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'J', version: '1' } }),
      'openapi/split.yaml': definition('string', SPLIT),
      'openapi/parts.yaml': 'A: {type: string}\n',
    });
    commitAll(folder, 'Before');
    await writeFiles(folder, {
      'docs/v1.0/refs/pets.yaml': definition('integer', 'tags: [{name: "<i>"}]\n'),
      'docs/v1.0/refs/new.yaml': definition('string'),
      'openapi/split.yaml': definition('integer', SPLIT),
    });
    return folder;
  }

  const SAID =
    '1 definition: 1 breaking. 2 other files changed that review does not show: docs/v1.0/refs/new.yaml and openapi/split.yaml';

  test('of one file are compared, others are named', async () => {
    const folder = await openDefinitions();
    const { stdout } = await review(folder, '--against', 'main');
    expect(stdout).toContain(SAID);
    expect(stdout).toContain(
      'docs/v1.0/refs/pets.yaml (git main) → docs/v1.0/refs/pets.yaml\n\n1 breaking: 1 type-changed in responses',
    );
    expect(stdout).toMatch(/GET \/pets \(response\): .* \(docs\/v1\.0\/refs\/pets\.yaml:7:/);
    const run = await review(folder, '--against', 'main', '--json');
    const report = JSON.parse(run.stdout) as ReviewReport;
    await expectOfSchema('review', report);
    expect(report).toMatchObject({
      pages: [],
      definitions: [{ new: 'docs/v1.0/refs/pets.yaml', counts: { breaking: 1, risky: 0 } }],
      others: ['docs/v1.0/refs/new.yaml', 'openapi/split.yaml'],
    });
  });

  test.each(['markdown', 'html'])('are in the %s', async (format) => {
    const folder = await openDefinitions();
    const { stdout } = await review(folder, '--against', 'main', '--format', format);
    expect(stdout).toContain('type-changed');
    expect(stdout).not.toContain('<i>');
  });

  test('that the configuration lists are compared too, and those that are as they were are not', async () => {
    const folder = await openDefinitions();
    commitAll(folder, 'After');
    expect((await review(folder, '--against', 'HEAD')).stdout).toContain('No differences.');
    await writeFiles(folder, {
      'openapi/pets.json': JSON.stringify({
        info: { version: '1', title: 'J' },
        openapi: '3.1.0',
      }),
    });
    const { stdout } = await review(folder, '--against', 'HEAD');
    expect(stdout).toContain('1 definition: no changes that clients notice');
    await rm(join(folder, 'openapi/pets.json'));
    expect((await review(folder, '--against', 'HEAD')).stdout).toContain('openapi/pets.json');
  });

  test('are left out if pages are named', async () => {
    const folder = await openDefinitions();
    const { stdout } = await review(folder, 'v1.0/guides/same', '--against', 'main', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ definitions: [], others: [] });
  });
});

describe('a page that stays without its file says why', () => {
  const FILE = 'docs/v1.0/guides/same.md';

  test.each([
    ['another file claims its key', { 'docs/v1.0/guides/a/same.md': page('Same', 'As it was.') }],
    [
      'it is moved, and another file claims its key',
      {
        'docs/v1.0/guides/a/same.md': page('Same', 'As it was.'),
        'docs/v1.0/guides/b/same.md': page('Same', 'x'),
      },
    ],
  ])('%s', async (_, files) => {
    const folder = await temporaryFolder(BEFORE);
    commitAll(folder, 'Before');
    if (Object.keys(files).length > 1) await rm(join(folder, FILE));
    await writeFiles(folder, files);
    const run = await review(folder, '--against', 'main', '--json');
    const { pages } = JSON.parse(run.stdout) as ReviewReport;
    expect(states(run)).toEqual({ 'v1.0/guides/same': 'removed' });
    expect(pages[0]?.note).toMatch(
      /^Its file claims the key v1.0\/guides\/same, as does "docs\/.*same.md". It is left out of pushes and builds.$/,
    );
  });

  test('that it is not UTF-8', async () => {
    const folder = await temporaryFolder(BEFORE);
    commitAll(folder, 'Before');
    await writeFiles(folder, { [FILE]: Buffer.from([0x61, 0xff]) });
    const run = await review(folder, '--against', 'main', '--json');
    const { pages } = JSON.parse(run.stdout) as ReviewReport;
    expect(states(run)).toEqual({ 'v1.0/guides/same': 'removed' });
    expect(pages[0]?.note).toBe(
      'Its file is not valid UTF-8. It is left out of pushes and builds.',
    );
  });
});
