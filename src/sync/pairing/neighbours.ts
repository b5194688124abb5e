/** Groups what is not paired yet by documentation, because a page and its file are in the same one. */
import type { DocumentationId, PageId, PageKey, VersionId } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { PageSummary } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import type { ClueScene, Unpaired } from './unpaired.ts';

/** The unpaired files of one documentation, and the pages that may be theirs. */
export interface Neighbours<T = PageSummary> {
  readonly version: VersionId;
  readonly documentation: DocumentationId;
  readonly files: ReadonlyMap<PageKey, LocalPage>;
  readonly pages: ReadonlyMap<PageId, T>;
}

/** For each documentation: the files that may have a page, and the unclaimed pages. Empty if the platform was not asked. */
export const neighboursIn = (left: Unpaired, scene: ClueScene): readonly Neighbours[] =>
  grouped(left, scene, () => left.pages);

/** The same with pages of the lock that have no file. Each is in the documentation where the platform has it now. */
export const lostNeighboursIn = (
  left: Unpaired,
  scene: ClueScene,
): readonly Neighbours<BasePage>[] =>
  grouped(left, scene, () => new Map(Array.from(left.lines.values(), (line) => [line.id, line])));

interface Grown<T> extends Neighbours<T> {
  readonly files: Map<PageKey, LocalPage>;
  readonly pages: Map<PageId, T>;
}

/** Calls `pages` only if there are files. */
function grouped<T>(
  { files }: Unpaired,
  { lock, renamed, snapshot }: ClueScene,
  pages: () => ReadonlyMap<PageId, T>,
): readonly Neighbours<T>[] {
  const groups = new Map<DocumentationId, Grown<T>>();
  for (const [key, page] of files) {
    const line = lock.pages.get(key);
    if (renamed.has(key) || (line && snapshot.pages.has(line.id))) continue;
    const placement = snapshot.placement(key);
    if (placement.kind === 'hidden') continue;
    const { version, documentation } = placement;
    const group: Grown<T> = groups.get(documentation) ?? {
      version,
      documentation,
      files: new Map(),
      pages: new Map(),
    };
    group.files.set(key, page);
    groups.set(documentation, group);
  }
  if (groups.size === 0) return [];
  for (const [id, page] of pages()) {
    const summary = snapshot.pages.get(id);
    if (summary) groups.get(summary.documentationId)?.pages.set(id, page);
  }
  return [...groups.values()].filter((group) => group.pages.size > 0);
}
