/**
 * Git is asked last: about the lines that the lock had, then about the texts that the page's own
 * file had. What neither has is somebody's edit. ADR 51.
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
import type { Folder } from '../folder/texts.ts';
import { formerLines, stateOf } from '../git/former-lines.ts';
import type { FormerLines } from '../git/former-lines.ts';
import { pastTexts, pastVersions } from '../git/past-texts.ts';
import type { PastText, PastVersions } from '../git/past-texts.ts';
import { letterCount, loadCanonical } from '../canonical.ts';
import type { Canonical } from '../canonical.ts';
import { sameTitle } from '../lock/stored-page.ts';
import { previousKeys } from '../pairing/git-renames.ts';
import { explainedLine } from './explain.ts';
import type { Unexplained } from './explain.ts';
import { formerStateOf } from './former-state.ts';
import type { LeftBy, LinedPage } from './former-state.ts';

/** What commits tell of a page: its base, and the page as compared with it. */
export interface FoundInGit {
  readonly base: BasePage;
  readonly seen: RemotePage;
  /** The file lacks what a pull or merge brought. */
  readonly isUndone: boolean;
}

/** The result of asking git. */
export interface GitSearch {
  /** By the key under which base has the page, or would have it. */
  readonly found: ReadonlyMap<PageKey, FoundInGit>;
  /** Pages that changed since a push that the lock went back over: base speaks for neither side. */
  readonly changed: readonly PageKey[];
  /** Pages that stay unexplained, although the clone does not have all of the history. */
  readonly cutOff: readonly PageKey[];
  /** What the clone lacks, if pages stay unexplained. */
  readonly lacks: CutOff;
  /** Pages stay unexplained, and there are more versions than are looked at. */
  readonly isCut: boolean;
  /** Of the pages that are gone: those that a commit deleted, and git brought back. */
  readonly takenBack: readonly BasePage[];
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
    takenBack: gone.filter((page) => isTakenBack(page, former, past)).map(({ line }) => line),
  };
}

/** A line and its file; the platform does not have the page. */
export interface GonePage {
  readonly line: BasePage;
  readonly file: FilePath;
}

/** Whether a commit took the line out of the lock, and a newer one added the file. */
function isTakenBack({ line, file }: GonePage, former: FormerLines, past: PastVersions): boolean {
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

/** A page that a push of the history left as it is. */
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

/** Every match with the names that git says its file had, if the page has none that is known. */
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
    // Another push or pull wrote the line since, so that its commit tells nothing of the page.
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

/** Places among the commits, newest first. */
interface Places {
  /** Where a commit gave the lock the page's line. */
  readonly givenAt: number | undefined;
  /** Where the file of a page without a line was added. */
  readonly addedAt: number | undefined;
}

/** Shows the matches what their files had, newest first, until all are settled. */
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

/** The bodies of a text of a commit, and the digests of what a push of it sends. */
interface PastBodies {
  readonly bodies: readonly PastBody[];
  readonly heads: ReadonlySet<Digest>;
}

const FIELDS: readonly Field[] = ['body', 'title', 'slug'];

/** A page, and the commits of its own file that may explain it. */
class GitMatch {
  readonly of: Unexplained;
  /** The keys that its file has and had. */
  readonly #keys: ReadonlySet<PageKey | undefined>;
  readonly #places: Places;
  /** The newest commits that have what the page has. */
  readonly #found = new Map<Field, Pick<PastText, 'at' | 'commit'>>();
  /** The newest commits that have what the line says was sent. */
  readonly #sentAt = new Map<Field, number>();

  constructor(of: Unexplained, names: readonly PageKey[], places: Places) {
    const { page, line, previousKey } = of;
    this.of = of;
    this.#keys = new Set([page.key, line?.key, previousKey, ...names]);
    this.#places = places;
  }

  /**
   * A text of another page proves nothing: an editor may have copied it. But the folder of a copied
   * version is a copy, too: until a file was added, its texts were those of the same page elsewhere.
   */
  isOfPage({ key, at }: Pick<PastText, 'key' | 'at'>): boolean {
    if (this.#keys.has(key)) return true;
    const { addedAt } = this.#places;
    return addedAt !== undefined && at >= addedAt && isSameInVersions(key, this.of.page.key);
  }

  /** Whether no commit from this place on can tell more. */
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
    // Without a line, title, body and slug each need a base: from git, or equal to the file's.
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

  /** The commit that explains the field: with a line, one that is newer than what was sent last. */
  #counted(field: Field): string | undefined {
    const found = this.#found.get(field);
    if (!found) return undefined;
    return !this.of.line || found.at < this.#oldest(field) ? found.commit : undefined;
  }

  /** The older one of what was sent and the line. A line may be older than that, as in a pipeline. */
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

/** Texts whose numbers of letters differ by more are not the same, however they are printed. */
const MAX_LETTERS_APART = 40;
const MAX_SHARE_APART = 0.1;
