/**
 * Finds out whose text a page holds: the lock's, ours or somebody else's. Witnesses are asked in order while
 * the page's text is in memory, and the first one that knows is believed. The rest is left to git
 * (`archive`), which is asked once for all pages. Pure, except that it records outcomes in `OpenWrites`.
 */
import { placeOf } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { isBeforeWrite } from '../lock/before-write.ts';
import { lineOfCreated, lineOfLost, lineUnder, rebased } from '../lock/recovered-line.ts';
import { explainedByMerge, isReverted } from '../lock/previous-states.ts';
import type { CanonicalDigests, Canonical } from '../canonical.ts';
import { baseOfCopy } from '../pairing/copied-pages.ts';
import { theirsOf } from '../lock/stored-page.ts';
import type { OpenWrites } from './open-writes.ts';

/** A page that the platform answered, compared with its file and the lock's line. */
export interface Observation {
  readonly answer: Page;
  readonly page: LocalPage;
  /** The lock's line under its key. If the page was created again, the line describes the earlier page. */
  readonly line: BasePage | undefined;
  readonly seen: RemotePage;
  /** Compares the page with another lock line. */
  readonly describe: (line: BasePage) => RemotePage;
  /** Keys that its file had before, according to git. The first is the page's key on the platform. */
  readonly formerly: readonly PageKey[];
  /** Lines of pages with the same slugs in other versions: the page may be a copy of one. */
  readonly originals: readonly BasePage[];
}

/** What a witness knows of a page. */
export interface Testimony {
  /** The new base. Left out: what the lock says, if it says anything. */
  readonly base?: BasePage;
  /** The page as compared with the new base. */
  readonly seen?: RemotePage;
  /** The file no longer contains what was taken over into it. */
  readonly isReverted?: true;
}

/** Returns undefined if it does not know whose text the page holds. */
export type Witness = (observed: Observation, known: WitnessDeps) => Testimony | undefined;

/** What witnesses know besides the page. */
export interface WitnessDeps {
  readonly writes: OpenWrites;
  readonly samePage: (a: string, b: string) => boolean;
}

/**
 * The order of the witnesses.
 *
 * - The journal knows most: what an interrupted run's write left may equal what lock or file have, but tells
 *   more.
 * - A page that is as it was before a confirmed write has lost that write; nobody wrote its text since.
 * - A merge is a person's decision about both texts.
 * - A reverted file means that nobody has decided, even if the lock has the platform's text.
 * - A copy whose slug was changed has known texts, but not the file's slug.
 * - A text that the lock or the file has is nobody else's.
 * - Last comes the version from which the page's version was copied.
 */
const WITNESSES: readonly Witness[] = [
  ownWrite,
  lostWrite,
  pendingMerge,
  revertedFile,
  renamedCopy,
  lockAndFile,
  copiedVersion,
];

/** Returns the first witness's answer, or undefined if no witness knows whose text the page holds. */
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

/** The lock's line, if it describes this very page. */
const lineOfSame = ({ line, answer }: Observation): BasePage | undefined =>
  line?.id === answer.id ? line : undefined;

/** A write of an interrupted run. */
function ownWrite(observed: Observation, { writes, samePage }: WitnessDeps): Testimony | undefined {
  const { answer, page, seen } = observed;
  const own = writes.explain(answer, page.key, samePage);
  if (!own) return undefined;
  const origin = baseKeyOf(observed);
  const line = lineOfSame(observed);
  const known = writes.keep(origin, seen, line, own);
  if (line) {
    // It put the draft over a text that somebody had published unseen. Nobody has decided about that yet.
    const described = known?.unproven === 'over' ? observed.describe(known) : undefined;
    if (known && described?.over !== undefined) return { base: known, seen: described };
    return { base: rebased(origin, page, seen, line, own) };
  }
  const isEdited = seen.head !== page.head || seen.title !== page.title;
  if (!own.body || !isEdited) return undefined;
  // What the run created and nobody changed since is base, whatever the file says now.
  const title = own.title ? seen.title : (own.intent.title ?? seen.title);
  return { base: lineOfCreated(page, seen, title) };
}

/** A write that was confirmed but that the page does not have. */
function lostWrite(observed: Observation): Testimony | undefined {
  const { answer, page, seen } = observed;
  const line = lineOfSame(observed);
  const isLost =
    line !== undefined &&
    isBeforeWrite(line, { ...seen, title: answer.title }, [seen.updated, answer.updated]);
  return isLost ? { base: lineOfLost(page, seen, line) } : undefined;
}

/** A merge that is in the file and was not sent yet. */
function pendingMerge(observed: Observation): Testimony | undefined {
  const { page, seen } = observed;
  const line = lineOfSame(observed);
  const merged = line && explainedByMerge(line, page, seen);
  return merged && { base: rebased(line.key, page, seen, line, merged) };
}

/** A file that no longer contains what was taken over into it. */
function revertedFile(observed: Observation): Testimony | undefined {
  const line = lineOfSame(observed);
  return line && isReverted(line, observed.page) ? { isReverted: true } : undefined;
}

/** What was sent last according to the lock, or what the file says today. */
function lockAndFile(observed: Observation): Testimony | undefined {
  const { page, seen, line, formerly } = observed;
  if (!isBodyKnown(observed) || !isTitleKnown(observed)) return undefined;
  const [was] = formerly;
  // The page under its former key is base; only the slug differs.
  return line || was === undefined ? {} : { base: lineUnder(was, page, seen) };
}

/** The same for a page whose slug was changed in the copy. */
function renamedCopy(observed: Observation): Testimony | undefined {
  const { page, seen } = observed;
  return seen.slug === placeOf(page.key).slug ? undefined : copiedVersion(observed);
}

/** A version that was copied on the platform, with the texts that the lock has of the original page. */
function copiedVersion({
  line,
  page,
  seen,
  originals,
  describe,
}: Observation): Testimony | undefined {
  if (line) return undefined;
  const base = baseOfCopy(page.key, seen, originals);
  return base && { base, seen: describe(base) };
}

/** Whether the lock or the file has the newest text. */
function isBodyKnown({ answer, page, line, seen }: Observation): boolean {
  const known = [line?.sent, page.head, page.published];
  return theirsOf(answer, seen) === null || known.includes(seen.head ?? undefined);
}

/** Whether the lock or the file has the title. */
const isTitleKnown = ({ page, line, seen }: Observation): boolean =>
  [line?.title, page.title].includes(seen.title);

/** A page whose body or title no witness explained, without its text. */
export interface Unexplained extends Omit<Observation, 'answer' | 'describe'> {
  /** The key under which base has it, or would have it. */
  readonly origin: PageKey;
  /** Digests of the body as stored and in canonical form. Null if the body is explained. */
  readonly body: CanonicalDigests | null;
  /** Null if the title is explained. */
  readonly title: string | null;
}

/** The parts of the page that are left to explain. */
export function unexplainedIn(observed: Observation, { digestsOf }: Canonical): Unexplained {
  const { answer, describe: _, ...rest } = observed;
  const text = isBodyKnown(observed) ? null : theirsOf(answer, rest.seen);
  return {
    ...rest,
    origin: baseKeyOf(observed),
    body: text === null ? null : digestsOf(text),
    title: isTitleKnown(observed) ? null : rest.seen.title,
  };
}
