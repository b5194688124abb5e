import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  Digest,
  DocumentationId,
  Instant,
  PageId,
  PageKey,
  Slug,
  VersionId,
} from '../../src/model/ids.ts';
import type { BasePage } from '../../src/model/sides.ts';
import type { Lock } from '../../src/sync/record/lock.ts';
import { temporaryFolder } from '../support/folder.ts';
import { printLock, readLockText } from '../support/lock.ts';

const digest = (seed: number): Digest => seed.toString(36).padStart(43, '0') as Digest;

const page = (id: number, change: Partial<BasePage> = {}): BasePage => ({
  key: `v1/guide/page-${id}` as PageKey,
  id: id as PageId,
  title: `Page ${id}`,
  slug: `page-${id}` as Slug,
  updated: '2026-01-31T12:00:00+00:00' as Instant,
  header: digest(id),
  sent: digest(id + 1),
  sentPublished: digest(id + 1),
  draft: null,
  published: digest(id + 2),
  ...change,
});

const lockOf = (pages: readonly BasePage[]): Lock => ({
  versions: new Map([['v1', 7 as VersionId]]),
  documentations: new Map([['v1/guide', 8 as DocumentationId]]),
  pages: new Map(pages.map((page) => [page.key, page])),
});

const digests = fc.option(fc.nat().map(digest));
const segment = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('/'));
const anyPage = fc.record({
  key: fc.tuple(segment, segment, segment).map((parts) => parts.join('/') as PageKey),
  title: fc.string({ unit: 'grapheme' }),
  slug: segment.map((text) => text as Slug),
  updated: fc.string().map((text) => text as Instant),
  header: digests,
  sent: fc.nat().map(digest),
  sentPublished: digests,
  draft: digests,
  published: digests,
});

const formerStates = fc.array(fc.nat().map(digest), { minLength: 1 });

const somePages = fc.uniqueArray(fc.tuple(anyPage, fc.option(formerStates), fc.boolean()), {
  selector: ([{ key }]) => key,
});

const locks = somePages.map((pages) =>
  lockOf(
    pages.map(([page, states, racy], index) => ({
      ...page,
      id: (index + 1) as PageId,
      ...(racy ? { racy } : {}),
      ...(states === null ? {} : { formerStates: states }),
    })),
  ),
);

const HEAD = printLock(lockOf([])).trimEnd();
const UNREADABLE =
  'this line cannot be read and counts as missing: its page is looked for on the platform.';
const CONFLICT =
  'a merge conflict starts here. Of lines of one page the earlier one counts; other lines count as missing: their pages are looked for on the platform.';
const REPEATED =
  'this line is of the same page as one before it: the earlier state of the two counts.';
const TWICE =
  'this line has the key or the id of one before it, and both count as missing: their pages are looked for on the platform.';

const keysIn = (text: string): readonly string[] => [...readLockText(text).lock.pages.keys()];

const draftsIn = ({ pages }: Lock): readonly string[] =>
  [...pages.values()].flatMap(({ foreignDraft }) => foreignDraft ?? []);

describe('lock file', () => {
  test('is read as it was printed, also with Windows line ends', () => {
    fc.assert(
      fc.property(locks, fc.constantFrom('\n', '\r\n'), (lock, end) => {
        const text = printLock(lock).replaceAll('\n', end);
        expect(readLockText(text)).toEqual({
          kind: 'lock',
          lock,
          samePage: [],
          foreignDrafts: new Set(draftsIn(lock)),
          warnings: [],
        });
      }),
    );
  });

  test('has one JSON value per line: the head, then the pages by key, whatever order they were added in', () => {
    const pages = [page(1), page(2), page(3)];
    const text = printLock(lockOf(pages));
    expect(printLock(lockOf(pages.toReversed()))).toBe(text);
    const [head, ...lines] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(head).toEqual({
      'docs-cli-lock': 1,
      versions: { v1: 7 },
      documentations: { 'v1/guide': 8 },
    });
    expect(lines).toMatchObject(pages.map(({ key, id }) => ({ key, id })));
  });

  test.each(['"later"', '7', 'false', 'null', '["fresh"]'])(
    'treats a page as one that must be read if its line has unknown words for that: %s',
    (value) => {
      const text = printLock(lockOf([page(1, { racy: true })]));
      const { lock, warnings } = readLockText(text.replace('"racy":true', `"racy":${value}`));
      expect(warnings).toEqual([]);
      expect([...lock.pages.values()]).toEqual([page(1, { racy: true })]);
    },
  );

  test.each(['2', '0', '"1"', 'null', '{}'])(
    'belongs to a later release if its format is %s',
    (format) => {
      const later = HEAD.replace('"docs-cli-lock":1', `"docs-cli-lock":${format}`);
      const line = printLock(lockOf([page(1)])).split('\n')[1];
      for (const text of [
        `${later}\n${line}\n`,
        ['<<<<<<< ours', HEAD, '=======', later, '>>>>>>> theirs', line].join('\n'),
        ['<<<<<<< ours', later, '=======', HEAD, '>>>>>>> theirs', line].join('\n'),
      ])
        expect(readLockText(text)).toMatchObject({ kind: 'later', lock: { pages: new Map() } });
    },
  );

  test('has no ids of versions and documentations if its head is missing or damaged, but still has its pages', () => {
    const [head = '', line] = printLock(lockOf([page(1)])).split('\n');
    const ofPage = {
      kind: 'lock',
      lock: lockOf([page(1)]),
      samePage: [],
      foreignDrafts: new Set(),
    };
    const nothing = { versions: new Map(), documentations: new Map() };
    for (const [first, warnings] of [
      ['', []],
      [head.slice(0, -1), [`docs-cli.lock:1: ${UNREADABLE}`]],
      ['{"docs-cli-lock":1,"versions":[],"documentations":{"v1/guide":"8"}}', []],
    ] as const)
      expect(readLockText(`${first}\n${line}\n`)).toEqual({
        ...ofPage,
        lock: { ...ofPage.lock, ...nothing },
        warnings,
      });
  });

  test('is read without an error and without invented pages, however it is damaged', () => {
    fc.assert(
      fc.property(locks, fc.nat(), fc.nat(), fc.string(), (lock, from, length, junk) => {
        const text = printLock(lock);
        const start = from % text.length;
        const damaged = text.slice(0, start) + junk + text.slice(start + (length % 200));
        const { pages } = readLockText(damaged).lock;
        expect(pages.size).toBeLessThanOrEqual(lock.pages.size + 1);
      }),
    );
  });

  test('counts lines in a merge conflict as missing unless all sides have the page, and reports where the conflict starts', () => {
    const [head, first, line = '', last] = printLock(lockOf([page(1), page(2), page(3)])).split(
      '\n',
    );
    const inConflict = (end: string): string =>
      [
        head,
        first,
        '<<<<<<< ours',
        line,
        '||||||| base',
        line,
        '=======',
        line.replace('Page 2', 'Zwei'),
        line.replaceAll(/page-2|:2,/g, (it) => it.replace('2', '7')),
        '>>>>>>> b',
        last,
      ].join(end);
    for (const end of ['\n', '\r\n']) {
      const { lock, warnings } = readLockText(inConflict(end));
      expect([...lock.pages.keys()].toSorted()).toEqual(
        [1, 2, 3].map((id) => `v1/guide/page-${id}`),
      );
      expect(lock.pages.get('v1/guide/page-2' as PageKey)?.title).toBe('Page 2');
      expect(warnings).toEqual([`docs-cli.lock:3: ${CONFLICT}`]);
    }
  });

  test('skips only the line that cannot be read, wherever it is, and reports it', () => {
    const pages = Array.from({ length: 40 }, (_, index) => page(index + 10));
    const lines = printLock(lockOf(pages)).split('\n');
    const damage = fc.oneof(
      fc.constantFrom('{', '"', '{}', '[]', 'null', '7', 'junk', '{"key":"v1/guide/page-1"}'),
      fc.string({ minLength: 1 }).map((text) => `{${text}`),
      fc.nat(60).map((length) => lines[1]?.slice(0, length + 1) ?? ''),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(pages.length - 1), { minLength: 1 }),
        damage,
        (lost, junk) => {
          fc.pre(readLockText(junk).kind === 'other');
          const numbers = lost.map((at) => at + 2).toSorted((a, b) => a - b);
          const damaged = lines.map((line, at) => (numbers.includes(at + 1) ? junk : line));
          const { lock, warnings } = readLockText(damaged.join('\n'));
          const wanted = pages.filter((_, at) => !lost.includes(at)).map(({ key }) => key);
          expect([...lock.pages.keys()].toSorted()).toEqual(wanted.toSorted());
          const more = numbers.length > 1 ? `, and ${numbers.length - 1} more like it` : '';
          expect(warnings).toEqual([`docs-cli.lock:${numbers[0]}${more}: ${UNREADABLE}`]);
        },
      ),
    );
  });

  test('skips lines that have the same key or the same id as another line, and not both', () => {
    const lineOf = (of: BasePage): string => printLock(lockOf([of])).split('\n')[1] ?? '';
    const textOf = (...pages: readonly BasePage[]): string =>
      [HEAD, ...pages.map(lineOf)].join('\n');
    const [one, two, three] = [page(1), page(2), page(3)];
    expect(keysIn(textOf(one, { ...two, id: one.id }, three))).toEqual([three.key]);
    expect(keysIn(textOf(one, { ...one, id: two.id }, three))).toEqual([three.key]);
    // A chain: each line shares something with the one before.
    expect(keysIn(textOf(one, { ...one, id: two.id }, two, three))).toEqual([three.key]);
    expect(readLockText(textOf(one, three, { ...two, id: one.id })).warnings).toEqual([
      `docs-cli.lock:4: ${TWICE}`,
    ]);
  });

  test('has the earlier of two lines of a page, and a draft that docs wrote from either', () => {
    const lineOf = (of: BasePage): string => printLock(lockOf([of])).split('\n')[1] ?? '';
    const earlier = page(1, { sent: digest(50) });
    const later = page(1, {
      updated: '2026-02-01T12:00:00+00:00' as Instant,
      foreignDraft: digest(60),
      theirDraft: digest(61),
    });
    const expected = { ...earlier, foreignDraft: digest(60), theirDraft: digest(61) };
    for (const lines of [
      [earlier, later],
      [later, earlier],
    ]) {
      const { lock, warnings } = readLockText([HEAD, ...lines.map(lineOf)].join('\n'));
      expect([...lock.pages.values()]).toEqual([expected]);
      expect(warnings).toEqual([`docs-cli.lock:3: ${REPEATED}`]);
    }
  });

  test.each<[string, Partial<BasePage>, Partial<BasePage>, boolean]>([
    ['two drafts', { theirDraft: digest(61) }, { theirDraft: digest(62) }, true],
    [
      'two drafts, each with a copied sentence',
      { theirDraft: digest(61), copied: digest(71) },
      { theirDraft: digest(62), copied: digest(72) },
      true,
    ],
    ['two copied sentences', { copied: digest(71) }, { copied: digest(72) }, false],
  ])(
    'takes the draft of neither of two lines that have different ones, but a copied sentence: %s',
    (_, one, other, isOfBoth) => {
      const first = page(1, { foreignDraft: digest(60), ...one });
      const updated = '2026-02-01T12:00:00+00:00' as Instant;
      const second = page(1, { updated, foreignDraft: digest(65), ...other });
      const lines = [first, second].map((line) => printLock(lockOf([line])).split('\n')[1]);
      const [line] = readLockText([HEAD, ...lines].join('\n')).lock.pages.values();
      expect([line?.foreignDraft, line?.copied]).toEqual([digest(60), one.copied]);
      expect(line?.theirDraft !== one.theirDraft).toBe(isOfBoth);
    },
  );

  test('is merged by git if two branches pushed different pages', async () => {
    const pages = Array.from({ length: 9 }, (_, index) => page(index + 1));
    const folder = await temporaryFolder();
    const changed = (id: number): string =>
      printLock(lockOf(pages.map((one) => (one.id === id ? { ...one, sent: digest(99) } : one))));
    await writeFile(join(folder, 'base'), printLock(lockOf(pages)));
    await writeFile(join(folder, 'ours'), changed(2));
    const added = page(95, { key: 'v1/guide/zz' as PageKey });
    await writeFile(join(folder, 'theirs'), printLock(lockOf([...pages, added])));
    execFileSync('git', ['merge-file', 'ours', 'base', 'theirs'], { cwd: folder });
    const { lock, warnings } = readLockText(await readFile(join(folder, 'ours'), 'utf8'));
    expect(warnings).toEqual([]);
    expect(lock.pages.size).toBe(10);
    expect(lock.pages.get('v1/guide/page-2' as PageKey)?.sent).toBe(digest(99));
  });

  test.each(['{"', '[', '{"a":'])('reads a line of a million times %j quickly', (part) => {
    expect(readLockText(`${HEAD}\n${part.repeat(1_000_000)}\n`).warnings).toHaveLength(1);
  });
});
