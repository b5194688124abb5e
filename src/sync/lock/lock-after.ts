import type { DocumentationId, PageKey, VersionId } from '../../model/ids.ts';
import type { LocalDocumentation } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { documentationsOf } from '../../model/ids.ts';
import type { Lock, LockHead } from './lock.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** What the head of a lock is made from, besides its lines. */
export interface HeadSources {
  readonly snapshot: Pick<Snapshot, 'versions' | 'documentations' | 'hasAsked'>;
  readonly lock: Lock;
  readonly local: { readonly documentations: readonly LocalDocumentation[] };
}

/** The lock with these lines. Its head has the versions and documentations that the lines are in. */
export const lockAfter = (lines: ReadonlyMap<PageKey, BasePage>, sources: HeadSources): Lock => ({
  ...headAfter(lines.keys(), sources),
  pages: lines,
});

/** Whether this run asked for slugs that the lock lacks. The lock must learn them, so that the next run need not ask again. */
export function hasNewHead(sources: HeadSources): boolean {
  const { lock, snapshot } = sources;
  if (!snapshot.hasAsked) return false;
  const head = headAfter(lock.pages.keys(), sources);
  return !says(lock.versions, head.versions) || !says(lock.documentations, head.documentations);
}

const says = <Id>(known: ReadonlyMap<string, Id>, names: ReadonlyMap<string, Id>): boolean =>
  known.size === names.size && [...names].every(([name, id]) => known.get(name) === id);

function headAfter(
  keys: Iterable<PageKey>,
  { snapshot, lock: before, local }: HeadSources,
): LockHead {
  const names = new Set(documentationsOf(keys));
  for (const { version, slug } of local.documentations) {
    const name = `${version}/${slug}`;
    const isKnown = snapshot.hasAsked || before.documentations.has(name);
    if (isKnown && snapshot.documentations.has(name)) names.add(name);
  }
  const documentations = idsOf(names, snapshot.documentations, before.documentations);
  const slugs = new Set([...documentations.keys()].map((name) => name.slice(0, name.indexOf('/'))));
  return { versions: idsOf(slugs, snapshot.versions, before.versions), documentations };
}

/** The ids of `names`; of those that the run did not meet, as the lock had them. */
const idsOf = <Id extends DocumentationId | VersionId>(
  names: ReadonlySet<string>,
  now: ReadonlyMap<string, Id>,
  before: ReadonlyMap<string, Id>,
): ReadonlyMap<string, Id> =>
  new Map(
    [...names].flatMap((name) => {
      const id = now.get(name) ?? before.get(name);
      return id === undefined ? [] : [[name, id]];
    }),
  );
