/** Pages that an interrupted run made, and whose files are not where they were: unknown to the lock, they would be made once more under another name. */
import type { PageKey } from '../../model/ids.ts';
import type { LocalProject } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { loadCanonical } from '../recognition/canonical.ts';
import type { CreateIntent, Intent } from '../journal/journal.ts';
import { lineOfMade } from '../lock/line.ts';
import type { Lock } from '../lock/lock.ts';
import { forEachAtOnce } from '../pool.ts';
import { SentTexts } from '../recognition/sent-texts.ts';
import type { SyncDeps } from '../session.ts';
import { settleCreate } from '../push/settle.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

interface Folder {
  readonly local: LocalProject;
  readonly lock: Lock;
  readonly snapshot: Pick<Snapshot, 'pages' | 'placement'>;
  /** Writes of an earlier run that nobody knows about. */
  readonly open: readonly Intent[];
}

const WIDTH = 32;

/** Lines for these pages, as they were sent: their files may be found under other names. Empty in nearly all runs. */
export async function madeBefore(
  { local, lock, snapshot, open }: Folder,
  deps: SyncDeps,
): Promise<ReadonlyMap<PageKey, BasePage>> {
  const made = new Map<PageKey, BasePage>();
  const there = new Set<PageKey | undefined>(local.unplaced.map(({ key }) => key));
  const lost = open.filter(
    (intent): intent is CreateIntent =>
      intent.op === 'create' &&
      !local.pages.has(intent.key) &&
      !there.has(intent.key) &&
      !lock.pages.has(intent.key),
  );
  if (lost.length === 0) return made;
  const [sent, { samePage }] = await Promise.all([
    SentTexts.of(lost, deps.project),
    loadCanonical(),
  ]);
  await forEachAtOnce(lost, WIDTH, async (intent) => {
    const placement = snapshot.placement(intent.key);
    if (placement.kind === 'hidden') return;
    const content = sent.textOf(intent);
    const write = { intent, version: placement.version, content };
    const settlement = await settleCreate(write, { ...deps, samePage });
    if (settlement.result !== 'done') return;
    const { page } = settlement;
    made.set(intent.key, lineOfMade(intent, page, snapshot.pages?.get(page.id)?.updated));
  });
  return made;
}
