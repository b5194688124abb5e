import type { FilePath, Slug } from '../../model/ids.ts';
import type { LocalDocumentation, LocalReference, LocalVersion } from '../../model/local.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { EntryFacts } from '../page/page-facts.ts';
import { settingsHold, settingsMap } from '../settings/settings-file.ts';
import type { SettingsMap } from '../settings/settings-file.ts';
import { slugOfTitle, slugProblem } from '../slug.ts';
import { ENTRY_TYPES, join } from './layout.ts';
import type {
  Arrangement,
  LayoutInput,
  Layout,
  Misplaced,
  PlacedPage,
  ArrangedPage,
} from './layout.ts';

function settingsOf(folder: LayoutInput, layout: Layout, path: string): SettingsMap {
  if (layout.settingsName === null) return {};
  const file = join(path, layout.settingsName);
  return settingsMap(folder.settings.get(file), join(folder.path, file));
}

/** Pages by their documentation's folder. Paths are relative to that folder. */
function byDocumentation({
  pages,
  mapping,
  settings,
}: LayoutInput): Map<string, Map<string, EntryFacts>> {
  const documentations = new Map<string, Map<string, EntryFacts>>();
  if (mapping) documentations.set('', new Map());
  for (const path of mapping ? [] : settings.keys()) {
    const segments = path.split('/');
    if (segments.length === 3) documentations.set(segments.slice(0, 2).join('/'), new Map());
  }
  for (const [path, { facts }] of pages) {
    const end = mapping ? -1 : path.indexOf('/', path.indexOf('/') + 1);
    const documentation = mapping ? '' : path.slice(0, end);
    const found = documentations.get(documentation) ?? new Map<string, EntryFacts>();
    documentations.set(documentation, found.set(path.slice(end + 1), facts));
  }
  return documentations;
}

const sortedByPath = <T>(map: ReadonlyMap<string, T>): [string, T][] =>
  [...map].toSorted(([a], [b]) => byCodeUnit(a.replaceAll('/', '\0'), b.replaceAll('/', '\0')));

/**
 * Names each field, because spreading takes one and a half times the memory and there is one object
 * per page.
 */
const inPlace = (
  { slug, title, category, parent, ordered }: ArrangedPage,
  path: FilePath,
  version: Slug,
  documentation: Slug,
): PlacedPage => ({
  path,
  slug: slug as Slug,
  title,
  category,
  parent,
  ordered,
  version,
  documentation,
});

/** What the folder holds, as its layout defines it. The order of files does not matter. */
export function arrangeFolder(folder: LayoutInput, layout: Layout): Arrangement {
  const versions = new Map<string, LocalVersion>();
  const documentations: LocalDocumentation[] = [];
  const pages: PlacedPage[] = [];
  const misplaced: Misplaced[] = [];
  const { mapping } = folder;

  const versionOf = (name: string): LocalVersion => {
    const known = versions.get(name);
    const version = known ?? layout.version(name, settingsOf(folder, layout, name));
    versions.set(name, version);
    return version;
  };
  if (mapping) versions.set('', { slug: mapping.version, name: mapping.version, published: true });
  for (const path of folder.settings.keys()) {
    if (!mapping && path.split('/').length === 2) versionOf(path.slice(0, path.indexOf('/')));
  }

  for (const [path, own] of sortedByPath(byDocumentation(folder))) {
    const [versionFolder = '', name = ''] = path.split('/');
    const version = versionOf(mapping ? '' : versionFolder).slug;
    const settings = settingsOf(folder, layout, path);
    const found = layout.documentation(mapping ? mapping.documentation : name, settings);
    const documentation = (mapping ? mapping.documentation : found.slug) as Slug;
    const { title } = found;
    const navPath = join(path, '_nav.yaml');
    const arranged = layout.arrange({
      nav: folder.settings.get(navPath),
      navFile: join(folder.path, navPath),
      pages: own,
    });
    const problem =
      placeProblem('version', version) ?? placeProblem('documentation', documentation);
    if (!problem) {
      const { categories } = arranged;
      const at = join(folder.path, path) || ('.' as FilePath);
      const heldBy = settingsHold(settings);
      documentations.push({
        version,
        slug: documentation,
        title,
        categories,
        folder: at,
        ...(heldBy === null ? {} : { published: false, heldBy }),
      });
    }
    for (const page of arranged.pages) {
      const file = join(path, page.path);
      const ofSlug = placeProblem('slug', page.slug);
      if (problem !== null) misplaced.push({ path: file, reason: problem });
      else if (ofSlug !== null) {
        const hint = `Write \`slug: ${slugOfTitle(page.title)}\``;
        misplaced.push({ path: file, reason: ofSlug, hint });
      } else pages.push(inPlace(page, file, version, documentation));
    }
  }
  for (const [path, { facts }] of folder.pages) {
    const { type } = facts;
    if (!ENTRY_TYPES.has(type)) misplaced.push({ path, reason: `has the unknown type "${type}"` });
  }
  const references = folder.references.flatMap((path): LocalReference[] => {
    const [versionFolder = '', , name = ''] = path.split('/');
    const slug = layout.reference(name);
    return slug === null
      ? []
      : [
          {
            version: versionOf(versionFolder).slug,
            slug: slug as Slug,
            file: join(folder.path, path),
          },
        ];
  });
  return {
    kind: layout.kind,
    versions: [...versions.values()].filter(({ slug }) => slugProblem(slug) === null),
    documentations,
    references,
    pages,
    misplaced,
  };
}

function placeProblem(what: string, slug: string): string | null {
  const problem = slugProblem(slug);
  return problem === null ? null : `has the ${what} "${printable(slug)}", which ${problem}`;
}
const printable = (text: string): string => text.replace(/\p{Cc}/gu, '·');
