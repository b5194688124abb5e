/** The lines that pages had in the locks of commits. */
import { committedText, readBytes } from '../../system/git/blobs.ts';
import { tryJson } from '../../model/fields.ts';
import { groupBy } from '../../model/group-by.ts';
import type { PageId } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import type { SyncDeps } from '../deps.ts';
import { decodeLine, encodeLine } from '../record/page-line.ts';
import type { PastVersions } from './past-texts.ts';

/**
 * The most versions of the lock that are read, newest first: each version has the lines of all
 * pages.
 */
const MAX_LOCKS = 1000;

/**
 * Two lines have the same state if they say the same about a page, whether or not its date proves
 * it.
 */
export type LineState = string;

/** The state of a line, without its notes' digest and its `racy` mark. */
export function stateOf(line: BasePage): LineState {
  const { racy: _, ...said } = line;
  return JSON.stringify(encodeLine({ ...said, header: null }));
}

/** A line that a commit gave the lock. */
export interface FormerLine {
  readonly line: BasePage;
  /**
   * The oldest commit that gave the lock this line, and its place in the order of `PastVersions`.
   */
  readonly commit: string;
  readonly at: number;
  /** The lines that it replaced, in that commit or a later one. */
  readonly before: ReadonlySet<LineState>;
}

/** The lines of one page in HEAD's history. */
export interface PastLines {
  readonly lines: ReadonlyMap<LineState, FormerLine>;
  /**
   * The place of the newest commit that gave the lock this line, in the order of `PastVersions`.
   */
  readonly givenAt: ReadonlyMap<LineState, number>;
  /** The line in HEAD's lock. */
  readonly head: LineState | undefined;
  /** The place of the newest commit that removed this line from the lock, in that order. */
  readonly removedAt: ReadonlyMap<LineState, number>;
}

/** Former lines, as far as this clone has them. */
export interface FormerLines {
  readonly of: (id: PageId) => PastLines | undefined;
  /** There are more locks than are read. */
  readonly isCut: boolean;
}

/** Reads the locks of HEAD's history for the lines of these pages. */
export async function formerLines(
  ids: ReadonlySet<PageId>,
  { all, at }: PastVersions,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<FormerLines> {
  const place = { root: project.root, ...machine };
  const locks = all.filter(({ file }) => file === project.lockFile);
  const read = locks.slice(0, MAX_LOCKS);
  const scan = new LockScan(ids);
  const found = new Map<string, ReadonlyMap<PageId, Stated>>();
  const blobs = new Set(
    read.flatMap(({ blob, before }) => (before === null ? blob : [blob, before])),
  );
  for await (const { blob, bytes } of readBytes(place, [...blobs])) {
    if (bytes !== null) found.set(blob, scan.linesIn(bytes));
  }
  const head = scan.linesIn(Buffer.from((await committedText(place, project.lockFile)) ?? ''));
  const histories = new Map(Array.from(ids, (id) => [id, new PageHistory(head.get(id)?.state)]));
  // A lock that this clone lacks proves nothing, not even that it has no such line.
  const known = read.filter(
    ({ blob, before }) => found.has(blob) && (before === null || found.has(before)),
  );
  for (const [commit, versions] of groupBy(known, (version) => version.commit)) {
    for (const [id, history] of histories) {
      const changes = versions.map(({ blob, before, parents }) => ({
        now: found.get(blob)?.get(id),
        before: found.get(before ?? '')?.get(id)?.state,
        parents,
      }));
      history.take(changes, { commit, at: at.get(commit) ?? 0 });
    }
  }
  return { of: (id) => histories.get(id), isCut: locks.length > MAX_LOCKS };
}

interface Stated {
  readonly state: LineState;
  readonly line: BasePage;
}

/** Finds the lines of pages in locks. Most lines are the same in all of them, and are parsed once. */
class LockScan {
  readonly #ids: ReadonlySet<number>;
  readonly #parsed = new Map<string, Stated | undefined>();

  constructor(ids: ReadonlySet<PageId>) {
    this.#ids = ids;
  }

  linesIn(lock: Buffer): ReadonlyMap<PageId, Stated> {
    const lines = new Map<PageId, Stated>();
    // In latin1, each byte is one character, so that indexes are byte offsets.
    const units = lock.toString('latin1');
    for (const { 1: id, index } of units.matchAll(ID)) {
      if (!this.#ids.has(Number(id))) continue;
      const end = units.indexOf('\n', index);
      const start = units.lastIndexOf('\n', index) + 1;
      const stated = this.#parse(lock.toString('utf8', start, end === -1 ? undefined : end));
      if (stated) lines.set(stated.line.id, stated);
    }
    return lines;
  }

  #parse(text: string): Stated | undefined {
    if (!this.#parsed.has(text)) {
      const line = decodeLine(tryJson(text));
      this.#parsed.set(text, line && { line, state: stateOf(line) });
    }
    return this.#parsed.get(text);
  }
}

/** Matches ids of lines only: within a JSON string, the quotes would have backslashes. */
const ID = /"id":(\d+)/g;

/**
 * The page's line in a lock of a commit and in that of one of its parents; undefined if a lock
 * lacks it.
 */
interface LineChange {
  readonly now: Stated | undefined;
  readonly before: LineState | undefined;
  readonly parents: number;
}

class PageHistory implements PastLines {
  readonly lines = new Map<LineState, FormerLine & { readonly before: Set<LineState> }>();
  readonly givenAt = new Map<LineState, number>();
  readonly removedAt = new Map<LineState, number>();
  readonly head: LineState | undefined;

  constructor(head: LineState | undefined) {
    this.head = head;
  }

  /**
   * Adds the changes that a commit made, compared with each parent. Call it for newer commits
   * first.
   */
  take(changes: readonly LineChange[], { commit, at }: Pick<FormerLine, 'commit' | 'at'>): void {
    const news = changes.filter(({ now, before }) => now?.state !== before);
    for (const { now, before } of news) {
      if (now === undefined) {
        if (before !== undefined && !this.removedAt.has(before)) this.removedAt.set(before, at);
        continue;
      }
      const replaced = this.lines.get(now.state)?.before ?? new Set();
      if (before !== undefined) replaced.add(before);
      this.lines.set(now.state, { line: now.line, commit, at, before: replaced });
    }
    // If a parent already had the line, this commit did not give it.
    const [first] = news;
    const isGiven = news.length === changes.length && news.length >= (first?.parents ?? 0);
    if (first?.now && isGiven && !this.givenAt.has(first.now.state))
      this.givenAt.set(first.now.state, at);
  }
}
