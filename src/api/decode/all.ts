import type { DocumentationId, PageId, ReferenceId, VersionId } from '../../model/ids.ts';
import type {
  AllResources,
  DocumentationSummary,
  PageSummary,
  ReferenceSummary,
  VersionSummary,
} from '../../model/resources.ts';
import type { Fields } from '../../model/fields.ts';
import {
  asFlagOrNull,
  asIntegerOrNull,
  asMap,
  asObject,
  asSlugOrMissing,
  asInstantOrEmpty,
  asTextOrEmpty,
} from './shape.ts';

/** The id if the platform does not name one: no resource has it. */
const UNKNOWN = 0;

/**
 * Contract, section 2, "All-resources map". Today's revision requires no field of an item: a missing text is
 * empty, a page without `listed` counts as listed, and a version without `published` as unpublished.
 */
export function decodeAll(json: unknown): AllResources {
  const all = asObject(json, 'all');
  return {
    pages: mapAt<PageId, PageSummary>(all, 'page', (page) => ({
      title: asTextOrEmpty(page['title'], 'title'),
      updated: asInstantOrEmpty(page['updated'], 'updated'),
      documentationId: idAt(page['documentationId'], 'documentationId') as DocumentationId,
      listed: asFlagOrNull(page['listed'], 'listed') ?? true,
    })),
    documentations: mapAt<DocumentationId, DocumentationSummary>(all, 'documentation', titledAt),
    references: mapAt<ReferenceId, ReferenceSummary>(all, 'reference', titledAt),
    versions: mapAt<VersionId, VersionSummary>(all, 'version', (version) => ({
      name: asTextOrEmpty(version['name'], 'name'),
      published: asFlagOrNull(version['published'], 'published') ?? false,
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

const idAt = (value: unknown, name: string): number => asIntegerOrNull(value, name) ?? UNKNOWN;

const titledAt = (item: Fields): DocumentationSummary => ({
  title: asTextOrEmpty(item['title'], 'title'),
  versionId: idAt(item['versionId'], 'versionId') as VersionId,
  slug: asSlugOrMissing(item['slug'], 'slug'),
});
