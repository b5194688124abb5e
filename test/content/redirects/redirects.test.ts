import { describe, expect, test } from 'vitest';
import { checkRedirects } from '../../../src/content/check/redirect-findings.ts';
import {
  onlyPath,
  readRedirects,
  redirected,
  rulesOf,
  withRedirects,
} from '../../../src/content/redirects/redirects.ts';
import type { MovedAddress } from '../../../src/content/redirects/redirects.ts';
import type { PageKey } from '../../../src/model/ids.ts';

const key = (text: string): PageKey => text as PageKey;
const moved = (from: string, to: string | null): MovedAddress => ({
  from: key(from),
  to: to === null ? null : key(to),
});

/** The file after these redirects, one run after the other, without its head. */
function fileAfter(redirects: readonly MovedAddress[], head = ''): readonly string[] {
  const text = redirects.reduce<string | null>(
    (before, each) => withRedirects(before, [each]),
    head === '' ? null : head,
  );
  return (text ?? '')
    .split('\n')
    .filter((line) => line !== '' && !/^# (?:Red|With|Def)/.test(line));
}

test('a rule with a version is always valid, and a short rule only for the default version', () => {
  expect(rulesOf(moved('v1.0/client/install', 'v1.0/client/setup'))).toEqual({
    versioned: '^/v1\\.0/client/install$ >> /v1.0/client/setup',
    short: '^/client/install$ >> /client/setup',
    version: 'v1.0',
  });
  expect(rulesOf(moved('v1/a/x', 'v2/b/y'))).toMatchObject({
    versioned: '^/v1/a/x$ >> /v2/b/y',
    short: '^/a/x$ >> /v2/b/y',
  });
});

describe('the file of rules', () => {
  test.each<readonly [what: string, redirects: readonly MovedAddress[], lines: readonly string[]]>([
    [
      'has a renamed page, with the short rule as a comment',
      [moved('v1.0/d/a', 'v1.0/d/b')],
      ['^/v1\\.0/d/a$ >> /v1.0/d/b', '# if v1.0 is the default version: ^/d/a$ >> /d/b'],
    ],
    [
      'leads from both former names if a page is renamed twice',
      [moved('v1/d/a', 'v1/d/b'), moved('v1/d/b', 'v1/d/c')],
      [
        '^/v1/d/a$ >> /v1/d/c',
        '# if v1 is the default version: ^/d/a$ >> /d/c',
        '^/v1/d/b$ >> /v1/d/c',
        '# if v1 is the default version: ^/d/b$ >> /d/c',
      ],
    ],
    [
      'has nothing from an address that a page has again',
      [moved('v1/d/a', 'v1/d/b'), moved('v1/d/b', 'v1/d/a')],
      ['^/v1/d/b$ >> /v1/d/a', '# if v1 is the default version: ^/d/b$ >> /d/a'],
    ],
    [
      'has each rule once',
      [moved('v1/d/a', 'v1/d/b'), moved('v1/d/a', 'v1/d/b')],
      ['^/v1/d/a$ >> /v1/d/b', '# if v1 is the default version: ^/d/a$ >> /d/b'],
    ],
    [
      'follows a page into another documentation',
      [moved('v1/d/a', 'v1/d/b'), moved('v1/d/b', 'v2/e/c')],
      [
        '^/v1/d/a$ >> /v2/e/c',
        '# if v1 is the default version: ^/d/a$ >> /v2/e/c',
        '^/v1/d/b$ >> /v2/e/c',
        '# if v1 is the default version: ^/d/b$ >> /v2/e/c',
      ],
    ],
    [
      'does not mix the short addresses of two versions',
      [moved('v1/d/a', 'v1/d/b'), moved('v2/d/b', 'v2/d/c')],
      [
        '^/v1/d/a$ >> /v1/d/b',
        '# if v1 is the default version: ^/d/a$ >> /d/b',
        '^/v2/d/b$ >> /v2/d/c',
        '# if v2 is the default version: ^/d/b$ >> /d/c',
      ],
    ],
    [
      'leaves the address of a deleted page to a person',
      [moved('v1/d/a', null), moved('v1/d/a', null)],
      ['# v1/d/a was deleted; where should its readers go? ^/v1/d/a$ >>'],
    ],
  ])('%s', (_, redirects, lines) => {
    expect(fileAfter(redirects)).toEqual(lines);
  });

  test('contains the short rules of the default version that it names', () => {
    const first = withRedirects(null, [moved('v1/d/a', 'v1/d/b'), moved('v2/d/x', 'v2/d/y')]);
    const named = first.replace('# Default version:', '# Default version: v2');
    expect(fileAfter([moved('v2/d/y', 'v2/d/z')], named)).toEqual([
      '^/v1/d/a$ >> /v1/d/b',
      '# if v1 is the default version: ^/d/a$ >> /d/b',
      '^/v2/d/x$ >> /v2/d/z',
      '^/d/x$ >> /d/z',
      '^/v2/d/y$ >> /v2/d/z',
      '^/d/y$ >> /d/z',
    ]);
  });

  test('keeps lines that a person wrote', () => {
    const own = '# ours\r\n^/old/(.*)$ >> /v1/d/$1\n\nno rule\n';
    expect(withRedirects(own, [moved('v1/d/a', 'v1/d/b')])).toBe(
      '# ours\n^/old/(.*)$ >> /v1/d/$1\n\nno rule\n^/v1/d/a$ >> /v1/d/b\n# if v1 is the default version: ^/d/a$ >> /d/b\n',
    );
  });
});

test.each([
  ['/v1/d/a', '/v1/d/b'],
  ['/old/x/y', '/v1/d/x/y'],
  ['/v1/d/aa', undefined],
  ['/evil/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', undefined],
])('%s redirects to %s: only the first rule that matches is applied', (path, target) => {
  const { rules } = readRedirects(
    '^/v1/d/a$ >> /v1/d/b\n^/v1/d/b$ >> /v1/d/c\n^/old/(.*)$ >> /v1/d/$1\n^/evil/(a+)+$ >> /x/y\n',
  );
  expect(redirected(path, rules)).toBe(target);
  expect(rules.map(onlyPath)).toEqual(['/v1/d/a', '/v1/d/b', null, null]);
});

test.each([
  ['^/v1/d/old$ >> /v1/d/a', []],
  ['^/old$ >> /elsewhere/x', []],
  ['^/old$ >> https://example.com/', []],
  ['^/old/(.*)$ >> /v1/d/$1', []],
  ['^/d/old$ >> /d/a', []],
  ['# anything', []],
  ['/v1/d/old /v1/d/a', ['This is not a redirect rule.']],
  ['^/old$ >> /v1/d/no', ['There is no page at "/v1/d/no".']],
  ['^/old$ >> /d/no', ['There is no page at "/d/no".']],
  ['^/v1/d/a$ >> /v1/d/b', ['The rule leads readers away from v1/d/a, which has a file here.']],
  ['^/d/a$ >> /d/b', ['The rule leads readers away from v1/d/a, which has a file here.']],
  ['^/v1/d/.*$ >> /v1/d/b', ['The rule leads readers away from v1/d/a, which has a file here.']],
  ['^/v1/d/a/?$ >> /v1/d/b', ['The rule leads readers away from v1/d/a, which has a file here.']],
  ['^/v1/d/a(/|$) >> /v1/d/b', ['The rule leads readers away from v1/d/a, which has a file here.']],
  [
    '^/v1/d/[a-c]+$ >> /v1/d/b',
    ['The rule leads readers away from v1/d/a, which has a file here.'],
  ],
  [
    '^/v1/(?:d|e)/a$ >> /v1/d/b',
    ['The rule leads readers away from v1/d/a, which has a file here.'],
  ],
  ['^/v\\d/d/\\w$ >> /v1/d/b', ['The rule leads readers away from v1/d/a, which has a file here.']],
  [
    '^/v1/d/(?:a|x)?$ >> /v1/d/b',
    ['The rule leads readers away from v1/d/a, which has a file here.'],
  ],
  ['^/d/a/?$ >> /v1/d/b', ['The rule leads readers away from v1/d/a, which has a file here.']],
  [
    '^/v1/d/[^/]{1}$ >> /v1/d/b',
    ['The rule leads readers away from v1/d/a, which has a file here.'],
  ],
  ['^/v1/d/[x-z]+(/|$) >> /v1/d/b', []],
  ['^/v1/d/(a|b)/$ >> /v1/d/b', []],
  ['^/old( >> /v1/d/a', ['The left side is not a valid regular expression.']],
  ['^/old/[z-a]$ >> /v1/d/a', ['The left side is not a valid regular expression.']],
  ['^/old$ >> v1/d/a', ['"v1/d/a" is not an address: it does not begin with a slash.']],
  ['(?i)^/old$ >> /v1/d/a', []],
  ['^/old$ >> mailto:us@example.com', []],
  ['^(/v1/d/a)/old$ >> $1', []],
  ['^/old$ >> /V1/D/a', ['There is no page at "/V1/D/a".']],
  ['^/old$ >> /v1/d/A', ['There is no page at "/v1/d/A".']],
  ['^/old$ >> /D/a', ['There is no page at "/D/a".']],
  [
    '^/x$ >> /v1/d/a\n^/x$ >> /v1/d/b',
    ['No address gets to this rule: line 1 matches all of them.'],
  ],
  [
    '^/x/.*$ >> /v1/d/a\n^/x/y$ >> /v1/d/b',
    ['No address gets to this rule: line 1 matches all of them.'],
  ],
  ['^/x/y$ >> /v1/d/b\n^/x/.*$ >> /v1/d/a', []],
  [
    '^/v1/d/x$ >> /v1/d/y\n^/v1/d/y$ >> /v1/d/a',
    ['"/v1/d/y" is redirected itself, by line 2: the platform follows only one rule.'],
  ],
])('docs check about %s', (text, messages) => {
  const found = checkRedirects(text, new Set([key('v1/d/a'), key('v1/d/b')]));
  expect(found.map(({ message }) => message)).toEqual(messages);
});

test.each([
  '^/(a+)+$',
  '^/(a|a)*$',
  '^/(a?){20}a$',
  '^/a?a?a?a?a?a?a?aaaaaaa$',
  '^/(?=a)(a|aa)+$',
  '^/.*.*.*.*!$',
  '^/[z-a]$',
  `^/${'[^a]'.repeat(2_000)}(`,
])('an expression that may take long is not matched: %s', (source) => {
  const [rule] = readRedirects(`${source} >> /v1/d/a\n`).rules;

  expect(rule && redirected(`/${'a'.repeat(60)}!`, [rule])).toBeUndefined();
});
