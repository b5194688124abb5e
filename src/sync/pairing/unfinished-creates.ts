/** Finds pages that an interrupted run was creating. The lock does not know them, so they would be created twice. */
import type { PageKey } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import type { TextReader } from '../folder/texts.ts';
import type { CreateIntent } from '../log/entry.ts';
import { isRacy, lineOf } from '../lock/line.ts';
import { storedOf } from '../lock/stored-page.ts';
import { forEachAtOnce, READS_AT_ONCE } from '../pool.ts';
import { findMade } from '../push/made-unseen.ts';
import { settleWrite } from '../push/settle.ts';
import type { Settlement } from '../push/settle.ts';
import type { Run } from '../run.ts';
import { loadCanonical } from '../canonical.ts';
import type { SyncDeps } from '../deps.ts';
import type { Unpaired } from './unpaired.ts';

/** Lines for such pages whose files are no longer where they were: the files may be found under other names. Empty in nearly all runs. */
export async function findLostCreates(
  run: Run,
  deps: SyncDeps,
): Promise<ReadonlyMap<PageKey, BasePage>> {
  const { lock, platform } = run;
  const { local } = run.folder;
  const made = new Map<PageKey, BasePage>();
  const there = new Set<PageKey | undefined>(local.unplaced.map(({ key }) => key));
  const lost = lock.writes.creates.filter(
    ({ key }) => !local.pages.has(key) && !there.has(key) && !lock.pages.has(key),
  );
  await settleAll(lost, run, {}, deps, (settlement, intent) => {
    if (settlement.result !== 'done') return;
    const { page } = settlement;
    const updated = platform.snapshot.pages.get(page.id)?.updated ?? page.updated;
    const readBack = {
      ...page,
      updated,
      stored: storedOf(page),
      racy: isRacy({ ...page, updated }),
    };
    const { key, sent } = intent;
    const line = lineOf(readBack, { key, header: null, sent });
    made.set(key, line);
  });
  return made;
}

/** Pairs such pages whose files are still there, even if the page's slug on the platform has changed meanwhile. */
export async function unfinishedCreates(left: Unpaired, run: Run, deps: SyncDeps): Promise<void> {
  const { writes } = run.lock;
  const creates = writes.creates.filter(({ key }) => left.files.has(key));
  if (creates.length === 0) return;
  const textIn = ({ key, sent }: CreateIntent): string | null => {
    const page = left.files.get(key);
    return page ? textInFile(page, sent, run.folder.texts) : null;
  };
  const { samePage } = await loadCanonical();
  const elsewhere = (intent: CreateIntent, content: string | null): Promise<Page | undefined> =>
    findMade(intent, content, left.pages, { ...deps, samePage });
  await settleAll(creates, run, { textIn, elsewhere }, deps, async (settlement, intent) => {
    writes.settle(intent);
    if (settlement.result !== 'again') await left.take(intent.key, settlement.page);
  });
}

const textInFile = (page: LocalPage, sent: CreateIntent['sent'], texts: TextReader) => {
  const own = texts.read(page);
  return page.published === sent ? own.published : headText(own);
};

interface Sent {
  /** The text that was sent, if the log did not keep it. */
  readonly textIn?: (intent: CreateIntent) => string | null;
  /** Looks for the page if it is not under its slug. */
  readonly elsewhere?: (intent: CreateIntent, content: string | null) => Promise<Page | undefined>;
}

/** Finds out what became of each write. */
async function settleAll(
  creates: readonly CreateIntent[],
  { lock: { writes }, platform: { snapshot } }: Run,
  { textIn, elsewhere }: Sent,
  deps: SyncDeps,
  settled: (settlement: Settlement, intent: CreateIntent) => Promise<void> | void,
): Promise<void> {
  if (creates.length === 0) return;
  const { samePage } = await loadCanonical();
  await forEachAtOnce(creates, READS_AT_ONCE, async (intent) => {
    const placement = snapshot.placement(intent.key);
    if (placement.kind === 'hidden') return;
    const content = writes.textOf(intent) ?? textIn?.(intent) ?? null;
    const { version } = placement;
    const lost = { intent, version, content, isEarlier: true, before: undefined };
    const write = elsewhere ? { ...lost, elsewhere: () => elsewhere(intent, content) } : lost;
    await settled(await settleWrite(write, { ...deps, samePage }), intent);
  });
}
