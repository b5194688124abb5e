/** Infers slugs of versions from links, because an export has only their names. Pure. */
import { decoded, parseAddress } from '../darkdown/address.ts';
import { findLinks } from '../links/find-links.ts';
import { slugOfName, slugOfTitle, slugProblem } from '../slug.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Slug } from '../../model/ids.ts';

export interface LinkedVersion {
  readonly name: string;
  readonly texts: readonly string[];
  /** The version's pages, as `documentation/slug`. */
  readonly pages: ReadonlySet<string>;
}

/**
 * The share of a slug's links that must lead to pages of the version. It is below 1 because some
 * links are broken.
 */
const LEAST_SHARE = 0.9;

/**
 * Slugs by the names of versions. First, each name is turned into a slug; that is used if links use
 * it. Then, each slug left in links goes to the version that has most of its linked pages, at least
 * `LEAST_SHARE` of them, if digits in its name do not contradict and no other slug fits the same
 * version.
 */
export function linkedSlugs(versions: readonly LinkedVersion[]): ReadonlyMap<string, Slug> {
  const links = linkedPages(versions);
  const found = new Map<string, Slug>();
  for (const slugFrom of [slugOfName, slugOfTitle]) {
    const left = versions.filter(({ name }) => !found.has(name));
    for (const [slug, [version, ...twins]] of groupBy(left, ({ name }) => slugFrom(name))) {
      const linked = links.get(slug);
      if (!version || twins.length > 0 || !linked || share(version, linked) === 0) continue;
      found.set(version.name, slug);
      links.delete(slug);
    }
  }
  const left = versions.filter(({ name }) => !found.has(name));
  const told = [...links].flatMap(([slug, linked]) => {
    const fit = left
      .filter(({ name }) => mayBe(name, slug))
      .map((version) => ({ name: version.name, share: share(version, linked) }))
      .toSorted((a, b) => b.share - a.share);
    const [best, next] = fit;
    const isSure = best && best.share >= LEAST_SHARE && best.share > (next?.share ?? 0);
    return isSure ? [{ name: best.name, slug: slug as Slug }] : [];
  });
  for (const [name, [one, ...others]] of groupBy(told, (each) => each.name)) {
    if (one && others.length === 0) found.set(name, one.slug);
  }
  return found;
}

const digits = (text: string): string => text.replace(/\D/g, '');

const mayBe = (name: string, slug: string): boolean =>
  slugProblem(slug) === null &&
  (digits(name) === digits(slug) || digits(name) === '' || digits(slug) === '');

const share = ({ pages }: LinkedVersion, linked: readonly string[]): number =>
  linked.filter((page) => pages.has(page)).length / linked.length;

/** The pages that links name under each version's slug. */
function linkedPages(versions: readonly LinkedVersion[]): Map<string, string[]> {
  const pages = new Map<string, string[]>();
  for (const text of versions.flatMap(({ texts }) => texts)) {
    for (const { kind, target } of findLinks(text)) {
      const address = parseAddress(target);
      if (kind !== 'link' || address.kind !== 'site' || address.query !== '') continue;
      // `/version/documentation/page`
      const [to, documentation, page, ...rest] = address.path.slice(1).split('/');
      if (!to || !documentation || !page || rest.length > 0) continue;
      const slug = plain(to);
      const linked = pages.get(slug) ?? [];
      linked.push(`${plain(documentation)}/${plain(page)}`);
      pages.set(slug, linked);
    }
  }
  return pages;
}

const plain = (segment: string): string => decoded(segment) ?? segment;
