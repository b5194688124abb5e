/**
 * How far pages are behind what they follow, from the history of a branch. A page is as old as what
 * readers see of it: what changed nothing of that, such as a move or `docs fmt`, does not count.
 */
import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { parseAddress } from '../../../content/darkdown/address.ts';
import { isComment, textLines } from '../../../content/darkdown/comment-lines.ts';
import { withTargets } from '../../../content/links/link-targets.ts';
import { isGlob } from '../../../content/page/follows.ts';
import { headerValue, parsePageFile } from '../../../content/page/page-file.ts';
import { Failure } from '../../../model/failure.ts';
import { withFreshSnippets } from '../../../content/snippets/snippets.ts';
import { sameWords } from '../../../content/words.ts';
import type {
  BranchChange,
  BranchHistory,
  FileChange,
} from '../../../system/git/branch-history.ts';
import type { TreeFile } from '../../../system/git/commit-files.ts';
import type { MadeMeanwhile } from '../../../system/git/commit-graph.ts';
import { type FollowingPage, matcher } from './followers.ts';

/** Reads the texts of blobs. Null: this clone lacks it. */
export type ReadTexts = (blobs: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;

export interface Lag {
  /** The changes that are newer than the page, newest first. */
  readonly changes: readonly BranchChange[];
  /** What it follows now: a digest of paths and contents. Null: no file. */
  readonly digest: string | null;
  /** Of `follows`, what no file of the branch has. */
  readonly lost: readonly string[];
}

/** A change of a file, and its place in the history: 0 is the newest. */
interface Event extends FileChange {
  readonly index: number;
  /** Whether the page follows its new name, too. */
  readonly isFollowed: boolean;
}

interface Tracked {
  readonly page: FollowingPage;
  readonly own: Event[];
  readonly followed: Event[];
  /** What it follows now, as one digest. Null: no file. */
  digest: bigint | null;
}

/**
 * The lag of each page, in order.
 *
 * @param tree the files of the branch
 *
 * @param textNow the text of a page on the disk
 */
export async function lagsOf(
  pages: readonly FollowingPage[],
  history: BranchHistory,
  tree: readonly TreeFile[],
  textNow: (file: string) => string,
  { read, graph }: { readonly read: ReadTexts; readonly graph: () => Promise<MadeMeanwhile> },
): Promise<readonly Lag[]> {
  const { tracked, there } = track(pages, history.changes, tree);
  const missed = new Missed(history.changes, graph);
  const words = new Words(history, new ShownTexts(read), missed, textNow);
  const ages = await Promise.all(tracked.map((each) => words.ageOf(each)));
  return Promise.all(
    tracked.map(async (each, at) => {
      const { page, followed, digest } = each;
      const age = ages[at] ?? -1;
      const unseen = await words.missedBy(each, age);
      const now = digest ?? 0n;
      const notes = [page.seen];
      // Words are right for what the page followed when they were written, also if that comes back.
      if (unseen.size === 0 && age < history.changes.length)
        notes.push(written(digestAfter(age, now, followed)));
      const seen = Math.min(...notes.map((note) => seenAt(note, now, followed)));
      const newer = followed.filter(
        ({ index }) => index < seen && (index < age || unseen.has(index)),
      );
      const counted = new Set<number>();
      for (const event of newer) {
        if (event.file.endsWith('.md') && (await words.areKept(event))) continue;
        counted.add(event.index);
      }
      const changes = [...counted].flatMap((index) => history.changes[index] ?? []);
      const lost = page.follows.filter((name) => !there.has(name)).concat(page.unusable);
      return { changes, digest: digest === null ? null : written(digest), lost };
    }),
  );
}

const NONE: ReadonlySet<number> = new Set();

/** When pages got the words that they have. */
class Words {
  readonly #history: BranchHistory;
  readonly #shown: ShownTexts;
  readonly #missed: Missed;
  readonly #textNow: (file: string) => string;

  constructor(
    history: BranchHistory,
    shown: ShownTexts,
    missed: Missed,
    textNow: (file: string) => string,
  ) {
    this.#history = history;
    this.#shown = shown;
    this.#missed = missed;
    this.#textNow = textNow;
  }

  /** Whether a change of a file changed none of its words. */
  areKept({ index, before, blob }: Event): Promise<boolean> {
    return this.#shown.areSame(before, blob, renamedIn(this.#history.changes[index]));
  }

  /**
   * The place in the history of the change that gave the page its words, for the first time if it
   * has them again. -1: they are not committed.
   */
  async ageOf({ page, own, followed }: Tracked): Promise<number> {
    const { isCut, changes } = this.#history;
    const edge = isCut ? changes.length : -1;
    if (followed.length === 0) return edge;
    // Words of a file that was deleted are those from before.
    const texts = own.filter(({ blob }) => blob !== null);
    const [newest] = texts;
    if (newest === undefined) return edge;
    if (!(await this.#shown.areSame(newest.blob, { text: this.#textNow(page.file) }))) return -1;
    for (let at = 0; at < texts.length; at += 1) {
      const { index, blob, before } = texts[at] ?? newest;
      const former = texts[at + 1]?.blob ?? before;
      if (await this.#shown.areSame(former, blob, renamedIn(changes[index]))) continue;
      const first = texts.findLastIndex((each) => each.blob === blob);
      if (first === at) return index;
      at = first - 1;
    }
    return edge === -1 ? (own.at(-1)?.index ?? -1) : edge;
  }

  /**
   * The places of the changes that the words of a page have not seen, because a merge brought them.
   * None if words on the branch changed meanwhile as well: then the page has those of both.
   */
  async missedBy({ own }: Tracked, age: number): Promise<ReadonlySet<number>> {
    const missed = await this.#missed.by(age);
    for (const event of own) {
      if (missed.has(event.index) && !(await this.areKept(event))) return NONE;
    }
    return missed;
  }
}

/** What arrived on the branch while that was made which a merge then brought. */
class Missed {
  readonly #changes: readonly BranchChange[];
  readonly #read: () => Promise<MadeMeanwhile>;
  readonly #known = new Map<number, Promise<ReadonlySet<number>>>();
  #graph: Promise<MadeMeanwhile> | undefined;

  constructor(changes: readonly BranchChange[], read: () => Promise<MadeMeanwhile>) {
    this.#changes = changes;
    this.#read = read;
  }

  /** The places of these changes, by that of the merge. */
  by(merge: number): Promise<ReadonlySet<number>> {
    const known = this.#known.get(merge) ?? this.#find(merge);
    this.#known.set(merge, known);
    return known;
  }

  async #find(merge: number): Promise<ReadonlySet<number>> {
    const { parents = [] } = this.#changes[merge] ?? {};
    if (parents.length < 2) return NONE;
    this.#graph ??= this.#read();
    const ids = (await this.#graph)(parents);
    const places = this.#changes.flatMap(({ commit, parents: [, ...others] }, index) => {
      // A merge of what is on the other side as well brought nothing that is not seen there.
      const isMissed = others.length === 0 ? ids.has(commit) : others.some((id) => ids.has(id));
      return isMissed && index > merge ? [index] : [];
    });
    return new Set(places);
  }
}

/** The former names of pictures that a change renamed and left as they were, by their new names. */
type Renamed = ReadonlyMap<string, string>;

const NOTHING_RENAMED: Renamed = new Map();

function renamedIn(change: BranchChange | undefined): Renamed {
  const moved = change?.files.filter(
    ({ file, from, blob, before }) => from !== null && blob === before && !file.endsWith('.md'),
  );
  return moved === undefined || moved.length === 0
    ? NOTHING_RENAMED
    : new Map(moved.map(({ file, from }) => [posix.basename(file), posix.basename(from ?? file)]));
}

const DIGEST_LENGTH = 12;

const written = (digest: bigint): string => digest.toString(16).padStart(DIGEST_LENGTH, '0');

/** The digest of a set of files is that of all its pairs together, in any order. */
const pairDigest = (file: string, blob: string): bigint =>
  BigInt(`0x${hash('sha256', `${file}\0${blob}`, 'hex').slice(0, DIGEST_LENGTH)}`);

/**
 * The place in the history up to which changes were seen: what a page followed then has the digest
 * that it noted. Infinity if there is none.
 *
 * @param digest that of what it follows now
 */
function seenAt(seen: string | null, digest: bigint, followed: readonly Event[]): number {
  if (seen === null) return Number.POSITIVE_INFINITY;
  let then = digest;
  for (const [at, event] of followed.entries()) {
    const isWhole = event.index !== followed[at - 1]?.index;
    if (isWhole && written(then) === seen) return event.index;
    then = undone(then, event);
  }
  // Pages of earlier versions have the beginning of the newest blob's id.
  const blobOf = ({ blob, before }: Event): string => blob ?? before ?? '';
  return followed.find((each) => blobOf(each).startsWith(seen))?.index ?? Number.POSITIVE_INFINITY;
}

/** The digest of what a page followed after the change at this place, from that of now. */
const digestAfter = (place: number, digest: bigint, followed: readonly Event[]): bigint =>
  followed.filter(({ index }) => index < place).reduce(undone, digest);

function undone(digest: bigint, { file, from, blob, before, isFollowed }: Event): bigint {
  const without = isFollowed && blob !== null ? digest ^ pairDigest(file, blob) : digest;
  return before === null ? without : without ^ pairDigest(from ?? file, before);
}

/** The most changes of followed files, for all pages together, and the most globs. */
const MAX_EVENTS = 2_000_000;
const MAX_GLOBS_FOLLOWED = 2000;

const tooMuch = (): Failure =>
  new Failure('content', 'The pages follow too much to compare.', {
    hint: 'Let them follow fewer files, or folders instead of globs',
  });

/** Finds the names by which a path is followed. Looks at each name once, however many pages have it. */
function namesFor(all: Iterable<string>): (path: string) => readonly string[] {
  const names = new Set(all);
  const globs = [...names].filter(isGlob);
  if (globs.length > MAX_GLOBS_FOLLOWED) throw tooMuch();
  const matching = globs.map((name) => [matcher({ follows: [name] }), name] as const);
  return (path) => {
    const found: string[] = [];
    for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1)) {
      for (const name of [path.slice(0, at), `${path.slice(0, at)}/`]) {
        if (names.has(name)) found.push(name);
      }
    }
    for (const [isMatch, name] of matching) if (isMatch(path)) found.push(name);
    return found;
  };
}

/** Collects the changes of each page and of what it follows, under all names that they had. */
function track(
  pages: readonly FollowingPage[],
  changes: readonly BranchChange[],
  tree: readonly TreeFile[],
): { readonly tracked: readonly Tracked[]; readonly there: ReadonlySet<string> } {
  const tracked = pages.map((page): Tracked => ({ page, own: [], followed: [], digest: null }));
  const owners = new Map<string, Tracked>(tracked.map((each) => [each.page.file, each]));
  const known = new Map<string, readonly Tracked[]>();
  const byName = new Map<string, Tracked[]>();
  for (const each of tracked) {
    for (const name of each.page.follows) {
      const others = byName.get(name);
      if (others) others.push(each);
      else byName.set(name, [each]);
    }
  }
  const namesOf = namesFor(byName.keys());
  const following = (names: readonly string[]): readonly Tracked[] => [
    ...new Set(names.flatMap((name) => byName.get(name) ?? [])),
  ];
  const followers = (path: string): readonly Tracked[] => {
    const own = known.get(path) ?? following(namesOf(path));
    known.set(path, own);
    return own;
  };
  const there = new Set<string>();
  for (const { file, blob } of tree) {
    const names = namesOf(file);
    if (names.length === 0) continue;
    for (const name of names) there.add(name);
    const digest = pairDigest(file, blob);
    for (const each of following(names)) each.digest = (each.digest ?? 0n) ^ digest;
  }
  let events = 0;
  for (const [index, { files }] of changes.entries()) {
    for (const change of files) {
      const event = { ...change, index, isFollowed: true };
      const { file, from } = change;
      const own = new Set(followers(file));
      for (const each of own) each.followed.push(event);
      for (const each of from === null ? [] : followers(from)) {
        if (!own.has(each)) each.followed.push({ ...event, isFollowed: false });
        own.add(each);
      }
      events += own.size;
      if (events > MAX_EVENTS) throw tooMuch();
      const owner = owners.get(file);
      owner?.own.push(event);
      if (from === null) continue;
      // In older changes they have their former names.
      known.set(from, [...own]);
      if (owner === undefined) continue;
      owners.delete(file);
      owners.set(from, owner);
    }
  }
  return { tracked, there };
}

type Side = string | null | { readonly text: string };

/** Whether readers see the same in two texts. Texts that are asked for together are read together. */
class ShownTexts {
  readonly #read: ReadTexts;
  readonly #texts = new Map<string, Promise<string | null>>();
  readonly #known = new Map<string, Promise<boolean>>();
  #wanted: string[] = [];
  #next: Promise<ReadonlyMap<string, string | null>> | undefined;

  constructor(read: ReadTexts) {
    this.#read = read;
  }

  /** False if one of them is not a file, or cannot be read. */
  async areSame(a: Side, b: Side, renamed = NOTHING_RENAMED): Promise<boolean> {
    if (a === null || b === null) return false;
    if (a === b) return true;
    if (typeof a !== 'string' || typeof b !== 'string') return this.#compare(a, b, renamed);
    const pair = `${a} ${b}`;
    const known = this.#known.get(pair) ?? this.#compare(a, b, renamed);
    this.#known.set(pair, known);
    return known;
  }

  async #compare(
    a: Exclude<Side, null>,
    b: Exclude<Side, null>,
    renamed: Renamed,
  ): Promise<boolean> {
    const [one, other] = await Promise.all([this.#textOf(a), this.#textOf(b)]);
    if (one === null || other === null) return false;
    return one === other || (sameWords(one, other) && (await looksSame(one, other, renamed)));
  }

  async #textOf(side: Exclude<Side, null>): Promise<string | null> {
    if (typeof side !== 'string') return shownText(side.text);
    const known = this.#texts.get(side) ?? this.#ask(side);
    this.#texts.set(side, known);
    return known;
  }

  async #ask(blob: string): Promise<string | null> {
    this.#wanted.push(blob);
    this.#next ??= Promise.resolve().then(() => {
      const wanted = this.#wanted;
      this.#wanted = [];
      this.#next = undefined;
      return this.#read(wanted);
    });
    const text = (await this.#next).get(blob) ?? null;
    return text === null ? null : shownText(text);
  }
}

/**
 * What readers see of a page: its title and its texts, without comments. Samples are those of their
 * files, not words of the page.
 */
function shownText(text: string): string {
  const file = parsePageFile(text);
  const texts = file.sections.map(({ source }) =>
    withoutComments(withFreshSnippets(source, () => EMPTY_SAMPLE).split(/\r?\n/)),
  );
  return [headerValue(file, 'title') ?? '', ...texts].join('\n\n');
}

const EMPTY_SAMPLE = { length: 0, cut: () => ({ lines: [], at: [] }) };

function withoutComments(lines: readonly string[]): string {
  if (!lines.some(isComment)) return lines.join('\n');
  const isText = textLines(lines);
  return lines.filter((line, index) => !isText.has(index) || !isComment(line)).join('\n');
}

/** Whether two texts differ only in notation and spaces, or in where their pages and pictures are. */
async function looksSame(one: string, other: string, renamed: Renamed): Promise<boolean> {
  const [moved, otherMoved] = [comparable(one), comparable(other, renamed)];
  // Most moves are decided without reading Markdown.
  if (moved === otherMoved) return true;
  const { samePage } = await import('../../../content/darkdown/print/canonical.ts');
  return samePage(one, other) || samePage(moved, otherMoved);
}

const comparable = (text: string, renamed = NOTHING_RENAMED): string =>
  withSingleSpaces(withoutPlaces(text, renamed));

/** The text with one space between words. Indented lines may be code, and stay. */
function withSingleSpaces(text: string): string {
  const lines = text.split('\n');
  const isText = textLines(lines);
  return lines
    .map((line, index) =>
      isText.has(index) && !/^(?: {4}|\t)/.test(line)
        ? line.replaceAll(/(?<=\S)[ \t]+(?=\S)/g, ' ')
        : line,
    )
    .join('\n');
}

/** The text with addresses that stay the same if pages and pictures move. */
const withoutPlaces = (text: string, renamed: Renamed): string =>
  withTargets(text, ({ kind, target }) => {
    const address = parseAddress(target);
    if (address.kind === 'elsewhere') return null;
    if (kind === 'link') return 'page';
    const name = posix.basename(target);
    return address.kind === 'file' ? (renamed.get(name) ?? name) : null;
  });
