/** Where the things of a site are: the one place that makes addresses of its own. */
import type { SitePlace } from '../content/links/address.ts';
import type { SitePage } from './site.ts';
import type { SiteFile } from './source.ts';

/** Addresses as they stand in one document. All are encoded. */
export interface Addresses {
  place(place: SitePlace): string;
  /** The page as Markdown, beside it. */
  markdown(place: SitePlace): string;
  /** A file that a page shows. */
  file(file: SiteFile): string;
  /** A file of the site's own: `site.css`. */
  own(name: string): string;
  /** The top of the site. */
  readonly home: string;
}

export const placeOfPage = ({ version, documentation, slug }: SitePage): SitePlace => ({
  version,
  section: documentation,
  page: slug,
});

/** The folder of the site's own files: no version can be called so, as its name begins with an underscore. */
export const OWN_FOLDER = '_docs';

/** `/version/section/page`, each part encoded. */
export const pathOf = ({ version, section, page }: SitePlace): string =>
  `/${[version, section, ...(page === null ? [] : [page])].map(encodeURIComponent).join('/')}`;

/** Where files that pages show are, in the folder of the site's own. */
export const FILES = 'files';

const filePath = ({ path }: SiteFile): string =>
  `${OWN_FOLDER}/${FILES}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** On a server of ours: from the top of the host, without extensions. */
export const SERVED: Addresses = {
  place: pathOf,
  markdown: (place) => `${pathOf(place)}.md`,
  file: (file) =>
    `/${filePath(file)}${file.stamp === '' ? '' : `?v=${encodeURIComponent(file.stamp)}`}`,
  own: (name) => `/${OWN_FOLDER}/${name}`,
  home: '/',
};

/** On any host of static files, at whatever path: relative, with the extensions of the files. `depth`: folders that the document is in. */
export const staticAddresses = (depth: number): Addresses =>
  staticBelow(depth === 0 ? './' : '../'.repeat(depth));

/** The same from a path that ends in a slash: for a document that is shown at any address. */
export const staticBelow = (top: string): Addresses => ({
  place: (place) => `${top}${pathOf(place).slice(1)}.html`,
  markdown: (place) => `${top}${pathOf(place).slice(1)}.md`,
  file: (file) => top + filePath(file),
  own: (name) => `${top}${OWN_FOLDER}/${name}`,
  home: `${top}index.html`,
});
