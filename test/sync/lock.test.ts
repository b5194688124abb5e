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
import { FORMAT, linesOfLock, NEEDS, printLock } from '../../src/sync/lock/lock.ts';
import type { Lock } from '../../src/sync/lock/lock.ts';
import { inLines } from '../../src/sync/lock/lock-layout.ts';
import { parseLock, parseLockPieces } from '../../src/sync/lock/lock-reader.ts';
import { temporaryFolder } from '../support/folder.ts';

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

const was = fc.array(fc.nat().map(digest), { minLength: 1 });

const somePages = fc.uniqueArray(fc.tuple(anyPage, fc.option(was), fc.boolean()), {
  selector: ([{ key }]) => key,
});

const locks = somePages.map((pages) =>
  lockOf(
    pages.map(([page, was, racy], index) => ({
      ...page,
      id: (index + 1) as PageId,
      ...(racy ? { racy } : {}),
      ...(was === null ? {} : { was }),
    })),
  ),
);

describe('lock file', () => {
  test('reads back what it prints, and is JSON', () => {
    fc.assert(
      fc.property(locks, (lock) => {
        const text = printLock(lock);
        expect(JSON.parse(text)).toBeTypeOf('object');
        const read = parseLock(text);
        expect(read.warnings).toEqual([]);
        expect(read.lock).toEqual(lock);
      }),
    );
  });

  test('of the format before is read as it is, without a warning', () => {
    fc.assert(
      fc.property(locks, (lock) => {
        const { needs, ...read } = parseLock([...linesOfLock(lock, 1), ''].join('\n'));
        expect(read).toEqual({ format: 1, lock, isOther: false, warnings: [] });
        expect(needs).toBeNull();
      }),
    );
  });

  test('says its format before all else, and which version of docs reads it', () => {
    const [, format, needs] = printLock(lockOf([])).split('\n');
    expect(format).toBe(`"docs-cli-lock": ${FORMAT},`);
    expect(needs).toBe(`"needs": "${NEEDS}",`);
    expect(parseLock(printLock(lockOf([])))).toMatchObject({ format: FORMAT, needs: NEEDS });
  });

  test.each(['"later"', '7', 'false', 'null', '["fresh"]'])(
    'takes a page for one to be read if its line says so in words that it does not know: %s',
    (value) => {
      const text = printLock(lockOf([page(1, { racy: true })]));
      const { lock, warnings } = parseLock(text.replace('"racy":true', `"racy":${value}`));
      expect(warnings).toEqual([]);
      expect([...lock.pages.values()]).toEqual([page(1, { racy: true })]);
    },
  );

  test('is of the newer one of two formats between the marks of a merge, whichever comes first', () => {
    const lines = ['"docs-cli-lock": 1,', '=======', '"docs-cli-lock": 3,'];
    for (const head of [lines, lines.toReversed()]) {
      const text = ['{', '<<<<<<< ours', ...head, '>>>>>>> theirs', '"pages": {', '"": null}', '}'];
      expect(parseLock(text.join('\n')).format).toBe(3);
    }
  });

  test.each(['0.3', '0.3.0-\u001b[2J', 'v0.3.0', '1234.0.0', ''])(
    'names no version where it says %j',
    (needs) => {
      const text = printLock(lockOf([])).replace(JSON.stringify(NEEDS), JSON.stringify(needs));
      expect(parseLock(text).needs).toBeNull();
    },
  );

  test('has one line a page, whatever the order they came in', () => {
    const pages = [page(1), page(2), page(3)];
    const text = printLock(lockOf(pages));
    expect(printLock(lockOf(pages.toReversed()))).toBe(text);
    expect(text.split('\n').filter((line) => line.startsWith('"v1/guide/'))).toHaveLength(3);
  });

  test('survives any damage: it never throws and never invents a page', () => {
    fc.assert(
      fc.property(locks, fc.nat(), fc.nat(), fc.string(), (lock, from, length, junk) => {
        const text = printLock(lock);
        const start = from % text.length;
        const damaged = text.slice(0, start) + junk + text.slice(start + (length % 200));
        const { pages } = parseLock(damaged).lock;
        expect(pages.size).toBeLessThanOrEqual(lock.pages.size + 1);
      }),
    );
  });

  test('counts lines in a merge conflict as missing, and names the line', () => {
    const text = printLock(lockOf([page(1), page(2), page(3)]));
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.includes('page-2'));
    const [line = ''] = lines.splice(at, 1);
    lines.splice(
      at,
      0,
      '<<<<<<< ours',
      line,
      '=======',
      line.replace('Page 2', 'Zwei'),
      '>>>>>>> b',
    );
    const { lock, warnings } = parseLock(lines.join('\n'));
    expect([...lock.pages.keys()]).toEqual(['v1/guide/page-1', 'v1/guide/page-3']);
    expect(warnings).toEqual([
      `Line ${at + 1} of the lock file starts a merge conflict; its pages are looked for.`,
    ]);
  });

  test('takes a line that cannot be read for itself alone, wherever it stands, and names it', () => {
    const pages = Array.from({ length: 40 }, (_, index) => page(index + 1));
    const lines = printLock(lockOf(pages)).split('\n');
    const first = lines.findIndex((line) => line.startsWith('"v1/guide/page-'));
    const damage = fc.constantFrom('{', '"', '"v1/guide/page-1": {},', '"x": 1, "y": 2,', 'junk');
    fc.assert(
      fc.property(fc.nat(pages.length - 1), damage, (at, junk) => {
        const damaged = lines.with(first + at, junk);
        const lost = JSON.parse(`{${lines[first + at]?.slice(0, -1)}}`);
        const { lock, warnings } = parseLock(damaged.join('\n'));
        const wanted = pages.filter(({ key }) => !(key in lost)).map(({ key }) => key);
        expect([...lock.pages.keys()].toSorted()).toEqual(wanted.toSorted());
        // A brace alone is what may stand around entries.
        const unread = `Line ${first + at + 1} of the lock file cannot be read; its pages are looked for.`;
        expect(warnings).toEqual(junk === '{' ? [] : [unread]);
      }),
    );
  });

  test('reads the same from pieces of whole lines, in a merge conflict, too', () => {
    const pages = Array.from({ length: 12 }, (_, index) => page(index + 1));
    const lines = printLock(lockOf(pages)).split('\n');
    const junk = fc.constantFrom(
      'junk',
      '"v1/guide/page-1": {},',
      '<<<<<<< ours',
      '=======',
      '>>>>>>> b',
      lines.at(-6) ?? '',
    );
    const damages = fc.array(fc.tuple(fc.nat(lines.length - 2), junk), { maxLength: 4 });
    const lengths = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(damages, lengths, fc.constantFrom('\n', '\r\n'), (some, cuts, end) => {
        const damaged = [...lines];
        for (const [at, line] of some) damaged.splice(at, 1, line);
        const text = damaged.join(end);
        let rest = text.split(/(?<=\n)/);
        const pieces = cuts.map((length) => {
          const piece = rest.slice(0, length).join('');
          rest = rest.slice(length);
          return piece;
        });
        expect(parseLockPieces([...pieces, rest.join('')])).toEqual(parseLock(text));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([0, 2])('reads what a formatter made of it, indented by %d', (indent) => {
    fc.assert(
      fc.property(locks, (lock) => {
        const anew = JSON.stringify(JSON.parse(printLock(lock)), null, indent);
        const read = parseLock(inLines(anew) ?? '');
        expect(read.warnings).toEqual([]);
        expect(read.lock).toEqual(lock);
      }),
    );
  });

  test.each(['', '{', '[]', 'null', '{"pages": {}}', '{"docs-cli-lock": "1"}'])(
    'takes %j for no lock that a formatter laid out',
    (text) => {
      expect(inLines(text)).toBeNull();
    },
  );

  test('believes neither of two lines that claim one key or one page', () => {
    const twice = printLock(lockOf([page(1), page(2)])).replace(
      /("v1\/guide\/page-1".*)\n/,
      '$1\n$1\n',
    );
    expect([...parseLock(twice).lock.pages.keys()]).toEqual(['v1/guide/page-2']);
    const shared = printLock(lockOf([page(1), page(2, { id: 1 as PageId }), page(3)]));
    const { lock, warnings } = parseLock(shared);
    expect([...lock.pages.keys()]).toEqual(['v1/guide/page-3']);
    expect(warnings).toHaveLength(1);
  });

  test('is merged by git where two branches pushed different pages', async () => {
    const pages = Array.from({ length: 9 }, (_, index) => page(index + 1));
    const folder = await temporaryFolder();
    const changed = (id: number): string =>
      printLock(lockOf(pages.map((one) => (one.id === id ? { ...one, sent: digest(99) } : one))));
    await writeFile(join(folder, 'base'), printLock(lockOf(pages)));
    await writeFile(join(folder, 'ours'), changed(2));
    const added = page(95, { key: 'v1/guide/zz' as PageKey });
    await writeFile(join(folder, 'theirs'), printLock(lockOf([...pages, added])));
    execFileSync('git', ['merge-file', 'ours', 'base', 'theirs'], { cwd: folder });
    const merged = await readFile(join(folder, 'ours'), 'utf8');
    const { lock, warnings } = parseLock(merged);
    expect(warnings).toEqual([]);
    expect(lock.pages.size).toBe(10);
    expect(lock.pages.get('v1/guide/page-2' as PageKey)?.sent).toBe(digest(99));
  });

  test('reads a line of a million characters without trouble', () => {
    const long = `"v1/guide/a": ${'{"'.repeat(500_000)}`;
    expect(parseLock(`"pages": {\n${long}\n`).warnings).toHaveLength(1);
  });
});
