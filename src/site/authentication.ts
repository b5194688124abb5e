/** What a definition says of authentication, for readers: its schemes, and which operations need them. */
import { entriesAt, isTree, listAt, textAt, child } from '../definitions/definition-tree.ts';

export interface Authentication {
  readonly schemes: readonly {
    readonly name: string;
    /** What a client sends: `an API key in the header X-Key`. */
    readonly what: string;
    /** Markdown; empty if there is none. */
    readonly description: string;
  }[];
  /** The default for operations; `null`: the definition does not have one. */
  readonly usual: string | null;
  /** What each of the operations needs, in their order; `null`: the definition does not say. */
  readonly each: readonly (string | null)[];
  /** Operations that need something else. */
  readonly others: readonly {
    readonly method: string;
    readonly path: string;
    readonly needs: string;
  }[];
}

/** Null if the definition has no scheme and no operation needs one. */
export function authenticationOf(
  definition: unknown,
  operations: readonly { readonly method: string; readonly path: string }[],
): Authentication | null {
  const known = [
    ...entriesAt(child(definition, 'components'), 'securitySchemes'),
    ...entriesAt(definition, 'securityDefinitions'),
  ];
  const schemes = known.map(([name, scheme]) => ({
    name,
    what: wordsOf(scheme),
    description: textAt(scheme, 'description') ?? '',
  }));
  const usual = needsOf(definition);
  const paths = child(definition, 'paths');
  const each = operations.map(
    ({ method, path }) => needsOf(child(child(paths, path), method)) ?? usual,
  );
  const others = operations.flatMap(({ method, path }, index) => {
    const needs = each[index] ?? null;
    return needs === null || needs === usual ? [] : [{ method, path, needs }];
  });
  return schemes.length + others.length === 0 && usual === null
    ? null
    : { schemes, usual, each, others };
}

/**
 * What `security` requires: one of its entries, with all the schemes in it. Returns null if it is
 * missing.
 */
function needsOf(holder: unknown): string | null {
  if (!isTree(holder) || !Array.isArray(child(holder, 'security'))) return null;
  const ways = listAt(holder, 'security').map((way) =>
    Object.entries(isTree(way) ? way : {})
      .map(([name, scopes]) => {
        const list = Array.isArray(scopes) ? scopes.filter((each) => typeof each === 'string') : [];
        return list.length === 0 ? name : `${name} (${list.join(', ')})`;
      })
      .join(' and '),
  );
  return ways.length === 0 ? NOTHING : ways.map((way) => way || NOTHING).join(', or ');
}

const NOTHING = 'no authentication';

function wordsOf(scheme: unknown): string {
  const text = (key: string): string => textAt(scheme, key) ?? '';
  switch (text('type')) {
    case 'apiKey':
      return `an API key in the ${text('in') === 'query' ? 'query parameter' : text('in')} ${text('name')}`;
    case 'basic':
      return BASIC;
    case 'http': {
      const format = text('bearerFormat');
      if (/^basic$/i.test(text('scheme'))) return BASIC;
      if (!/^bearer$/i.test(text('scheme'))) return `HTTP authentication: ${text('scheme')}`;
      return `a token${format === '' ? '' : ` (${format})`} in the header Authorization: Bearer`;
    }
    case 'oauth2': {
      const flows = [scheme, ...entriesAt(scheme, 'flows').map(([, flow]) => flow)];
      const urls = flows.flatMap((flow) =>
        ['authorizationUrl', 'tokenUrl'].flatMap((key) => textAt(flow, key) ?? []),
      );
      return ['OAuth 2.0', ...new Set(urls)].join(' · ');
    }
    case 'openIdConnect':
      return `OpenID Connect · ${text('openIdConnectUrl')}`;
    case 'mutualTLS':
      return 'a client certificate';
    default:
      return text('type') || 'not said';
  }
}

const BASIC = 'a user name and a password (HTTP Basic)';
