/** The service's address. */
export const DEFAULT_BASE_URL = 'https://api.developerhub.io/api/v1';

/**
 * Whether requests to an address stay on this machine: `localhost`, 127.0.0.0/8 and ::1, in the
 * form to which `URL` normalises them. Not `x.localhost`, which may be looked up by name servers.
 */
export const isLoopback = ({ hostname }: { readonly hostname: string }): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/**
 * Whether an address may have a password with an unescaped `/`, `?` or `#`: `URL` takes what is
 * before it for host and port, and the rest, with the `@` after the password, for the path, query
 * or fragment.
 */
export const mayHoldPassword = ({ pathname, search, hash }: URL): boolean =>
  `${pathname}${search}${hash}`.includes('@');

/** Whether `text` is a valid base address: http or https, without user, password, query and fragment. */
export function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  const web = protocol === 'https:' || protocol === 'http:';
  return web && `${username}${password}${search}${hash}` === '';
}
