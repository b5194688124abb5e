/**
 * Converts an export to the repository layout. In bodies, only links change: they become relative.
 * Pure.
 */
import { Failure } from '../../model/failure.ts';
import type { Fields } from '../../model/fields.ts';
import { pageKey } from '../../model/ids.ts';
import type { DocumentationPlace, FilePath, PageKey, Slug } from '../../model/ids.ts';
import { MAX_NAME_BYTES } from '../archive/sizes.ts';
import { foldPath, isFileSlug, unfitName, CHANGELOGS_FOLDER, isReserved } from '../file-names.ts';
import { printNav } from '../layouts/nav.ts';
import { printSettings } from '../settings/printed-yaml.ts';
import { navEntry, type WrittenNavItem } from '../layouts/nav.ts';
import { withAbsoluteLinks, withRelativeLinks } from '../links/link-targets.ts';
import { newPageText } from '../page/page-edit.ts';
import { withEscapedMarkers } from '../page/unready.ts';
import type { ImportedMark, ImportedPage } from './item.ts';
import { readProject } from './read-export.ts';
import type { ImportedVersion } from './read-export.ts';

/** The contents of an export, by path. */
export interface ExportContents {
  readonly texts: ReadonlyMap<string, string>;
  readonly assets: ReadonlyMap<string, Uint8Array>;
}

/** Facts from the platform that an export does not contain. */
export interface KnownPlaces {
  /** Slugs of versions by their folders. */
  readonly slugs: ReadonlyMap<string, Slug>;
  /** Whether readers see a version, or a documentation (`version/documentation`). */
  readonly isShown: (place: string) => boolean;
}

/** What an export becomes. */
export interface RepositoryFiles {
  /** Contents of the files to write, by path. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** Documentations by their slugs. */
  readonly documentations: readonly {
    readonly version: Slug;
    readonly documentation: Slug;
    readonly pages: number;
  }[];
  /** The pages of the export, by the files that are written for them. */
  readonly sources: ReadonlyMap<string, string>;
  /** Files of the export that have no file in the result. */
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
  /** What could not be converted unchanged, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * `known`: facts from the platform. `only`: the place to use if the export is one documentation.
 * Changelogs and assets have the same form in both layouts.
 *
 * @throws Failure `content` without a documentation, or if a name cannot be a folder
 */
export async function repositoryFiles(
  { texts, assets }: ExportContents,
  { known, only }: { readonly known?: KnownPlaces; readonly only?: DocumentationPlace } = {},
): Promise<RepositoryFiles> {
  const { versions, notes } = readProject(texts, known?.slugs);
  const conversion = new Conversion(notes, known?.isShown);
  for (const version of versions) await conversion.place(only ? placedAt(version, only) : version);
  conversion.write();
  for (const [path, text] of texts)
    if (path.startsWith(`${CHANGELOGS_FOLDER}/`)) conversion.copy(path, path, text);
  for (const [path, bytes] of assets) conversion.copy(path, path, bytes);
  return conversion;
}

const placedAt = (version: ImportedVersion, place: DocumentationPlace): ImportedVersion => ({
  ...version,
  slug: place.version,
  documentations: version.documentations.map((one) => ({ ...one, slug: place.documentation })),
});

interface PlacedPage {
  readonly page: ImportedPage;
  readonly version: Slug;
  readonly path: FilePath;
}

class Conversion implements RepositoryFiles {
  readonly notes: readonly string[];
  readonly files = new Map<string, string | Uint8Array>();
  readonly documentations: RepositoryFiles['documentations'][number][] = [];
  readonly failed: RepositoryFiles['failed'][number][] = [];
  readonly sources = new Map<string, string>();
  readonly #isShown: KnownPlaces['isShown'];
  readonly #pages: PlacedPage[] = [];
  readonly #keys = new Map<FilePath, PageKey>();
  readonly #paths = new Map<PageKey, FilePath>();
  /** Folded paths of all files so far (`foldPath`). */
  readonly #taken = new Set<string>();

  constructor(notes: readonly string[], isShown: KnownPlaces['isShown'] = () => true) {
    this.notes = notes;
    this.#isShown = isShown;
  }

  /** Gives each page its path, and writes settings, navigations and references. */
  async place({ slug, name, documentations, references }: ImportedVersion): Promise<void> {
    refuseName(slug, 'version', name);
    this.files.set(`${slug}/_settings.yaml`, settingsText({ name, ...this.#shownAt(slug) }));
    for (const { slug: documentation, title, settings, items } of documentations) {
      refuseName(documentation, 'documentation', `${name}/${title}`);
      const folder = `${slug}/${documentation}`;
      const before = this.#pages.length;
      const nav = this.#place(items, { version: slug, documentation, folder: '' });
      const others = JSON.parse(settings) as Fields;
      this.files.set(
        `${folder}/_settings.yaml`,
        settingsText({ title, ...others, ...this.#shownAt(folder) }),
      );
      this.files.set(`${folder}/_nav.yaml`, printNav(nav));
      this.documentations.push({
        version: slug,
        documentation,
        pages: this.#pages.length - before,
      });
    }
    for (const reference of references) {
      for (const { file, text } of [reference, ...(reference.settings ? [reference.settings] : [])])
        this.copy(`${slug}/refs/${file.slice(file.lastIndexOf('/') + 1)}`, file, text);
    }
  }

  /** `published: false` for a place that readers do not see. Other places need no setting. */
  #shownAt(place: string): { readonly published?: false } {
    return this.#isShown(place) ? {} : { published: false };
  }

  /** Writes the pages. Call it after all of them have their paths. */
  write(): void {
    const pages = {
      keyOf: (file: FilePath) => this.#keys.get(file),
      fileOf: (key: PageKey) => this.#paths.get(key),
    };
    for (const { page, version, path } of this.#pages) {
      const linked = (body: string | null): string | null => {
        if (body === null) return null;
        const sent = withAbsoluteLinks(body, { file: page.file, version }, pages);
        return withEscapedMarkers(withRelativeLinks(sent, { file: path, version }, pages));
      };
      const { title, listed, header, draft, published } = page;
      try {
        const values = { type: 'page', title, listed: String(listed), ...header };
        const bodies = { draft: linked(draft), published: linked(published) };
        this.files.set(path, newPageText(values, bodies));
        this.sources.set(path, page.file);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        this.failed.push({ file: page.file, reason: error.message });
      }
    }
  }

  /** Writes a file unchanged, or records why it cannot be stored on every system. */
  copy(path: string, from: string, content: string | Uint8Array): void {
    const reason = this.#claim(path);
    if (reason === undefined) this.files.set(path, content);
    else this.failed.push({ file: from, reason });
  }

  /** Reserves the path for a file. Returns undefined, or why no file can have this path. */
  #claim(path: string): string | undefined {
    const folded = foldPath(path);
    if (this.#taken.has(folded)) return 'on some systems its file would be that of another';
    const problem = unfitPath(path);
    if (problem === undefined) this.#taken.add(folded);
    return problem;
  }

  #place(
    items: readonly (ImportedMark | ImportedPage)[],
    at: { readonly version: Slug; readonly documentation: Slug; readonly folder: string },
  ): WrittenNavItem[] {
    const top: WrittenNavItem[] = [];
    let into = top;
    for (const item of items) {
      if (item.kind === 'page') into.push(...this.#placePage(item, at));
      else if (item.kind === 'link') into.push({ link: { title: item.title, url: item.url } });
      else if (item.kind === 'label') into.push({ label: item.title });
      else if (item.kind === 'separator') {
        top.push('separator');
        into = top;
      } else {
        into = [];
        top.push({ category: item.title, items: into });
      }
    }
    return top;
  }

  /** The navigation items of a page. If the page cannot have a file, these are its subpages. */
  #placePage(
    page: ImportedPage,
    at: { readonly version: Slug; readonly documentation: Slug; readonly folder: string },
  ): WrittenNavItem[] {
    const { version, documentation, folder } = at;
    const { slug, children } = page;
    const name = folder === '' ? slug : `${folder}/${slug}`;
    const path = `${version}/${documentation}/${name}.md` as FilePath;
    const reason = isFileSlug(slug)
      ? this.#claim(path)
      : `its slug "${slug}" cannot be the name of a file`;
    if (reason !== undefined) {
      this.failed.push({ file: page.file, reason });
      return this.#place(children, at);
    }
    this.#pages.push({ page, version, path });
    const key = pageKey({ version, documentation, slug });
    this.#keys.set(page.file.normalize('NFC') as FilePath, key);
    this.#paths.set(key, path);
    const items = this.#place(children, { ...at, folder: name });
    return [items.length === 0 ? navEntry(name) : { page: navEntry(name), items }];
  }
}

/** Throws if the slug cannot be the name of the folder of a version or documentation. */
function refuseName(slug: Slug, what: 'version' | 'documentation', shown: string): void {
  if (isFileSlug(slug) && !isReserved(slug)) return;
  throw new Failure(
    'content',
    `The ${what} "${shown}" has the slug "${slug}", which cannot be a folder.`,
    {
      hint: 'Change the slug on the platform, and export the project again',
    },
  );
}

/** Settings without those that have no value. */
const settingsText = (settings: Fields): string =>
  printSettings(
    Object.fromEntries(
      Object.entries(settings).flatMap(([key, value]) =>
        /^\w+$/.test(key) && isScalar(value) ? [[key, value]] : [],
      ),
    ),
  );

const isScalar = (value: unknown): value is string | boolean | number =>
  ['string', 'boolean', 'number'].includes(typeof value);

/** The problem with a path; undefined if every system can store it and none treats it specially. */
function unfitPath(path: string): string | undefined {
  if (Buffer.byteLength(path) > MAX_NAME_BYTES) return 'the name is too long';
  if (/^(?:\/|[A-Za-z]:)/.test(path)) return 'the path is absolute';
  for (const part of path.split('/')) {
    if (part === '..' || part === '.' || part === '') return 'the path leads out of the folder';
    const problem = unfitName(part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
