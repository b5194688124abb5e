import { slugOfTitle } from '../../content/slug.ts';
import type {
  LocalDocumentation,
  LocalProject,
  LocalReference,
  LocalVersion,
} from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { Arrangement } from '../../content/layouts/layout.ts';

type Outline = Omit<LocalProject, 'pages' | 'unplaced' | 'unresolved'>;

const fileStem = (file: string): string =>
  file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');

/** Versions, documentations and references of all folders. The first folder that names one describes it; categories are combined. */
export function outlineOf(project: Project, arrangements: readonly Arrangement[]): Outline {
  const versions = new Map<string, LocalVersion>();
  const documentations = new Map<string, LocalDocumentation>();
  const references = new Map<string, LocalReference>();
  for (const arrangement of arrangements) {
    for (const version of arrangement.versions) {
      if (!versions.has(version.slug)) versions.set(version.slug, version);
    }
    for (const documentation of arrangement.documentations) {
      const key = `${documentation.version}/${documentation.slug}`;
      const known = documentations.get(key);
      const categories = [...new Set([...(known?.categories ?? []), ...documentation.categories])];
      documentations.set(key, { ...(known ?? documentation), categories });
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
