import type { ReferenceId } from '../../model/ids.ts';
import type { Reference } from '../../model/resources.ts';
import { asInteger, asObject, asSlug, asText, asInstantOrEmpty } from './shape.ts';

/** Contract, section 2, "Reference". */
export function decodeReference(json: unknown): Reference {
  const reference = asObject(json, 'reference');
  return {
    id: asInteger(reference['id'], 'reference.id') as ReferenceId,
    title: asText(reference['title'], 'reference.title'),
    created: asInstantOrEmpty(reference['created'], 'reference.created'),
    updated: asInstantOrEmpty(reference['updated'], 'reference.updated'),
    slug: asSlug(reference['slug'], 'reference.slug'),
    ordr: asInteger(reference['ordr'], 'reference.ordr'),
  };
}
