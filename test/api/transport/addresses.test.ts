import { describe, expect, test } from 'vitest';
import { parseBaseUrl, proxyFor } from '../../../src/api/transport/addresses.ts';

describe('a base URL', () => {
  test.each([
    ['https://api.developerhub.io/api/v1', 'https://api.developerhub.io', '/api/v1'],
    ['https://API.example.com:443/api/v1//', 'https://api.example.com', '/api/v1'],
    [' https://api.example.com ', 'https://api.example.com', ''],
    ['http://localhost:8080/api/v1', 'http://localhost:8080', '/api/v1'],
    ['http://127.0.0.1:80/', 'http://127.0.0.1', ''],
    ['http://127.9.8.7:3000', 'http://127.9.8.7:3000', ''],
    ['http://2130706433:3000', 'http://127.0.0.1:3000', ''],
    ['http://[::1]:3000/api/v1', 'http://[::1]:3000', '/api/v1'],
    ['https://[2001:db8::1]/api/v1', 'https://[2001:db8::1]', '/api/v1'],
  ])('%s is accepted', (text, origin, path) => {
    expect(parseBaseUrl(text)).toEqual({ origin, path });
  });

  test.each([
    'http://api.developerhub.io/api/v1',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com/',
    'http://10.0.0.1/',
    'http://0.0.0.0:3000/',
    'http://169.254.169.254/',
    'http://[::ffff:10.0.0.1]/',
    'https://user@api.example.com/',
    'https://:secret@api.example.com/',
    'https://api.example.com/?key=1',
    'https://api.example.com/#a',
    'ftp://localhost/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'api.example.com',
    '',
  ])('%j is refused', (text) => {
    expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ code: 'config' }) as Error);
  });

  test.each([
    'https://u:hunter2@example.com',
    'https://u:12/hunter2@example.com',
    'http://u:12/hunter2@example.com',
    'https://u:a@b/hunter2@example.com',
  ])('with a password is refused without repeating it: %s', (text) => {
    const parse = () => parseBaseUrl(text);
    expect(parse).toThrow(/user name or a password/);
    expect(parse).not.toThrow(
      expect.objectContaining({ hint: expect.stringContaining('hunter2') }) as Error,
    );
  });
});

describe('a proxy', () => {
  const PROXY = 'http://proxy.example:3128';
  const https = new URL('https://api.example.com');

  test.each<[string, Record<string, string>, string | null]>([
    ['is none by default', {}, null],
    ['comes from HTTPS_PROXY', { HTTPS_PROXY: PROXY }, `${PROXY}/`],
    ['comes from https_proxy first', { https_proxy: PROXY, HTTPS_PROXY: 'http://b' }, `${PROXY}/`],
    ['comes from HTTP_PROXY where there is no other', { HTTP_PROXY: PROXY }, `${PROXY}/`],
    ['may lack its scheme', { HTTPS_PROXY: 'proxy.example:3128' }, `${PROXY}/`],
    ['is none where it is empty', { HTTPS_PROXY: '' }, null],
    ['is not for the host in NO_PROXY', { HTTPS_PROXY: PROXY, NO_PROXY: 'api.example.com' }, null],
    ['is not for hosts below', { HTTPS_PROXY: PROXY, NO_PROXY: 'x, example.com' }, null],
    ['is not for hosts below, with a dot', { HTTPS_PROXY: PROXY, no_proxy: '.example.com' }, null],
    [
      'is not for hosts below, with a star',
      { HTTPS_PROXY: PROXY, no_proxy: '*.EXAMPLE.com' },
      null,
    ],
    ['is for hosts that end alike', { HTTPS_PROXY: PROXY, NO_PROXY: 'ample.com' }, `${PROXY}/`],
    ['is not for the port', { HTTPS_PROXY: PROXY, NO_PROXY: 'example.com:443' }, null],
    ['is for other ports', { HTTPS_PROXY: PROXY, NO_PROXY: 'example.com:8443' }, `${PROXY}/`],
    ['is for nobody', { HTTPS_PROXY: PROXY, NO_PROXY: '*' }, null],
  ])('%s', (_, env, proxy) => {
    expect(proxyFor(https, env)?.href ?? null).toBe(proxy);
  });

  test('is not used for plain http, which stays on this machine', () => {
    const env = { HTTP_PROXY: PROXY, HTTPS_PROXY: PROXY };
    expect(proxyFor(new URL('http://localhost:3000'), env)).toBeNull();
  });

  test('recognises IPv6 addresses in NO_PROXY', () => {
    const origin = new URL('https://[2001:db8::1]:8443');
    for (const list of ['2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:8443']) {
      expect(proxyFor(origin, { HTTPS_PROXY: PROXY, NO_PROXY: list })).toBeNull();
    }
    expect(proxyFor(origin, { HTTPS_PROXY: PROXY, NO_PROXY: '[2001:db8::1]:1' })).not.toBeNull();
  });

  test.each([
    'socks5://u:hunter2@proxy',
    'http://',
    ':::hunter2',
    'http://u:%hunter2@proxy',
    'http://%FFhunter2@proxy',
    'http://u:12/hunter2@proxy',
    'http://u:a@b/hunter2@proxy',
    'http://u:12?hunter2@proxy',
    'http://u:12#hunter2@proxy',
  ])('%j is refused, and not repeated', (text) => {
    const find = () => proxyFor(https, { HTTPS_PROXY: text });
    expect(find).toThrow(expect.objectContaining({ code: 'config' }) as Error);
    expect(find).toThrow(/^(?!.*hunter2)/);
  });
});
