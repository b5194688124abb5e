/**
 * Selects the pages to read: those that changed according to the snapshot, and those about to be
 * written. Pure.
 */
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, UnplacedFile } from '../../model/local.ts';
import type { PageSummary } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import { isReverted } from '../record/line.ts';
import { hasNewDate } from '../record/stored-page.ts';
import { looksOf } from '../run-options.ts';
import type { SyncOptions } from '../run-options.ts';
import type { Scope } from '../plan/select.ts';
import type { Run } from '../run.ts';
import { nameOfId } from '../platform/slugs.ts';
import type { Snapshot } from '../platform/snapshot.ts';

/** A page that both lock and folder have. */
export interface SharedPage {
  readonly line: BasePage;
  readonly page: LocalPage;
}

/** Pages of the lock, grouped by how to find out their state. */
export interface KnownPages {
  readonly toRead: readonly SharedPage[];
  /** Pages with edited files that need not be read: base says what the platform has. */
  readonly toRecall: readonly SharedPage[];
  /**
   * Pages without a file that are to be deleted, provided that they are as in base, which must be
   * read to prove it.
   */
  readonly toDoubt: readonly BasePage[];
  /** Pages that are in another documentation on the platform than their files say. */
  readonly elsewhere: readonly { readonly line: BasePage; readonly unplaced: UnplacedFile }[];
  /**
   * Old keys of pages whose files lost what was taken over, if the lock's line describes the page.
   */
  readonly reverted: readonly PageKey[];
}

/** Sorts all selected pages of the lock. */
export function sortKnown(
  { folder: { renamed }, lock: { writes }, platform: { snapshot } }: Run,
  { base, local }: Pick<Scope, 'base' | 'local'>,
  options: SyncOptions,
): KnownPages {
  const { publish, prune } = options;
  const looks = looksOf(options);
  const readsEdited = looks === 'shown' || (options.send && looks !== 'dates');
  const newKeys = new Map([...renamed].map(([now, before]) => [before, now]));
  const toRead: SharedPage[] = [];
  const toRecall: SharedPage[] = [];
  const toDoubt: BasePage[] = [];
  const elsewhere: KnownPages['elsewhere'][number][] = [];
  const reverted: PageKey[] = [];
  for (const [key, line] of base) {
    const page = local.get(newKeys.get(key) ?? key);
    const summary = snapshot.pages.get(line.id);
    if (!summary) continue;
    // An open write may have changed the page without changing its date, because dates have whole
    // seconds.
    const mayDiffer = hasNewDate(line, summary) || writes.concern(line.id);
    if (!page) {
      if (prune && (mayDiffer || line.racy)) toDoubt.push(line);
      continue;
    }
    if (isElsewhere(page.key, summary, snapshot)) {
      const reason = whereTo(line, summary, snapshot);
      elsewhere.push({ line, unplaced: { key: page.key, file: page.file, reason } });
      continue;
    }
    const edited = isEdited(line, page, publish);
    if (mayDiffer || (looks === 'all' && line.racy) || (readsEdited && edited)) {
      toRead.push({ line, page });
    } else if (edited) toRecall.push({ line, page });
    else if (isReverted(line, page)) reverted.push(key);
  }
  return { toRead, toRecall, toDoubt, elsewhere, reverted };
}

/** Whether there may be anything to send or to publish. */
const isEdited = (line: BasePage, page: LocalPage, publish: boolean): boolean =>
  line.key !== page.key ||
  line.title !== page.title ||
  line.sent !== page.head ||
  (publish && page.published !== null && line.sentPublished !== page.published);

function isElsewhere(key: PageKey, { documentationId }: PageSummary, snapshot: Snapshot): boolean {
  const placement = snapshot.placement(key);
  return placement.kind === 'visible' && placement.documentation !== documentationId;
}

function whereTo(
  { id }: BasePage,
  { documentationId }: PageSummary,
  { documentations }: Snapshot,
): string {
  const to = nameOfId(documentationId, documentations);
  return to === undefined
    ? `Its page ${id} was moved to another documentation on the platform.`
    : `Its page ${id} was moved to ${to} on the platform: move the file there.`;
}
