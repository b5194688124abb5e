/** Addresses within a site. No other module makes them. */
import type { SitePlace } from '../content/darkdown/address.ts';
import { NO_VERSION } from './site-source.ts';
import type { SiteDocumentation, SiteFile, SitePage, SiteReference } from './site-source.ts';

/** Addresses as they are written in one document. All are encoded. */
export interface Addresses {
  place(place: SitePlace): string;
  /** The page as Markdown, next to the page. */
  markdown(place: SitePlace): string;
  /** A file that a page shows. */
  file(file: SiteFile): string;
  /** The definition of a reference, as JSON. `stamp` changes with it; empty: it is not known. */
  definition(reference: Pick<SiteReference, 'version' | 'slug'>, stamp: string): string;
  /** One of the site's own files: `site.css`. */
  own(name: string): string;
  /** The start of the site. */
  readonly home: string;
}

export const placeOfPage = ({ version, documentation, slug }: SitePage): SitePlace => ({
  version,
  section: documentation,
  page: slug,
});

/** The folder of the site's own files. Because of the underscore, no version has this name. */
export const OWN_FOLDER = '_docs';

/** `/version/section/page`, each part encoded; `/section/page` of a changelog. */
export const pathOf = ({ version, section, page }: SitePlace): string =>
  [...(version === NO_VERSION ? [] : [version]), section, ...(page === null ? [] : [page])]
    .map((part) => `/${encodeURIComponent(part)}`)
    .join('');

/** The folder of sidebars that a large documentation's pages share, in the site's own folder. */
export const SIDEBARS = 'sidebars';

/** The path of such a sidebar in the folder of the site's own files, encoded. */
export const sidebarFile = ({
  version,
  slug,
}: Pick<SiteDocumentation, 'version' | 'slug'>): string =>
  `${SIDEBARS}${pathOf({ version, section: slug, page: null })}.js`;

/** The folder of files that pages show, in the folder of the site's own files. */
export const FILES = 'files';

const filePath = ({ path }: SiteFile): string =>
  `${OWN_FOLDER}/${FILES}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** The folder of definitions, in the folder of the site's own files. */
export const DEFINITIONS = 'definitions';

/** The path of a definition from the top of the site, not encoded. */
export const definitionFile = ({
  version,
  slug,
}: Pick<SiteReference, 'version' | 'slug'>): string =>
  `${OWN_FOLDER}/${DEFINITIONS}/${version}/${slug}.json`;

const definitionPath = (reference: Pick<SiteReference, 'version' | 'slug'>): string =>
  definitionFile(reference).split('/').map(encodeURIComponent).join('/');

/** The path of a changelog's feed from the top of the site, encoded. */
export const feedPath = ({ slug }: Pick<SiteDocumentation, 'slug'>): string =>
  `${pathOf({ version: NO_VERSION, section: slug, page: null }).slice(1)}/feed.xml`;

/** Addresses on a server of docs: from the top of the host, without extensions. */
export const SERVED: Addresses = {
  place: pathOf,
  markdown: (place) => `${pathOf(place)}.md`,
  file: (file) =>
    `/${filePath(file)}${file.stamp === '' ? '' : `?v=${encodeURIComponent(file.stamp)}`}`,
  definition: (reference, stamp) =>
    `/${definitionPath(reference)}${stamp === '' ? '' : `?v=${encodeURIComponent(stamp)}`}`,
  own: (name) => `/${OWN_FOLDER}/${name}`,
  home: '/',
};

/**
 * Addresses for any static host, at any path: relative, with extensions. `depth`: the number of
 * folders above the document.
 */
export const staticAddresses = (depth: number): Addresses =>
  staticBelow(depth === 0 ? './' : '../'.repeat(depth));

/**
 * The same for documents in the folder of a section. Its pages are addressed by their names alone,
 * which makes a large site a quarter smaller.
 */
export function staticAddressesIn({ version, section }: Omit<SitePlace, 'page'>): Addresses {
  const folder = `${pathOf({ version, section, page: null })}/`;
  const far = staticAddresses(version === NO_VERSION ? 1 : 2);
  const nameIn = (place: SitePlace): string | null => {
    const path = pathOf(place);
    return path.startsWith(folder) ? path.slice(folder.length) : null;
  };
  return {
    ...far,
    place: (place) => {
      const name = nameIn(place);
      return name === null ? far.place(place) : `${name}.html`;
    },
    markdown: (place) => {
      const name = nameIn(place);
      return name === null ? far.markdown(place) : `${name}.md`;
    },
  };
}

/** The same from a path that ends in a slash, for a document that is shown at any address. */
export const staticBelow = (top: string): Addresses => ({
  place: (place) => `${top}${pathOf(place).slice(1)}.html`,
  markdown: (place) => `${top}${pathOf(place).slice(1)}.md`,
  file: (file) => top + filePath(file),
  definition: (reference) => top + definitionPath(reference),
  own: (name) => `${top}${OWN_FOLDER}/${name}`,
  home: `${top}index.html`,
});
