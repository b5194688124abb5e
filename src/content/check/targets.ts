/** Where a link leads (DARKDOWN, section 6), as far as the folder tells. Pure. */
import { pageKey } from '../../model/ids.ts';
import type { Slug } from '../../model/ids.ts';
import { VARIABLE } from '../darkdown/read/variable.ts';
import { decoded, isEditorAddress, parseAddress } from '../links/address.ts';
import { fileOfTarget } from '../links/link-targets.ts';
import type { CheckedPage, Site } from './site.ts';

/** Where a link leads. */
export type Target =
  /** Outside the project, or somewhere that the folder does not know. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'page'; readonly page: CheckedPage; readonly fragment: string }
  | { readonly kind: 'several'; readonly pages: readonly CheckedPage[] }
  | { readonly kind: 'reference'; readonly version: Slug; readonly slug: Slug }
  | { readonly kind: 'editor' }
  | { readonly kind: 'broken'; readonly why: string; readonly instead: string | null };

const ELSEWHERE: Target = { kind: 'elsewhere' };

/** Where `target`, written on the page `from`, leads. The query is ignored. */
export function targetOf(target: string, from: CheckedPage, site: Site): Target {
  if (isEditorAddress(target)) return { kind: 'editor' };
  // A variable may have any value.
  if (target.search(VARIABLE) !== -1) return ELSEWHERE;
  const { kind, path, fragment: written } = parseAddress(target);
  const fragment = decoded(written.slice(1)) ?? written.slice(1);
  switch (kind) {
    case 'elsewhere':
      return ELSEWHERE;
    case 'here':
      return { kind: 'page', page: from, fragment };
    case 'site':
      return absolute(path, fragment, from, site);
    case 'file':
      return relative(path, fragment, from, site);
    default:
      return kind satisfies never;
  }
}

function relative(path: string, fragment: string, from: CheckedPage, site: Site): Target {
  const file = fileOfTarget(from.file, path);
  if (file === null) return ELSEWHERE;
  const page = site.inFile(file);
  if (page) return { kind: 'page', page, fragment };
  if (site.hasFile(file)) return { kind: 'broken', why: `${file} is not a page`, instead: null };
  if (site.isOutside(file)) {
    return { kind: 'broken', why: `${file} is in no content folder`, instead: null };
  }
  const near = site.nearestFile(file);
  return { kind: 'broken', why: `there is no file ${file}`, instead: near };
}

function absolute(path: string, fragment: string, from: CheckedPage, site: Site): Target {
  const segments = path.slice(1).replace(/\/$/, '').split('/').map(decoded);
  const { version: own } = from.place;
  const [first, second, third, ...rest] = segments as (Slug | null | undefined)[];
  if (!first || !second) return ELSEWHERE;
  if (site.documentation(own, first) && !site.hasVersion(first)) {
    if (third === undefined) return slug(own, first, second, fragment, site);
    return nested(own, first, (rest.at(-1) ?? third ?? '') as Slug, site);
  }
  if (site.reference(own, first)) return { kind: 'reference', version: own, slug: first };
  if (!site.hasVersion(first)) return ELSEWHERE;
  if (site.reference(first, second)) return { kind: 'reference', version: first, slug: second };
  if (!third || rest.length > 0 || !site.documentation(first, second)) return ELSEWHERE;
  return slug(first, second, third, fragment, site);
}

function slug(
  version: Slug,
  documentation: Slug,
  wanted: Slug,
  fragment: string,
  site: Site,
): Target {
  const pages = site.withKey(pageKey({ version, documentation, slug: wanted }));
  const [page] = pages;
  if (pages.length > 1) return { kind: 'several', pages };
  if (page) return { kind: 'page', page, fragment };
  const near = site.nearestSlug(version, documentation, wanted);
  const why = `there is no page ${version}/${documentation}/${wanted} in this folder`;
  return { kind: 'broken', why, instead: near === null ? null : `/${documentation}/${near}` };
}

/** Pages below other pages have flat addresses. */
function nested(version: Slug, documentation: Slug, last: Slug, site: Site): Target {
  const isThere = site.withKey(pageKey({ version, documentation, slug: last })).length > 0;
  const why = 'the page above is not part of an address';
  return { kind: 'broken', why, instead: isThere ? `/${documentation}/${last}` : null };
}
