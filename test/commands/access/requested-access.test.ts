import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMailAddress } from '../../../src/commands/access/requested-access.ts';
import {
  mergeEntries,
  entriesOfArguments,
  parseEntries,
  type Entries,
  type Entry,
} from '../../../src/commands/access/requested-access.ts';
import { formatRow, parseCsv, type CsvRow } from '../../../src/commands/access/csv.ts';
import { Failure } from '../../../src/model/failure.ts';

const NOW = Date.UTC(2026, 0, 1);

const readEntries = (text: string): Entry[] =>
  parseEntries({ text, name: 'readers.csv', use: 'grant', now: NOW });
const entriesOfFile = (text: string): Entries => mergeEntries(readEntries(text));
const rowsOf = (text: string): CsvRow[] => {
  try {
    return parseCsv(text, 'readers.csv');
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return [];
  }
};
const entriesOf = (args: string[]): Entries => mergeEntries(entriesOfArguments(args));

describe('CSV', () => {
  test('rows keep the line that they start on', () => {
    const text = '\uFEFFname,email\r\n"Lee, ""Ann""\r\nof sales",ann@x.org\r\n\r\nBo,bo@x.org';
    expect(parseCsv(text, 'readers.csv')).toEqual([
      { line: 1, cells: ['name', 'email'] },
      { line: 2, cells: ['Lee, "Ann"\nof sales', 'ann@x.org'] },
      { line: 5, cells: ['Bo', 'bo@x.org'] },
    ]);
  });

  test.each([';', '\t', ','])('separated by %j', (separator) => {
    expect(parseCsv(`a${separator}b\n1${separator}2\n`, 'readers.csv')[1]?.cells).toEqual([
      '1',
      '2',
    ]);
  });

  test('what is written is read back', () => {
    const cell = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\r', '').trim());
    const row = fc
      .array(cell, { minLength: 2, maxLength: 4 })
      .filter((cells) => cells.some((text) => text !== ''));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const text = ['head,er', ...rows.map(formatRow)].join('\n');
        expect(
          parseCsv(text, 'readers.csv')
            .slice(1)
            .map(({ cells }) => cells),
        ).toEqual(rows);
      }),
    );
  });

  test.each(['=1+1', '+a', '-a', '@a', "'=a", "''+a", "'a"])(
    '%j is not a formula, and read back',
    (cell) => {
      const text = formatRow(['', cell, `${cell},`]);
      expect(text).not.toMatch(/(?:^|,)"?[=+\-@]/);
      expect(parseCsv(text, 'readers.csv')[0]?.cells).toEqual(['', cell, `${cell},`]);
    },
  );

  test('a quotation mark that is never closed is an error of its line', () => {
    const text = 'email,name\nann@x.org,"Ann\nof sales"\nbo@x.org,"Bo\ncy@x.org\n';
    expect(() => parseCsv(text, 'readers.csv')).toThrow(
      expect.objectContaining({
        located: 'readers.csv:4: The quotation mark is not closed.',
        place: { file: 'readers.csv', line: 4 },
      }),
    );
  });

  test('any text has rows, or a quotation mark that is never closed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\t', 'a', ' ') }),
        (text) => {
          for (const { line, cells } of rowsOf(text)) {
            expect(line).toBeGreaterThan(0);
            expect(cells.length).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});

describe('an address', () => {
  test.each(['ann@x.org', "o'neil+docs@sub.example.co.uk", 'jörg@bücher.example', 'a@b.c'])(
    '%s',
    (text) => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  test.each([
    'ann',
    'ann@',
    '@x.org',
    'ann@localhost',
    'a b@x.org',
    'a@@x.org',
    '.a@x.org',
    'a..b@x.org',
    'a@-x.org',
    'a@x..org',
    'a\u001B[2J@x.org',
    'a\u202E@x.org',
    'Ann <ann@x.org>',
    `${'a'.repeat(65)}@x.org`,
    `a@${'x.'.repeat(200)}org`,
  ])('%j is none', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});

describe('entries', () => {
  test('of arguments, once each, however they are spelt', () => {
    expect(entriesOf(['ann@x.org,bo@x.org', 'ANN@x.org; bo@x.org', 'nobody'])).toMatchObject({
      entries: [
        { email: 'ann@x.org', expiry: undefined },
        { email: 'bo@x.org', expiry: undefined },
      ],
      invalid: [{ text: 'nobody', line: null, reason: 'not an email address' }],
    });
  });

  test.each(['Ann <ann@x.org>', '"Lee, Ann" <ann@x.org>', 'mailto:ann@x.org', 'ann@x.org (Ann)'])(
    'say which address is in %j',
    (text) => {
      expect(readEntries(formatRow([text]))).toMatchObject([
        { problem: 'not only an email address: write ann@x.org' },
      ]);
    },
  );

  test('of a file with a header: expiry per line, errors by line', () => {
    const text =
      'State;Email;Expires\n;ann@x.org;never\n;bo@x.org;soon\n;;2027-01-01\n;cy@x.org;2020-01-01\n';
    const { entries, invalid } = entriesOfFile(text);
    expect(entries).toEqual([{ email: 'ann@x.org', expiry: null }]);
    expect(invalid).toEqual([
      {
        text: 'bo@x.org',
        line: 3,
        reason:
          '"soon" is not an expiry: write 30d, 2026-12-31, 31.12.2026, 2026-12-31T18:00+01:00 or never',
      },
      { text: '', line: 4, reason: 'the address is missing' },
      { text: 'cy@x.org', line: 5, reason: '2020-01-01 is in the past' },
    ]);
  });

  test('of plain lines', () => {
    expect(entriesOfFile('ann@x.org\n\nbo@x.org\n').entries.map(({ email }) => email)).toEqual([
      'ann@x.org',
      'bo@x.org',
    ]);
  });

  test('with two expiries for one address are not settled silently', () => {
    const { invalid } = entriesOfFile('email,expires\nann@x.org,never\nANN@x.org,30d\n');
    expect(invalid).toEqual([
      { text: 'ANN@x.org', line: 3, reason: 'listed before with a different expiry' },
    ]);
  });

  test('of several sources count once', () => {
    const joined = mergeEntries([
      ...entriesOfArguments(['ann@x.org']),
      ...readEntries('ann@x.org\nbad\n'),
    ]);
    expect(joined).toMatchObject({
      entries: [{ email: 'ann@x.org', expiry: undefined }],
      invalid: [{ text: 'bad', line: 2, reason: 'not an email address' }],
    });
  });

  const row = fc.record({
    email: fc.constantFrom('ann@x.org', 'ANN@x.org', 'bo@x.org', 'Bo <bo@x.org>', 'cy@x', ''),
    expires: fc.constantFrom('', 'never', '30d', '12/31/2027', '2020-01-01'),
    extra: fc.constantFrom('', '', '30d'),
  });
  const lists = fc.array(fc.array(row, { minLength: 1, maxLength: 5 }), { maxLength: 3 });
  const listOf = (rows: readonly { email: string; expires: string; extra: string }[]): Entry[] =>
    readEntries(
      `email,expires,\n${rows.map(({ email, expires, extra }) => formatRow([email, expires, extra])).join('\n')}`,
    );
  test('can be used if every row can, and no address has two expiries', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const rows = all.flat();
        const isUsable = rows.every(
          ({ email, expires, extra }) =>
            /^\w+@x\.org$/.test(email) && ['', 'never', '30d'].includes(expires) && extra === '',
        );
        const wanted = new Set(
          rows.map(({ email, expires }) => `${email.toLowerCase()} ${expires}`),
        );
        const names = new Set(rows.map(({ email }) => email.toLowerCase()));
        const isClear = isUsable && wanted.size === names.size;
        const { entries, invalid } = mergeEntries(all.flatMap(listOf));
        expect(invalid.length === 0).toBe(isClear);
        expect(!isClear || entries.length === names.size).toBe(true);
      }),
    );
  });
});
