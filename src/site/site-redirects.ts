/** Old addresses of pages: the project's redirect rules, as far as they lead to a page of the site. */
import { decoded } from '../content/darkdown/address.ts';
import type { SitePlace } from '../content/darkdown/address.ts';
import { onlyPath, redirected } from '../content/redirects/redirects.ts';
import type { PlacedRule } from '../content/redirects/redirects.ts';
import { pathOf } from './addresses.ts';
import type { SiteView } from './site-view.ts';

/** A permanent redirect: readers and search engines use the new address from then on. */
export interface MovedForGood {
  readonly status: 301;
  readonly location: string;
}

/**
 * The redirect for a path at which the site has nothing. Undefined if no rule leads to a page that
 * the reader may see.
 */
export function movedFor(
  path: string,
  rules: readonly PlacedRule[],
  view: SiteView,
): MovedForGood | undefined {
  const target = redirected(path, rules);
  const place = target === undefined ? undefined : pageAt(target, view);
  return place && { status: 301, location: pathOf(place) };
}

/** A file of a build that redirects from an old address. */
export interface Stub {
  readonly path: string;
  readonly to: SitePlace;
}

/** Files for the rules about a single address. Hosts of static files do not support patterns. */
export function* stubsOf(rules: readonly PlacedRule[], view: SiteView): Generator<Stub> {
  const seen = new Set<string>();
  for (const rule of rules) {
    const from = decoded(onlyPath(rule) ?? '');
    if (from === null || seen.has(from) || !PATH.test(from)) continue;
    seen.add(from);
    const to = pageAt(rule.target, view);
    if (to !== undefined) yield { path: `${from.slice(1)}.html`, to };
  }
}

/** A path that is not hidden and does not lead out of the site. */
const PATH = /^(?:\/[^/._\\][^/\\]*){2,3}$/;

/** The page that a rule leads to. Without a version: that of the first version that has it. */
function pageAt(target: string, view: SiteView): SitePlace | undefined {
  const parts = target
    .split('/')
    .slice(1)
    .map((part) => decoded(part) ?? part);
  const [version = '', section = '', page = '', ...more] =
    parts.length === 2 ? ['', ...parts] : parts;
  if (!target.startsWith('/') || more.length > 0 || page === '') return undefined;
  const places = version === '' ? view.versions.map(({ slug }) => slug) : [version];
  return places
    .map((each) => ({ version: each, section, page }))
    .find((place) => view.find(place)?.kind === 'page');
}
