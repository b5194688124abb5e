/** A folder's site as one run leaves it for the next: the first page is shown before the folder is read. Pure. */
import { pageKey } from '../../model/ids.ts';
import type { FilePath, PageKey, Slug } from '../../model/ids.ts';
import type { PageStanding } from '../../content/page/sight.ts';
import type {
  SidebarEntry,
  SiteDocumentation,
  SitePage,
  SiteReference,
  SiteVersion,
  WholeSite,
} from '../site.ts';
import type { ArrangedSite } from './arrange-site.ts';

/** What pages of a folder share. */
export interface Shared extends Pick<WholeSite, 'title' | 'colour'> {
  readonly variables: ReadonlyMap<string, string>;
  /** By the ids of synced blocks. */
  readonly syncedFiles: ReadonlyMap<string, FilePath>;
}

/** All but the pages, which are rows. */
export interface KeptSite {
  readonly title: WholeSite['title'];
  readonly colour: WholeSite['colour'];
  readonly versions: readonly KeptVersion[];
  readonly definitions: readonly (readonly [version: Slug, slug: Slug, file: FilePath])[];
  /** Files of pages whose place another file has. */
  readonly losers: readonly (readonly [file: string, key: PageKey])[];
  readonly standings: readonly PageStanding[];
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly syncedFiles: readonly (readonly [id: string, file: FilePath])[];
}

/** A page. `navTitle`: 0 if it is the title. `standing`: its place in `KeptSite.standings`. */
export type KeptPage = readonly [
  file: FilePath,
  slug: Slug,
  title: string,
  navTitle: string | 0,
  description: string,
  standing: number,
];

type KeptDocumentation = Omit<SiteDocumentation, 'navigation'> & {
  readonly navigation: readonly KeptEntry[];
};

type KeptVersion = Omit<SiteVersion, 'documentations'> & {
  readonly documentations: readonly KeptDocumentation[];
};

/** A page is the place of its row, followed by its icon and what is below it, if it has either. */
type KeptEntry =
  | number
  | readonly [row: number, icon: string | null, items: readonly KeptEntry[]]
  | (Omit<Extract<SidebarEntry, { kind: 'category' }>, 'items'> & {
      readonly items: readonly KeptEntry[];
    })
  | Exclude<SidebarEntry, { readonly kind: 'page' | 'category' }>;

export interface PackedSite {
  readonly about: KeptSite;
  readonly rows: readonly KeptPage[];
}

export function packedSite(
  { site, files, keys, definitions }: ArrangedSite,
  { variables, syncedFiles }: Shared,
): PackedSite {
  const rows: KeptPage[] = [];
  const standings = new Map<string, { readonly at: number; readonly standing: PageStanding }>();
  const standingAt = (standing: PageStanding): number => {
    const text = JSON.stringify(standing);
    const known = standings.get(text) ?? { at: standings.size, standing };
    standings.set(text, known);
    return known.at;
  };
  const rowOf = ({ key, slug, title, navTitle, description, standing }: SitePage): number =>
    rows.push([
      files.get(key) as FilePath,
      slug,
      title,
      navTitle === title ? 0 : navTitle,
      description,
      standingAt(standing),
    ]) - 1;
  const entriesOf = (items: readonly SidebarEntry[]): KeptEntry[] =>
    items.map((item) => {
      if (item.kind === 'category') return { ...item, items: entriesOf(item.items) };
      if (item.kind !== 'page') return item;
      const row = rowOf(item.page);
      const isPlain = item.icon === null && item.items.length === 0;
      return isPlain ? row : [row, item.icon, entriesOf(item.items)];
    });
  const versions = site.versions.map((version) => ({
    ...version,
    documentations: version.documentations.map((documentation) => ({
      ...documentation,
      navigation: entriesOf(documentation.navigation),
    })),
  }));
  return {
    about: {
      title: site.title,
      colour: site.colour,
      versions,
      definitions: [...definitions].map(([{ version, slug }, file]) => [version, slug, file]),
      losers: [...keys].filter(([file, key]) => files.get(key)?.normalize('NFC') !== file),
      standings: Array.from(standings.values(), ({ standing }) => standing),
      variables: [...variables],
      syncedFiles: [...syncedFiles],
    },
    rows,
  };
}

export interface UnpackedSite {
  readonly arranged: ArrangedSite;
  readonly shared: Shared;
}

export function unpackedSite({ about, rows }: PackedSite): UnpackedSite {
  const { title, colour, standings, losers } = about;
  const files = new Map<PageKey, FilePath>();
  const keys = new Map<string, PageKey>();
  const pageAt = (place: number, version: Slug, documentation: Slug): SitePage => {
    const row = rows[place];
    const standing = standings[row?.[STANDING] ?? -1];
    if (row === undefined || standing === undefined) throw new RangeError('there is no such row');
    const [file, slug, name, navTitle, description] = row;
    const key = pageKey({ version, documentation, slug });
    if (!files.has(key)) files.set(key, file);
    keys.set(file.normalize('NFC'), key);
    return {
      key,
      version,
      documentation,
      slug,
      title: name,
      navTitle: navTitle === 0 ? name : navTitle,
      description,
      standing,
    };
  };
  const entries = (kept: readonly KeptEntry[], version: Slug, section: Slug): SidebarEntry[] =>
    kept.map((entry) => {
      if (typeof entry === 'number')
        return { kind: 'page', page: pageAt(entry, version, section), icon: null, items: NONE };
      if ('kind' in entry)
        return entry.kind === 'category'
          ? { ...entry, items: entries(entry.items, version, section) }
          : entry;
      const [row, icon, items] = entry;
      const page = pageAt(row, version, section);
      return { kind: 'page', page, icon, items: entries(items, version, section) };
    });
  const versions = about.versions.map((version): SiteVersion => ({
    ...version,
    documentations: version.documentations.map((documentation) => ({
      ...documentation,
      version: version.slug,
      navigation: entries(documentation.navigation, version.slug, documentation.slug),
    })),
  }));
  for (const [file, key] of losers) keys.set(file, key);
  const definitions = new Map<SiteReference, FilePath>();
  for (const [version, slug, file] of about.definitions) {
    const own = versions.find((each) => each.slug === version)?.references;
    const reference = own?.find((each) => each.slug === slug);
    if (reference) definitions.set(reference, file);
  }
  return {
    arranged: { site: { title, colour, versions }, files, keys, definitions },
    shared: {
      title,
      colour,
      variables: new Map(about.variables),
      syncedFiles: new Map(about.syncedFiles),
    },
  };
}

/** Of `KeptPage`. */
const STANDING = 5;

/** One for all pages: most have nothing below them. */
const NONE: readonly SidebarEntry[] = [];

/** Whether the two show the same. */
export const isSameSite = (a: PackedSite, b: PackedSite): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
