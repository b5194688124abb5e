/** Which of a documentation's pages may be those of files that the lock does not know, or knows by a page that is gone. Pure. */
import type { DocumentationId, PageId, PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { PageSummary } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Quest } from './match.ts';
import type { RemotePages } from '../recognition/remote-pages.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

interface Sought {
  readonly local: ReadonlyMap<PageKey, LocalPage>;
  readonly base: ReadonlyMap<PageKey, BasePage>;
  /** Also those out of scope. */
  readonly claimed: ReadonlyMap<PageKey, BasePage>;
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  readonly placement: Snapshot['placement'];
  /** Files that have no place. */
  readonly out: ReadonlySet<PageKey | undefined>;
}

/** By documentation: files without a page, and its pages that neither the lock nor `remote`, what was found so far, claims. */
export function questsOf(
  { local, base, claimed: lines, renamed, placement: placementOf, out }: Sought,
  pages: ReadonlyMap<PageId, PageSummary>,
  remote: RemotePages,
): readonly Quest[] {
  const groups = new Map<DocumentationId, Mutable<Quest>>();
  for (const [key, page] of local) {
    const line = base.get(key);
    if (line && pages.has(line.id)) continue;
    if (out.has(key) || renamed.has(key) || remote.get(key)) continue;
    const placement = placementOf(key);
    if (placement.kind === 'hidden') continue;
    const { version, documentation } = placement;
    const quest = groups.get(documentation) ?? emptyQuest(version, documentation);
    quest.wanted.set(key, page);
    groups.set(documentation, quest);
  }
  if (groups.size === 0) return [];
  const claimed = new Set([...lines.values()].map(({ id }) => id));
  for (const { id } of remote.seen()) claimed.add(id);
  for (const [id, summary] of pages) {
    if (!claimed.has(id)) groups.get(summary.documentationId)?.candidates.set(id, summary);
  }
  return [...groups.values()];
}

type Mutable<Q extends Quest> = Omit<Q, 'wanted' | 'candidates'> & {
  readonly wanted: Map<PageKey, LocalPage>;
  readonly candidates: Map<PageId, PageSummary>;
};

const emptyQuest = (version: Quest['version'], documentation: DocumentationId): Mutable<Quest> => ({
  version,
  documentation,
  wanted: new Map(),
  candidates: new Map(),
});
