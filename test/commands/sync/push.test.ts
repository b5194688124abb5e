import { describe, expect, test } from 'vitest';
import type { Permission } from '../../../src/model/operations.ts';
import { openWorld } from '../../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const GUIDE = 'docs/v1.0/guide';

test('35 pages of one title in one documentation are 35 pages, also without a lock', async () => {
  const files: Record<string, string> = {};
  for (let number = 1; number <= 35; number++) {
    files[`${GUIDE}/interfaces-${number}.md`] = page('Interfaces', `Number ${number}`);
  }
  const world = await openWorld(files);

  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  await world.remove('docs-cli.lock');
  const again = await world.run('push', '--json', '--yes');

  expect(again.exitCode).toBe(0);
  expect(JSON.parse(again.stdout).summary).toMatchObject({ adopt: 35, create: 0, conflict: 0 });
  expect(await world.platform.admin.pages()).toHaveLength(35);
});

test('a page whose title and slug share no letter is found again by its slug', async () => {
  const world = await openWorld({ [`${GUIDE}/xyz.md`]: page('Übersicht', 'Text') });
  await world.run('push', '--yes');
  await world.remove('docs-cli.lock');

  const again = await world.run('push', '--json', '--yes');

  expect(JSON.parse(again.stdout).summary).toMatchObject({ adopt: 1, create: 0 });
  expect(await world.platform.admin.pages()).toHaveLength(1);
});

test('a page that the lock does not know but the platform has is not made twice', async () => {
  const world = await openWorld({ [`${GUIDE}/known.md`]: page('Known', 'Known') });
  await world.run('push', '--yes');
  const documentation = await world.platform.admin.documentationId('v1.0', 'guide');
  const editor = world.platform.admin.editor();
  await editor.create(documentation, { title: 'New', slug: 'new', content: 'The same\n' });
  await editor.create(documentation, { title: 'Other', slug: 'other', content: 'Theirs\n' });
  await world.write({
    [`${GUIDE}/new.md`]: page('New', 'The same'),
    [`${GUIDE}/other.md`]: page('Other', 'Ours'),
  });

  const run = await world.run('push', '--json', '--skip-conflicts', '--yes');

  expect(run.exitCode).toBe(7);
  expect(JSON.parse(run.stdout).summary).toMatchObject({ adopt: 1, conflict: 1, create: 0 });
  expect(await world.platform.admin.pages()).toHaveLength(3);
  expect((await world.page('v1.0/guide/other'))?.draft).toBe('Theirs\n');
});

test('a path that belongs to another project is named with its configuration', async () => {
  const config = 'content:\n  - path: docs\n';
  const world = await openWorld({
    'docs-cli.config.yml': config,
    [`${GUIDE}/intro.md`]: page('Intro', 'Text'),
    'in/docs-cli.config.yml': config,
    [`in/${GUIDE}/intro.md`]: page('Intro', 'Text'),
  });

  for (const command of ['push', 'pull', 'status', 'diff']) {
    const { exitCode, stderr } = await world.run(command, '--json', '--yes', `in/${GUIDE}`);

    const where = command === 'pull' ? 'in this folder or on the platform' : 'in this folder';
    expect(exitCode).toBe(2);
    expect(JSON.parse(stderr).error).toMatchObject({
      message: `There is no page "in/${GUIDE}" ${where}.`,
      hint: 'It belongs to another project: give --config in/docs-cli.config.yml.',
    });
  }
});

test('what completion offers is a name: a version or documentation with its slash', async () => {
  const world = await openWorld({ [`${GUIDE}/intro.md`]: page('Intro', 'Text') });

  for (const name of ['v1.0/', 'v1.0/guide/']) {
    const { exitCode, stdout } = await world.run('push', '--dry-run', '--json', name);

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).summary).toMatchObject({ create: 1 });
  }
});

test('an edit on the platform is never overwritten without asking', async () => {
  const world = await openWorld({ [`${GUIDE}/intro.md`]: page('Intro', 'first draft') });
  await world.run('push', '--yes');
  await world.edit('v1.0/guide/intro', 'edited in the browser\n');
  await world.write({ [`${GUIDE}/intro.md`]: page('Intro', 'edited here') });

  const result = await world.runAs({ terminal: true }, 'push', '--yes');

  expect(result).toMatchObject({ exitCode: 5, stdout: '' });
  await expect(result.stderr).toMatchFileSnapshot('../../golden/push/conflict.txt');
  const inJob = await world.runAs({ env: { CI: 'true' } }, 'push', '--yes');
  expect(inJob.stderr).toContain('on your machine: docs pull --merge, commit, push');
  expect(inJob.stderr).not.toContain('--ours');
  expect((await world.page('v1.0/guide/intro'))?.draft).toBe('edited in the browser\n');
});

test('a diff shows both sides of a conflict, and what only the platform changed as a pull would write it', async () => {
  const world = await openWorld({
    [`${GUIDE}/intro.md`]: page('Intro', 'First.\n\nSecond.\n\nThird.'),
    [`${GUIDE}/setup.md`]: page('Setup', 'Old.'),
  });
  await world.run('push', '--yes');
  const intro = await world.page('v1.0/guide/intro');
  await world.platform.admin
    .editor()
    .edit(intro?.id ?? 0, { title: 'Start', content: 'First.\n\nSecond, theirs.\n\nThird.' });
  await world.edit('v1.0/guide/setup', 'New.');
  await world.write({
    [`${GUIDE}/intro.md`]: page('Begin', 'First.\n\nSecond, ours.\n\nThird.'),
  });

  const { stdout } = await world.run('diff');

  await expect(stdout).toMatchFileSnapshot('../../golden/push/three-way.txt');
});

test('where only the platform moved, a push leaves it alone and says so', async () => {
  const world = await openWorld({ [`${GUIDE}/intro.md`]: page('Intro', 'first') });
  await world.run('push', '--yes');
  await world.edit('v1.0/guide/intro', 'edited in the browser\n');

  const result = await world.run('push', '--yes');

  expect(result.exitCode).toBe(0);
  expect(result.stderr).toContain('1 page changed on the platform only');
  expect((await world.page('v1.0/guide/intro'))?.draft).toBe('edited in the browser\n');
});

test('the plan of a mixed push at 80 columns', async () => {
  const world = await openWorld({
    [`${GUIDE}/_settings.yaml`]: 'title: Guide\n',
    [`${GUIDE}/_nav.yaml`]: 'items:\n  - category: Start\n    items: [kept, edited]\n',
    [`${GUIDE}/kept.md`]: page('Kept', 'kept'),
    [`${GUIDE}/edited.md`]: page('Edited', 'before'),
    [`${GUIDE}/deleted.md`]: page('Deleted', 'text'),
  });
  await world.run('push', '--yes');
  await world.remove(`${GUIDE}/deleted.md`);
  await world.write({
    [`${GUIDE}/edited.md`]: page('Edited twice', 'after'),
    [`${GUIDE}/new.md`]: '---\ntitle: New\nkeywords: a, b\n---\n\nnew\n',
    'docs/v9.9/guide/lost.md': page('Lost', 'nowhere to go'),
  });

  const result = await world.runAs({ terminal: true }, 'push', '--publish', '--yes');

  expect(result.exitCode).toBe(7);
  const orphan = (await world.platform.admin.pages()).find(({ slug }) => slug === 'deleted');
  const fixed = (text: string) =>
    text.replaceAll(String(orphan?.id), '4711').replaceAll(/\d[\d.]* m?s\)/g, '20 ms)');
  await expect(fixed(result.stderr + result.stdout)).toMatchFileSnapshot(
    '../../golden/push/mixed.txt',
  );
});

describe('on a terminal', () => {
  test('a push asks first, and no means no', async () => {
    const world = await openWorld({ [`${GUIDE}/intro.md`]: page('Intro', 'text') });

    const result = await world.runAs({ terminal: true, answer: 'n\r' }, 'push');

    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toContain('Create 1 page?');
    expect(result.stderr).toContain('Nothing was changed.');
    expect(await world.platform.admin.pages()).toEqual([]);
  });

  test('--yes goes ahead, with --no-input too', async () => {
    for (const flags of [['--yes'], ['--yes', '--no-input']]) {
      const world = await openWorld({ [`${GUIDE}/intro.md`]: page('Intro', 'text') });
      expect(await world.runAs({ terminal: true }, 'push', ...flags)).toMatchObject({
        exitCode: 0,
      });
      expect(await world.platform.admin.pages()).toHaveLength(1);
    }
  });
});

describe('looking only', () => {
  test('--dry-run shows the plan on stdout and writes nothing', async () => {
    const world = await openWorld({ [`${GUIDE}/intro.md`]: page('Intro', 'text') });

    const result = await world.run('push', '--dry-run');

    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toContain('+ v1.0/guide/intro');
    expect(await world.platform.admin.pages()).toEqual([]);
    expect(await world.exists('docs-cli.lock')).toBe(false);
  });

  test('--check exits 3 where there is something to push, then 0', async () => {
    const world = await openWorld({ [`${GUIDE}/intro.md`]: page('Intro', 'text') });

    expect(await world.run('push', '--check')).toMatchObject({ exitCode: 3 });
    await world.run('push', '--yes');
    expect(await world.run('push', '--check')).toMatchObject({ exitCode: 0 });
    expect(await world.run('push', '--check', '--publish')).toMatchObject({ exitCode: 3 });
  });

  test('status and diff read only', async () => {
    const world = await openWorld({ [`${GUIDE}/intro.md`]: page('Intro', 'one\ntwo\nthree') });
    await world.run('push', '--yes');
    await world.write({ [`${GUIDE}/intro.md`]: page('Intro', 'one\n2\nthree') });

    const status = await world.run('status');
    const diff = await world.run('diff', 'v1.0/guide/intro');

    expect(status).toMatchObject({ exitCode: 0, stderr: '' });
    expect(status.stdout).toContain('~ v1.0/guide/intro  body');
    expect(diff).toMatchObject({ exitCode: 0, stderr: '' });
    expect(diff.stdout).toContain('\n-two\n+2\n');
    expect((await world.page('v1.0/guide/intro'))?.draft).toBe('one\ntwo\nthree');
  });
});

test('a plan is saved, and carried out only while nothing moved', async () => {
  const world = await openWorld({ [`${GUIDE}/intro.md`]: page('Intro', 'text') });
  expect(await world.run('push', '--out', 'plan.json')).toMatchObject({ exitCode: 0 });
  expect(await world.platform.admin.pages()).toEqual([]);

  expect(await world.run('push', '--plan', 'plan.json', '--yes')).toMatchObject({ exitCode: 0 });
  expect((await world.page('v1.0/guide/intro'))?.draft).toBe('text');
  await world.write({ [`${GUIDE}/intro.md`]: page('Intro', 'text two') });
  await world.run('push', '--out', 'plan.json');
  await world.write({ [`${GUIDE}/intro.md`]: page('Intro', 'text three') });

  expect(await world.run('push', '--plan', 'plan.json', '--yes')).toMatchObject({ exitCode: 5 });
  expect((await world.page('v1.0/guide/intro'))?.draft).toBe('text');
});

test('a saved plan says what its own options do, not those in the settings', async () => {
  const world = await openWorld({
    'docs-cli.config.yml': 'content:\n  - path: docs\npublish: true\n',
    [`${GUIDE}/intro.md`]: page('Intro', 'text'),
  });
  await world.run('push', '--no-publish', '--out', 'plan.json');

  const { stderr } = await world.run('push', '--plan', 'plan.json', '--yes');

  expect(stderr).toContain('Drafts only: readers see them after docs push --publish');
});

test('a push refuses the plan of a sync that writes files, and says what carries it out', async () => {
  const file = `${GUIDE}/intro.md`;
  const world = await openWorld({ [file]: page('Intro', 'text') });
  await world.run('push', '--yes');
  await world.edit('v1.0/guide/intro', 'Edited in the browser.');
  const before = await world.read(file);

  const saved = await world.run('sync', '--pull', '--out', 'plan.json');
  const push = await world.run('push', '--plan', 'plan.json', '--yes');

  expect(saved.stderr).toContain('docs sync --plan plan.json carries it out.');
  expect(push.exitCode).toBe(2);
  expect(push.stderr).toContain('docs sync --plan <file> carries it out');
  expect(await world.read(file)).toBe(before);
  expect(await world.run('sync', '--plan', 'plan.json', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await world.read(file)).toContain('Edited in the browser.');
});

test.each(['--publish', '--no-publish', '--ours', '--force', '--message=Mine'])(
  'a saved plan takes no %s, which would have no effect',
  async (flag) => {
    const world = await openWorld({ 'docs/v1/guide/intro.md': page('Intro', 'Hello.') });
    await world.run('push', '--out', 'plan.json');
    const { exitCode, stderr } = await world.run('push', '--plan', 'plan.json', flag, '--yes');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--plan cannot be used with');
    expect(await world.platform.admin.pages()).toEqual([]);
  },
);

test('arguments narrow a push: a key, a file, a folder', async () => {
  const files = {
    [`${GUIDE}/a.md`]: page('A', 'a'),
    [`${GUIDE}/b.md`]: page('B', 'b'),
    'docs/v1.0/other/c.md': page('C', 'c'),
    'docs/v1.0/other/d.md': page('D', 'd'),
  };
  const slugs = async (...argv: string[]) => {
    const world = await openWorld(files);
    expect(await world.run('push', ...argv, '--yes')).toMatchObject({ exitCode: 0 });
    return (await world.platform.admin.pages()).map(({ slug }) => slug).toSorted();
  };

  expect(await slugs('v1.0/guide/a')).toEqual(['a']);
  expect(await slugs('docs/v1.0/other/d.md')).toEqual(['d']);
  expect(await slugs('docs/v1.0/other', 'v1.0/guide/b')).toEqual(['b', 'c', 'd']);
});

describe('what goes wrong is one clear line, a hint and an exit code', () => {
  const files = { [`${GUIDE}/intro.md`]: page('Intro', 'text') };
  const twoLines = (text: string) => expect(text.trimEnd().split('\n')).toHaveLength(2);

  test('a wrong key', async () => {
    const world = await openWorld(files);
    const result = await world.runAs({ env: { DOCS_API_KEY: 'wrong' } }, 'push', '--yes');

    expect(result).toMatchObject({ exitCode: 4, stdout: '' });
    twoLines(result.stderr);
    expect(result.stderr).toMatch(/^error .*key/i);
    expect(result.stderr).not.toContain('wrong');
  });

  test('no key', async () => {
    const world = await openWorld(files);
    const result = await world.runAs({ env: { DOCS_API_KEY: '' } }, 'push', '--yes');

    expect(result).toMatchObject({ exitCode: 4, stdout: '' });
    twoLines(result.stderr);
    expect(result.stderr).toContain('DOCS_API_KEY');
  });

  test.each<[string, readonly Permission[]]>([
    ['to see the project', ['page.read', 'page.edit']],
    ['to edit pages', ['project.read', 'page.read']],
  ])('a key without the permission %s', async (_, permissions) => {
    const world = await openWorld(files);
    const key = await world.platform.admin.createKey({ name: 'k', permissions, versions: null });
    const result = await world.runAs({ env: { DOCS_API_KEY: key } }, 'push', '--yes');

    expect(result.exitCode).toBe(4);
    expect(result.stderr).toMatch(/^error .*\n {2}.*(project\.read|page\.edit)/m);
  });

  test('a platform that is down', async () => {
    const world = await openWorld(files);
    const env = { DOCS_BASE_URL: 'http://127.0.0.1:9/api/v1' };
    const result = await world.runAs({ env }, 'push', '--yes');

    expect(result).toMatchObject({ exitCode: 8, stdout: '' });
    twoLines(result.stderr);
    expect(result.stderr).toContain('127.0.0.1:9');
  });

  test('a config error', async () => {
    const world = await openWorld(files);
    await world.write({ 'docs-cli.config.yml': 'content:\n  - pat: docs\n' });
    const result = await world.run('push', '--yes');

    expect(result).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error docs-cli.config.yml:2:5: There is no setting "pat".\n  Did you mean path?\n',
    });
  });
});

test('on GitHub Actions the job gets a summary: what was done, and what needs a person', async () => {
  const world = await openWorld({
    [`${GUIDE}/a.md`]: page('A', 'One'),
    [`${GUIDE}/b.md`]: page('B', 'Two'),
  });
  await world.run('push', '--yes');
  await world.edit('v1.0/guide/a', 'edited in the browser');
  await world.write({ [`${GUIDE}/a.md`]: page('A', 'Here'), [`${GUIDE}/b.md`]: page('B', 'Here') });
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: `${world.folder}/summary.txt` };

  await world.runAs({ env }, 'push', '--skip-conflicts', '--yes');

  const summary = await world.read('summary.txt');
  expect(summary).toContain('### docs: 1 updated');
  expect(summary).toContain('| v1.0/guide/a | conflict |');
});

test('a push of drafts alone says that readers do not see them, in text and unless it is to be quiet', async () => {
  const world = await openWorld({ [`${GUIDE}/a.md`]: page('A', 'One') });
  const said = 'Drafts only: readers see them after';

  expect((await world.run('push', '--yes')).stderr).toContain(said);
  expect((await world.run('push', '--yes')).stderr).not.toContain(said);
  for (const [text, ...flags] of [
    ['Two', '--publish'],
    ['Three', '--quiet'],
    ['Four', '--json'],
  ]) {
    await world.write({ [`${GUIDE}/a.md`]: page('A', text ?? '') });
    const run = await world.run('push', ...flags, '--yes');
    expect(run.exitCode).toBe(0);
    expect(run.stderr).not.toContain(said);
  }
});

test('a push that publishes and leaves drafts only says that their files want it so', async () => {
  const world = await openWorld({ [`${GUIDE}/a.md`]: '---\ntitle: A\n---draft\n\nOne\n' });

  const { stderr } = await world.run('push', '--publish', '--yes');

  expect(stderr).toContain('Drafts only: their files mark them as drafts');
  expect(stderr).not.toContain('readers see them after');
});

test('a merge that publishes nothing yet says why', async () => {
  const world = await openWorld({ [`${GUIDE}/a.md`]: page('A', 'One\n\nTwo') });
  await world.run('push', '--publish', '--yes');
  await world.edit('v1.0/guide/a', 'One\n\nTwo, edited');
  await world.write({ [`${GUIDE}/a.md`]: page('A', 'One, here\n\nTwo') });

  const { exitCode, stderr } = await world.run('sync', '--merge', '--publish', '--yes');

  expect(exitCode).toBe(0);
  expect(stderr).toContain('Merged texts are drafts: read them, then publish them');
  expect((await world.page('v1.0/guide/a'))?.published).toBe('One\n\nTwo');
});

describe('titles and slugs of pages that readers see are not drafted', () => {
  const published = async () => {
    const world = await openWorld({
      [`${GUIDE}/a.md`]: page('A', 'A text of several words, to know the page by'),
      [`${GUIDE}/b.md`]: page('B', 'Another one'),
      [`${GUIDE}/c.md`]: page('C', 'A third one'),
    });
    await world.run('push', '--publish', '--yes');
    return world;
  };
  const only = 'Drafts only:';

  test('the plan marks them, and the closing line tells them from texts', async () => {
    const world = await published();
    await world.write({
      [`${GUIDE}/a.md`]: page('New', 'A text of several words, to know the page by'),
      [`${GUIDE}/b.md`]: page('B', 'Edited'),
    });

    const { stderr } = await world.run('push', '--no-publish', '--yes');

    expect(stderr).toContain('~ v1.0/guide/a  title; readers see the new title at once');
    expect(stderr).toContain('~ v1.0/guide/b  body\n');
    expect(stderr).not.toContain(only);
    expect(stderr).toContain('Readers already see 1 new title. The texts are drafts:');
  });

  test('a new slug comes with the redirect rule to paste', async () => {
    const world = await published();
    await world.remove(`${GUIDE}/a.md`);
    await world.write({
      [`${GUIDE}/z.md`]: page('A', 'A text of several words, to know the page by'),
    });

    const planned = await world.run('push', '--no-publish', '--dry-run', '--json');
    const { stderr } = await world.run('push', '--no-publish', '--yes');

    expect(JSON.parse(planned.stdout).plan).toMatchObject([
      { kind: 'update', fields: ['slug'], from: 'v1.0/guide/a', isShown: true },
    ]);
    expect(stderr).toContain('the URL changes at once, without a redirect');
    expect(stderr).toContain('\n  ^/v1\\.0/guide/a$ >> /v1.0/guide/z\n');
    expect(stderr).toContain('\n  ^/guide/a$ >> /guide/z\n');
    expect(stderr).not.toContain(only);
    expect(stderr).toContain('Readers already see 1 new URL.\n');
  });

  test('after a merge into its renamed file, the redirect of a page is from the URL that readers know', async () => {
    const world = await published();
    const text = 'A text of several words, to know the page by';
    await world.edit('v1.0/guide/a', `${text}\n\nAdded on the platform\n`);
    await world.remove(`${GUIDE}/a.md`);
    await world.write({ [`${GUIDE}/z.md`]: page('A', `Added here\n\n${text}`) });
    await world.run('pull', '--yes', '--merge');

    const { stdout } = await world.run('push', '--dry-run', '--json');

    expect(JSON.parse(stdout).plan).toMatchObject([
      { kind: 'update', key: 'v1.0/guide/z', from: 'v1.0/guide/a', isShown: true },
    ]);
  });

  test('a page that nobody reads yet is a draft as a whole', async () => {
    const world = await openWorld({ [`${GUIDE}/a.md`]: page('A', 'One') });
    await world.run('push', '--no-publish', '--yes');
    await world.write({ [`${GUIDE}/a.md`]: page('New', 'Two') });

    const { stderr } = await world.run('push', '--no-publish', '--yes');

    expect(stderr).toContain('~ v1.0/guide/a  title, body\n');
    expect(stderr).not.toContain('at once');
    expect(stderr).toContain(only);
  });
});

test('docs push names the files that pages link to: they are not sent', async () => {
  const world = await openWorld({
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/v1/_settings.yaml': 'name: v1\npublished: true\n',
    'docs/v1/guide/_settings.yaml': 'title: Guide\n',
    'docs/v1/guide/a.md':
      '---\ntitle: A\n---\n\n[kit](kit%20A.zip) [b](b.md)\n\n[m]: ../../m.pdf#p\n\n[m]\n',
    'docs/v1/guide/b.md': '---\ntitle: B\n---\n\n[a](a.md) [site](https://example.com/x.pdf)\n',
    'docs/v1/guide/kit A.zip': 'kit',
    'docs/m.pdf': 'manual',
  });

  const first = await world.run('push', '--yes');
  expect(first.exitCode).toBe(0);
  expect(first.stderr).toContain(
    'A push does not send the files that pages link to: "kit%20A.zip" in v1/guide/a and "../../m.pdf" in v1/guide/a.',
  );
  expect(first.stderr).not.toContain('broken');
  // Told once: with the text that has the links.
  const again = await world.run('push', '--yes');
  expect(again.stderr).not.toContain('not sent');
});
