/** Lines of the lock for pages whose files this run writes: created, pulled, moved or merged. Pure. */
import type { Field } from '../../model/change.ts';
import { placeOf } from '../../model/ids.ts';
import type { Digest, Instant, PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import { foreignDraftIn } from '../../model/sides.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { isRacy, lineOf, fileState, statesWith, undated } from '../record/line.ts';
import type { FileState, Ours, PreviousState } from '../record/line.ts';
import { hasDraft, storedOf } from '../record/stored-page.ts';
import type { Part } from '../record/stored-page.ts';

type WrittenFile = Pick<LocalPage, 'head' | 'published' | 'headerDigest'>;

/**
 * The line of a page whose file was just created from it. Everything in the file counts as on the
 * platform, even fields that the API cannot write.
 */
export const lineOfNewFile = (
  key: PageKey,
  page: Page,
  updated: Instant,
  { head: sent, published: sentPublished, headerDigest: header }: WrittenFile,
): BasePage => {
  const readBack = { ...page, updated, stored: storedOf(page), racy: isRacy({ ...page, updated }) };
  const foreign = foreignIn(readBack.stored, sent);
  return lineOf(readBack, { key, header, sent, sentPublished, ...foreign });
};

/**
 * A file that took something over, the page as planned, and its digests as the platform has them
 * now.
 */
interface TakenOver {
  readonly file: LocalPage;
  readonly planned: RemotePage;
  readonly stored: RemotePage['stored'];
}

/**
 * The line after the file took over `fields` from the platform. `to`: the page's key there, if the
 * file is to follow its slug. Until `fields` have the slug, too, that of the file counts as shared:
 * otherwise a push would put it back. `states`: earlier states of the file.
 */
export function lineAfterPull(
  { fields, to }: { readonly fields: readonly Field[]; readonly to?: PageKey | undefined },
  { file, planned, stored }: TakenOver,
  before: BasePage | undefined,
  states: readonly FileState[],
): BasePage {
  const { key, head, headerDigest: header } = file;
  const title = fields.includes('title') ? file.title : planned.title;
  const texts = fields.includes('body')
    ? textsAfterPull(file, stored, planned, before)
    : { sent: planned.head ?? head, sentPublished: planned.published };
  const formerStates = statesWith(
    before,
    statesOf(states, fields.includes('body')),
    fileState(file),
  );
  const isBehind = to !== undefined && !fields.includes('slug');
  const foreign = fields.includes('body')
    ? foreignDraftAfter(head, { ...planned, stored }, before)
    : undefined;
  const ours = { key, header, ...texts, formerStates, ...foreign, before };
  const line = lineOf({ ...planned, title, stored }, ours);
  return isBehind ? undated({ ...line, slug: placeOf(key).slug }) : line;
}

/** What a line says about a draft that was written into a file. */
type Foreign = Pick<Ours, 'foreignDraft' | 'theirDraft'>;

/** For a file that has `head` from the page. */
const foreignIn = (stored: RemotePage['stored'], head: Digest): Foreign =>
  hasDraft(stored) && stored.draft !== null
    ? { foreignDraft: head, theirDraft: stored.draft }
    : { foreignDraft: null };

/** Once the file has `head`, which includes the text of `seen`. */
function foreignDraftAfter(
  head: Digest,
  { head: theirs, stored, isOverPublished }: RemotePage,
  before: BasePage | undefined,
): Foreign {
  // The draft is the one that base already has: only what readers see was taken over.
  const isTheirs = stored.draft !== null && before?.theirDraft === stored.draft;
  if (before && theirs === before.sent && !isTheirs)
    return { foreignDraft: foreignDraftIn(before, { head }) };
  return isOverPublished ? { foreignDraft: null } : foreignIn(stored, head);
}

function textsAfterPull(
  local: LocalPage,
  { draft, published }: RemotePage['stored'],
  planned: RemotePage,
  before: BasePage | undefined,
): Pick<BasePage, 'sent' | 'sentPublished'> {
  // The draft did not change; the next push replaces it.
  if (planned.isOverPublished)
    return { sent: before?.sent ?? draft ?? local.head, sentPublished: local.head };
  const isShown = draft === null || draft === published;
  const both = local.published !== null && local.published !== local.head;
  const older = both ? local.published : planned.published;
  return { sent: local.head, sentPublished: isShown ? local.head : older };
}

/**
 * What a line remembers of a file that got another text or title: its former states and, if it got
 * a text, the digests under which the log may keep its former texts.
 */
const statesOf = (files: readonly FileState[], hasText: boolean): readonly PreviousState[] =>
  files.flatMap((file) => (hasText ? [fileState(file), file.head] : [fileState(file)]));

/**
 * The line of a page whose file followed its slug. Its date stays, so that the next run looks
 * again.
 */
export const lineAfterMove = (line: BasePage, key: PageKey): BasePage => ({
  ...line,
  formerStates: statesWith(line, [line.key]),
  key,
  slug: placeOf(key).slug,
});

/** With the sentence of another page's draft that the file had before a merge. */
function withCopy(foreign: Foreign, { head, copied }: LocalPage): Partial<Ours> {
  const isResolved = foreign.foreignDraft === null && foreign.theirDraft !== undefined;
  if (copied === undefined || isResolved) return foreign;
  return { ...foreign, foreignDraft: foreign.foreignDraft ?? head, copied: copied.sentence };
}

/**
 * The line of a page whose file became `merged` by merging `seen` into it. Base is what was merged:
 * until the file is sent, the file differs from base, and the platform does not. `states`: earlier states
 * of the file. Lines that a person resolves are that person's, even if they include a draft.
 */
export function lineAfterMerge(
  merged: LocalPage & { readonly keepsDraft: boolean },
  states: readonly FileState[],
  seen: RemotePage,
  before: BasePage | undefined,
): BasePage {
  const { key, head } = merged;
  const formerStates = statesWith(
    before,
    statesOf(states, states[0]?.head !== head),
    fileState(merged),
  );
  const whole = foreignDraftAfter(head, seen, before);
  // If nothing is left of the draft but what was marked, it is still somebody else's on the platform.
  const foreign = merged.keepsDraft ? whole : { ...whole, foreignDraft: null };
  // A merge does not follow a slug that the platform changed.
  const unshared = new Set<Part>(before && seen.slug !== before.slug ? ['slug'] : []);
  const ours = {
    key,
    header: before?.header ?? null,
    sent: seen.head ?? head,
    formerStates,
    ...withCopy(foreign, merged),
  };
  return lineOf(seen, { ...ours, before, unshared });
}
