/** Recognises files that were renamed, edited and retitled: most of the old text, which git or the platform still has, is in the new one. */
import { isThere } from '../../files/there.ts';
import { join } from 'node:path';
import { digestsOf } from '../../content/page/page-facts.ts';
import { readBlobs } from '../../git/blobs.ts';
import { commitsBeforeRemovals, lastCommitOf } from '../../git/history.ts';
import { filesOf } from '../../git/tree.ts';
import type { Digest, FilePath, PageKey } from '../../model/ids.ts';
import { placeOf, documentationKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import { headText } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { textsAsSent } from '../folder/scan-links.ts';
import type { TextReader } from '../folder/texts.ts';
import { lookAtEach } from '../pool.ts';
import { headOf } from '../lock/stored-page.ts';
import type { SyncDeps } from '../session.ts';
import { sharedText, partsOf } from './shared-text.ts';
import type { Parts } from './shared-text.ts';
import { titlesElsewhere } from './same-text.ts';
import type { ClueScene, Unpaired } from './unpaired.ts';

/** The same threshold as in git: a file that shares half of its text with another is a rename of it. */
const ALIKE = 0.5;

/** The limit for comparing each file with each page. */
const MOST_COMPARED = 200;

/**
 * Pairs files that share at least half of their text with a page of the same documentation whose file is
 * gone. Does not pair a file that is similar to several pages, or a page similar to several files. Reads git,
 * but only if there are files and pages to pair. If the run deletes pages, also reads from the platform those
 * pages whose text git does not have. Rejects as these reads do.
 */
export async function similarText(left: Unpaired, scene: ClueScene, deps: SyncDeps): Promise<void> {
  const { texts } = scene;
  const fresh = freshFiles(left, scene);
  const places = new Set(fresh.map(({ key }) => documentationKey(key)));
  const lost = [...left.lines.values()].filter(({ key }) => places.has(documentationKey(key)));
  if (fresh.length === 0 || fresh.length > MOST_COMPARED || lost.length > MOST_COMPARED) return;
  const old = await oldParts(lost, scene, deps);
  if (old.size === 0) return;
  const now = new Map(fresh.map((page) => [page.key, partsOf(headText(texts.read(page)) ?? '')]));
  const pairs: (readonly [now: PageKey, before: PageKey])[] = [];
  for (const [key, before] of old) {
    for (const [other, parts] of now) {
      if (documentationKey(other) !== documentationKey(key)) continue;
      if (sharedText(before, parts) >= ALIKE) pairs.push([other, key]);
    }
  }
  for (const [key, was] of pairs) {
    if (pairs.filter(([a, b]) => a === key || b === was).length === 1) left.pair(key, was);
  }
}

/** New files in documentations that have pages without a file. */
function freshFiles(left: Unpaired, scene: ClueScene): readonly LocalPage[] {
  if (left.lines.size === 0) return [];
  const places = new Set(Array.from(left.lines.keys(), documentationKey));
  const isElsewhere = titlesElsewhere(left, scene);
  return [...left.files.values()].filter(
    (page) => places.has(documentationKey(page.key)) && !isElsewhere(page),
  );
}

async function oldParts(
  lost: readonly BasePage[],
  scene: ClueScene,
  deps: SyncDeps,
): Promise<ReadonlyMap<PageKey, Parts>> {
  const inGit = await oldTexts(lost, scene.texts, deps);
  const known = new Map<PageKey, Parts>();
  const unknown: BasePage[] = [];
  for (const line of lost) {
    const text = inGit.get(line.sent);
    if (text === undefined) unknown.push(line);
    else known.set(line.key, partsOf(text));
  }
  if (!scene.options.prune) return known;
  await lookAtEach(unknown, deps, (page, { key }) => {
    if (!page) return;
    scene.recent.keep(page);
    known.set(key, partsOf(headOf(page) ?? ''));
  });
  return known;
}

/** Texts that were sent for these pages and that git has from files that are gone: at the commit of the lock, or just before pages were removed. */
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
    for (const { blob, file, isLink } of (await filesOf(place, commit)) ?? []) {
      if (!isLink && file.endsWith('.md') && !isThere(join(root, file))) files.set(blob, file);
    }
  }
  // The links of a text lead into its page's version.
  const keys = new Map(lost.map(({ key }) => [placeOf(key).version, key]));
  const found = new Map<Digest, string>();
  for await (const { blob, text } of readBlobs(place, [...files.keys()])) {
    const file = files.get(blob);
    if (file === undefined || text === null) continue;
    for (const key of keys.values()) {
      const texts = textsAsSent(text, { key, file }, pages);
      const body = headText(texts);
      const { head } = digestsOf(texts);
      if (body !== null && wanted.has(head)) found.set(head, body);
    }
  }
  return found;
}
