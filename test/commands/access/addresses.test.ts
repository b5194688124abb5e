import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  entriesOfArguments,
  entriesOfFile,
  isAddress,
  joinEntries,
} from '../../../src/commands/access/addresses.ts';
import { formatRow, parseCsv } from '../../../src/commands/access/csv.ts';

const NOW = Date.UTC(2026, 0, 1);

describe('CSV', () => {
  test('rows keep the line that they start on', () => {
    const text = '\uFEFFname,email\r\n"Lee, ""Ann""\r\nof sales",ann@x.org\r\n\r\nBo,bo@x.org';
    expect(parseCsv(text)).toEqual([
      { line: 1, cells: ['name', 'email'] },
      { line: 2, cells: ['Lee, "Ann"\nof sales', 'ann@x.org'] },
      { line: 5, cells: ['Bo', 'bo@x.org'] },
    ]);
  });

  test.each([';', '\t', ','])('separated by %j', (separator) => {
    expect(parseCsv(`a${separator}b\n1${separator}2\n`)[1]?.cells).toEqual(['1', '2']);
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
          parseCsv(text)
            .slice(1)
            .map(({ cells }) => cells),
        ).toEqual(rows);
      }),
    );
  });

  test('any text has rows', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\t', 'a', ' ') }),
        (text) => {
          for (const { line, cells } of parseCsv(text)) {
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
      expect(isAddress(text)).toBe(true);
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
    expect(isAddress(text)).toBe(false);
  });
});

describe('entries', () => {
  test('of arguments, once each, however they are spelt', () => {
    expect(entriesOfArguments(['ann@x.org,bo@x.org', 'ANN@x.org', 'nobody'])).toEqual({
      entries: [
        { email: 'ann@x.org', expiry: undefined },
        { email: 'bo@x.org', expiry: undefined },
      ],
      invalid: [{ text: 'nobody', line: null, reason: 'not a mail address' }],
    });
  });

  test('of a file with a header: expiry per line, errors by line', () => {
    const text =
      'Name;E-Mail;Expires\nAnn;ann@x.org;never\nBo;bo@x.org;soon\n;;2027-01-01\nCy;cy@x.org;2020-01-01\n';
    const { entries, invalid } = entriesOfFile(text, NOW);
    expect(entries).toEqual([{ email: 'ann@x.org', expiry: null }]);
    expect(invalid).toEqual([
      { text: 'bo@x.org', line: 3, reason: '"soon" is no expiry: use 30d, 2026-12-31 or never' },
      { text: '', line: 4, reason: 'there is no address' },
      { text: 'cy@x.org', line: 5, reason: '2020-01-01 is in the past' },
    ]);
  });

  test('of plain lines', () => {
    expect(entriesOfFile('ann@x.org\n\nbo@x.org\n', NOW).entries.map(({ email }) => email)).toEqual(
      ['ann@x.org', 'bo@x.org'],
    );
  });

  test('with two expiries for one address are not settled silently', () => {
    const { entries, invalid } = entriesOfFile(
      'email,expires\nann@x.org,never\nANN@x.org,30d\n',
      NOW,
    );
    expect(entries).toHaveLength(1);
    expect(invalid).toEqual([
      { text: 'ANN@x.org', line: 3, reason: 'given before with another expiry' },
    ]);
  });

  test('of several sources count once', () => {
    const joined = joinEntries([
      entriesOfArguments(['ann@x.org']),
      entriesOfFile('ann@x.org\nbad\n', NOW),
    ]);
    expect(joined).toEqual({
      entries: [{ email: 'ann@x.org', expiry: undefined }],
      invalid: [{ text: 'bad', line: 2, reason: 'not a mail address' }],
    });
  });
});
