import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mergeEntries,
  entriesOfArguments,
  parseEntries,
  type Entries,
} from '../../../src/commands/access/requested-access.ts';
import { parseExpiry } from '../../../src/commands/access/requested-access.ts';
import { formatLeft } from '../../../src/commands/access/change.ts';
import {
  accessState,
  planGrant,
  planRevoke,
  type GrantChange,
} from '../../../src/commands/access/plan.ts';
import { formatInstant } from '../../../src/model/time.ts';
import type { Instant } from '../../../src/model/ids.ts';
import type { ReaderAccess } from '../../../src/model/resources.ts';

const NOW = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;

const entriesOf = (args: string[]): Entries => mergeEntries(entriesOfArguments(args));
const entriesOfFile = (text: string, now: number): Entries =>
  mergeEntries(parseEntries({ text, name: 'left.csv', use: 'grant', now }));

const reader = (email: string, expiresInDays: number | null, revoked = false): ReaderAccess => ({
  email,
  expiresAt: expiresInDays === null ? null : formatInstant(NOW + expiresInDays * DAY),
  created: formatInstant(NOW - 100 * DAY),
  revoked: revoked ? formatInstant(NOW - DAY) : null,
});

const READERS = [
  reader('Ann@x.org', 10),
  reader('bo@x.org', null),
  reader('cy@x.org', 10, true),
  reader('di@x.org', -10),
];

/** What the platform would hold after `changes` were carried out. */
const after = (changes: readonly GrantChange[]): ReaderAccess[] =>
  changes.map(({ email, to }) => ({
    email,
    expiresAt: to === null ? null : formatInstant(to),
    created: formatInstant(NOW),
    revoked: null,
  }));

describe('granting', () => {
  const kinds = (addresses: string[], expires: string | undefined): string[] => {
    const fallback = expires === undefined ? undefined : parseExpiry(expires, NOW);
    return planGrant(entriesOf(addresses).entries, fallback, READERS, NOW).map(
      ({ kind, email }) => `${kind} ${email}`,
    );
  };

  test('says what it would do to each', () => {
    const all = ['ann@x.org', 'bo@x.org', 'cy@x.org', 'di@x.org', 'ed@x.org'];
    expect(kinds(all, '30d')).toEqual([
      'extended Ann@x.org',
      'shortened bo@x.org',
      'restored cy@x.org',
      'restored di@x.org',
      'new ed@x.org',
    ]);
    expect(kinds(all, 'never')).toEqual([
      'extended Ann@x.org',
      'unchanged bo@x.org',
      'restored cy@x.org',
      'restored di@x.org',
      'new ed@x.org',
    ]);
    expect(kinds(all, '2d')[0]).toBe('shortened Ann@x.org');
    expect(kinds(all, undefined).slice(0, 2)).toEqual([
      'unchanged Ann@x.org',
      'unchanged bo@x.org',
    ]);
  });

  test('again changes nothing, also when the same words are said later the same hour', () => {
    const expires = fc.constantFrom('30d', '2w', '12h', '2026-12-31', 'never', '2027-01-01T00:00Z');
    fc.assert(
      fc.property(expires, fc.integer({ min: 0, max: 3_599_999 }), (text, laterMs) => {
        const { entries } = entriesOf(['ann@x.org', 'ed@x.org', 'cy@x.org']);
        const first = planGrant(entries, parseExpiry(text, NOW), READERS, NOW);
        const later = NOW + laterMs;
        const again = planGrant(entries, parseExpiry(text, later), after(first), later);
        expect(again.map(({ kind }) => kind)).toEqual(['unchanged', 'unchanged', 'unchanged']);
      }),
    );
  });

  test('what is left, fed back, asks for the same', () => {
    const changes = planGrant(
      entriesOf(['ann@x.org', 'ed@x.org']).entries,
      parseExpiry('30d', NOW),
      READERS,
      NOW,
    );
    const { entries, invalid } = entriesOfFile(formatLeft('grant', changes), NOW + 5 * DAY);
    expect(invalid).toEqual([]);
    expect(planGrant(entries, undefined, READERS, NOW)).toEqual(changes);
  });
});

describe('revoking', () => {
  test('says what it would do to each', () => {
    const { entries } = entriesOf(['ANN@x.org', 'cy@x.org', 'zoe@x.org']);
    expect(planRevoke(entries, READERS)).toEqual([
      { kind: 'revoked', email: 'Ann@x.org' },
      { kind: 'unchanged', email: 'cy@x.org' },
      { kind: 'unknown', email: 'zoe@x.org' },
    ]);
  });

  test('what is left is a list of addresses', () => {
    expect(formatLeft('revoke', [{ kind: 'revoked', email: 'ann@x.org' }])).toBe(
      'email\nann@x.org\n',
    );
  });
});

test('the state of an access', () => {
  expect(READERS.map((each) => accessState(each, NOW))).toEqual([
    'active',
    'active',
    'revoked',
    'expired',
  ]);
  expect(accessState({ ...reader('a@x.org', 1), expiresAt: 'garbage' as Instant }, NOW)).toBe(
    'active',
  );
});

test('an expiry that is none', () => {
  for (const text of ['', '0d', 'soon', '30', '2026-02-30'])
    expect(parseExpiry(text, NOW)).toBeUndefined();
});
