/**
 * Encodes and decodes a page's line, for lock and log. Either file may be damaged or come from
 * somebody else.
 */
import { hasFields } from '../../model/fields.ts';
import type { Digest, Instant, PageId, PageKey, Slug } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';

/** The line as `JSON.stringify` takes it, with the key first: `docs complete` reads only that. */
export const encodeLine = (page: BasePage): object => ({
  key: page.key,
  id: page.id,
  title: page.title,
  slug: page.slug,
  updated: page.updated,
  header: page.header,
  sent: page.sent,
  // Left out if both are equal, as in most lines.
  sentPublished: page.sentPublished === page.sent ? undefined : page.sentPublished,
  draft: page.draft,
  published: page.published,
  racy: page.racy,
  was: page.formerStates,
  foreignDraft: page.foreignDraft,
  theirDraft: page.theirDraft,
  copied: page.copied,
});

/**
 * Decodes a line. Returns undefined if it is not a page's line. `before`: another line's digest,
 * returned if it is equal, to save memory.
 */
export function decodeLine(value: unknown, before: Digest | null = null): BasePage | undefined {
  if (!hasFields(value)) return undefined;
  const { key, id, title, slug, updated, racy, was, foreignDraft, theirDraft, copied } = value;
  if (!isPageKey(key) || !isId(id) || !isText(title) || !isText(slug) || !isText(updated))
    return undefined;
  const header = asDigest(value['header'], before);
  const sent = asDigest(value['sent']);
  if (header === undefined || sent === undefined || sent === null) return undefined;
  const sentPublished = 'sentPublished' in value ? asDigest(value['sentPublished'], sent) : sent;
  const draft = asDigest(value['draft'], sent);
  const published = asDigest(
    value['published'],
    value['published'] === sent ? sent : sentPublished,
  );
  if (sentPublished === undefined || draft === undefined || published === undefined)
    return undefined;
  if (
    was !== undefined &&
    !(Array.isArray(was) && was.every((state) => isDigest(state) || isPageKey(state)))
  )
    return undefined;
  if (foreignDraft !== undefined && !isDigest(foreignDraft)) return undefined;
  if (theirDraft !== undefined && !isDigest(theirDraft)) return undefined;
  if (copied !== undefined && !isDigest(copied)) return undefined;
  return {
    key,
    id: id as PageId,
    title,
    slug: slug as Slug,
    updated: updated as Instant,
    header,
    sent,
    sentPublished,
    draft,
    published,
    // Any other value, perhaps of a later release, also counts as racy: the run then reads the
    // page.
    ...(racy === undefined ? {} : { racy: true }),
    ...(was === undefined ? {} : { formerStates: was }),
    ...(foreignDraft === undefined ? {} : { foreignDraft }),
    ...(theirDraft === undefined ? {} : { theirDraft }),
    ...(copied === undefined ? {} : { copied }),
  };
}

/**
 * A digest or null; undefined if it is neither. Returns `known` if both are equal, to save memory:
 * there are many pages, and each has the same digest several times.
 */
function asDigest(value: unknown, known: Digest | null = null): Digest | null | undefined {
  if (value === null) return null;
  if (value === known) return known;
  return isDigest(value) ? value : undefined;
}

/** Whether the value can be an id of a version, a documentation or a page. */
export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;

/** Whether the value is a string, empty or not. */
export const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether the value has the form of a digest from `digestOf`. */
export const isDigest = (value: unknown): value is Digest =>
  isText(value) && /^[\w-]{43}$/.test(value);

/** Whether the value has the form of a key: three slugs. */
export const isPageKey = (value: unknown): value is PageKey =>
  isText(value) && /^[^/]+\/[^/]+\/[^/]+$/.test(value);
