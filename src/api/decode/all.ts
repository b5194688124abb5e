import type { DocumentationId, PageId, ReferenceId, VersionId } from '../../model/ids.ts';
import type {
  AllResources,
  DocumentationSummary,
  PageSummary,
  VersionSummary,
} from '../../model/resources.ts';
import type { Fields } from '../../model/fields.ts';
import { asFlag, asInstant, asInteger, asMap, asObject, asSlugOrMissing, asText } from './shape.ts';

/** Contract, section 2, "All-resources map". */
export function decodeAll(json: unknown): AllResources {
  const all = asObject(json, 'all');
  return {
    pages: mapAt<PageId, PageSummary>(all, 'page', (page) => ({
      title: asText(page['title'], 'title'),
      updated: asInstant(page['updated'], 'updated'),
      documentationId: asInteger(page['documentationId'], 'documentationId') as DocumentationId,
      listed: asFlag(page['listed'], 'listed'),
    })),
    documentations: mapAt<DocumentationId, DocumentationSummary>(all, 'documentation', titledAt),
    references: mapAt<ReferenceId, DocumentationSummary>(all, 'reference', titledAt),
    versions: mapAt<VersionId, VersionSummary>(all, 'version', (version) => ({
      name: asText(version['name'], 'name'),
      published: asFlag(version['published'], 'published'),
      slug: asSlugOrMissing(version['slug'], 'slug'),
    })),
  };
}

/** PHP prints an empty dictionary as `[]`. */
function mapAt<Id extends number, T>(
  all: Fields,
  kind: string,
  each: (item: Fields) => T,
): Map<Id, T> {
  const value = all[kind];
  if (Array.isArray(value) && value.length === 0) return new Map();
  return asMap(value, kind, each);
}

const titledAt = (item: Fields): DocumentationSummary => ({
  title: asText(item['title'], 'title'),
  versionId: asInteger(item['versionId'], 'versionId') as VersionId,
  slug: asSlugOrMissing(item['slug'], 'slug'),
});
