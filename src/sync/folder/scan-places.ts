/** Turns files with places into pages, and settings into versions and documentations. */
import { digestOf } from '../../content/digest.ts';
import type { Candidate as PlacedFile } from '../../content/folder/read-folder.ts';
import type { heldSections } from '../../content/page/page-restriction.ts';
import { noteKey, notesOf } from '../../content/page/page-facts.ts';
import type { Digest, PageKey } from '../../model/ids.ts';
import type {
  HeldPlace,
  LocalDocumentation,
  LocalPage,
  LocalProject,
  LocalReference,
  LocalVersion,
  Note,
  UnresolvedLinks,
} from '../../model/local.ts';
import type { KnownPage } from './scan-files.ts';
import type { DigestsToday } from './scan-links.ts';
import { slugOfTitle, slugRefusal } from '../../content/slug.ts';
import type { Project } from '../../model/project.ts';
import type { Arrangement } from '../../content/layouts/layout.ts';

/** A file with a place that another file may claim too. */
export type ScannedFile = PlacedFile<KnownPage>;

interface Noted {
  readonly notes: readonly Note[];
  readonly headerDigest: Digest;
}

/** `digestsOf` must return digests for today's link targets. `sectionsAbove`: of the project. */
export function localPages(
  candidates: readonly ScannedFile[],
  digestsOf: (candidate: ScannedFile) => DigestsToday,
  sectionsAbove: ReturnType<typeof heldSections>,
): Pick<LocalProject, 'pages' | 'unresolved' | 'sampled'> {
  const pages = new Map<PageKey, LocalPage>();
  const unresolvedLinks: UnresolvedLinks[] = [];
  const sampled: PageKey[] = [];
  const noted = new Map<string, Noted>();
  for (const candidate of candidates) {
    const { key, file, page, known } = candidate;
    const { head, published, unresolved } = digestsOf(candidate);
    if (unresolved.length > 0) unresolvedLinks.push({ key, targets: unresolved });
    if (known.isSampled) sampled.push(key);
    const { title, category } = page;
    const [restriction] = candidate.restrictions.reasons;
    const heldPlaces = sectionsAbove(page).flatMap(({ what, name, restrictions }) =>
      restrictions.reasons.map((reason): HeldPlace => ({ ...reason, by: name, what })),
    );
    const refusal = slugRefusal(page, known.facts.slug);
    const id = noteKey(known.facts, page);
    const found = noted.get(id) ?? {
      notes: notesOf(known.facts, page),
      headerDigest: digestOf(id),
    };
    noted.set(id, found);
    const { notes, headerDigest } = found;
    const said = { key, file, title, head, published, category, notes, headerDigest };
    const isPlain = restriction === undefined && heldPlaces.length === 0 && refusal === undefined;
    // An object made by spreading takes one and a half times the memory, and there is one per page.
    pages.set(
      key,
      isPlain
        ? said
        : {
            ...said,
            ...(restriction === undefined ? {} : { restriction }),
            ...(heldPlaces.length === 0 ? {} : { heldPlaces }),
            ...(refusal === undefined ? {} : { refusal }),
          },
    );
  }
  return { pages, unresolved: unresolvedLinks, sampled };
}

type Outline = Omit<LocalProject, 'pages' | 'unplaced' | 'unread' | 'unresolved' | 'sampled'>;

const fileStem = (file: string): string =>
  file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');

/**
 * Versions, documentations and references of all folders. The first folder that names one describes
 * it, but the settings in any of them hold it back; categories are combined.
 */
export function outlineOf(project: Project, arrangements: readonly Arrangement[]): Outline {
  const versions = new Map<string, LocalVersion>();
  const documentations = new Map<string, LocalDocumentation>();
  const references = new Map<string, LocalReference>();
  for (const arrangement of arrangements) {
    for (const version of arrangement.versions) {
      const { name } = versions.get(version.slug) ?? version;
      if (versions.get(version.slug)?.published !== false)
        versions.set(version.slug, { ...version, name });
    }
    for (const documentation of arrangement.documentations) {
      const key = `${documentation.version}/${documentation.slug}`;
      const known = documentations.get(key);
      const categories = [...new Set([...(known?.categories ?? []), ...documentation.categories])];
      const { title, folder } = known ?? documentation;
      const said = known?.published === false ? known : documentation;
      const found = { ...said, title, categories };
      documentations.set(key, folder === undefined ? found : { ...found, folder });
    }
    for (const reference of arrangement.references) references.set(reference.file, reference);
  }
  for (const { file, version } of project.references) {
    const reference = { version, slug: slugOfTitle(fileStem(file)), file };
    if (!references.has(file)) references.set(file, reference);
    if (!versions.has(version))
      versions.set(version, { slug: version, name: version, published: true });
  }
  return {
    layouts: arrangements.map(({ kind }) => kind),
    versions: [...versions.values()],
    documentations: [...documentations.values()],
    references: [...references.values()],
  };
}
