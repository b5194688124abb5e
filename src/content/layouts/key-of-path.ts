/** The key of a page file, now or earlier: from its path and, in some layouts, its header. Pure. */
import { pageKey } from '../../model/ids.ts';
import type { FilePath, PageKey, Slug } from '../../model/ids.ts';
import type { LayoutKind, LocalProject } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { HeaderFacts } from '../page/page-facts.ts';
import { innermostOf, join, mappingOf, stemOf } from './layout.ts';
import { isReserved } from '../file-names.ts';

/** The place of a page file, derived from its path alone. */
export interface PlaceOfPath {
  readonly layout: LayoutKind;
  readonly version: Slug;
  readonly documentation: Slug;
  /** The file's name without its extension. */
  readonly name: string;
}

/** Returns null if a page file cannot be at `file`. */
export function placeOfPath(
  file: FilePath,
  { contents }: Project,
  { layouts, documentations }: Pick<LocalProject, 'layouts' | 'documentations'>,
): PlaceOfPath | null {
  const index = innermostOf(file, contents);
  const content = contents[index];
  const layout = layouts[index];
  if (!content || !layout || !file.endsWith('.md')) return null;
  const name = stemOf(file);
  const mapping = mappingOf(content);
  if (mapping) return { layout, ...mapping, name };
  const segments = (content.path === '.' ? file : file.slice(content.path.length + 1)).split('/');
  if (segments.length < 3) return null;
  const [version, documentation] = segments as [Slug, Slug];
  if (isReserved(version) || isReserved(documentation)) return null;
  const folder = join(content.path, version, documentation);
  const known = documentations.find((one) => one.folder === folder);
  if (known) return { layout, version: known.version, documentation: known.slug, name };
  return { layout, version, documentation, name };
}

/**
 * The key of a page. `header`: its facts at that time. Null if unknown; then only keys in the
 * repository layout are certain.
 */
export function keyAt(
  { layout, version, documentation, name }: PlaceOfPath,
  header: Pick<HeaderFacts, 'slug' | 'title'> | null,
): PageKey {
  const own = layout === 'repository' ? null : header?.slug;
  return pageKey({ version, documentation, slug: (own ?? name) as Slug });
}
