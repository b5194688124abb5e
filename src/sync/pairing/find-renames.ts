/** What may be renamed in this folder, and what speaks against it. Pure. */
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';
import type { Intent } from '../journal/journal.ts';
import { documentationKey } from '../snapshot/documentation-key.ts';
import type { Lock } from '../lock/lock.ts';
import { sameTitle } from '../recognition/observe.ts';
import { renames } from './rename.ts';
import type { Renames } from './rename.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export interface Folder {
  readonly local: LocalProject;
  readonly lock: Lock;
  readonly snapshot: Pick<Snapshot, 'pages' | 'placement'>;
  /** Writes of an earlier run that nobody knows about. */
  readonly open: readonly Intent[];
  /** New keys to old ones that are sure already. */
  readonly rekeyed: ReadonlyMap<PageKey, PageKey>;
}

const NONE: Renames = {
  found: new Map(),
  unclear: [],
  unpaired: { orphans: [], strangers: [] },
};

/** Renamed files. A page that two files claim, or that the platform no longer has, is nobody's old name. */
export function findRenames({ local, lock, snapshot, open, rekeyed }: Folder): Renames {
  const strangers = [...local.pages.values()].filter(
    ({ key }) => !lock.pages.has(key) && !rekeyed.has(key),
  );
  if (strangers.length === 0) return NONE;
  const passed = new Set([...local.unplaced.map(({ key }) => key), ...rekeyed.values()]);
  const orphans = [...lock.pages.values()].filter(
    ({ key, id }) => !local.pages.has(key) && !passed.has(key) && (snapshot.pages?.has(id) ?? true),
  );
  if (orphans.length === 0) return NONE;

  const making = new Set(open.flatMap(({ op, key }) => (op === 'create' ? [key] : [])));
  const staying = titlesThatStay(local, lock);
  const unclaimed = unclaimedPages(lock, snapshot);
  const isTitleElsewhere = ({ key, title }: LocalPage): boolean => {
    if (making.has(key) || staying.has(nameOf(key, title))) return true;
    const placement = snapshot.placement(key);
    return (
      placement.kind === 'visible' &&
      unclaimed.some(
        (page) => page.documentationId === placement.documentation && sameTitle(page.title, title),
      )
    );
  };
  return renames({ orphans, strangers, isTitleElsewhere });
}

const nameOf = (key: PageKey, title: string): string => `${documentationKey(key)} ${title}`;

/** Of pages that the lock and the folder both have, by either. */
function titlesThatStay(local: LocalProject, lock: Lock): ReadonlySet<string> {
  const titles = new Set<string>();
  for (const { key, title } of local.pages.values()) {
    const line = lock.pages.get(key);
    if (line) titles.add(nameOf(key, title)).add(nameOf(key, line.title));
  }
  return titles;
}

/** Any of these may be the new file's own page, made by a run whose lock was not kept. */
function unclaimedPages(lock: Lock, { pages }: Folder['snapshot']) {
  const claimed = new Set([...lock.pages.values()].map(({ id }) => id));
  return [...(pages ?? [])].flatMap(([id, page]) => (claimed.has(id) ? [] : [page]));
}

/** Says which new files may be renamed ones, where that cannot be told; empty if there are none. */
export function unclearRenames(keys: readonly PageKey[]): readonly string[] {
  const [first] = keys;
  if (first === undefined) return [];
  const what =
    keys.length === 1
      ? `${first} may be a renamed page, but was edited too, and others have its title`
      : `${first} and ${keys.length - 1} more may be renamed pages, but were edited too, and others have their titles`;
  return [
    `${what}: the old pages stay, new ones are made. To keep a page, push its new file name first, then the edit.`,
  ];
}
