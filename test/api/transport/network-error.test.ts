/** What people are told of a connection that failed. */
import { describe, expect, test } from 'vitest';
import { toNetworkError } from '../../../src/api/transport/network-error.ts';

const coded = (code: string, more: object = {}): Error =>
  Object.assign(new Error(code), { code, ...more });

const PROXY = new URL('http://ann:secret@proxy.example:8080');

describe('a certificate', () => {
  test.each([
    ['CERT_HAS_EXPIRED', 'the certificate has expired', 'renew'],
    ['CERT_NOT_YET_VALID', 'the certificate is not valid yet', 'clock'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is not trusted', 'NODE_EXTRA_CA_CERTS'],
  ])('%s is told as what it is', (code, what, hint) => {
    const error = toNetworkError(coded(code), 1000, null);
    expect(error).toMatchObject({ lasting: true, unsent: true });
    expect(error.what).toContain(what);
    expect(error.hint).toContain(hint);
    expect(error.hint.includes('NODE_EXTRA_CA_CERTS')).toBe(hint === 'NODE_EXTRA_CA_CERTS');
  });
});

describe('a proxy that cannot be reached is named, without its password', () => {
  test.each([
    ['ECONNREFUSED', { syscall: 'connect' }, 'connection refused'],
    ['ENOTFOUND', { syscall: 'getaddrinfo' }, 'no such host'],
    ['UND_ERR_CONNECT_TIMEOUT', {}, 'no connection within 1 s'],
  ])('%s', (code, more, what) => {
    const error = toNetworkError(coded(code, more), 1000, PROXY);
    expect(error.what).toBe(`the proxy proxy.example:8080: ${what}`);
    expect(error.hint).toContain('HTTPS_PROXY');
    expect(toNetworkError(coded(code, more), 1000, null).what).toBe(what);
  });

  test('but not if the connection to the platform breaks', () => {
    expect(toNetworkError(coded('ECONNRESET'), 1000, PROXY).what).toBe('the connection was reset');
  });
});
