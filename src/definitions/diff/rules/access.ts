/** Rules for who may call, and where. */
import { both, rule } from './rule.ts';

/** Security and servers. */
export const ACCESS_RULES = {
  'security-tightened': rule(
    both('breaking'),
    'A way to authenticate was removed, or now requires another scheme or scope.',
    'Clients that authenticate that way are refused.',
  ),
  'security-loosened': rule(
    both('safe'),
    'A way to authenticate was added, or now requires less.',
    'Clients authenticate as before.',
  ),
  'security-scheme-changed': rule(
    both('breaking'),
    'The type of a security scheme changed, or the place where its credentials are sent.',
    'The server does not find credentials that are sent the old way.',
  ),
  'oauth-url-changed': rule(
    both('risky'),
    'A URL of an OAuth flow or of OpenID Connect changed, or a flow was removed.',
    'Clients have the URL in their settings, and the old one may still work.',
  ),
  'oauth-scope-removed': rule(
    both('risky'),
    'An OAuth flow no longer offers a scope.',
    'Clients that ask for it may be refused a token, even if no operation requires it.',
  ),
  'oauth-scope-added': rule(
    both('safe'),
    'An OAuth flow offers another scope.',
    'Clients need not ask for it; an operation that requires it is reported as `security-tightened`.',
  ),
  'server-removed': rule(
    both('risky'),
    'A server was removed.',
    'Lists of servers change with environments, and clients often have the URL in their settings.',
  ),
  'server-path-changed': rule(
    both('breaking'),
    'The base path of the API changed on the same server.',
    'Every URL of the API changes.',
  ),
  'server-added': rule(
    both('safe'),
    'A server was added.',
    'Clients keep using the one that they know.',
  ),
  'server-value-removed': rule(
    both('breaking'),
    'A server variable no longer allows a value.',
    'The URL of clients that use the value no longer exists.',
  ),
  'server-value-added': rule(
    both('safe'),
    'A server variable allows another value.',
    'Clients keep using the value that they know.',
  ),
  'server-default-changed': rule(
    both('risky'),
    'The default of a server variable changed.',
    'Clients that use the default call another URL.',
  ),
} as const;
