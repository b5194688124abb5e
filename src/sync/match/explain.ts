/**
 * Finds out whose text a page in memory holds: the lock's, ours or somebody else's. The rest is
 * searched in git once (`search-git`). Pure, except that it records outcomes in `OpenWrites`, and
 * that `lacksPulled` reads texts.
 */
import type { Field } from '../../model/change.ts';
import { placeOf } from '../../model/ids.ts';
import type { Instant, PageKey, Slug } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { Canonical, CanonicalDigests } from '../comparable-digest.ts';
import { lineOf, isLost, isReverted } from '../record/line.ts';
import { theirsOf } from '../record/stored-page.ts';
import type { Part } from '../record/stored-page.ts';
import type { OpenWrites } from '../record/open-writes.ts';
import { isDigest } from '../record/page-line.ts';
import type { Run } from '../run.ts';

/** A page that the platform answered, compared with its file and the lock's line. */
export interface Observation {
  readonly answer: Page;
  readonly page: LocalPage;
  /** The lock's line under its key. If the page was created again, the line describes the earlier page. */
  readonly line: BasePage | undefined;
  readonly seen: RemotePage;
  /** Compares the page with another lock line. */
  readonly describe: (line: BasePage) => RemotePage;
  /** The file lacks what a pull or merge brought (`lacksPulled`). */
  readonly isUndone?: boolean;
  /** The page's key on the platform, if its file had that key before, according to git. */
  readonly previousKey: PageKey | undefined;
}

/** What was found out about a page. */
export interface Explanation {
  /** The new base. Left out if the lock's line stays base. */
  readonly base?: BasePage;
  /** The page as compared with the new base. */
  readonly seen?: RemotePage;
  /** One side lost what it had from the other, so that base does not describe either side. */
  readonly isReverted?: true;
}

/** The key under which base has the page, or would have it. */
export const baseKeyOf = ({
  line,
  previousKey,
  page,
}: Omit<Observation, 'answer' | 'describe'>): PageKey => line?.key ?? previousKey ?? page.key;

const TEXTS: readonly Part[] = ['draft', 'published'];

/**
 * The lock's line, or a new one, with the explained parts taken from the page. The lock does not
 * have it yet.
 */
export function explainedLine(
  observed: Omit<Observation, 'answer' | 'describe'>,
  { body, title, slug }: Readonly<Record<Field, boolean>>,
): BasePage {
  const { page, line: before, seen } = observed;
  const unshared = new Set<Part>(slug ? [] : ['slug']);
  if (!body) for (const part of TEXTS) unshared.add(part);
  if (!title) unshared.add('title');
  const sent = seen.head ?? page.head;
  const header = before?.header ?? null;
  const ours = { key: baseKeyOf(observed), header, sent, sentPublished: seen.published };
  return lineOf(seen, { ...ours, before, unshared });
}

/**
 * Explains a page. Returns undefined if nothing here explains it. Checks in this order:
 *
 * - the log: an interrupted write may have left a text that lock or file have as well, but the log
 *   also has the new base;
 * - a file or page that lost the other side's text: nobody has decided about it, even if the lock
 *   has that text;
 * - a text that the lock or the file has: nobody else wrote it.
 */
export function explain(
  observed: Observation,
  writes: OpenWrites,
  { samePage }: Pick<Canonical, 'samePage'>,
): Explanation | undefined {
  const { answer, page, seen, previousKey } = observed;
  const line = observed.line?.id === answer.id ? observed.line : undefined;
  const own = writes.explain({ answer, key: page.key, line, seen, samePage });
  if (own) return { base: own, seen: observed.describe(own) };
  const isBack = observed.isUndone === true || (line && isReverted(line, page));
  if (isBack || (line && isLost(line, { ...seen, title: answer.title }, datesOf(observed))))
    return { isReverted: true };
  if (!isBodyKnown(observed) || !isTitleKnown(observed) || !isSlugKnown(observed)) return undefined;
  // Base is the page under its former key; only the slug differs.
  return observed.line === undefined && previousKey !== undefined
    ? { base: explainedLine(observed, { body: true, title: true, slug: false }) }
    : {};
}

const datesOf = ({ seen, answer }: Observation): readonly Instant[] => [
  seen.updated,
  answer.updated,
];

/** Whether the lock or the file has the newest text. */
function isBodyKnown({ answer, page, line, seen }: Observation): boolean {
  const known = [line?.sent, page.head, page.published];
  return theirsOf(answer, seen) === null || known.includes(seen.head ?? undefined);
}

/** Whether the lock or the file has the title. */
const isTitleKnown = ({ page, line, seen }: Observation): boolean =>
  [line?.title, page.title].includes(seen.title);

/**
 * Whether the lock or the file has the slug. Without a line, the file's slug is the only known one.
 */
const isSlugKnown = ({ page, line, seen }: Observation): boolean =>
  line === undefined || [line.slug, placeOf(page.key).slug].includes(seen.slug);

/** A page with an unexplained part, without its text. */
export interface Unexplained extends Omit<Observation, 'answer' | 'describe'> {
  /** The key under which base has it, or would have it. */
  readonly origin: PageKey;
  /** Digests of the body as stored and in canonical form. Null if the body is explained. */
  readonly body: CanonicalDigests | null;
  /** Null if the title is explained. */
  readonly title: string | null;
  /** Null if the slug is explained. */
  readonly slug: Slug | null;
  /** The page's date, as each request gave it. */
  readonly dates: readonly Instant[];
}

/** The parts of the page that are still unexplained. */
export function unexplainedIn(observed: Observation, { digestsOf }: Canonical): Unexplained {
  const { answer, describe: _, ...rest } = observed;
  const text = isBodyKnown(observed) ? null : theirsOf(answer, rest.seen);
  return {
    ...rest,
    origin: baseKeyOf(observed),
    body: text === null ? null : digestsOf(text),
    title: isTitleKnown(observed) ? null : rest.seen.title,
    slug: isSlugKnown(observed) ? null : rest.seen.slug,
    dates: datesOf(observed),
  };
}

/**
 * Whether the file is an edit of its text from before the page's text was taken over: it lacks all
 * lines that were added then, and its edits touch none of them. Sending it would undo what nobody
 * here has decided about. Finds only texts in this folder's log, and no edits of the same lines.
 * `theirs`: the page's newest text.
 */
export async function lacksPulled(
  { formerStates = [], sent }: BasePage,
  page: LocalPage,
  theirs: string | null,
  { folder: { texts }, lock: { kept } }: Run,
): Promise<boolean> {
  if (sent === page.head || theirs === null) return false;
  for (const state of formerStates) {
    const before = isDigest(state) ? await kept.read(state) : null;
    const ours = before === null ? null : headText(texts.read(page));
    if (before === null || ours === null) continue;
    const [had, has] = [new Set(before.split('\n')), new Set(ours.split('\n'))];
    if (theirs.split('\n').some((line) => !had.has(line) && has.has(line))) continue;
    const { merge } = await import('../pull/merge.ts');
    const { text, isClean } = merge(before, ours, theirs);
    if (isClean && text !== ours) return true;
  }
  return false;
}
