/** What each side has of a page, for diffs. */
import type { PageKey, Slug } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage } from '../../model/local.ts';
import type { SyncDeps } from '../deps.ts';
import { headDigest, theirsOf } from '../record/stored-page.ts';
import { lookAt } from '../platform/look.ts';
import type { Prepared } from './prepare.ts';

export interface SideOfPage {
  readonly title: string;
  readonly slug: Slug;
  /** Null: it has no text, or the text was not kept. */
  readonly text: string | null;
  /** The text for readers. Null: there is none, or it is unknown. */
  readonly published: string | null;
}

/** Null: the side does not have the page. */
export interface TextsOfPage {
  /**
   * What the last push read back. Null if there is no line, or the file no longer has what was
   * taken over since.
   */
  readonly base: SideOfPage | null;
  readonly local: SideOfPage | null;
  readonly remote: SideOfPage | null;
}

/** What the three sides have of a page, for diffs. Reads the page unless the plan kept its look. */
export async function textsOf(
  { run: { folder, lock, platform }, sides }: Prepared,
  deps: SyncDeps,
  key: PageKey,
): Promise<TextsOfPage> {
  const { formerKey, local: page, base, isReverted } = sides.cases.of(key);
  const line = isReverted ? undefined : base;
  const seen = sides.remote.get(formerKey);
  const texts = page && folder.texts.read(page);
  const answer = seen && (platform.recent.peek(seen.id) ?? (await lookAt(seen.id, deps)));
  const readBack = line && headDigest(line);
  const kept = readBack ? await lock.kept.read(readBack) : null;
  return {
    base: line ? { ...line, text: kept, published: null } : null,
    local:
      page && texts
        ? { ...page, slug: placeOf(key).slug, text: headText(texts), published: texts.published }
        : null,
    remote: answer
      ? {
          ...answer,
          text: theirsOf(answer, seen),
          published: answer.contentPublished ?? null,
        }
      : null,
  };
}

/** The pages of the folder that the plan was made for. */
export const pagesHere = ({ run }: Prepared): Iterable<LocalPage> =>
  run.folder.local.pages.values();
