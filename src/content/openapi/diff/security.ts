/** Who may call: alternatives of schemes, each with scopes. A client that called before must still find its way in. */
import { sortedText } from '../equal.ts';
import type { Definition } from './document.ts';
import type { Operation } from './operations.ts';
import { child, isTree, listAt, textsAt } from '../tree.ts';

/** One way in: schemes that are all needed, with the scopes of each. Without schemes anyone may come. */
export type Alternative = ReadonlyMap<string, ReadonlySet<string>>;

/** An operation's own alternatives, else those of the whole definition; none stated: anyone may come. */
export function alternativesOf(document: Definition, { node }: Operation): Alternative[] {
  const own = child(node.value, 'security');
  const stated = Array.isArray(own) ? own : listAt(document.root.value, 'security');
  if (stated.length === 0) return [new Map()];
  return stated
    .filter(isTree)
    .map(
      (requirement) =>
        new Map(
          Object.keys(requirement).map((scheme) => [scheme, new Set(textsAt(requirement, scheme))]),
        ),
    );
}

/** Whether whoever comes in by `before` also comes in by `after`. */
const serves = (before: Alternative, after: Alternative): boolean =>
  [...after].every(([scheme, scopes]) => {
    const granted = before.get(scheme);
    return granted !== undefined && [...scopes].every((scope) => granted.has(scope));
  });

/** The alternatives of `from` that no alternative of `to` serves. */
export const unserved = (from: readonly Alternative[], to: readonly Alternative[]): Alternative[] =>
  from.filter((before) => !to.some((after) => serves(before, after)));

/** `apiKey`, `oauth2 (read, write) and apiKey`, `no authentication`. */
export const nameAlternative = (alternative: Alternative): string =>
  alternative.size === 0
    ? 'no authentication'
    : [...alternative]
        .map(([scheme, scopes]) =>
          scopes.size > 0 ? `${scheme} (${[...scopes].join(', ')})` : scheme,
        )
        .join(' and ');

/** What of each scheme a client must know, canonical; 2.0 writes HTTP Basic as a type of its own. */
export function readSchemes({ root }: Definition): Map<string, string> {
  const schemes =
    child(child(root.value, 'components'), 'securitySchemes') ??
    child(root.value, 'securityDefinitions');
  if (!isTree(schemes)) return new Map();
  return new Map(
    Object.entries(schemes).map(([name, scheme]) => {
      const basic = child(scheme, 'type') === 'basic';
      return [
        name,
        sortedText({
          type: basic ? 'http' : child(scheme, 'type'),
          scheme: basic ? 'basic' : lower(child(scheme, 'scheme')),
          in: child(scheme, 'in'),
          name: child(scheme, 'name'),
          openIdConnectUrl: child(scheme, 'openIdConnectUrl'),
        }),
      ];
    }),
  );
}

/** Names of HTTP schemes have no case: RFC 9110, section 11.1. */
const lower = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

/**
 * The old names of schemes that have another name now: gone, and the only one of its kind among those that are new.
 */
export function renamedSchemes(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const [name, scheme] of before) {
    if (after.has(name)) continue;
    const candidates = [...after].filter(([other, its]) => its === scheme && !before.has(other));
    const [only] = candidates;
    if (candidates.length === 1 && only !== undefined) renamed.set(name, only[0]);
  }
  return renamed;
}

/** An alternative with its schemes under other names. */
export const rename = (alternative: Alternative, names: ReadonlyMap<string, string>): Alternative =>
  new Map([...alternative].map(([scheme, scopes]) => [names.get(scheme) ?? scheme, scopes]));
