/** What each side of a page did since base: title, slug and body apart. Pure; imports only the vocabulary. */
import type { Field } from '../../model/change.ts';
import type { PageKey, Slug } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import { hasDrift } from '../../model/sides.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { Case } from './cases.ts';

/** A page that is on both sides. */
export interface Meeting extends Case {
  readonly local: LocalPage;
  readonly remote: RemotePage;
}

/** What both sides shared last of title and texts. It counts for neither side if the file was reverted: a person decides where they differ. */
const sharedBy = ({ base, isReverted }: Meeting): BasePage | undefined =>
  isReverted ? undefined : base;

/** Who moved since base: neither, the file, the platform, or both apart. */
export type Verdict = 'same' | 'push' | 'pull' | 'conflict';

function verdict<T>(base: T | undefined, local: T, remote: T): Verdict {
  if (local === remote) return 'same';
  if (remote === base) return 'push';
  if (local === base) return 'pull';
  return 'conflict';
}

/** Who moved of title, slug and body. */
export type Verdicts = Readonly<Record<Field, Verdict>>;

/** Nobody did, or both the same way. */
export const AGREED: Verdicts = { title: 'same', slug: 'same', body: 'same' };

/** Title, slug and body, each for itself. `AGREED` if all are the same. `publish`: what readers should see is compared, too. */
export function verdicts(meeting: Meeting, publish: boolean): Verdicts {
  const { local, base, remote, key } = meeting;
  const title = verdict(sharedBy(meeting)?.title, local.title, remote.title);
  const slug = verdict(base?.slug, slugOf(key), remote.slug);
  const body = bodyVerdict(meeting, publish);
  const all = title === 'same' && slug === 'same' && body === 'same';
  return all ? AGREED : { title, slug, body };
}

/** `placeOf` for nothing but the slug. */
export const slugOf = (key: PageKey): Slug => key.slice(key.lastIndexOf('/') + 1) as Slug;

/** A remote body that the file still holds is at base: replacing it loses nothing. A missing body is at base, too. */
function bodyVerdict(meeting: Meeting, publish: boolean): Verdict {
  const { local, remote } = meeting;
  const base = sharedBy(meeting);
  // Both were written, and neither author saw the other's text.
  if (remote.over !== undefined && remote.head !== base?.sent)
    return remote.head === local.head ? 'same' : 'conflict';
  const held = remote.head === null || remote.head === local.published;
  const head = verdict(held ? remote.head : base?.sent, local.head, remote.head);
  if (!publish || !twoTexts(local)) return head;
  const readers = readersVerdict(meeting);
  if (readers === 'same') return head;
  // To publish the one text, the other must be put in the draft's place and back: the draft has to be ours.
  if (readers === 'push') return head === 'pull' ? 'conflict' : head;
  if (readers === 'pull') return head === 'push' ? 'conflict' : 'pull';
  return 'conflict';
}

/** Readers should see one text, and another is being written. */
export const twoTexts = (local: LocalPage): boolean =>
  local.published !== null && local.published !== local.head;

/** What readers see beside what the file says that they should. */
export function readersVerdict(meeting: Meeting): Verdict {
  const { local, remote } = meeting;
  const held = remote.published === null || remote.published === local.head;
  const shared = held ? remote.published : sharedBy(meeting)?.sentPublished;
  return verdict(shared, local.published, remote.published);
}

/** Whether the file had what the platform has, by a merge or a pull, and lacks it again. */
export function lacksTheirs({ base, isReverted, remote }: Meeting): boolean {
  const { stored, over } = remote;
  const theirs = over === undefined ? (stored.draft ?? stored.published) : stored.published;
  const had = isReverted ? (base?.draft ?? base?.published) : base?.merging?.theirs;
  return typeof had === 'string' && had === theirs;
}

/** Whether base says all that both sides agree on. */
export function isKnown({ base, key, local, remote }: Meeting): boolean {
  return (
    base !== undefined &&
    !hasDrift(base) &&
    base.key === key &&
    base.id === remote.id &&
    base.title === local.title &&
    base.updated === remote.updated &&
    base.sent === local.head &&
    base.sentPublished === remote.published
  );
}
