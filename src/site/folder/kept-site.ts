/** A folder's site as one run leaves it for the next: the first page is shown before the folder is read. Pure. */
import { pageKey } from '../../model/ids.ts';
import type { FilePath, PageKey, Slug } from '../../model/ids.ts';
import type { VisibilityInput } from '../../content/page/visibility.ts';
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
  readonly visibilityInputs: readonly VisibilityInput[];
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly syncedFiles: readonly (readonly [id: string, file: FilePath])[];
}

/** A page. `navTitle`: 0 if it is the title. `visibilityInput`: its place in `KeptSite.visibilityInputs`. */
export type KeptPage = readonly [
  file: FilePath,
  slug: Slug,
  title: string,
  navTitle: string | 0,
  description: string,
  visibilityInput: number,
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
  const visibilityInputs = new Map<
    string,
    { readonly at: number; readonly visibilityInput: VisibilityInput }
  >();
  const indexOfInput = (visibilityInput: VisibilityInput): number => {
    const text = JSON.stringify(visibilityInput);
    const known = visibilityInputs.get(text) ?? { at: visibilityInputs.size, visibilityInput };
    visibilityInputs.set(text, known);
    return known.at;
  };
  const rowOf = ({ key, slug, title, navTitle, description, visibilityInput }: SitePage): number =>
    rows.push([
      files.get(key) as FilePath,
      slug,
      title,
      navTitle === title ? 0 : navTitle,
      description,
      indexOfInput(visibilityInput),
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
      visibilityInputs: Array.from(
        visibilityInputs.values(),
        ({ visibilityInput }) => visibilityInput,
      ),
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
  const { title, colour, visibilityInputs, losers } = about;
  const files = new Map<PageKey, FilePath>();
  const keys = new Map<string, PageKey>();
  const pageAt = (place: number, version: Slug, documentation: Slug): SitePage => {
    const row = rows[place];
    const visibilityInput = visibilityInputs[row?.[VISIBILITY] ?? -1];
    if (row === undefined || visibilityInput === undefined)
      throw new RangeError('there is no such row');
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
      visibilityInput,
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
const VISIBILITY = 5;

/** One for all pages: most have nothing below them. */
const NONE: readonly SidebarEntry[] = [];

/** Whether the two show the same. */
export const isSameSite = (a: PackedSite, b: PackedSite): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
