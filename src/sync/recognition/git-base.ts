/** Git as a base: a body on the platform that a commit had for the page is an earlier push, not an editor's edit. */
import { digestOf } from '../../content/digest.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import { abbreviated, commitsSince, isCutOff, lastCommitOf } from '../../git/history.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import { loadCanonical } from './canonical.ts';
import type { Canonical } from './canonical.ts';
import { sameTitle } from './observe.ts';
import { PastTexts } from '../git/past-texts.ts';
import type { PastText, Sought } from '../git/past-texts.ts';
import type { KeysByName } from '../pairing/named-places.ts';
import type { SyncDeps } from '../session.ts';
import type { Suspect } from './suspect.ts';

/** The commits whose push explains what the platform has. */
export interface Explanation {
  readonly body: string | null;
  readonly title: string | null;
}

export interface GitBase {
  readonly explained: ReadonlyMap<PageKey, Explanation>;
  /** Something is left that history might explain, and the clone has not all of it. */
  readonly cutOff: boolean;
}

/** What is asked, and how what it has is read. */
interface Archive extends Pick<SyncDeps, 'project' | 'machine'> {
  /** Of today. */
  readonly pages: PageMap;
  readonly named: KeysByName;
}

/**
 * Looks through the history of the suspects' pages, all in one go: first at the files that they are in, then at all that had their keys.
 * Where the lock knows what was sent last, only texts that were committed since count: an older one is there because an editor brought it
 * back. Where no commit has what was sent, it is those since the lock was committed.
 */
export async function explain(
  suspects: readonly Suspect[],
  { project, machine, pages, named }: Archive,
): Promise<GitBase> {
  const place = { root: project.root, ...machine };
  const canonical = await loadCanonical();
  const hasLines = suspects.some(({ line }) => line !== undefined);
  const since = hasLines ? await lastCommitOf(place, project.lockFile) : undefined;
  const recent = since === undefined ? null : await commitsSince(place, since);
  const history = new PastTexts(place, project, pages, named);
  const trials = suspects.map((suspect) => new Trial(suspect, recent, canonical));
  await history.inFiles(trials, (trial, text) => trial.hear(text));
  const open = trials.filter(({ isOver }) => !isOver);
  const retrials = open.map(({ suspect }) => new Trial(suspect, recent, canonical));
  if (open.length > 0) await history.everywhere(retrials, (trial, text) => trial.hear(text));
  const explained = new Map<PageKey, Explanation>();
  for (const trial of [...trials, ...retrials]) {
    const { found } = trial;
    if (found) explained.set(trial.keys[0], found);
  }
  const left = retrials.some(({ isOver }) => !isOver);
  return { explained, cutOff: left && (await isCutOff(place)) };
}

class Trial implements Sought {
  readonly suspect: Suspect;
  readonly keys: readonly [PageKey, ...PageKey[]];
  /** Commits since the lock's; null: it was never committed. */
  readonly #recent: ReadonlySet<string> | null;
  readonly #canonical: Canonical;
  #body: string | null = null;
  #title: string | null = null;
  /** What was sent last was heard: all that is newer was, too. */
  #isClosed = false;

  constructor(suspect: Suspect, recent: ReadonlySet<string> | null, canonical: Canonical) {
    this.suspect = suspect;
    const { page, line, formerly } = suspect;
    this.keys = [page.key, ...(line ? [line.key] : []), ...formerly];
    this.#recent = recent;
    this.#canonical = canonical;
  }

  get file(): FilePath {
    return this.suspect.page.file;
  }

  get isOver(): boolean {
    const { body, title } = this.suspect;
    const [bodyFound, titleFound] = [this.#counted(this.#body), this.#counted(this.#title)];
    const isComplete =
      (body === null || bodyFound !== null) && (title === null || titleFound !== null);
    return this.#isClosed || isComplete;
  }

  get found(): Explanation | undefined {
    const [body, title] = [this.#counted(this.#body), this.#counted(this.#title)];
    if (body === null && title === null) return undefined;
    return { body: body && abbreviated(body), title: title && abbreviated(title) };
  }

  async hear(text: PastText): Promise<void> {
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
      (!this.suspect.line || this.#isClosed || this.#recent === null || this.#recent.has(commit));
    return counts ? commit : null;
  }

  #isTitle({ title }: PastText): boolean {
    const wanted = this.suspect.title;
    return wanted !== null && sameTitle(title ?? '', wanted);
  }

  #isBody({ texts }: PastText): boolean {
    const { body } = this.suspect;
    if (body === null) return false;
    return [texts.draft, texts.published].some((text) => {
      if (text === null) return false;
      const { stored, canonical } = this.#canonical.digestsOf(text);
      return stored === body.stored || canonical === body.canonical;
    });
  }

  /** Whether it is what the lock says was sent last. */
  #isSent({ title, texts }: PastText): boolean {
    const { line } = this.suspect;
    const head = headText(texts);
    if (!line || head === null || digestOf(head) !== line.sent) return false;
    return title === undefined || sameTitle(title, line.title);
  }
}
