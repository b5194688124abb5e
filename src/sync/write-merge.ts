/** Writes into a page's file what both sides made of it. */
import type { PageMap } from '../content/link-targets.ts';
import { digestsOf } from '../content/page-facts.ts';
import { headerValue, parsePageFile } from '../content/page-file.ts';
import { committedText } from '../git/blobs.ts';
import type { GitPlace } from '../git/place.ts';
import type { Conflict, Field, Update } from '../model/change.ts';
import type { Digest, PageKey } from '../model/ids.ts';
import type { LocalPage } from '../model/local.ts';
import type { Project } from '../model/project.ts';
import type { Page } from '../model/resources.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import type { Ledger } from './ledger.ts';
import { behind, lineOf } from './line.ts';
import { lineWhileMerging } from './merging.ts';
import { keepObject, objectPath } from './objects.ts';
import { sameTitle, storedOf, theirDigest, theirsOf } from './observe.ts';
import { changedFile, replaceText } from './replace-text.ts';
import { textsOf } from './scan-links.ts';
import type { RunState, SyncDeps } from './session.ts';
import { workOf } from './steps.ts';
import { replacedBy } from './taken-back.ts';
import type { Work } from './steps.ts';
import type { TriedMerge } from './try-merge.ts';

/** A merged page that is to be sent, and the page as it was merged with. */
export interface MergedWork {
  readonly work: Work;
  readonly remote: RemotePage;
  readonly line: BasePage;
}

interface Scene {
  readonly state: RunState;
  readonly deps: SyncDeps;
  readonly ledger: Ledger;
  readonly pages: PageMap;
  readonly advance: (line: BasePage, was: PageKey) => void;
}

/**
 * Writes the merged text, and notes what it was merged with: base as long as the file holds it. Resolves to what is to be sent; null where
 * there is nothing, or a person has to settle marked lines first.
 */
export async function writeMerge(
  change: Conflict,
  { state, deps, ledger, pages, advance }: Scene,
): Promise<MergedWork | null> {
  const { project, machine } = deps;
  const place = { root: project.root, ...machine };
  const origin = state.renamed.get(change.key) ?? change.key;
  const tried = state.merges.get(change.key);
  const page = state.local.pages.get(change.key);
  const planned = state.remote.get(origin);
  if (!tried || !page || !planned) return null;
  const base = state.base.get(origin);
  const states = [page, ...(await committed(page, place, pages))];
  const kept = await replace(page, tried, planned, project);
  const after = digestsOf(textsOf(tried.text, page, pages));
  const title = tried.isClean ? mergedTitle(page, planned, base) : page.title;
  const merged = { ...page, ...after, title };
  const seen = asSeen(planned, tried.page, merged);
  const fields: Field[] = [];
  if (!sameTitle(merged.title, seen.title)) fields.push('title');
  if (merged.head !== seen.head) fields.push('body');
  const isSettled = tried.isClean && fields.length === 0;
  const line = isSettled
    ? { ...behind(lineOf(merged, seen), seen, base), ...replacedBy(merged, states, base) }
    : lineWhileMerging(merged, states, seen, base);
  advance(line, origin);
  if (!tried.isClean) {
    const reason = `${page.file} has both texts between markers.`;
    const where = kept.map((digest) => objectPath(project, digest)).join(', ');
    ledger.skip(change, reason, `Settle it there, then push. The texts are kept: ${where}`);
    return null;
  }
  ledger.apply(change);
  if (isSettled) return null;
  const { key, file } = page;
  const about = { key, file, id: planned.id, from: null, commit: null, notes: [] };
  const update: Update = { kind: 'update', ...about, fields };
  const work = workOf(merged, [update]);
  // The file does not follow a slug that the platform changed: that is for a pull.
  const isBehind = base !== undefined && seen.slug !== base.slug;
  return { work: isBehind ? { ...work, pending: ['slug'] } : work, remote: seen, line };
}

/** The file as git would bring it back. */
async function committed(
  page: LocalPage,
  place: GitPlace,
  pages: PageMap,
): Promise<readonly Pick<LocalPage, 'title' | 'head'>[]> {
  const text = await committedText(place, page.file);
  if (text === undefined) return [];
  const title = headerValue(parsePageFile(text), 'title') ?? page.title;
  return [{ title, ...digestsOf(textsOf(text, page, pages)) }];
}

/** Resolves to the digests of both texts, which are kept. Throws `Failure('content')` where the file is not what was merged. */
async function replace(
  { file }: LocalPage,
  { before, text, page }: TriedMerge,
  planned: RemotePage,
  project: Project,
): Promise<readonly Digest[]> {
  const kept = [await keepObject(project, before)];
  const theirs = theirsOf(page, planned);
  if (theirs !== null) kept.push(await keepObject(project, theirs));
  if (!(await replaceText(project, file, before, text))) throw changedFile(file);
  return kept;
}

/** The title of the side that changed it. */
const mergedTitle = (local: LocalPage, remote: RemotePage, base: BasePage | undefined): string =>
  base?.title === local.title ? remote.title : local.title;

/** The page in the terms of the merged file. */
function asSeen(planned: RemotePage, page: Page, merged: LocalPage): RemotePage {
  const stored = storedOf(page);
  const own = theirDigest({ ...planned, stored });
  return { ...planned, head: own ?? merged.head, stored };
}
