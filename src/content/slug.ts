import type { Slug } from '../model/ids.ts';

const MAX_SLUG_LENGTH = 64;

/**
 * The slug that the platform makes of a title, without collapsing hyphens: `Setup (v1.2)` →
 * `setup--v1-2-`. `page` if no letter or digit is left. For new pages only: an existing page keeps
 * its slug.
 */
export function slugOfTitle(title: string): Slug {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, '-')
    .slice(0, MAX_SLUG_LENGTH);
  return (/[a-z0-9]/.test(slug) ? slug : 'page') as Slug;
}

/** Letters and signs with a usual spelling in ASCII. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['þ', 'th'],
  ['#', '-sharp'],
  ['+', '-plus'],
  ['&', '-and-'],
  ['’', ''],
  ["'", ''],
]);

/**
 * The slug that a person would write for a name; null if the name has no Latin letters or digits.
 */
export function readableSlug(name: string): string | null {
  const written = Array.from(
    name.normalize('NFC').toLowerCase(),
    (char) => WRITTEN_OUT.get(char) ?? char.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  ).join('');
  const slug = written.replaceAll(/[^a-z0-9._]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
  return slug === '' ? null : slug;
}

/** Whether addresses have such slugs. Letters of other alphabets are in real ones. */
export const isUsualSlug = (slug: string): boolean => /^[\p{L}\p{M}\p{N}._-]+$/u.test(slug);

/**
 * The slug that a page should have instead of its own; null if the platform takes its own. One that
 * is written in a header may have letters of other alphabets: real pages do.
 */
export function slugInstead({
  slug,
  title,
  isWritten,
}: {
  readonly slug: string;
  readonly title: string;
  /** Whether the header gives it, and not the file name. */
  readonly isWritten: boolean;
}): string | null {
  if (/^[\w.-]+$/.test(slug) || (isWritten && isUsualSlug(slug))) return null;
  return readableSlug(slug) ?? readableSlug(title) ?? 'page';
}

/**
 * Why the platform refuses the slug of a page, as the continuation of a sentence that begins with
 * the file's name; undefined if it does not. `written`: the slug in the header.
 */
export function slugRefusal(
  { slug, title }: { readonly slug: string; readonly title: string },
  written: string | null,
): string | undefined {
  const isWritten = written === slug;
  const better = slugInstead({ slug, title, isWritten });
  if (better === null) return undefined;
  const remedy = isWritten ? `write slug: ${better}` : `rename it to ${better}.md`;
  return `has the slug "${slug}", which the platform refuses: ${remedy}`;
}

/** A name that is a slug already: `v1.0`. */
const IS_SLUG = /^[a-z0-9][a-z0-9._-]*$/;

/**
 * The slug of a version or documentation of an export, which contains only names. A valid slug is
 * kept; so is a name without ASCII letters or digits, because `slugOfTitle` gives all of those the
 * same slug.
 */
export function slugOfName(name: string): Slug {
  if (IS_SLUG.test(name)) return name as Slug;
  if (/[a-z0-9]/i.test(name)) return slugOfTitle(name);
  const own = name.normalize('NFC').trim().replace(/\s+/gu, '-');
  return slugProblem(own) === null ? (own as Slug) : slugOfTitle(name);
}

/** The first of `slug`, `slug-1`, `slug-2` … that is not `taken`. */
export function freeSlug(slug: Slug, taken: (slug: Slug) => boolean): Slug {
  for (let n = 0; ; n += 1) {
    const candidate = (n === 0 ? slug : `${slug}-${n}`) as Slug;
    if (!taken(candidate)) return candidate;
  }
}

/** Why `text`, as given, cannot be a slug, as the end of a sentence; `null` if it can. */
export function slugProblem(text: string): string | null {
  // Nearly all are, and the tests below take longer.
  if (IS_SLUG.test(text)) return null;
  if (text === '') return 'is empty';
  if (text === '.' || text === '..') return 'is a relative path';
  if (text.includes('/') || text.includes('\\')) return 'contains a slash';
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return 'contains a control character';
  if (/\p{Surrogate}/u.test(text)) return 'is not valid Unicode';
  if (text.trim() !== text) return 'begins or ends with a space';
  return null;
}

/** Created on first use: that takes as long as reading 300 pages. */
let natural: Intl.Collator | undefined;

/** The default order of versions: those with a number first, from the highest to the lowest. */
export function newestFirst(a: Slug, b: Slug): number {
  natural ??= new Intl.Collator('en', { numeric: true });
  return Number(/\d/.test(b)) - Number(/\d/.test(a)) || natural.compare(b, a);
}
