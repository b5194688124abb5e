/**
 * The operations against the file that the service publishes. Which answers and requests are held
 * to it: `test/support/contract/watch.ts`, for every platform of the suite.
 */
import { describe, expect, test } from 'vitest';
import { OPERATIONS, operationIn, type OperationName } from '../../src/model/operations.ts';
import { REVISIONS } from '../support/revisions.ts';
import { HAS_CONTRACT } from '../support/contract/file.ts';
import { todaysContract, UNLISTED, type Exchange } from '../support/contract/judge.ts';

const skipped = !HAS_CONTRACT;

test.runIf(skipped)('is skipped: DOCS_CONTRACT does not name the file of the service', () => {
  expect(REVISIONS).toContain('2026');
});

/** The braces of both name the same things in other words. */
const bare = (name: string): string => name.replaceAll(/\{\w+\}/g, '{}');

const NAMES = Object.keys(OPERATIONS) as OperationName[];
const nameOf = (operation: OperationName): string =>
  `${OPERATIONS[operation].method} ${OPERATIONS[operation].path}`;

const SECONDS = { minute: 60, hour: 3600, minutes: 60, seconds: 1 } as const;

/** "Rate limit: 10,800 in 60 minutes." */
function limitIn(description: string) {
  const found = /Rate\s+limit:\s+([\d,]+)\s+in\s+(\d+)\s+(minutes?|hour|seconds)/.exec(description);
  const [, requests = '', count = '', unit = ''] = found ?? [];
  return {
    requests: Number(requests.replaceAll(',', '')),
    windowSeconds: Number(count) * SECONDS[unit as keyof typeof SECONDS],
  };
}

describe.skipIf(skipped)('the file of the service', () => {
  test('has the operations of our table, and no others', () => {
    const theirs = todaysContract().operations.map(bare).toSorted();
    expect(NAMES.map(nameOf).map(bare).toSorted()).toEqual(theirs);
    expect(theirs).toHaveLength(25);
  });

  test.each(NAMES)('%s has the limit and the status of our table', (name) => {
    const operation = operationIn('2026', name);
    const contract = todaysContract();
    const theirs = contract.about(
      contract.operations.find((each) => bare(each) === bare(nameOf(name))) ?? '',
    );
    expect(limitIn(theirs.description)).toEqual(operation.limit);
    const success = theirs.statuses.filter((status) => status < 300);
    expect(success).toEqual([operation.status]);
    expect(theirs.hasBody).toBe(operation.body !== 'none');
  });
});

/** A reader's answer as it should be. */
const GOOD: Exchange = {
  method: 'POST',
  path: '/reader-access',
  query: new URLSearchParams(),
  requestType: 'application/json',
  requestBody: Buffer.from('{"email":"ann@example.com","expiresAt":null}'),
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': '1',
    'x-ratelimit-reset': '1790000000',
  },
  body: Buffer.from('{"email":"ann@example.com","expiresAt":null,"created":"2026","revoked":null}'),
};

describe.skipIf(skipped)('an exchange', () => {
  const problems = (change: Partial<Exchange>) => {
    const exchange = { ...GOOD, ...change };
    const contract = todaysContract();
    return [...contract.problemsOfAnswer(exchange), ...contract.problemsOfRequest(exchange)];
  };

  test('that is good has no problems', () => {
    expect(problems({})).toEqual([]);
  });

  test.each<[string, Partial<Exchange>, RegExp]>([
    ['a missing field', { body: Buffer.from('{"email":"a"}') }, /created/],
    [
      'a null that may not be',
      { body: Buffer.from('{"email":null,"expiresAt":null,"created":"","revoked":null}') },
      /email/,
    ],
    [
      'an error in the wrong envelope',
      { status: 403, body: Buffer.from('{"error":"x"}') },
      /error/,
    ],
    ['a status that nobody lists', { status: 302 }, /302/],
    [
      'no rate-limit header',
      { headers: { ...GOOD.headers, 'x-ratelimit-reset': undefined } },
      /Reset/,
    ],
    ['another type', { headers: { ...GOOD.headers, 'content-type': 'text/html' } }, /text\/html/],
    ['an unknown parameter', { query: new URLSearchParams('colour=red') }, /colour/],
    ['an unknown field', { requestBody: Buffer.from('{"email":"a","colour":1}') }, /colour/],
    ['a field of another type', { requestBody: Buffer.from('{"email":5}') }, /email/],
    ['no body', { requestBody: Buffer.alloc(0) }, /body/],
    [
      'an id that is not a number',
      { method: 'GET', path: '/page/abc', requestBody: Buffer.alloc(0) },
      /integer/,
    ],
  ])('with %s has one', (_, change, problem) => {
    expect(problems(change).join('\n')).toMatch(problem);
  });
});

test('every status that is not held to the file has a reason', () => {
  for (const reason of Object.values(UNLISTED)) expect(reason).toMatch(/\w+ \w+/);
});
