/** Files that were renamed, edited and titled differently: what git still has of the old file is mostly what the new one says. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { digestsOf } from '../../content/page/page-facts.ts';
import { readBlobs } from '../../git/blobs.ts';
import { commitsBeforeRemovals, lastCommitOf } from '../../git/history.ts';
import { filesOf } from '../../git/tree.ts';
import type { Digest, FilePath, PageKey } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { documentationKey } from '../snapshot/documentation-key.ts';
import type { Unpaired } from './rename.ts';
import { textsOf } from '../folder/scan-links.ts';
import type { SyncDeps } from '../session.ts';
import type { TextReader } from '../folder/texts.ts';

/** As git has it: a file half of whose lines are another's is that one renamed. */
const ALIKE = 0.5;

/** More than these are not compared, each with each. */
const MOST = 200;

/**
 * Pairs pages whose file is gone with new files of the same documentation that share at least half of their lines with it. A file that is
 * like several pages, or the other way round, is not taken for renamed. Reads git, and only if both sorts are there.
 */
export async function pairAlike(
  { orphans, strangers }: Unpaired,
  texts: TextReader,
  deps: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<ReadonlyMap<PageKey, PageKey>> {
  const places = new Set(orphans.map(({ key }) => documentationKey(key)));
  const fresh = strangers.filter(({ key }) => places.has(documentationKey(key)));
  if (fresh.length === 0 || fresh.length > MOST || orphans.length > MOST) return new Map();
  const old = await oldTexts(orphans, texts, deps);
  if (old.size === 0) return new Map();
  const now = new Map(fresh.map((page) => [page.key, headText(texts.read(page)) ?? '']));
  const pairs: (readonly [now: PageKey, before: PageKey])[] = [];
  for (const { key, sent } of orphans) {
    const before = old.get(sent);
    if (before === undefined) continue;
    for (const [stranger, text] of now) {
      if (documentationKey(stranger) !== documentationKey(key)) continue;
      if (shared(before, text) >= ALIKE) pairs.push([stranger, key]);
    }
  }
  const isSure = ([stranger, key]: readonly [PageKey, PageKey]): boolean =>
    pairs.filter(([a, b]) => a === stranger || b === key).length === 1;
  return new Map(pairs.filter(isSure));
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** What was sent of these pages, as far as a file that is gone had it: when the lock was committed, or just before pages were removed. */
async function oldTexts(
  orphans: readonly BasePage[],
  { pages }: TextReader,
  { project: { root, lockFile }, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<ReadonlyMap<Digest, string>> {
  const wanted = new Set(orphans.map(({ sent }) => sent));
  const place = { root, ...machine };
  const committed = await lastCommitOf(place, lockFile);
  const commits = new Set([...(committed === undefined ? [] : [committed]), 'HEAD']);
  for (const commit of await commitsBeforeRemovals(place)) commits.add(commit);
  const files = new Map<string, FilePath>();
  for (const commit of commits) {
    for (const { blob, file } of (await filesOf(place, commit)) ?? []) {
      if (file.endsWith('.md') && !isThere(join(root, file))) files.set(blob, file);
    }
  }
  // Links of a text lead into the version that its page is in.
  const keys = new Map(orphans.map(({ key }) => [placeOf(key).version, key]));
  const found = new Map<Digest, string>();
  for await (const { blob, text } of readBlobs(place, [...files.keys()])) {
    const file = files.get(blob);
    if (file === undefined) continue;
    for (const key of keys.values()) {
      const texts = textsOf(text, { key, file }, pages);
      const body = headText(texts);
      const { head } = digestsOf(texts);
      if (body !== null && wanted.has(head)) found.set(head, body);
    }
  }
  return found;
}

/** The part of the longer text's lines, without the blank lines, that the other has too. */
function shared(a: string, b: string): number {
  const [first, second] = [linesOf(a), linesOf(b)];
  const counts = new Map<string, number>();
  for (const line of first) counts.set(line, (counts.get(line) ?? 0) + 1);
  let both = 0;
  for (const line of second) {
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    counts.set(line, left - 1);
    both += 1;
  }
  return both / Math.max(first.length, second.length, 1);
}

const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
