/** Which pages of the lock are to be looked at: those of which the snapshot does not tell that they are as the lock says. Pure. */
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, UnplacedFile } from '../../model/local.ts';
import type { PageSummary } from '../../model/resources.ts';
import { hasDrift } from '../../model/sides.ts';
import type { BasePage } from '../../model/sides.ts';
import type { KnownDates } from '../lock/lock.ts';
import { isReverted } from '../lock/previous-states.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { moved } from './observe.ts';
import type { OpenWrites } from './open-writes.ts';

/** A page that lock and folder have. */
export interface SharedPage {
  readonly line: BasePage;
  readonly page: LocalPage;
}

/** Pages of the lock, by what is to be done to know them. */
export interface KnownPages {
  readonly toRead: readonly SharedPage[];
  /** They have no file, and are to be deleted if they are as base says, which the snapshot does not tell. */
  readonly toDoubt: readonly BasePage[];
  /** They have no file, and nothing tells whether the platform still has them. */
  readonly toAskFor: readonly BasePage[];
  /** Pages that are in another documentation now than their files say. */
  readonly elsewhere: readonly (SharedPage & { readonly unplaced: UnplacedFile })[];
  /** Keys of base of pages as the lock says them, whose files lack again what was taken over. */
  readonly reverted: readonly PageKey[];
}

/** What tells whether a page is to be looked at. */
export interface KnownInput {
  /** Lines of pages in scope, and these pages. */
  readonly base: ReadonlyMap<PageKey, BasePage>;
  readonly local: ReadonlyMap<PageKey, LocalPage>;
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  readonly snapshot: Snapshot;
  readonly dates: KnownDates;
  /** Pages whose date proves nothing are read also if nothing is to be written to them. */
  readonly looks: boolean;
  readonly publish: boolean;
  /** Pages that have no file are deleted. */
  readonly prune: boolean;
  /** Without a snapshot, all pages in scope are read, not only what is written. */
  readonly eachPage: boolean;
}

/** Goes through all pages of the lock in scope. */
export function sortKnown(input: KnownInput, writes: Pick<OpenWrites, 'concern'>): KnownPages {
  const { base, local, renamed, snapshot, publish, prune, eachPage } = input;
  const newKeys = new Map([...renamed].map(([now, before]) => [before, now]));
  const toRead: SharedPage[] = [];
  const toAskFor: BasePage[] = [];
  const toDoubt: BasePage[] = [];
  const elsewhere: (SharedPage & { readonly unplaced: UnplacedFile })[] = [];
  const reverted: PageKey[] = [];
  for (const [key, line] of base) {
    const page = local.get(newKeys.get(key) ?? key);
    if (snapshot.pages === null) {
      if (!page && prune) toDoubt.push(line);
      else if (!page) toAskFor.push(...(eachPage ? [line] : []));
      else if (eachPage || isToWrite(line, page, snapshot, publish)) toRead.push({ line, page });
      continue;
    }
    const summary = snapshot.pages.get(line.id);
    if (!summary) continue;
    if (!page) {
      if (prune && isInDoubt(line, summary, input, writes)) toDoubt.push(line);
      continue;
    }
    if (isElsewhere(page.key, summary, snapshot)) {
      const reason = whereTo(line, summary, snapshot);
      elsewhere.push({ line, page, unplaced: { key: page.key, file: page.file, reason } });
    } else if (isToRead(line, page, summary, input, writes)) toRead.push({ line, page });
    else if (isReverted(line, page)) reverted.push(key);
  }
  return { toRead, toAskFor, toDoubt, elsewhere, reverted };
}

/** Whether base cannot tell what the platform has, or what it tells is not to be relied on. */
function isToRead(
  line: BasePage,
  page: LocalPage,
  summary: PageSummary,
  { dates, looks, publish }: KnownInput,
  writes: Pick<OpenWrites, 'concern'>,
): boolean {
  if (tellsNothing(line, summary, writes)) return true;
  return provesNothing(line, dates) && (looks || isEdited(line, page, publish));
}

/** The same of a page that has no file and is to be deleted. */
const isInDoubt = (
  line: BasePage,
  summary: PageSummary,
  { dates }: KnownInput,
  writes: Pick<OpenWrites, 'concern'>,
): boolean => tellsNothing(line, summary, writes) || provesNothing(line, dates);

function tellsNothing(
  line: BasePage,
  summary: PageSummary,
  writes: Pick<OpenWrites, 'concern'>,
): boolean {
  if (moved(line, summary) || line.merging || hasDrift(line)) return true;
  // What became of it shows in no date that has whole seconds.
  return writes.concern(line.id);
}

const provesNothing = ({ unproven }: BasePage, dates: KnownDates): boolean =>
  dates !== 'move' || unproven !== undefined;

/** Without a snapshot only pages that are to be written are read. */
const isToWrite = (
  line: BasePage,
  page: LocalPage,
  { placement }: Snapshot,
  publish: boolean,
): boolean => isEdited(line, page, publish) && placement(page.key).kind === 'visible';

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
  const to = [...documentations].find(([, other]) => other === documentationId)?.[0];
  return to === undefined
    ? `Its page ${id} was moved to another documentation on the platform.`
    : `Its page ${id} was moved to ${to} on the platform: move the file there.`;
}
