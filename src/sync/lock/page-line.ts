/** What lock and journal say of a page, as values of JSON: written here, and judged here when it is read, for either may be damaged or somebody else's. */
import type { Digest, Instant, PageId, PageKey, Slug } from '../../model/ids.ts';
import type { BasePage, Merging, Unproven } from '../../model/sides.ts';

/** What a page's line holds. */
export interface PageLine {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly updated: string;
  readonly header: string | null;
  readonly sent: string;
  /** Left out if it equals `sent`. */
  readonly shown?: string | null;
  readonly draft: string | null;
  readonly published: string | null;
  readonly unproven?: Unproven;
  readonly merging?: Merging;
  readonly replaced?: readonly string[];
  readonly outside?: true;
  readonly folder?: string;
}

/** What the lock says of a page. */
export const encodeLine = (page: BasePage): PageLine => ({
  id: page.id,
  title: page.title,
  slug: page.slug,
  updated: page.updated,
  header: page.header,
  sent: page.sent,
  ...(page.sentPublished === page.sent ? {} : { shown: page.sentPublished }),
  draft: page.draft,
  published: page.published,
  ...(page.unproven === undefined ? {} : { unproven: page.unproven }),
  ...(page.merging === undefined ? {} : { merging: page.merging }),
  ...(page.replaced === undefined ? {} : { replaced: page.replaced }),
  ...(page.outside ? { outside: true } : {}),
  ...(page.folder === undefined ? {} : { folder: page.folder }),
});

/** The id of a version, a documentation or a page. */
export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;

/** A digest or null; undefined if it is neither. Returns `known` if they are equal: there are many pages, and each has its digests several times. */
function asDigest(value: unknown, known: Digest | null = null): Digest | null | undefined {
  if (value === null) return null;
  if (value === known) return known;
  return isDigest(value) ? value : undefined;
}

/** The page that a line of the lock says; undefined: it says none. `before`: the header digest of another line. */
export function decodeLine(
  key: string,
  value: unknown,
  before: Digest | null,
): BasePage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const line: { readonly [field in keyof PageLine]?: unknown } = value;
  const { id, title, slug, updated, merging, replaced, unproven, outside, folder } = line;
  if (!isId(id) || !isText(title) || !isText(slug) || !isText(updated)) return undefined;
  const header = asDigest(line.header, before);
  const sent = asDigest(line.sent);
  if (header === undefined || sent === undefined || sent === null) return undefined;
  const sentPublished = 'shown' in line ? asDigest(line.shown, sent) : sent;
  const draft = asDigest(line.draft, sent);
  const published = asDigest(line.published, line.published === sent ? sent : sentPublished);
  if (sentPublished === undefined || draft === undefined || published === undefined)
    return undefined;
  if (!isKey(key) || (merging !== undefined && !isMerging(merging))) return undefined;
  if (replaced !== undefined && !areDigests(replaced)) return undefined;
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
  const isPlain = merging === undefined && replaced === undefined && unproven === undefined;
  const isBelow = isText(folder) && folder !== '';
  if (isPlain && outside !== true && !isBelow) return page;
  return {
    ...page,
    // A reason that only a later version knows tells at least that the page is to be read.
    ...(unproven === undefined ? {} : { unproven: isUnproven(unproven) ? unproven : 'drift' }),
    ...(merging === undefined ? {} : { merging }),
    ...(replaced === undefined ? {} : { replaced }),
    ...(outside === true ? { outside } : {}),
    ...(isBelow ? { folder } : {}),
  };
}

/** A text, empty or not. */
export const isText = (value: unknown): value is string => typeof value === 'string';

/** A digest as `digestOf` makes it. */
export const isDigest = (value: unknown): value is Digest =>
  isText(value) && /^[\w-]{43}$/.test(value);

/** A list of digests. */
export const areDigests = (value: unknown): value is Digest[] =>
  Array.isArray(value) && value.every(isDigest);

/** What was merged into a file. */
export function isMerging(value: unknown): value is Merging {
  if (typeof value !== 'object' || value === null) return false;
  const { title, theirs, undone }: { readonly [field in keyof Merging]?: unknown } = value;
  return isText(title) && isDigest(theirs) && areDigests(undone);
}

/** Three slugs. */
export function isKey(text: string): text is PageKey {
  const first = text.indexOf('/');
  const second = text.indexOf('/', first + 1);
  return (
    first > 0 && second > first + 1 && second + 1 < text.length && !text.includes('/', second + 1)
  );
}

/** A reason that this version knows. */
export const isUnproven = (value: unknown): value is Unproven =>
  value === 'fresh' || value === 'still' || value === 'drift' || value === 'over';
