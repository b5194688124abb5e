/**
 * Searches git, as the last means: the lines that the lock had, then the texts that the page's own
 * file had. A text found in neither counts as somebody's edit. ADR 51.
 */
import { digestOf } from '../../content/digest.ts';
import type { CutOff } from '../../system/git/history.ts';
import {
  abbreviated,
  cutOffBy,
  fetchingTexts,
  MAX_FILE_VERSIONS,
} from '../../system/git/history.ts';
import type { Field } from '../../model/change.ts';
import { groupBy } from '../../model/group-by.ts';
import { placeOf } from '../../model/ids.ts';
import type { Digest, FilePath, PageKey } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { SyncDeps } from '../deps.ts';
import type { Folder } from '../folder/found-folder.ts';
import { formerLines, stateOf } from '../git/former-lines.ts';
import type { FormerLines } from '../git/former-lines.ts';
import { pastTexts, pastVersions } from '../git/past-texts.ts';
import type { PastText, PastVersions } from '../git/past-texts.ts';
import { letterCount, loadCanonical } from '../comparable-digest.ts';
import type { Canonical } from '../comparable-digest.ts';
import { sameTitle } from '../record/stored-page.ts';
import { previousKeys } from './git-renames.ts';
import { explainedLine } from './explain.ts';
import type { Unexplained } from './explain.ts';
import { formerStateOf } from './former-state.ts';
import type { LeftBy, LinedPage } from './former-state.ts';

/** What commits say about a page: its base, and the page as compared with it. */
export interface FoundInGit {
  readonly base: BasePage;
  readonly seen: RemotePage;
  /** The file lacks what a pull or merge brought. */
  readonly isUndone: boolean;
}

/** The result of searching git. */
export interface GitSearch {
  /** By the key under which base has the page, or would have it. */
  readonly found: ReadonlyMap<PageKey, FoundInGit>;
  /**
   * Pages that changed since a push, after the lock was set back to before that push: base does not
   * describe either side.
   */
  readonly changed: readonly PageKey[];
  /** Pages that stay unexplained while the clone lacks a part of the history. */
  readonly cutOff: readonly PageKey[];
  /** What the clone lacks, if pages stay unexplained. */
  readonly lacks: CutOff;
  /** Whether pages stay unexplained and there are more versions than are read. */
  readonly isCut: boolean;
  /** Those of the gone pages that a commit deleted and whose files a newer commit restored. */
  readonly restored: readonly BasePage[];
}

type GitDeps = Pick<SyncDeps, 'project' | 'machine'>;

const LIKE_EDITS = 'so earlier pushes may look like edits made on the platform.';

/** What a clone lacks, and what fetches it. */
export const cutOffWords = (lacks: CutOff, folders: readonly string[]): string =>
  lacks === 'filter'
    ? `This is a partial clone, without the old texts of the pages, ${LIKE_EDITS} Fetch them before docs runs: ${fetchingTexts(folders)}`
    : `This is a shallow clone, without older commits, ${LIKE_EDITS} Fetch them: fetch-depth: 0 (actions/checkout), GIT_DEPTH: 0 (GitLab) or git fetch --unshallow`;

/** Searches HEAD's history for pushes that left the pages as they are, or deleted the `gone` ones. */
export async function searchGit(
  unexplained: readonly Unexplained[],
  gone: readonly GonePage[],
  folder: Folder,
  { project, machine }: GitDeps,
): Promise<GitSearch> {
  const deps = { project, machine };
  const past = await pastVersions(deps);
  const lined = new Map(unexplained.flatMap((one) => (hasLine(one) ? [[one.origin, one]] : [])));
  const pages = [...lined.values(), ...gone];
  const ids = new Set(pages.map(({ line }) => line.id));
  const former = ids.size === 0 ? NO_LINES : await formerLines(ids, past, deps);
  const found = new Map<PageKey, FoundInGit>();
  const wentBack = new Set<PageKey>();
  for (const [origin, page] of lined) {
    const lines = former.of(page.seen.id);
    const state = lines && formerStateOf(page, lines);
    if (state?.kind === 'changed') wentBack.add(origin);
    else if (state) found.set(origin, foundAs(state, page));
  }
  const left = unexplained.filter(({ origin }) => !found.has(origin));
  const matches = await matchesOf(left, { former, past }, folder, deps);
  await offerTexts(matches, pastTexts(folder, deps, past));
  for (const match of matches) {
    const archived = match.archived();
    if (archived) found.set(match.of.origin, archived);
  }
  const unknown = matches.flatMap(({ of }) => (found.has(of.origin) ? [] : of.origin));
  const lacks = unknown.length > 0 ? await cutOffBy({ root: project.root, ...machine }) : null;
  return {
    found,
    changed: unknown.filter((origin) => wentBack.has(origin)),
    cutOff: lacks === null ? [] : unknown,
    lacks,
    isCut: unknown.length > 0 && (former.isCut || past.all.length >= MAX_FILE_VERSIONS),
    restored: gone.filter((page) => isRestored(page, former, past)).map(({ line }) => line),
  };
}

/** A line and its file; the platform does not have the page. */
export interface GonePage {
  readonly line: BasePage;
  readonly file: FilePath;
}

/** Whether a commit took the line out of the lock, and a newer one added the file. */
function isRestored({ line, file }: GonePage, former: FormerLines, past: PastVersions): boolean {
  const removedAt = former.of(line.id)?.removedAt.get(stateOf(line));
  if (removedAt === undefined) return false;
  const versions = past.all.filter((version) => version.file.normalize('NFC') === file);
  return Array.from(groupBy(versions, ({ commit }) => commit)).some(
    ([commit, same]) =>
      (past.at.get(commit) ?? Infinity) < removedAt &&
      same.every(({ before, parents }) => before === null && same.length >= parents),
  );
}

const NO_LINES: FormerLines = { of: () => undefined, isCut: false };

const hasLine = (page: Unexplained): page is LinedPage => page.line?.id === page.seen.id;

/** Describes a page that a push in the history left as it is. */
function foundAs({ kind, base, commit }: LeftBy, { seen }: LinedPage): FoundInGit {
  const { draft, published } = seen.stored;
  const pushed: RemotePage = {
    ...seen,
    head: base.sent,
    published: base.sentPublished,
    unpublished: draft !== null && draft !== published,
    isOverPublished: false,
    commit: abbreviated(commit),
    undoes: true,
  };
  return { base, seen: pushed, isUndone: kind === 'undone' };
}

/**
 * A match for each page. For a page with an unknown slug, it includes the names that its file had
 * according to git.
 */
async function matchesOf(
  left: readonly Unexplained[],
  { former, past }: { readonly former: FormerLines; readonly past: PastVersions },
  { local }: Folder,
  deps: GitDeps,
): Promise<readonly GitMatch[]> {
  const renamed = left.filter(({ slug }) => slug !== null).map(({ page }) => page);
  const names = renamed.length === 0 ? new Map() : await previousKeys(renamed, local, deps);
  return left.map((one) => {
    const lines = hasLine(one) ? former.of(one.seen.id) : undefined;
    const state = one.line && stateOf(one.line);
    // If another push or pull has written the line since, its commit says nothing about the page.
    const isOfHead = state !== undefined && lines?.head === state;
    const givenAt = isOfHead ? lines?.givenAt.get(state) : undefined;
    return new GitMatch(one, names.get(one.page.key) ?? [], {
      givenAt,
      addedAt: one.line ? undefined : addedAt(one.page.file, past),
    });
  });
}

/** The place of the oldest commit that has the file; -1 if none has it. */
const addedAt = (file: FilePath, past: PastVersions): number =>
  past.all.reduce(
    (oldest, version) =>
      version.file.normalize('NFC') === file
        ? Math.max(oldest, past.at.get(version.commit) ?? -1)
        : oldest,
    -1,
  );

/** Places in the order of the commits, newest first. */
interface Places {
  /** The place of the newest commit that gave the lock the page's line. */
  readonly givenAt: number | undefined;
  /** The place of the commit that added the file, for a page without a line. */
  readonly addedAt: number | undefined;
}

/** Offers the texts of commits to the matches, newest first, until every match is settled. */
async function offerTexts(
  matches: readonly GitMatch[],
  texts: AsyncIterable<PastText>,
): Promise<void> {
  if (matches.length === 0) return;
  const { digestsOf } = await loadCanonical();
  let open = matches;
  for await (const past of texts) {
    open = open.filter((match) => !match.isOver(past.from));
    if (open.length === 0) break;
    const own = open.filter((match) => match.isOfPage(past));
    if (own.length === 0) continue;
    const variants = past.variants();
    const bodies = new Set(variants.flatMap(({ draft, published }) => [draft, published]));
    const seen = {
      bodies: [...bodies].flatMap((text) =>
        text === null || text.trim() === '' ? [] : bodyOf(text, digestsOf),
      ),
      heads: new Set(variants.map((one) => digestOf(headText(one) ?? ''))),
    };
    for (const match of own) match.offer(past, seen);
  }
}

/**
 * A text of a commit. Its canonical form is expensive, so it is made only if the text may be a
 * page's.
 */
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

/** The bodies of a text of a commit, and the digests that a push of it would send. */
interface PastBodies {
  readonly bodies: readonly PastBody[];
  readonly heads: ReadonlySet<Digest>;
}

const FIELDS: readonly Field[] = ['body', 'title', 'slug'];

/** A page, and the commits of its own file that may explain it. */
class GitMatch {
  readonly of: Unexplained;
  /** The current and earlier keys of its file. */
  readonly #keys: ReadonlySet<PageKey | undefined>;
  readonly #places: Places;
  /** The newest commits that have what the page has. */
  readonly #found = new Map<Field, Pick<PastText, 'at' | 'commit'>>();
  /** The newest commits that have what was sent according to the line. */
  readonly #sentAt = new Map<Field, number>();

  constructor(of: Unexplained, names: readonly PageKey[], places: Places) {
    const { page, line, previousKey } = of;
    this.of = of;
    this.#keys = new Set([page.key, line?.key, previousKey, ...names]);
    this.#places = places;
  }

  /**
   * A text of another page proves nothing: an editor may have copied it. But if a version was
   * copied, so was its folder: before the file was added, its texts were those of the same page in
   * another version.
   */
  isOfPage({ key, at }: Pick<PastText, 'key' | 'at'>): boolean {
    if (this.#keys.has(key)) return true;
    const { addedAt } = this.#places;
    return addedAt !== undefined && at >= addedAt && isSameInVersions(key, this.of.page.key);
  }

  /** Whether commits from this place on can add nothing. */
  isOver(from: number): boolean {
    return this.#wanted().every(
      (field) =>
        this.#counted(field) !== undefined ||
        (this.#sentAt.has(field) && from >= this.#oldest(field)),
    );
  }

  /** Returns undefined if no commit explains the page. */
  archived(): FoundInGit | undefined {
    const { line, seen, previousKey, page } = this.of;
    const [commit] = FIELDS.flatMap((field) => this.#counted(field) ?? []);
    if (commit === undefined) return undefined;
    const isWhole =
      this.#wanted().every((field) => this.#counted(field) !== undefined) &&
      seen.slug === placeOf(previousKey ?? page.key).slug;
    // Without a line, title, body and slug each need a base: found in git, or equal to the file's.
    if (!line && !isWhole) return undefined;
    const explained = {
      body: this.#counted('body') !== undefined,
      title: this.#counted('title') !== undefined,
      slug: this.#counted('slug') !== undefined,
    };
    const base = explainedLine(this.of, explained);
    return { base, seen: { ...seen, commit: abbreviated(commit) }, isUndone: false };
  }

  offer(past: PastText, { bodies, heads }: PastBodies): void {
    const { line, title, slug } = this.of;
    const has: Record<Field, boolean> = {
      body: bodies.some((body) => this.#isBody(body)),
      title: title !== null && sameTitle(past.title ?? '', title),
      slug: placeOf(past.key).slug === slug,
    };
    const isSent: Record<Field, boolean> = {
      body: line !== undefined && heads.has(line.sent),
      title: line !== undefined && sameTitle(past.title ?? '', line.title),
      slug: placeOf(past.key).slug === line?.slug,
    };
    for (const field of FIELDS) {
      if (has[field] && past.at < (this.#found.get(field)?.at ?? Infinity))
        this.#found.set(field, past);
      if (isSent[field])
        this.#sentAt.set(field, Math.min(past.at, this.#sentAt.get(field) ?? Infinity));
    }
  }

  #wanted(): readonly Field[] {
    return FIELDS.filter((field) => this.of[field] !== null);
  }

  /** The commit that explains the field. With a line, it must be newer than what was last sent. */
  #counted(field: Field): string | undefined {
    const found = this.#found.get(field);
    if (!found) return undefined;
    return !this.of.line || found.at < this.#oldest(field) ? found.commit : undefined;
  }

  /**
   * The place of the older of two commits: the one with what was sent, and the one with the line.
   * In a pipeline, the line may be older.
   */
  #oldest(field: Field): number {
    return Math.max(this.#sentAt.get(field) ?? -1, this.#places.givenAt ?? -1);
  }

  #isBody({ stored, length, canonical }: PastBody): boolean {
    const { body } = this.of;
    if (body === null) return false;
    if (stored === body.stored) return true;
    const mayBe = Math.abs(length - body.length) <= MAX_LETTERS_APART + length * MAX_SHARE_APART;
    return mayBe && canonical() === body.canonical;
  }
}

const isSameInVersions = (one: PageKey, other: PageKey): boolean =>
  one.slice(one.indexOf('/')) === other.slice(other.indexOf('/'));

/** Texts whose letter counts differ by more than this are different, however they are printed. */
const MAX_LETTERS_APART = 40;
const MAX_SHARE_APART = 0.1;
