import type { PageKey, Slug } from '../model/ids.ts';
import { placeOf } from '../model/ids.ts';
import { headText } from '../model/local.ts';
import { found } from './documentations.ts';
import { readObject } from './objects.ts';
import { headDigest, theirsOf } from './observe.ts';
import type { Prepared, SyncDeps } from './session.ts';

/** What a side has of a page. */
export interface SideOfPage {
  readonly title: string;
  readonly slug: Slug;
  /** Null: it has none, or the text is not kept. */
  readonly text: string | null;
}

/** Null: the side does not have the page. */
export interface TextsOfPage {
  /** What was read back after the last push. */
  readonly base: SideOfPage | null;
  readonly local: SideOfPage | null;
  readonly remote: SideOfPage | null;
}

/** What the three sides have of a page, for diffs. Reads the page: one request. */
export async function textsOf(
  { state }: Prepared,
  { api, project, signal }: SyncDeps,
  key: PageKey,
): Promise<TextsOfPage> {
  const origin = state.renamed.get(key) ?? key;
  const page = state.local.pages.get(key);
  const line = state.base.get(origin);
  const seen = state.remote.get(origin);
  const text = page && headText(state.texts.read(page));
  const answer = seen && (await found(api.pages.read(seen.id, undefined, signal)));
  const readBack = line && headDigest(line);
  const kept = readBack ? await readObject(project, readBack) : null;
  return {
    base: line ? { ...line, text: kept } : null,
    local: page ? { ...page, slug: placeOf(key).slug, text: text ?? null } : null,
    remote: answer ? { ...answer, text: theirsOf(answer, seen ?? {}) } : null,
  };
}
