/** Turns the texts of an export into the project that they describe. Pure. */
import { CHANGELOGS_FOLDER, parseArchiveName, settingsFileOf } from '../file-names.ts';
import { freeSlug, slugOfName, slugProblem } from '../slug.ts';
import { Failure } from '../../model/failure.ts';
import { hasFields, type Fields } from '../../model/fields.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FilePath, Slug } from '../../model/ids.ts';
import {
  type ImportedMark,
  type ImportedPage,
  hasStrayMarker,
  pagesAmong,
  readItem,
} from './item.ts';
import { type LinkedVersion, linkedSlugs } from './linked-slugs.ts';
import { missingShared } from './shared-blocks.ts';

export interface ImportedProject {
  readonly versions: readonly ImportedVersion[];
  /** What could not be imported unchanged, one sentence each. */
  readonly notes: readonly string[];
}

export interface ImportedVersion {
  readonly slug: Slug;
  readonly name: string;
  readonly documentations: readonly ImportedDocumentation[];
  readonly references: readonly ImportedReference[];
}

export interface ImportedReference {
  readonly slug: Slug;
  readonly file: string;
  readonly text: string;
  /** The settings file that belongs to it. */
  readonly settings: { readonly file: FilePath; readonly text: string } | null;
}

export interface ImportedDocumentation {
  readonly slug: Slug;
  readonly title: string;
  /** JSON object, without the slug. */
  readonly settings: string;
  /** In the order of the sidebar. A category comes before its content. */
  readonly items: readonly (ImportedMark | ImportedPage)[];
}

/** The paths of one folder, in the order of the archive. */
interface Folder {
  readonly path: string;
  readonly files: Map<string, File>;
  readonly folders: Map<string, Folder>;
  /** The position of its first file in the archive. */
  readonly index: number;
}

interface File {
  readonly text: string;
  /** Its position in the archive. */
  readonly index: number;
}

const emptyFolder = (path: string, index: number): Folder => ({
  path,
  files: new Map(),
  folders: new Map(),
  index,
});

function treeOf(texts: ReadonlyMap<string, string>): Folder {
  const root = emptyFolder('', 0);
  let index = 0;
  for (const [path, text] of texts) {
    const segments = path.split('/');
    const name = segments.pop() ?? '';
    let folder = root;
    for (const segment of segments) {
      const below = folder.path === '' ? segment : `${folder.path}/${segment}`;
      const next = folder.folders.get(segment) ?? emptyFolder(below, index);
      folder.folders.set(segment, next);
      folder = next;
    }
    folder.files.set(name, { text, index });
    index += 1;
  }
  return root;
}

/** Names of folders that the layout reserves, at the archive's top and in a version. */
const ASSETS = 'assets';
const REFERENCES = 'refs';

/**
 * @param texts by path, in the order of the archive
 *
 * @param known the platform's slugs of versions, by folder. Slugs of other versions are inferred
 * from links, or made from names
 *
 * @throws Failure `content` if a `settings.json` is malformed, or if there is no documentation
 */
export function readProject(
  texts: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, Slug> = new Map(),
): ImportedProject {
  const notes: string[] = [];
  const read = [...treeOf(texts).folders]
    .filter(([name]) => name !== ASSETS && name !== CHANGELOGS_FOLDER)
    .map(([name, folder]) => {
      const own: string[] = [];
      const { documentations, references } = readVersion(name, folder, own);
      return { name, notes: own, documentations, references };
    });
  const told = new Map([...linkedSlugs(read.map(forLinks)), ...known]);
  const taken = new Set<Slug>(told.values());
  const versions: ImportedVersion[] = [];
  for (const { name, notes: own, documentations, references } of read) {
    const wanted = slugOfName(name);
    const slug = told.get(name) ?? freeSlug(wanted, (each) => taken.has(each));
    taken.add(slug);
    if (told.has(name)) {
      if (slug !== wanted && !known.has(name))
        notes.push(`${name}: links use the slug "${slug}", so it gets that slug.`);
    } else if (slug !== wanted) {
      notes.push(`${name}: the slug ${wanted} is taken; it gets ${slug}.`);
    }
    notes.push(...own);
    versions.push({ slug, name, documentations, references });
  }
  const documentations = versions.flatMap(({ documentations: own }) => own);
  const pages = documentations.flatMap(({ items }) => Array.from(pagesAmong(items)));
  notes.push(...missingShared(pages));
  if (versions.every(({ documentations }) => documentations.length === 0)) {
    throw new Failure('content', 'The archive does not contain a documentation.', {
      hint: 'An export has pages in <version>/<documentation>/<n> <title>.md',
    });
  }
  return { versions, notes };
}

function forLinks({
  name,
  documentations,
}: Pick<ImportedVersion, 'name' | 'documentations'>): LinkedVersion {
  const texts: string[] = [];
  const pages = new Set<string>();
  for (const { slug: documentation, items } of documentations) {
    for (const { slug, draft, published } of pagesAmong(items)) {
      pages.add(`${documentation}/${slug}`);
      texts.push(...[draft, published].filter((text) => text !== null));
    }
  }
  return { name, texts, pages };
}

function readVersion(
  name: string,
  folder: Folder,
  notes: string[],
): Pick<ImportedVersion, 'documentations' | 'references'> {
  const slugs = new Set<Slug>();
  const documentations: ImportedDocumentation[] = [];
  for (const [title, own] of folder.folders) {
    if (title === REFERENCES) continue;
    const { slug: wanted, settings } = readSettings(own, `${name}/${title}`, title);
    const slug = freeSlug(wanted, (each) => slugs.has(each));
    slugs.add(slug);
    if (slug !== wanted)
      notes.push(`${name}/${title}: the slug ${wanted} is taken; it gets ${slug}.`);
    const items = readFolder(own, { path: `${name}/${title}`, notes, slugs: new Set() });
    documentations.push({ slug, title, settings, items });
  }
  return { documentations, references: readReferences(name, folder.folders.get(REFERENCES)) };
}

function readReferences(name: string, folder: Folder | undefined): ImportedReference[] {
  const files = folder?.files ?? new Map<string, File>();
  const besideOf = (file: string) => {
    const beside = settingsFileOf(file);
    return beside === file ? undefined : files.get(beside) && beside;
  };
  const settings = new Set<string | undefined>([...files.keys()].map(besideOf));
  return [...files].flatMap(([file, { text }]): readonly ImportedReference[] => {
    if (settings.has(file)) return [];
    const at = (each: string) => `${name}/${REFERENCES}/${each}` as FilePath;
    const beside = besideOf(file);
    const own =
      beside === undefined ? null : { file: at(beside), text: files.get(beside)?.text ?? '' };
    return [{ slug: file.replace(/\.[^.]+$/, '') as Slug, file: at(file), text, settings: own }];
  });
}

const CORRECT = 'Correct it in the archive, or export the project again';

function readSettings(
  { files }: Folder,
  path: string,
  title: string,
): { readonly slug: Slug; readonly settings: string } {
  const file = files.get('settings.json');
  if (file === undefined) return { slug: slugOfName(title), settings: '{}' };
  const value = parsed(file.text, path);
  const { slug, ...rest } = value;
  const wanted = typeof slug === 'string' && slug !== '' ? slug : slugOfName(title);
  const problem = slugProblem(wanted);
  if (problem !== null) {
    throw new Failure('content', `${path}/settings.json: the slug ${problem}.`, { hint: CORRECT });
  }
  return { slug: wanted as Slug, settings: JSON.stringify(rest) };
}

function parsed(text: string, path: string): Fields {
  try {
    const value: unknown = JSON.parse(text.replace(/^\u{feff}/u, ''));
    if (hasFields(value)) return value;
  } catch {
    // Reported below, without the text of the file.
  }
  throw new Failure('content', `${path}/settings.json is not a JSON object.`, { hint: CORRECT });
}

interface Around {
  readonly path: string;
  readonly notes: string[];
  /** The slugs used in the documentation so far. */
  readonly slugs: Set<Slug>;
}

interface Entry {
  readonly number: number;
  readonly name: string;
  readonly index: number;
  readonly item: ImportedMark | ImportedPage;
}

/**
 * The items of a folder, ordered by number; files without a number come last. Each subfolder
 * becomes the children of the page with the same title.
 */
function readFolder(folder: Folder, around: Around): (ImportedMark | ImportedPage)[] {
  const entries = entriesOf(folder);
  const children = childrenOf(folder, entries);
  const below = (entry: Entry | null): (ImportedMark | ImportedPage)[] =>
    (children.get(entry) ?? []).flatMap((own) => readFolder(own, around));
  const items = entries.map((entry) => {
    const { item, name } = entry;
    if (item.kind !== 'page') return item;
    if (hasStrayMarker(item)) {
      around.notes.push(
        `${around.path}/${name}: a line \`---draft\` or \`---published\` was kept as text.`,
      );
    }
    const slug = freeSlug(item.slug, (each) => around.slugs.has(each));
    around.slugs.add(slug);
    if (slug !== item.slug) {
      around.notes.push(`${around.path}/${name}: the slug ${item.slug} is taken; it gets ${slug}.`);
    }
    return Object.assign({}, item, { slug, children: below(entry) });
  });
  return [...items, ...below(null)];
}

function entriesOf({ path, files }: Folder): Entry[] {
  const entries: Entry[] = [];
  for (const [file, { text, index }] of files) {
    const parsedName = parseArchiveName(file);
    if (!parsedName) continue;
    const { name, number } = parsedName;
    entries.push({
      number: number ?? Infinity,
      name,
      index,
      item: readItem(text, name, `${path}/${file}` as FilePath),
    });
  }
  return entries.toSorted((a, b) =>
    a.number === b.number ? a.index - b.index : a.number - b.number,
  );
}

/**
 * Subfolders by the page that they belong to; those without a page are under `null`. If siblings
 * have the same title, their folders are `Title`, `Title (2)` …, each right after its page.
 */
function childrenOf({ folders }: Folder, entries: readonly Entry[]): Map<Entry | null, Folder[]> {
  const children = new Map<Entry | null, Folder[]>();
  const pages = entries.filter(({ item }) => item.kind === 'page');
  const byName = groupBy(pages, ({ name }) => name);
  for (const [name, folder] of folders) {
    const title = /^([^]*) \(\d{1,6}\)$/.exec(name.normalize('NFC'))?.[1];
    const page = pick(byName.get(name.normalize('NFC'))) ?? pick(byName.get(title ?? '')) ?? null;
    children.set(page, [...(children.get(page) ?? []), folder]);

    function pick(twins: readonly Entry[] = []): Entry | undefined {
      const free = twins.filter((each) => !children.has(each));
      return free.findLast(({ index }) => index < folder.index) ?? free[0];
    }
  }
  return children;
}

interface Counts {
  readonly documentations: number;
  readonly references: number;
  readonly pages: number;
}

/** The numbers of items in an archive, for the message after it was loaded. */
export function countItems({ versions }: ImportedProject): Counts {
  const documentations = versions.flatMap((version) => version.documentations);
  const references = versions.flatMap((version) => version.references);
  return {
    documentations: documentations.length,
    references: references.length,
    pages: documentations.reduce((sum, { items }) => sum + [...pagesAmong(items)].length, 0),
  };
}
