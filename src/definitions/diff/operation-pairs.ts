/** Which operations of two definitions are the same for a client: by their paths, or by their whole URLs. */
import type { LocatedDefinition } from './compared-definition.ts';
import { callKey, readOperations, type DefinedOperation } from './read-operations.ts';
import { movedBases, serversOf, withoutBase, type Server } from './servers.ts';

/** The operations, those that correspond, and the servers that their paths belong to. */
interface Pairing {
  readonly old: readonly DefinedOperation[];
  readonly now: readonly DefinedOperation[];
  readonly pairs: ReadonlyMap<DefinedOperation, DefinedOperation>;
  readonly servers: readonly [old: readonly Server[], now: readonly Server[]];
}

const NONE = [[], []] as const;

/** Pairs the operations by their paths. If the servers took over a part of the paths, or gave one back, by their whole URLs. */
export function pairAll(
  before: LocatedDefinition,
  after: LocatedDefinition,
  [was, is]: readonly [string, string] = ['', ''],
): Pairing {
  const [from, to] = [serversOf(before), serversOf(after)];
  const [old, now] = [readOperations(before, was), readOperations(after, is)];
  const pairs = pairOperations(old, now);
  // If one of them states none, the other states only what moved.
  const isStated = was === is || from.length === to.length;
  const servers = isStated ? ([withoutBase(from, was), withoutBase(to, is)] as const) : NONE;
  const byPath = { old, now, pairs, servers };
  const moved = was === is ? movedBases(from, to) : undefined;
  if (moved === undefined || [...old, ...now].some(({ servers }) => servers)) return byPath;
  const byUrl = pairAll(before, after, moved);
  return byUrl.pairs.size > pairs.size ? byUrl : byPath;
}

/** Pairs operations that are the same for a client. If several differ only in the names of parameters, the one with equal names is chosen. */
function pairOperations(
  old: readonly DefinedOperation[],
  now: readonly DefinedOperation[],
): Map<DefinedOperation, DefinedOperation> {
  const byName = new Map(now.map((each) => [each.name, each]));
  const pairs = new Map<DefinedOperation, DefinedOperation>();
  const taken = new Set<DefinedOperation>();
  for (const before of old) {
    const after = byName.get(before.name);
    if (after !== undefined) {
      pairs.set(before, after);
      taken.add(after);
    }
  }
  const left = now.filter((each) => !taken.has(each));
  const byKey = new Map(left.map((each) => [callKey(each), each]));
  for (const before of old) {
    if (pairs.has(before)) continue;
    const after = byKey.get(callKey(before));
    if (after === undefined || taken.has(after)) continue;
    pairs.set(before, after);
    taken.add(after);
  }
  return pairs;
}
