/**
 * Encodes what lock and journal say of a page as JSON values, and validates such values on reading: either
 * file may be damaged or somebody else's.
 */
import type { Digest, Instant, PageId, PageKey, Slug } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';

/** The fields of a page's line. */
export interface PageLine {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly updated: string;
  readonly header: string | null;
  readonly sent: string;
  /** Left out if it equals `sent`. */
  readonly shown: string | null | undefined;
  readonly draft: string | null;
  readonly published: string | null;
  readonly racy: true | undefined;
  readonly was: readonly string[] | undefined;
}

/** Encodes a page for the lock, as `JSON.stringify` takes it: without what is undefined. */
export const encodeLine = (page: BasePage): PageLine => ({
  id: page.id,
  title: page.title,
  slug: page.slug,
  updated: page.updated,
  header: page.header,
  sent: page.sent,
  shown: page.sentPublished === page.sent ? undefined : page.sentPublished,
  draft: page.draft,
  published: page.published,
  racy: page.racy,
  was: page.was,
});

/** Whether the value can be an id of a version, a documentation or a page. */
export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;

/**
 * A digest or null; undefined if it is neither. Returns `known` if both are equal, to save memory: there are
 * many pages, and each has the same digest several times.
 */
function asDigest(value: unknown, known: Digest | null = null): Digest | null | undefined {
  if (value === null) return null;
  if (value === known) return known;
  return isDigest(value) ? value : undefined;
}

/** Decodes a page's line. Returns undefined if it is invalid. `before`: the header digest of another line, to share its memory. */
export function decodeLine(
  key: string,
  value: unknown,
  before: Digest | null,
): BasePage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const line: { readonly [field in keyof PageLine]?: unknown } = value;
  const { id, title, slug, updated, racy, was } = line;
  if (!isId(id) || !isText(title) || !isText(slug) || !isText(updated)) return undefined;
  const header = asDigest(line.header, before);
  const sent = asDigest(line.sent);
  if (header === undefined || sent === undefined || sent === null) return undefined;
  const sentPublished = 'shown' in line ? asDigest(line.shown, sent) : sent;
  const draft = asDigest(line.draft, sent);
  const published = asDigest(line.published, line.published === sent ? sent : sentPublished);
  if (sentPublished === undefined || draft === undefined || published === undefined)
    return undefined;
  if (!isPageKey(key) || (was !== undefined && !areDigests(was))) return undefined;
  const page: BasePage = {
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
  };
  return {
    ...page,
    ...(racy === undefined ? {} : { racy: true }),
    ...(was === undefined ? {} : { was }),
  };
}

/** Whether the value is a string, empty or not. */
export const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether the value is a digest of `digestOf`. */
export const isDigest = (value: unknown): value is Digest =>
  isText(value) && /^[\w-]{43}$/.test(value);

/** Whether the value is a list of digests. */
export const areDigests = (value: unknown): value is Digest[] =>
  Array.isArray(value) && value.every(isDigest);

/** Whether the text is three slugs. */
export function isPageKey(text: string): text is PageKey {
  const first = text.indexOf('/');
  const second = text.indexOf('/', first + 1);
  return (
    first > 0 && second > first + 1 && second + 1 < text.length && !text.includes('/', second + 1)
  );
}
