/** Files that were renamed, edited and titled differently: what git still has of the old file is mostly what the new one says. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { digestsOf } from '../../content/page/page-facts.ts';
import { readBlobs } from '../../git/blobs.ts';
import { commitsBeforeRemovals, lastCommitOf } from '../../git/history.ts';
import { filesOf } from '../../git/tree.ts';
import type { Digest, FilePath, PageKey } from '../../model/ids.ts';
import { placeOf, documentationKey } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import type { ClueScene, Unpaired } from './unpaired.ts';
import { titlesElsewhere } from './same-text.ts';
import { textsOf } from '../folder/scan-links.ts';
import type { SyncDeps } from '../session.ts';
import type { TextReader } from '../folder/texts.ts';

/** As git has it: a file half of whose lines are another's is that one renamed. */
const ALIKE = 0.5;

/** More than these are not compared, each with each. */
const MOST = 200;

/**
 * Files that share at least half of their lines with a page of the same documentation whose file is gone. A file that is like several pages, or the
 * other way round, is not taken for renamed. Reads git, and only if both sorts are there.
 */
export async function similarInGit(
  left: Unpaired,
  scene: ClueScene,
  deps: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<void> {
  const { texts } = scene;
  const lost = [...left.lines.values()];
  const places = new Set(lost.map(({ key }) => documentationKey(key)));
  const isElsewhere = lost.length === 0 ? () => true : titlesElsewhere(left, scene);
  const fresh = [...left.files.values()].filter(
    (page) => places.has(documentationKey(page.key)) && !isElsewhere(page),
  );
  if (fresh.length === 0 || fresh.length > MOST || lost.length > MOST) return;
  const old = await oldTexts(lost, texts, deps);
  if (old.size === 0) return;
  const now = new Map(fresh.map((page) => [page.key, headText(texts.read(page)) ?? '']));
  const pairs: (readonly [now: PageKey, before: PageKey])[] = [];
  for (const { key, sent } of lost) {
    const before = old.get(sent);
    if (before === undefined) continue;
    for (const [other, text] of now) {
      if (documentationKey(other) !== documentationKey(key)) continue;
      if (sharedPart(before, text) >= ALIKE) pairs.push([other, key]);
    }
  }
  for (const [key, was] of pairs) {
    if (pairs.filter(([a, b]) => a === key || b === was).length === 1) left.pair(key, was);
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** What was sent of these pages, as far as a file that is gone had it: when the lock was committed, or just before pages were removed. */
async function oldTexts(
  lost: readonly BasePage[],
  { pages }: TextReader,
  { project: { root, lockFile }, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<ReadonlyMap<Digest, string>> {
  const wanted = new Set(lost.map(({ sent }) => sent));
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
  const keys = new Map(lost.map(({ key }) => [placeOf(key).version, key]));
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
function sharedPart(a: string, b: string): number {
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
