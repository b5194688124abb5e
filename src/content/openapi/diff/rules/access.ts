/** Rules for who may call, and where. */
import { both, rule } from './rule.ts';

/** Security and servers. */
export const ACCESS_RULES = {
  'security-tightened': rule(
    both('breaking'),
    'A way in is closed: a scheme or a scope is demanded that was not.',
    'Clients that came in that way are refused.',
  ),
  'security-loosened': rule(
    both('safe'),
    'There is another way in, or one that demands less.',
    'Clients come in as before.',
  ),
  'security-scheme-changed': rule(
    both('breaking'),
    'A security scheme is of another type, or its credentials go to another place.',
    'Credentials that were sent as before do not arrive.',
  ),
  'oauth-url-changed': rule(
    both('risky'),
    'An address of an OAuth flow or of OpenID Connect is another one, or a flow is gone.',
    'Clients have the address in their settings, and the old one may still work.',
  ),
  'oauth-scope-removed': rule(
    both('risky'),
    'A scope is no longer offered by an OAuth flow.',
    'Clients that ask for it may be refused a token, even if no operation demands it.',
  ),
  'oauth-scope-added': rule(
    both('safe'),
    'A scope is offered by an OAuth flow.',
    'Clients need not ask for it; an operation that demands it is told as `security-tightened`.',
  ),
  'server-removed': rule(
    both('risky'),
    'A server is gone.',
    'Servers come and go with environments. Clients have their address in their settings.',
  ),
  'server-path-changed': rule(
    both('breaking'),
    'The API is below another path of the same server.',
    'Every address of the old definition is another one.',
  ),
  'server-added': rule(both('safe'), 'A server is new.', 'Clients use the one that they know.'),
  'server-value-removed': rule(
    both('breaking'),
    'A variable of a server may no longer have a value.',
    'Clients that use the value have an address that does not exist.',
  ),
  'server-value-added': rule(
    both('safe'),
    'A variable of a server may have one value more.',
    'Clients use the value that they know.',
  ),
  'server-default-changed': rule(
    both('risky'),
    'The default of a variable of a server is another one.',
    'Clients that leave the choice to the definition go to another address.',
  ),
} as const;
