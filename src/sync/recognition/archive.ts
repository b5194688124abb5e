/** Git as the last witness: if a commit had the platform's body for the page, it is an earlier push and not an editor's edit. */
import { digestOf } from '../../content/digest.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { abbreviated, commitsSince, isCutOff, lastCommitOf } from '../../git/history.ts';
import { placeOf } from '../../model/ids.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { PastTexts } from '../git/past-texts.ts';
import type { PastText, Sought } from '../git/past-texts.ts';
import type { SyncDeps } from '../session.ts';
import { loadCanonical } from '../canonical.ts';
import type { Canonical } from '../canonical.ts';
import { sameTitle } from '../lock/stored-page.ts';
import { explainedLine } from './explain.ts';
import type { Unexplained } from './explain.ts';

/** What commits tell of a page: its base, and the commit that was pushed. */
export interface Archived {
  readonly base: BasePage;
  readonly commit: string | null;
}

/** The result of asking git. */
export interface AskedArchive {
  /** By the key under which base has the page, or would have it. */
  readonly found: ReadonlyMap<PageKey, Archived>;
  /** Some pages stay unexplained, and the clone does not have all of the history. */
  readonly isCutOff: boolean;
}

/** The history to search, and how to read it. */
interface Archive extends Pick<SyncDeps, 'project' | 'machine'> {
  /** The map from files to pages today. */
  readonly pages: PageMap;
}

/**
 * Searches the history of all these pages at once: first the files that they are in, then all files that had
 * their keys. If the lock knows what was sent last, only texts committed since count, because an older one
 * can be there only if an editor restored it. If no commit has what was sent, only texts committed since the
 * lock was count.
 */
export async function askArchive(
  unexplained: readonly Unexplained[],
  { project, machine, pages }: Archive,
): Promise<AskedArchive> {
  const place = { root: project.root, ...machine };
  const canonical = await loadCanonical();
  const hasLines = unexplained.some(({ line }) => line !== undefined);
  const since = hasLines ? await lastCommitOf(place, project.lockFile) : undefined;
  const recent = since === undefined ? null : await commitsSince(place, since);
  const history = new PastTexts(place, project, pages);
  const inFiles = unexplained.map((one) => new GitMatch(one, recent, canonical));
  await history.inFiles(inFiles, (match, text) => match.offer(text));
  const open = inFiles.filter(({ isOver }) => !isOver);
  const anywhere = open.map((match) => new GitMatch(match.of, recent, canonical));
  if (open.length > 0) await history.everywhere(anywhere, (match, text) => match.offer(text));
  const found = new Map<PageKey, Archived>();
  for (const match of [...inFiles, ...anywhere]) {
    const archived = match.archived();
    if (archived) found.set(match.of.origin, archived);
  }
  const isLeft = anywhere.some(({ isOver }) => !isOver);
  return { found, isCutOff: isLeft && (await isCutOff(place)) };
}

/** A page, and the commits that may explain it. */
class GitMatch implements Sought {
  readonly of: Unexplained;
  readonly keys: readonly [PageKey, ...PageKey[]];
  /** Commits since the lock's; null if the lock was never committed. */
  readonly #recent: ReadonlySet<string> | null;
  readonly #canonical: Canonical;
  #body: string | null = null;
  #title: string | null = null;
  /** The text that was sent last came up, so everything newer did too. */
  #isClosed = false;

  constructor(of: Unexplained, recent: ReadonlySet<string> | null, canonical: Canonical) {
    this.of = of;
    const { page, line, formerly } = of;
    this.keys = [page.key, ...(line ? [line.key] : []), ...(formerly ? [formerly] : [])];
    this.#recent = recent;
    this.#canonical = canonical;
  }

  get file(): FilePath {
    return this.of.page.file;
  }

  get isOver(): boolean {
    const { body, title } = this.of;
    const [bodyFound, titleFound] = [this.#counted(this.#body), this.#counted(this.#title)];
    const isComplete =
      (body === null || bodyFound !== null) && (title === null || titleFound !== null);
    return this.#isClosed || isComplete;
  }

  /** Returns undefined if no commit explains the page. */
  archived(): Archived | undefined {
    const { line, title, body } = this.of;
    const commits = { body: this.#counted(this.#body), title: this.#counted(this.#title) };
    const commit = commits.body ?? commits.title;
    if (commit === null) return undefined;
    const isWhole =
      (body === null || commits.body !== null) &&
      (title === null || commits.title !== null) &&
      this.of.seen.slug === placeOf(this.of.formerly ?? this.of.page.key).slug;
    // Without a lock line, title, body and slug each need a base: one from git, or one that equals the file's.
    if (!line && !isWhole) return undefined;
    const explained = { body: commits.body !== null, title: commits.title !== null };
    return { base: explainedLine(this.of, explained), commit: abbreviated(commit) };
  }

  async offer(text: PastText): Promise<void> {
    if (this.isOver) return;
    const isBody = this.#body === null && this.#isBody(text);
    const isTitle = this.#title === null && this.#isTitle(text);
    const isSent = this.#isSent(text);
    if (!(isBody || isTitle || isSent) || !(await text.isOf())) return;
    if (isBody) this.#body = text.commit;
    if (isTitle) this.#title = text.commit;
    if (isSent) this.#isClosed = true;
  }

  #counted(commit: string | null): string | null {
    const counts =
      commit !== null &&
      (!this.of.line || this.#isClosed || this.#recent === null || this.#recent.has(commit));
    return counts ? commit : null;
  }

  #isTitle({ title }: PastText): boolean {
    const wanted = this.of.title;
    return wanted !== null && sameTitle(title ?? '', wanted);
  }

  #isBody({ texts }: PastText): boolean {
    const { body } = this.of;
    if (body === null) return false;
    return [texts.draft, texts.published].some((text) => {
      if (text === null) return false;
      const { stored, canonical } = this.#canonical.digestsOf(text);
      return stored === body.stored || canonical === body.canonical;
    });
  }

  /** Whether it is the text that was sent last, according to the lock. */
  #isSent({ title, texts }: PastText): boolean {
    const { line } = this.of;
    const head = headText(texts);
    if (!line || head === null || digestOf(head) !== line.sent) return false;
    return title === undefined || sameTitle(title, line.title);
  }
}
