import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Digest, FilePath, Instant, PageId, PageKey, Slug } from '../../src/model/ids.ts';
import type { LocalPage } from '../../src/model/local.ts';
import type { BasePage } from '../../src/model/sides.ts';
import { sameText, uniqueTitle } from '../../src/sync/match/text-or-title.ts';
import { Unpaired } from '../../src/sync/match/unpaired.ts';
import { git } from '../support/git.ts';
import { openWorkbench } from './workbench.ts';

const DOCUMENTATIONS = ['v1/guide', 'v1/api'] as const;
const TITLES = ['Intro', 'Setup', 'Interfaces'] as const;

interface Named {
  readonly documentation: string;
  readonly title: string;
  readonly text: string;
}

const named = fc.record({
  documentation: fc.constantFrom(...DOCUMENTATIONS),
  title: fc.constantFrom(...TITLES),
  text: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
});

const orphanOf = ({ documentation, title, text }: Named, index: number): BasePage => ({
  key: `${documentation}/old-${index}` as PageKey,
  id: (index + 1) as PageId,
  title,
  slug: `old-${index}` as Slug,
  updated: '2026-01-01T00:00:00Z' as Instant,
  header: null,
  sent: text as Digest,
  sentPublished: null,
  draft: null,
  published: null,
});

const strangerOf = ({ documentation, title, text }: Named, index: number): LocalPage => ({
  key: `${documentation}/new-${index}` as PageKey,
  file: `docs/${documentation}/new-${index}.md` as FilePath,
  title,
  head: text as Digest,
  published: text as Digest,
  category: null,
  notes: [],
  headerDigest: 'h' as Digest,
});

const documentationOf = (key: PageKey): string => key.slice(0, key.lastIndexOf('/'));

test('a file is matched with one page in its documentation, by text or by a title that no other page has', () => {
  fc.assert(
    fc.property(
      fc.array(named, { maxLength: 6 }),
      fc.array(named, { maxLength: 6 }),
      fc.subarray([...TITLES]),
      (lost, fresh, elsewhere) => {
        const orphans = lost.map(orphanOf);
        const strangers = fresh.map(strangerOf);
        const isTitleElsewhere = ({ title }: LocalPage) => elsewhere.some((one) => one === title);
        const left = new Unpaired(strangers, orphans, () => new Map());
        sameText(left);
        uniqueTitle(left, isTitleElsewhere);
        const { renamed: found } = left;
        expect(new Set(found.values()).size).toBe(found.size);
        for (const [now, before] of found) {
          const page = strangers.find(({ key }) => key === now);
          const orphan = orphans.find(({ key }) => key === before);
          if (!page || !orphan) throw new Error('a pair of pages that are not there');
          expect(documentationOf(now)).toBe(documentationOf(before));
          if (page.head === orphan.sent) continue;
          expect(page.title).toBe(orphan.title);
          expect(isTitleElsewhere(page)).toBe(false);
          const rivals = orphans.filter(
            ({ key, title }) =>
              title === page.title && documentationOf(key) === documentationOf(now),
          );
          const taken = new Set(found.values());
          expect(rivals.filter(({ key }) => key !== before && !taken.has(key))).toEqual([]);
        }
      },
    ),
  );
});

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;
const fileOf = (name: string): string => `docs/v1/guide/${name}.md`;

describe('a file that was renamed and edited', () => {
  test('keeps its page: new URL and new text in one update', async () => {
    const bench = await openWorkbench({
      [fileOf('intro')]: page('Intro', 'Hello.'),
      [fileOf('setup')]: page('Setup', 'How to.'),
    });
    await bench.push({ publish: true });
    const id = await bench.idOf('v1/guide/intro');
    await bench.remove(fileOf('intro'));
    await bench.write({ [fileOf('start')]: page('Intro', 'Hello there, and more.') });

    const { prepared, requests } = await bench.push();

    expect(prepared.warnings).toEqual([]);
    expect(prepared.plan.unchanged).toBe(1);
    expect(prepared.plan.changes).toMatchObject([
      {
        kind: 'update',
        key: 'v1/guide/start',
        id,
        from: 'v1/guide/intro',
        fields: ['slug', 'body'],
      },
    ]);
    expect(requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
    const pages = await bench.pages();
    expect([...pages.keys()].toSorted()).toEqual(['v1/guide/setup', 'v1/guide/start']);
    expect(pages.get('v1/guide/start')).toMatchObject({ id, title: 'Intro' });
    expect(pages.get('v1/guide/start')?.draft?.trim()).toBe('Hello there, and more.');
    const again = await bench.push();
    expect(again.prepared.summary).toMatchObject({ unchanged: 2, orphan: 0, create: 0 });
  });

  test('is a conflict if the page was also edited on the platform', async () => {
    const bench = await openWorkbench({ [fileOf('intro')]: page('Intro', 'Hello.') });
    await bench.push();
    const id = await bench.idOf('v1/guide/intro');
    await bench.platform.admin.editor().edit(id, { content: 'Edited in the browser.' });
    await bench.remove(fileOf('intro'));
    await bench.write({ [fileOf('start')]: page('Intro', 'Edited here.') });

    const { plan } = await bench.prepare();

    expect(plan.changes).toMatchObject([{ kind: 'conflict', key: 'v1/guide/start', id }]);
  });

  test('is a new page, with a warning, if a third page has the title', async () => {
    const bench = await openWorkbench({
      [fileOf('a')]: page('Interfaces', 'Of A.'),
      [fileOf('b')]: page('Interfaces', 'Of B.'),
    });
    await bench.push();
    await bench.remove(fileOf('a'));
    await bench.write({ [fileOf('c')]: page('Interfaces', 'Of C.') });

    const { plan, warnings } = await bench.prepare();

    expect(plan.changes.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'orphan v1/guide/a',
      'create v1/guide/c',
    ]);
    expect(warnings).toEqual([
      `If v1/guide/a was moved to ${fileOf('c')}: commit the move, then push again.`,
    ]);
  });

  test('is found again, and is not a rename, if a run without its lock created the new page', async () => {
    const bench = await openWorkbench({ [fileOf('intro')]: page('Intro', 'Hello.') });
    await bench.push();
    const documentation = await bench.platform.admin.documentationId('v1', 'guide');
    const editor = bench.platform.admin.editor();
    await editor.create(documentation, { title: 'Intro', slug: 'start', content: 'More.\n' });
    await bench.remove(fileOf('intro'));
    await bench.write({ [fileOf('start')]: page('Intro', 'More.') });

    const { plan, warnings } = await bench.prepare();

    expect(plan.changes.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'orphan v1/guide/intro',
      'adopt v1/guide/start',
    ]);
    expect(warnings).toEqual([]);
  });
});

describe('a file that was renamed, edited and given a new title', () => {
  const LINES = Array.from({ length: 6 }, (_, n) => `Line ${n} of it, see [setup](setup.md).`);
  const edited = [...LINES.slice(0, 4), 'Another end.'].join('\n\n');

  async function pushed(files: Readonly<Record<string, string>>) {
    const bench = await openWorkbench({
      [fileOf('intro')]: page('Intro', LINES.join('\n\n')),
      [fileOf('setup')]: page('Setup', 'How to.'),
      ...files,
    });
    git(bench.folder, 'init', '--quiet');
    await bench.push();
    git(bench.folder, 'add', '--all');
    git(bench.folder, 'commit', '--quiet', '--message', 'Push');
    return bench;
  }

  const planned = async (bench: Awaited<ReturnType<typeof pushed>>) =>
    (await bench.prepare()).plan.changes.map(({ kind, key }) => `${kind} ${key}`);

  test('keeps its page if a commit has the move', async () => {
    const bench = await pushed({});
    await bench.remove(fileOf('intro'));
    await bench.write({ [fileOf('start')]: page('Welcome', edited) });
    git(bench.folder, 'add', '--all');
    git(bench.folder, 'commit', '--quiet', '--message', 'Rename');
    const { plan, warnings } = await bench.prepare();
    expect(plan.changes.filter(({ kind }) => kind !== 'unchanged')).toMatchObject([
      { kind: 'update', from: 'v1/guide/intro', fields: ['title', 'slug', 'body'] },
    ]);
    expect(warnings).toEqual([]);
    await bench.push();
    expect((await bench.pages()).size).toBe(2);
  });

  test('is a new page with a warning as long as no commit has the move, and the old page is not deleted', async () => {
    const bench = await pushed({});
    await bench.remove(fileOf('intro'));
    await bench.write({ [fileOf('start')]: page('Welcome', edited) });

    const { prepared } = await bench.push({ prune: true });

    expect(prepared.plan.changes.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'orphan v1/guide/intro',
      'create v1/guide/start',
    ]);
    expect(prepared.warnings).toEqual([
      `If v1/guide/intro was moved to ${fileOf('start')}: commit the move, then push again.`,
    ]);
    git(bench.folder, 'add', '--all');
    git(bench.folder, 'commit', '--quiet', '--message', 'Rename');
    expect((await bench.push({ prune: true })).prepared.summary).toMatchObject({ delete: 0 });
    expect((await bench.pages()).size).toBe(3);
  });

  test('is not a new page next to others with its title if a commit has the move', async () => {
    const bench = await pushed({ [fileOf('other')]: page('Intro', 'Another page of this title.') });
    const id = await bench.idOf('v1/guide/intro');
    git(bench.folder, 'mv', fileOf('intro'), fileOf('start'));
    await bench.write({ [fileOf('start')]: page('Intro', edited) });
    git(bench.folder, 'add', '--all');
    git(bench.folder, 'commit', '--quiet', '--message', 'Rename');

    const { prepared } = await bench.push({ prune: true });

    expect(prepared.plan.changes).toMatchObject([
      { kind: 'update', key: 'v1/guide/start', id, fields: ['slug', 'body'] },
    ]);
    const again = await bench.push({ prune: true });
    expect(again.prepared.plan.changes).toEqual([]);
    expect((await bench.pages()).size).toBe(3);
  });

  test('keeps its first page if it was renamed in several commits', async () => {
    const bench = await pushed({ [fileOf('other')]: page('Intro', 'Another page of this title.') });
    const id = await bench.idOf('v1/guide/intro');
    for (const [from, to] of [
      ['intro', 'begin'],
      ['begin', 'start'],
    ] as const) {
      git(bench.folder, 'mv', fileOf(from), fileOf(to));
      await bench.write({ [fileOf(to)]: page('Intro', `${edited}\n\nOf ${to}.`) });
      git(bench.folder, 'commit', '--quiet', '--all', '--message', 'Rename');
    }

    await bench.push();

    expect(await bench.idOf('v1/guide/start')).toBe(id);
    expect((await bench.pages()).size).toBe(3);
  });

  test.each(['never', 'before the page was there'])(
    'keeps its page if the lock is kept and was committed %s',
    async (when) => {
      const bench = await openWorkbench({ [fileOf('setup')]: page('Setup', 'How to.') });
      git(bench.folder, 'init', '--quiet');
      await bench.push();
      git(bench.folder, 'add', when === 'never' ? 'docs' : '--all');
      git(bench.folder, 'commit', '--quiet', '--message', 'Begin');
      await bench.write({ [fileOf('intro')]: page('Intro', LINES.join('\n\n')) });
      git(bench.folder, 'add', 'docs');
      git(bench.folder, 'commit', '--quiet', '--message', 'Write');
      await bench.push();
      await bench.remove(fileOf('intro'));
      await bench.write({ [fileOf('start')]: page('Welcome', edited) });
      git(bench.folder, 'add', 'docs');
      git(bench.folder, 'commit', '--quiet', '--message', 'Rename');
      await bench.push();
      expect((await bench.pages()).size).toBe(2);
    },
  );

  test('is a new page if less than half of it is unchanged, or two files are similar to it', async () => {
    const bench = await pushed({});
    await bench.remove(fileOf('intro'));
    await bench.write({ [fileOf('start')]: page('Welcome', `${LINES[0]}\n\nAll else\n\nis new.`) });
    expect(await planned(bench)).toContain('create v1/guide/start');
    await bench.write({
      [fileOf('start')]: page('Welcome', edited),
      [fileOf('other')]: page('Other', edited),
    });
    expect(await planned(bench)).toContain('create v1/guide/start');
    expect(await planned(bench)).toContain('orphan v1/guide/intro');
  });
});
