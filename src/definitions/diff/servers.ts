/** Addresses of the API: for the definition, for paths, for operations. */
import { child, entriesAt, listAt, pointTo, textAt, textsAt } from '../definition-tree.ts';
import type { LocatedDefinition, Located } from './compared-definition.ts';
import { type LocalChange, inBackticks, quoteSome } from './changes.ts';

/** One address, which may have variables. */
export interface Server {
  readonly url: string;
  readonly pointer: string;
  readonly variables: ReadonlyMap<string, Variable>;
}

interface Variable {
  readonly fallback: string | undefined;
  /** `undefined`: any value. */
  readonly values: ReadonlySet<string> | undefined;
  readonly pointer: string;
}

/** The servers that `node` states itself; `undefined` if it states none. */
export function ownServers(node: Located): Server[] | undefined {
  const servers = listAt(node.value, 'servers');
  if (servers.length === 0) return undefined;
  return servers.map((server, at) => {
    const pointer = pointTo(node.pointer, 'servers', at);
    return { url: textAt(server, 'url') ?? '', pointer, variables: variablesOf(server, pointer) };
  });
}

const variablesOf = (server: unknown, pointer: string): Map<string, Variable> =>
  new Map(
    entriesAt(server, 'variables').map(([name, variable]) => [
      name,
      {
        fallback: textAt(variable, 'default'),
        values:
          child(variable, 'enum') === undefined ? undefined : new Set(textsAt(variable, 'enum')),
        pointer: pointTo(pointer, 'variables', name),
      },
    ]),
  );

/** The servers of a definition; 2.0 composes them from three keys. */
export function serversOf({ root }: LocatedDefinition): readonly Server[] {
  const stated = ownServers(root);
  if (stated !== undefined) return stated;
  const host = textAt(root.value, 'host');
  const basePath = textAt(root.value, 'basePath');
  const at = (url: string, pointer: string): Server => ({ url, pointer, variables: new Map() });
  if (host === undefined) return basePath === undefined ? [] : [at(basePath, '#/basePath')];
  const schemes = textsAt(root.value, 'schemes');
  const pointer = basePath === undefined ? '#/host' : '#/basePath';
  return (schemes.length > 0 ? schemes : ['https']).map((scheme) =>
    at(`${scheme}://${host}${basePath ?? ''}`, pointer),
  );
}

/** What the URL of each server has more at its end than that of the other definition: nothing in one of both. `undefined`: they differ in other ways. */
export function movedBases(
  from: readonly Server[],
  to: readonly Server[],
): readonly [from: string, to: string] | undefined {
  const [old, now] = [addressesOf(from), addressesOf(to)];
  const [was = '', is = ''] = [old[0], now[0]];
  const base = was.length < is.length ? is.slice(was.length) : was.slice(is.length);
  if (old.length !== now.length || !/^(\/[^/{}]+)+$/.test(base)) return undefined;
  if (old.every((address, at) => address + base === now[at])) return ['', base];
  return now.every((address, at) => address + base === old[at]) ? [base, ''] : undefined;
}

/** Without servers, the addresses of the API begin where the definition is served. */
const addressesOf = (servers: readonly Server[]): readonly string[] =>
  servers.length === 0 ? [''] : servers.map(addressOf);

/** The servers without the `base` at the end of their URLs, because paths begin with it. */
export const withoutBase = (servers: readonly Server[], base: string): readonly Server[] =>
  base === ''
    ? servers
    : servers.map((server) => ({ ...server, url: addressOf(server).slice(0, -base.length) }));

export function compareServers(from: readonly Server[], to: readonly Server[]): LocalChange[] {
  const now = new Map(to.map((server) => [addressOf(server), server]));
  const old = new Map(from.map((server) => [addressOf(server), server]));
  const fresh = to.filter((server) => !old.has(addressOf(server)));
  return [
    ...from.flatMap((server) => {
      const same = now.get(addressOf(server));
      return same === undefined ? [lost(server, fresh)] : compareVariables(server, same);
    }),
    ...fresh.map(({ url, pointer }): LocalChange => ({
      rule: 'server-added',
      message: `${inBackticks(url)} was added`,
      oldPointer: null,
      newPointer: pointer,
    })),
  ];
}

/** Without the last slash, because paths begin with one, and with a host that has no case. */
const addressOf = (server: Server): string =>
  hostOf(server) + server.url.slice(hostOf(server).length).replace(/\/$/, '');

function lost(server: Server, fresh: readonly Server[]): LocalChange {
  const { url, pointer } = server;
  const moved = fresh.find((each) => hostOf(each) === hostOf(server));
  if (moved === undefined) {
    return {
      rule: 'server-removed',
      message: `${inBackticks(url)} was removed`,
      oldPointer: pointer,
      newPointer: null,
    };
  }
  return {
    rule: 'server-path-changed',
    message: `${inBackticks(url)} changed to ${inBackticks(moved.url)}`,
    oldPointer: pointer,
    newPointer: moved.pointer,
  };
}

/** The scheme and host of an address. Empty for a relative address: its host is the one that serves the definition. */
const hostOf = ({ url }: Server): string =>
  (/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i.exec(url)?.[0] ?? '').toLowerCase();

function compareVariables(from: Server, to: Server): LocalChange[] {
  return [...from.variables].flatMap(([name, before]) => {
    const after = to.variables.get(name);
    return after === undefined ? [] : compareVariable(name, before, after);
  });
}

function compareVariable(name: string, before: Variable, after: Variable): LocalChange[] {
  const at = { oldPointer: before.pointer, newPointer: after.pointer };
  const findings: LocalChange[] = [];
  if (before.fallback !== after.fallback) {
    const [from, to] = [inBackticks(before.fallback ?? ''), inBackticks(after.fallback ?? '')];
    const message = `the default of ${inBackticks(name)} changed from ${from} to ${to}`;
    findings.push({ ...at, rule: 'server-default-changed', message });
  }
  const { values: from } = before;
  const { values: to } = after;
  const gone = [...(from ?? [])].filter((value) => to !== undefined && !to.has(value));
  const added = [...(to ?? [])].filter((value) => from !== undefined && !from.has(value));
  if (from === undefined && to !== undefined) {
    const message = `${inBackticks(name)} can now only be ${quoteSome([...to])}`;
    findings.push({ ...at, rule: 'server-value-removed', message });
  }
  if (gone.length > 0) {
    const message = `${inBackticks(name)} can no longer be ${quoteSome(gone)}`;
    findings.push({ ...at, rule: 'server-value-removed', message });
  }
  if (added.length > 0 || (from !== undefined && to === undefined)) {
    const message = `${inBackticks(name)} can now be ${added.length > 0 ? quoteSome(added) : 'anything'}`;
    findings.push({ ...at, rule: 'server-value-added', message });
  }
  return findings;
}
