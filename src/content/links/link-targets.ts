/**
 * Translates links to known pages: relative (`../x/y.md#frag`) in files, absolute on the platform
 * (`/documentation/slug#frag`). Changes only targets.
 */
import { posix } from 'node:path';
import { groupBy } from '../../model/group-by.ts';
import { pageKey, placeOf } from '../../model/ids.ts';
import type { FilePath, PageKey, Slug } from '../../model/ids.ts';
import { decoded, isPageFile, parseAddress, sitePlace } from '../darkdown/address.ts';
import { findLinks, unescaped } from './find-links.ts';
import type { Link } from './find-links.ts';
import { isOffered, mayOffer } from '../shown-files.ts';

/** The file that contains a body. */
export interface Origin {
  readonly file: FilePath;
  readonly version: Slug;
}

/** Which page is in which file. */
export interface PageMap {
  /** Takes paths in Unicode's composed form. */
  keyOf(file: FilePath): PageKey | undefined;
  fileOf(key: PageKey): FilePath | undefined;
}

/** A path segment, encoded so that it can be in brackets, quotes and parentheses. */
const encoded = (segment: string): string =>
  encodeURIComponent(segment).replace(/[()'*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);

/** The file that a target names, relative to `from`; null if it cannot name a page file. */
export function fileOfTarget(from: FilePath, target: string): FilePath | null {
  const address = parseAddress(target);
  const path = isPageFile(address) ? decoded(unescaped(address.path)) : null;
  if (path === null) return null;
  return posix.join(posix.dirname(from), path).normalize('NFC') as FilePath;
}

/** The files that a body refers to. */
export interface FileTargets {
  /** Targets that may name page files, without fragments, each once. */
  readonly pages: readonly string[];
  /** Targets that may name files for readers, without fragments, each once. */
  readonly files: readonly string[];
  /** Whether it shows images that are files of this folder. */
  readonly images: boolean;
}

export function fileTargetsOf(body: string): FileTargets {
  const mayShow =
    body.includes('![') || (body.includes('{%') && /\{%[ \t]{0,9}(?:inline-)?image/.test(body));
  if (!mayShow && !body.includes('.md') && !mayOffer(body)) {
    return { pages: [], files: [], images: false };
  }
  const pages = new Set<string>();
  const files = new Set<string>();
  let images = false;
  for (const { kind, target } of findLinks(body)) {
    const address = parseAddress(target);
    if (kind === 'image') images ||= address.kind === 'file';
    else if (isPageFile(address)) pages.add(address.path);
    else if (address.kind === 'file' && isOffered(address.path)) files.add(address.path);
  }
  return { pages: [...pages], files: [...files], images };
}

const addressOf = (key: PageKey, version: Slug): string => {
  const place = placeOf(key);
  const path = `/${encoded(place.documentation)}/${encoded(place.slug)}`;
  return place.version === version ? path : `/${encoded(place.version)}${path}`;
};

function absolute(target: string, { file, version }: Origin, pages: PageMap): string | null {
  const to = fileOfTarget(file, target);
  const key = to && pages.keyOf(to);
  if (!key) return null;
  return addressOf(key, version) + parseAddress(target).fragment;
}

function relative(target: string, { file, version }: Origin, pages: PageMap): string | null {
  const address = parseAddress(target);
  const place = sitePlace(address, version);
  if (!place || place.page === null) return null;
  const key = pageKey({
    version: place.version as Slug,
    documentation: place.section as Slug,
    slug: place.page as Slug,
  });
  const to = pages.fileOf(key);
  if (!to || addressOf(key, version) !== address.path) return null;
  return pathTo(file, to) + address.fragment;
}

/** The relative target from one file to another. */
export const pathTo = (file: FilePath, to: FilePath): string =>
  posix.relative(posix.dirname(file), to).split('/').map(encoded).join('/');

/** The body with other targets. `replace` returns null for a target that stays as it is. */
export function withTargets(body: string, replace: (link: Link) => string | null): string {
  const parts: string[] = [];
  let at = 0;
  for (const link of findLinks(body)) {
    const target = replace(link);
    if (target === null || link.start < at) continue;
    parts.push(body.slice(at, link.start), target);
    at = link.end;
  }
  return parts.length === 0 ? body : parts.join('') + body.slice(at);
}

/** The body as it is sent: relative links to pages become absolute; unknown targets stay. */
export const withAbsoluteLinks = (body: string, origin: Origin, pages: PageMap): string =>
  body.includes('.md')
    ? withTargets(body, ({ kind, target }) =>
        kind === 'link' ? absolute(target, origin, pages) : null,
      )
    : body;

/** The path of a file or folder after files moved; undefined if unknown. Takes paths in NFC. */
export type PlaceAfter = (path: FilePath) => FilePath | undefined;

/** The file that contains a body, before files moved and after. */
export interface MovingOrigin {
  readonly was: FilePath;
  readonly now: FilePath;
}

/**
 * The body with targets of links and images changed so that they lead to the same files as before
 * files moved. Targets that need no change, and those that may not be files, stay as they are.
 */
export const withMovedTargets = (
  body: string,
  { was, now }: MovingOrigin,
  placeAfter: PlaceAfter,
): string =>
  withTargets(body, ({ kind, target }) => {
    const address = parseAddress(target);
    const path = address.kind === 'file' ? decoded(unescaped(address.path)) : null;
    if (path === null) return null;
    const seenFrom = (file: FilePath): FilePath =>
      posix.join(posix.dirname(file), path).normalize('NFC').replace(/\/$/, '') as FilePath;
    const isFile = kind === 'image' || isPageFile(address);
    const to = placeAfter(seenFrom(was)) ?? (isFile ? seenFrom(was) : undefined);
    if (to === undefined || to.normalize('NFC') === seenFrom(now)) return null;
    const end = path.endsWith('/') ? '/' : '';
    return pathTo(now, to) + end + address.query + address.fragment;
  });

/**
 * The new slug of a page, if it has one. `version` is null if neither the address nor the body has
 * one.
 */
export type NewSlugOf = (version: Slug | null, documentation: Slug, slug: Slug) => Slug | undefined;

/** The body with new addresses of pages that got another slug. `version`: the body's, or null. */
export const withNewSlugs = (body: string, version: Slug | null, newSlugOf: NewSlugOf): string =>
  withTargets(body, ({ target }) => newAddress(target, version, newSlugOf));

/**
 * The new address of a page that has another slug, with query and final slash; null for all other
 * targets.
 */
export function newAddress(
  target: string,
  version: Slug | null,
  newSlugOf: NewSlugOf,
): string | null {
  const address = parseAddress(target);
  const path = address.path.replace(/\/$/, '');
  const found = sitePlace({ ...address, path, query: '' }, version ?? '');
  if (found === null || found.page === null) return null;
  const named = found.version === '' ? null : (found.version as Slug);
  const slug = newSlugOf(named, found.section as Slug, found.page as Slug);
  if (slug === undefined) return null;
  return path.slice(0, path.lastIndexOf('/') + 1) + encoded(slug) + target.slice(path.length);
}

const place = (body: string, { start }: Link, target: string): string =>
  `${body[start - 1] ?? ''}${target}`;

/** A file's links, in order, by the text before the target and the target's absolute form. */
const linksByPlace = (body: string, origin: Origin, pages: PageMap): Map<string, Link[]> =>
  groupBy(
    findLinks(body).filter(({ kind }) => kind === 'link'),
    (link) => place(body, link, absolute(link.target, origin, pages) ?? link.target),
  );

/**
 * The body for the file `origin`: absolute links to pages become relative. A link that is already
 * in `before`, the previous body of the file, keeps the spelling that it has there.
 */
export function withRelativeLinks(
  body: string,
  origin: Origin,
  pages: PageMap,
  before = '',
): string {
  if (!body.includes('/')) return body;
  const spelt = linksByPlace(before, origin, pages);
  return withTargets(body, (link) => {
    if (link.kind !== 'link') return null;
    const known = spelt.get(place(body, link, link.target));
    if (known) return (known.length > 1 ? known.shift() : known[0])?.target ?? null;
    return relative(link.target, origin, pages);
  });
}
