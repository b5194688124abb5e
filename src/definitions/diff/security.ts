/** Security requirements: alternatives of schemes, each with scopes. A client that had access before must still have it. */
import { sortedText } from '../equal.ts';
import { type LocatedDefinition, nodesUnder, under } from './compared-definition.ts';
import type { DefinedOperation } from './read-operations.ts';
import { type LocalChange, inBackticks, quoteSome } from './changes.ts';
import { schemePointer } from './names.ts';
import { child, entriesAt, isTree, listAt, textAt, textsAt } from '../definition-tree.ts';

/** One alternative: the schemes that are all needed, with the scopes of each. Without schemes, no authentication is needed. */
export type Alternative = ReadonlyMap<string, ReadonlySet<string>>;

/** The operation's own alternatives, else those of the whole definition. If there are none, no authentication is needed. */
export function alternativesOf(
  document: LocatedDefinition,
  { value }: DefinedOperation,
): Alternative[] {
  const own = child(value, 'security');
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

/** Whether every client that satisfies `before` also satisfies `after`. */
const serves = (before: Alternative, after: Alternative): boolean =>
  [...after].every(([scheme, scopes]) => {
    const granted = before.get(scheme);
    return granted !== undefined && [...scopes].every((scope) => granted.has(scope));
  });

/** The alternatives of `from` that `to` refuses: they satisfy none of its own. */
export const refusedAlternatives = (
  from: readonly Alternative[],
  to: readonly Alternative[],
): Alternative[] => from.filter((before) => !to.some((after) => serves(before, after)));

/** `apiKey`, `oauth2 (read, write) and apiKey`, `no authentication`. */
export const nameAlternative = (alternative: Alternative): string =>
  alternative.size === 0
    ? 'no authentication'
    : [...alternative]
        .map(([scheme, scopes]) =>
          scopes.size > 0 ? `${scheme} (${[...scopes].join(', ')})` : scheme,
        )
        .join(' and ');

/** The parts of each scheme that a client must know, as canonical text. 2.0 writes HTTP Basic as a type of its own. */
export function readSchemes(document: LocatedDefinition): Map<string, string> {
  return new Map(
    schemesOf(document).map(([name, scheme]) => {
      const basic = child(scheme, 'type') === 'basic';
      const place = child(scheme, 'in');
      const key = child(scheme, 'name');
      return [
        name,
        sortedText({
          type: basic ? 'http' : child(scheme, 'type'),
          scheme: basic ? 'basic' : lower(child(scheme, 'scheme')),
          in: place,
          name: place === 'header' ? lower(key) : key,
        }),
      ];
    }),
  );
}

/** Names of HTTP schemes and of headers are not case-sensitive: RFC 9110, sections 11.1 and 5.1. */
const lower = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

/** The new names of renamed schemes, by the old ones. A scheme counts as renamed if its name is gone and exactly one new scheme is identical to it. */
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

const schemesOf = (document: LocatedDefinition): readonly (readonly [string, unknown])[] =>
  (child(document.root.value, 'securityDefinitions') === undefined
    ? nodesUnder(under(document.root, 'components'), 'securitySchemes')
    : nodesUnder(document.root, 'securityDefinitions')
  ).map(([name, scheme]) => [name, document.follow(scheme).value]);

/** A finding about a security scheme, by its name. */
interface SchemeFinding extends LocalChange {
  readonly scheme: string;
}

/** Compares the schemes that are in both definitions; `renamed` has the new names of those with another one. */
export function compareSchemes(
  before: LocatedDefinition,
  after: LocatedDefinition,
  renamed: ReadonlyMap<string, string>,
): SchemeFinding[] {
  const now = new Map(schemesOf(after));
  const [old, fresh] = [readSchemes(before), readSchemes(after)];
  return schemesOf(before).flatMap(([scheme, from]) => {
    const name = renamed.get(scheme) ?? scheme;
    const to = now.get(name);
    if (to === undefined) return [];
    const at = {
      scheme,
      oldPointer: schemePointer(before, scheme),
      newPointer: schemePointer(after, name),
    };
    if (old.get(scheme) === fresh.get(name))
      return compareFlows(from, to).map((finding) => Object.assign(finding, at));
    const message = 'the credentials have a different type, or are sent in a different place';
    return [{ ...at, rule: 'security-scheme-changed' as const, message }];
  });
}

type FlowFinding = Pick<LocalChange, 'rule' | 'message'>;

function compareFlows(from: unknown, to: unknown): FlowFinding[] {
  const [old, now] = [addressesOf(from), addressesOf(to)];
  const gone = scopesBeside(from, to);
  const fresh = scopesBeside(to, from);
  const kept = new Set(flowsOf(to).map(([name]) => name));
  const lost = flowsOf(from).flatMap(([name]) => (kept.has(name) ? [] : [name]));
  const changed = [...old.keys()].filter(
    (name) => now.get(name) !== old.get(name) && !lost.includes(name.split('.')[0] ?? ''),
  );
  const added = [...now.keys()].filter((name) => !old.has(name));
  return [
    ...lost.map((name): FlowFinding => ({
      rule: 'oauth-flow-removed',
      message: `the flow ${inBackticks(name)} was removed`,
    })),
    ...added.map((name): FlowFinding => ({
      rule: 'oauth-flow-added',
      message: `${inBackticks(name)} was added`,
    })),
    ...changed.map((name): FlowFinding => {
      const url = now.get(name);
      const message = `${inBackticks(name)} ${url === undefined ? 'was removed' : `changed to ${inBackticks(url)}`}`;
      return { rule: 'oauth-url-changed', message };
    }),
    ...(gone.length === 0
      ? []
      : [{ rule: 'oauth-scope-removed', message: `no longer offers ${quoteSome(gone)}` } as const]),
    ...(fresh.length === 0
      ? []
      : [{ rule: 'oauth-scope-added', message: `now offers ${quoteSome(fresh)}` } as const]),
  ];
}

/** The scopes of each flow that the same flow of another scheme does not offer, or, without such a flow, none of its flows. */
function scopesBeside(scheme: unknown, other: unknown): string[] {
  const offered = (flow: unknown): string[] => entriesAt(flow, 'scopes').map(([name]) => name);
  const others = new Map(flowsOf(other).map(([name, flow]) => [name, offered(flow)]));
  const all = [...others.values()].flat();
  const missing = flowsOf(scheme).flatMap(([name, flow]) => {
    const known = others.get(name) ?? all;
    return offered(flow).filter((scope) => !known.includes(scope));
  });
  return [...new Set(missing)];
}

/** Names of flows that changed in 3.0. */
const FLOWS: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** The flows by their 3.x names. In 2.0, the scheme itself is the only flow. */
function flowsOf(scheme: unknown): readonly (readonly [string, unknown])[] {
  const only = textAt(scheme, 'flow');
  return only === undefined
    ? entriesAt(scheme, 'flows').filter(([name]) => !name.startsWith('x-'))
    : [[FLOWS[only] ?? only, scheme]];
}

function addressesOf(scheme: unknown): Map<string, string> {
  const addresses = new Map<string, string>();
  const add = (name: string, url: string | undefined): void => {
    if (url !== undefined) addresses.set(name, url);
  };
  for (const [name, flow] of flowsOf(scheme)) {
    for (const key of ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl']) {
      add(`${name}.${key}`, textAt(flow, key));
    }
  }
  add('openIdConnectUrl', textAt(scheme, 'openIdConnectUrl'));
  return addresses;
}
