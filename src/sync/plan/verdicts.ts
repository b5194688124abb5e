/** What each side changed since base, for title, slug and body separately. Pure; imports only `model`. */
import type { Field } from '../../model/change.ts';
import type { PageKey, Slug } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { Case } from './cases.ts';

/** A page that is on both sides. */
export interface Meeting extends Case {
  readonly local: LocalPage;
  readonly remote: RemotePage;
}

/**
 * What both sides last shared. Undefined if the file was reverted: base then says nothing about
 * either side, and a person decides about all differences.
 */
const sharedBy = ({ base, isReverted }: Meeting): BasePage | undefined =>
  isReverted ? undefined : base;

/** Which side changed since base: neither, the file, the platform, or both in different ways. */
export type Verdict = 'same' | 'push' | 'pull' | 'conflict';

function verdict<T>(base: T | undefined, local: T, remote: T): Verdict {
  if (local === remote) return 'same';
  if (remote === base) return 'push';
  if (local === base) return 'pull';
  return 'conflict';
}

/** A verdict for each of title, slug and body. */
export type Verdicts = Readonly<Record<Field, Verdict>>;

/**
 * Judges title, slug and body separately. Null if nobody changed anything, or both sides made the
 * same changes. If the file has two texts, also compares what readers see.
 */
export function verdicts(meeting: Meeting): Verdicts | null {
  const { local, remote, key } = meeting;
  const title = verdict(sharedBy(meeting)?.title, local.title, remote.title);
  const slug = verdict(sharedBy(meeting)?.slug, slugOf(key), remote.slug);
  const body = bodyVerdict(meeting);
  const isSame = title === 'same' && slug === 'same' && body === 'same';
  return isSame ? null : { title, slug, body };
}

/** The slug of a key. Cheaper than `placeOf`. */
export const slugOf = (key: PageKey): Slug => key.slice(key.lastIndexOf('/') + 1) as Slug;

/**
 * A missing remote body counts as base: replacing it loses nothing. So does a body that the file
 * has for readers, unless readers already saw it at base: then somebody discarded the draft.
 */
function bodyVerdict(meeting: Meeting): Verdict {
  const { local, remote } = meeting;
  const base = sharedBy(meeting);
  // Each of the two texts was written without knowing the other.
  if (remote.isOverPublished) return remote.head === local.head ? 'same' : 'conflict';
  const wasShown = remote.published !== null && remote.head === meeting.base?.sentPublished;
  const held = remote.head === null || (remote.head === local.published && !wasShown);
  const head = verdict(held ? remote.head : base?.sent, local.head, remote.head);
  if (!twoTexts(local)) return head;
  const readers = readersVerdict(meeting);
  if (readers === 'same') return head;
  // To publish a text, it must first become the draft; afterwards the other text becomes the draft
  // again. So the present draft must be ours.
  if (readers === 'push') return head === 'pull' ? 'conflict' : head;
  if (readers === 'pull') return head === 'push' ? 'conflict' : 'pull';
  return 'conflict';
}

/** Whether the file has one text for readers and another as a draft. */
export const twoTexts = (local: LocalPage): boolean =>
  local.published !== null && local.published !== local.head;

/**
 * Compares what readers see with what the file says they should see. Without a base, readers seeing
 * the file's draft counts as base. With a base, it means that somebody published it.
 */
export function readersVerdict(meeting: Meeting): Verdict {
  const { base, local, remote } = meeting;
  const held = remote.published === null || (!base && remote.published === local.head);
  const shared = held ? remote.published : sharedBy(meeting)?.sentPublished;
  return verdict(shared, local.published, remote.published);
}

/** Whether the page's newest text is a draft that this folder does not know. */
export const isNewDraft = ({ base, local, remote }: Meeting): boolean =>
  remote.unpublished && remote.head !== base?.sent && remote.head !== local.head;

/** Whether the file once contained the platform's text, by a merge or a pull, and no longer does. */
export function lacksTheirs({ base, isReverted, remote }: Meeting): boolean {
  const { stored, isOverPublished } = remote;
  const theirs = isOverPublished ? stored.published : (stored.draft ?? stored.published);
  const had = base?.draft ?? base?.published;
  return isReverted && typeof had === 'string' && had === theirs;
}

/** Whether base already says everything that both sides agree on. */
export function isKnown({ base, key, local, remote }: Meeting): boolean {
  return (
    base !== undefined &&
    base.key === key &&
    base.id === remote.id &&
    base.title === local.title &&
    base.updated === remote.updated &&
    base.sent === local.head &&
    base.sentPublished === remote.published
  );
}

/** The fields in which the page differs from base. A draft with the text that readers see is none. */
export function changedSince(
  base: BasePage,
  { title, slug, stored }: Pick<RemotePage, 'title' | 'slug' | 'stored'>,
): readonly Field[] {
  const isSameBody =
    stored.published === base.published &&
    (stored.draft ?? stored.published) === (base.draft ?? base.published);
  return [
    ...(title === base.title ? [] : (['title'] as const)),
    ...(slug === base.slug ? [] : (['slug'] as const)),
    ...(isSameBody ? [] : (['body'] as const)),
  ];
}
