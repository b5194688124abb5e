/** Git is asked last: a body that a commit had is an earlier push, not an editor's edit. */
import { digestOf } from '../../content/digest.ts';
import { abbreviated, commitsSince, isCutOff, lastCommitOf } from '../../git/history.ts';
import { placeOf } from '../../model/ids.ts';
import type { Digest, PageKey } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import type { SyncDeps } from '../deps.ts';
import type { Folder } from '../folder/texts.ts';
import { pastTexts } from '../git/past-texts.ts';
import type { PastText } from '../git/past-texts.ts';
import { letterCount, loadCanonical } from '../canonical.ts';
import type { Canonical } from '../canonical.ts';
import { sameTitle } from '../lock/stored-page.ts';
import { explainedLine } from './explain.ts';
import type { Unexplained } from './explain.ts';

/** What commits tell of a page: its base, and the commit that was pushed. */
export interface FoundInGit {
  readonly base: BasePage;
  readonly commit: string | null;
}

/** The result of asking git. */
export interface GitSearch {
  /** By the key under which base has the page, or would have it. */
  readonly found: ReadonlyMap<PageKey, FoundInGit>;
  /** Some pages stay unexplained, and the clone does not have all of the history. */
  readonly isCutOff: boolean;
}

/**
 * Searches the history for the texts of these pages, by content, whatever file had them. If the
 * lock knows what was sent last, only texts committed since count: an older one can be there only
 * if an editor restored it. If no commit has what was sent, those since the lock was count.
 */
export async function searchGit(
  unexplained: readonly Unexplained[],
  folder: Folder,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<GitSearch> {
  const place = { root: project.root, ...machine };
  const { digestsOf } = await loadCanonical();
  const hasLines = unexplained.some(({ line }) => line !== undefined);
  const since = hasLines ? await lastCommitOf(place, project.lockFile) : undefined;
  const recent = since === undefined ? null : await commitsSince(place, since);
  const matches = unexplained.map((one) => new GitMatch(one, recent));
  let open = matches;
  for await (const past of pastTexts(folder, { project, machine })) {
    const texts = past.variants.flatMap(({ draft, published }) => [draft, published]);
    const bodies = [...new Set(texts)].flatMap((text) =>
      text === null || text.trim() === '' ? [] : bodyOf(text, digestsOf),
    );
    const heads = new Set(past.variants.map((one) => digestOf(headText(one) ?? '')));
    for (const match of open) match.offer(past, bodies, heads);
    open = open.filter(({ isOver }) => !isOver);
    if (open.length === 0) break;
  }
  const found = new Map<PageKey, FoundInGit>();
  for (const match of matches) {
    const archived = match.archived();
    if (archived) found.set(match.of.origin, archived);
  }
  return { found, isCutOff: open.length > 0 && (await isCutOff(place)) };
}

/** A text of a commit. Its canonical form takes long: it is made only if it may be a page's. */
interface PastBody {
  readonly stored: Digest;
  readonly length: number;
  readonly canonical: () => Digest;
}

function bodyOf(text: string, digestsOf: Canonical['digestsOf']): PastBody {
  let made: Digest | undefined;
  return {
    stored: digestOf(text),
    length: letterCount(text),
    canonical: () => (made ??= digestsOf(text).canonical),
  };
}

/** A page, and the commits that may explain it. */
class GitMatch {
  readonly of: Unexplained;
  /** Commits since the lock's; null if the lock was never committed. */
  readonly #recent: ReadonlySet<string> | null;
  #body: string | null = null;
  #title: string | null = null;
  /** The text that was sent last came up, so everything newer did too. */
  #isClosed = false;

  constructor(of: Unexplained, recent: ReadonlySet<string> | null) {
    this.of = of;
    this.#recent = recent;
  }

  get isOver(): boolean {
    const { body, title } = this.of;
    const [bodyFound, titleFound] = [this.#counted(this.#body), this.#counted(this.#title)];
    const isComplete =
      (body === null || bodyFound !== null) && (title === null || titleFound !== null);
    return this.#isClosed || isComplete;
  }

  /** Returns undefined if no commit explains the page. */
  archived(): FoundInGit | undefined {
    const { line, title, body } = this.of;
    const commits = { body: this.#counted(this.#body), title: this.#counted(this.#title) };
    const commit = commits.body ?? commits.title;
    if (commit === null) return undefined;
    const isWhole =
      (body === null || commits.body !== null) &&
      (title === null || commits.title !== null) &&
      this.of.seen.slug === placeOf(this.of.previousKey ?? this.of.page.key).slug;
    // Without a line, title, body and slug each need a base: from git, or equal to the file's.
    if (!line && !isWhole) return undefined;
    const explained = { body: commits.body !== null, title: commits.title !== null };
    return { base: explainedLine(this.of, explained), commit: abbreviated(commit) };
  }

  offer(past: PastText, bodies: readonly PastBody[], heads: ReadonlySet<Digest>): void {
    const isBody = bodies.some((body) => this.#isBody(body));
    if (isBody) this.#body ??= past.commit;
    if (this.#isTitle(past, isBody)) this.#title ??= past.commit;
    if (this.#isSent(past, heads)) this.#isClosed = true;
  }

  #counted(commit: string | null): string | null {
    const counts =
      commit !== null &&
      (!this.of.line || this.#isClosed || this.#recent === null || this.#recent.has(commit));
    return counts ? commit : null;
  }

  /** Titles repeat: it counts only with the page's text, or in a file that had the page's key. */
  #isTitle({ title, key }: PastText, isBody: boolean): boolean {
    const { title: wanted, page, line, previousKey } = this.of;
    const isOfPage = isBody || [page.key, line?.key, previousKey].includes(key);
    return wanted !== null && isOfPage && sameTitle(title ?? '', wanted);
  }

  #isBody({ stored, length, canonical }: PastBody): boolean {
    const { body } = this.of;
    if (body === null) return false;
    if (stored === body.stored) return true;
    const mayBe = Math.abs(length - body.length) <= MAX_LETTERS_APART + length * MAX_SHARE_APART;
    return mayBe && canonical() === body.canonical;
  }

  /** Whether it is the text that was sent last, according to the lock. */
  #isSent({ title }: PastText, heads: ReadonlySet<Digest>): boolean {
    const { line } = this.of;
    if (!line || (title !== null && !sameTitle(title, line.title))) return false;
    return heads.has(line.sent);
  }
}

/** Texts whose numbers of letters differ by more are not the same, however they are printed. */
const MAX_LETTERS_APART = 40;
const MAX_SHARE_APART = 0.1;
