import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repointAddress, repointBody } from '../../src/platform/repoint-links.ts';

const repointing = { from: 'v1.0', to: 'v2-0', sections: new Set(['guide', 'api']) };
const address = (target: string) => repointAddress(target, repointing);
const body = (text: string) => repointBody(text, repointing);

describe('the address of a link in a clone', () => {
  test.each([
    ['/v1.0/guide/start', '/v2-0/guide/start'],
    ['/v1.0/guide/start?a=1#top', '/v2-0/guide/start?a=1#top'],
    ['/v1.0/api/ref', '/v2-0/api/ref'],
    ['/v1.0/guide', '/v2-0/guide'],
    ['/v1%2E0/guide/start', '/v2-0/guide/start'],
  ])('%s becomes %s', (from, to) => {
    expect(address(from)).toBe(to);
  });

  test.each([
    '/guide/start',
    '/v0.9/guide/start',
    '/v1.0/other/start',
    '/v1.0',
    'https://example.com/v1.0/guide/start',
    '../guide/start.md',
    '#v1.0',
    'mailto:v1.0@example.com',
  ])('%s is unchanged', (target) => {
    expect(address(target)).toBe(target);
  });

  test('a documentation with the slug of its version is not treated as the version', () => {
    const twin = { from: 'guide', to: 'next', sections: new Set(['guide']) };
    expect(repointAddress('/guide/guide', twin)).toBe('/guide/guide');
    expect(repointAddress('/guide/guide/start', twin)).toBe('/next/guide/start');
  });
});

describe('the text of a page in a clone', () => {
  test('has new addresses in Markdown, tags and plugins', () => {
    expect(
      body(
        [
          'See [start](/v1.0/guide/start "Start") and [old](/v0.9/guide/start).',
          '',
          '[ref]: /v1.0/guide/start',
          '',
          '{% card title="Start" link="/v1.0/guide/start" /%}',
          '',
          '$plugin[{"type":"callout","data":{"text":"See [start](\\/v1.0\\/guide\\/start)"}}]$',
          '',
        ].join('\n'),
      ),
    ).toBe(
      [
        'See [start](/v2-0/guide/start "Start") and [old](/v0.9/guide/start).',
        '',
        '[ref]: /v2-0/guide/start',
        '',
        '{% card title="Start" link="/v2-0/guide/start" /%}',
        '',
        '$plugin[{"type":"callout","data":{"text":"See [start](\\/v2-0\\/guide\\/start)"}}]$',
        '',
      ].join('\n'),
    );
  });

  test('has unchanged code and words', () => {
    const text = [
      'Version v1.0 is at /v1.0/guide/start, `[a](/v1.0/guide/start)`.',
      '```',
      '[a](/v1.0/guide/start)',
      '```',
      '$plugin[{"type":"code-block","data":{"languageBlocks":[{"code":"[a](/v1.0/guide/start)"}]}}]$',
      '',
    ].join('\n');
    expect(body(text)).toBe(text);
  });

  test('keeps an escaped slash at the beginning of an address', () => {
    const text = String.raw`{% card link="\/v1.0/guide/start" /%}`;
    expect(body(text)).toBe(text.replace('v1.0', 'v2-0'));
  });

  test('changes only in links that name the version, and not at all the second time', () => {
    const piece = fc.constantFrom(
      '[a](',
      ')',
      '/v1.0/guide/start',
      '/guide/start',
      '`',
      '\n',
      '$plugin[{"type":"callout","data":{"text":"',
      '"}}]$',
      '{% card link="',
      '" /%}',
      '\\',
      '"',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const copied = body(text);
        expect(copied.replaceAll('/v2-0/', '/v1.0/')).toBe(text);
        expect(body(copied)).toBe(copied);
      }),
      { numRuns: 500 },
    );
  });
});
