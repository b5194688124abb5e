/**
 * Whose text a page holds: the lock's, ours or somebody else's. Witnesses are asked one after the other while the page's text is there, and the
 * first that knows is believed. What none of them knows is left to git (`archive`), which is asked once for all pages. Pure, but for what it tells of writes.
 */
import { placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { baseOf } from '../lock/line.ts';
import { rebased } from '../lock/recovered-line.ts';
import { explainedByMerge, isReverted } from '../lock/previous-states.ts';
import type { BodyDigests, Canonical } from './canonical.ts';
import { baseOfCopy } from './copied-pages.ts';
import { theirsOf } from './observe.ts';
import type { OpenWrites } from './open-writes.ts';

/** A page that the platform answered with, and what that is beside its file and the lock's line. */
export interface Observation {
  readonly answer: Page;
  readonly page: LocalPage;
  /** What the lock has under its key; of a page that was made again, it tells of the one before. */
  readonly line: BasePage | undefined;
  readonly seen: RemotePage;
  /** The page beside another line of the lock. */
  readonly beside: (line: BasePage) => RemotePage;
  /** Keys that its file had before, as git knows: on the platform the page has the first of them. */
  readonly formerly: readonly PageKey[];
  /** Lines of the page with the same slugs in other versions: it may be a copy of it. */
  readonly originals: readonly BasePage[];
}

/** What a witness knows of a page. */
export interface Testimony {
  /** Base from now on; left out: what the lock says, if it says anything. */
  readonly base?: BasePage;
  /** The page in other terms than it was observed in. */
  readonly seen?: RemotePage;
  /** The file lacks again what was taken over into it. */
  readonly isReverted?: true;
}

/** Returns undefined when it does not know whose text the page holds. */
export type Witness = (observed: Observation, known: WitnessDeps) => Testimony | undefined;

/** What witnesses know beside the page. */
export interface WitnessDeps {
  readonly writes: OpenWrites;
  readonly samePage: (a: string, b: string) => boolean;
}

/**
 * Their order. The journal knows most: a write that an interrupted run had under way may have left what lock and file know as well, and more. Then
 * what a person decided about both texts, by a merge; then that nobody decided, in a file that was reverted: that counts also if the lock has
 * the platform's text. Then a copy whose slug somebody changed: its texts are known, its slug is not the file's. Lock and file come next: a text that either has is
 * nobody else's. Last comes the version that the page's own was copied from.
 */
const WITNESSES: readonly Witness[] = [
  ownWrite,
  pendingMerge,
  revertedFile,
  renamedCopy,
  lockAndFile,
  copiedVersion,
];

/** What the first witness that knows whose text the page holds says. Returns undefined when none knows. */
export function askWitnesses(observed: Observation, known: WitnessDeps): Testimony | undefined {
  for (const witness of WITNESSES) {
    const explained = witness(observed, known);
    if (explained) return explained;
  }
  return undefined;
}

/** The key under which base has the page, or would have it. */
export const baseKeyOf = ({ line, formerly, page }: Observation): PageKey =>
  line?.key ?? formerly[0] ?? page.key;

/** The lock's line of this very page. */
const lineOfSame = ({ line, answer }: Observation): BasePage | undefined =>
  line?.id === answer.id ? line : undefined;

/** A write that an interrupted run had under way. */
function ownWrite(observed: Observation, { writes, samePage }: WitnessDeps): Testimony | undefined {
  const { answer, page, seen } = observed;
  const own = writes.explain(answer, page.key, samePage);
  if (!own) return undefined;
  const origin = baseKeyOf(observed);
  const line = lineOfSame(observed);
  const known = writes.keep(origin, seen, line, own);
  if (line) {
    // It put the draft over a text that somebody published unseen: nobody decided about that yet.
    const beside = known?.unproven === 'over' ? observed.beside(known) : undefined;
    if (known && beside?.over !== undefined) return { base: known, seen: beside };
    return { base: rebased(origin, page, seen, line, own) };
  }
  const isEdited = seen.head !== page.head || seen.title !== page.title;
  if (!own.body || !isEdited) return undefined;
  // What it made, and nobody touched since, is base whatever the file says now.
  const title = own.title ? seen.title : (own.intent.title ?? seen.title);
  return { base: { ...baseOf(page, seen), title } };
}

/** A merge that is in the file and was not sent yet. */
function pendingMerge(observed: Observation): Testimony | undefined {
  const { page, seen } = observed;
  const line = lineOfSame(observed);
  const merged = line && explainedByMerge(line, page, seen);
  return merged && { base: rebased(line.key, page, seen, line, merged) };
}

/** A file that lacks again what was taken over into it. */
function revertedFile(observed: Observation): Testimony | undefined {
  const line = lineOfSame(observed);
  return line && isReverted(line, observed.page) ? { isReverted: true } : undefined;
}

/** What the lock says was sent last, or what the file says today. */
function lockAndFile(observed: Observation): Testimony | undefined {
  const { page, seen, line, formerly } = observed;
  if (!isBodyKnown(observed) || !isTitleKnown(observed)) return undefined;
  const [was] = formerly;
  // Under its former key it is base: what differs is the slug.
  return line || was === undefined ? {} : { base: { ...baseOf(page, seen), key: was } };
}

/** The same of a page whose slug was changed in the copy. */
function renamedCopy(observed: Observation): Testimony | undefined {
  const { page, seen } = observed;
  return seen.slug === placeOf(page.key).slug ? undefined : copiedVersion(observed);
}

/** A version that was copied on the platform, with the texts that the lock has of the page there. */
function copiedVersion({
  line,
  page,
  seen,
  originals,
  beside,
}: Observation): Testimony | undefined {
  if (line) return undefined;
  const base = baseOfCopy(page.key, seen, originals);
  return base && { base, seen: beside(base) };
}

/** Whether the lock or the file has the newest text. */
function isBodyKnown({ answer, page, line, seen }: Observation): boolean {
  const known = [line?.sent, page.head, page.published];
  return theirsOf(answer, seen) === null || known.includes(seen.head ?? undefined);
}

/** The same of the title. */
const isTitleKnown = ({ page, line, seen }: Observation): boolean =>
  [line?.title, page.title].includes(seen.title);

/** A page whose body or title no witness explained. Its text was let go. */
export interface Unexplained extends Omit<Observation, 'answer' | 'beside'> {
  /** The key under which base has it, or would have it. */
  readonly origin: PageKey;
  /** As the platform stores it, and in canonical form; null: the body is explained. */
  readonly body: BodyDigests | null;
  /** Null: the title is explained. */
  readonly title: string | null;
}

/** What of the page is left to be explained. */
export function unexplainedIn(observed: Observation, { digestsOf }: Canonical): Unexplained {
  const { answer, beside: _, ...rest } = observed;
  const text = isBodyKnown(observed) ? null : theirsOf(answer, rest.seen);
  return {
    ...rest,
    origin: baseKeyOf(observed),
    body: text === null ? null : digestsOf(text),
    title: isTitleKnown(observed) ? null : rest.seen.title,
  };
}
