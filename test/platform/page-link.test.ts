import { describe, expect, test } from 'vitest';
import { linkedPlace, placeUrl } from '../../src/platform/resources/surroundings-queries.ts';

describe('a link names', () => {
  test.each([
    ['/guides', { version: 'v1', section: 'guides', page: null }],
    ['/guides/intro', { version: 'v1', section: 'guides', page: 'intro' }],
    ['/v2/guides/intro', { version: 'v2', section: 'guides', page: 'intro' }],
    ['/api/ref', { version: 'v1', section: 'api', page: 'ref' }],
    ['/a%20b/%C3%A9', { version: 'v1', section: 'a b', page: 'é' }],
  ])('%s', (link, place) => {
    expect(linkedPlace(link, 'v1')).toEqual(place);
  });

  test.each([
    '',
    '/',
    'guides/intro',
    '../intro.md',
    '//host/path',
    '/a//b',
    '/a/b/',
    '/a/b/c/d',
    '/a/b?x=1',
    '/a/b%2Fc',
    '/a/b%00',
    '/a/%ff',
    'https://example.com/a',
    'mailto:a@example.com',
    String.raw`/\host`,
  ])('no place of the project in %j', (link) => {
    expect(linkedPlace(link, 'v1')).toBeNull();
  });

  test('a place has one URL, whatever its slugs contain', () => {
    const place = { version: 'v 1', section: 'ü?#', page: '%2F"' };
    expect(linkedPlace(placeUrl(place), 'other')).toEqual(place);
  });
});
