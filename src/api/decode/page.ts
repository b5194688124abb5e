import type { PageId } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import {
  asFlag,
  asInteger,
  asObject,
  asSlug,
  asText,
  asInstantOrEmpty,
  asTextOrEmpty,
  asTextOrMissing,
} from './shape.ts';

/** Contract, section 2, "Page". `created` and `path` may be missing and are then empty: they are only shown to people. */
export function decodePage(json: unknown, answeredAt?: number): Page {
  const page = asObject(json, 'page');
  return {
    id: asInteger(page['id'], 'page.id') as PageId,
    listed: asFlag(page['listed'], 'page.listed'),
    title: asText(page['title'], 'page.title'),
    created: asInstantOrEmpty(page['created'], 'page.created'),
    updated: asText(page['updated'], 'page.updated') as Page['updated'],
    slug: asSlug(page['slug'], 'page.slug'),
    contentDraft: asTextOrMissing(page['contentDraft'], 'page.contentDraft'),
    contentPublished: asTextOrMissing(page['contentPublished'], 'page.contentPublished'),
    path: asTextOrEmpty(page['path'], 'page.path'),
    answeredAt,
  };
}
