/** `api/today.yaml`, "Documentation", "VersionReportPage", "BrokenLink". */
import type { DocumentationId, PageId } from '../../model/ids.ts';
import type { Author, BrokenLink, Documentation, ReportedPage } from '../../model/inventory.ts';
import type { FieldReader } from '../../model/fields.ts';
import {
  asFlag,
  asInstantOrNull,
  asInteger,
  asIntegerOrNull,
  asList,
  asObject,
  asSlug,
  asText,
  asInstantOrEmpty,
  asTextOrEmpty,
  asTextOrNull,
} from './shape.ts';

/** The documentations of a version. */
export const decodeDocumentations = (json: unknown): Documentation[] =>
  asList(json, 'documentations', (item, name) => {
    const each = asObject(item, name);
    return {
      id: asInteger(each['id'], `${name}.id`) as DocumentationId,
      title: asText(each['title'], `${name}.title`),
      slug: asSlug(each['slug'], `${name}.slug`),
      description: asTextOrNull(each['description'], `${name}.description`),
      created: asInstantOrEmpty(each['created'], `${name}.created`),
      updated: asInstantOrEmpty(each['updated'], `${name}.updated`),
      pagesUpdated: asInstantOrNull(each['pagesUpdated'], `${name}.pagesUpdated`),
      ordr: asInteger(each['ordr'], `${name}.ordr`),
      published: asFlag(each['published'], `${name}.published`),
    };
  });

/** The pages of a version, with their authors. */
export const decodeReport = (json: unknown): ReportedPage[] =>
  asList(json, 'report', (item, name) => {
    const page = asObject(item, name);
    return {
      id: asInteger(page['id'], `${name}.id`) as PageId,
      title: asText(page['title'], `${name}.title`),
      hasDraft: asFlag(page['hasDraft'], `${name}.hasDraft`),
      listed: asFlag(page['listed'], `${name}.listed`),
      created: asInstantOrEmpty(page['created'], `${name}.created`),
      createdBy: authorAt(page['createdBy'], `${name}.createdBy`),
      updated: asInstantOrEmpty(page['updated'], `${name}.updated`),
      updatedBy: authorAt(page['updatedBy'], `${name}.updatedBy`),
      sourceCreated: asInstantOrEmpty(page['sourceCreated'], `${name}.sourceCreated`),
      sourceCreatedBy: authorAt(page['sourceCreatedBy'], `${name}.sourceCreatedBy`),
    };
  });

const NOBODY: Author = { id: null, email: null, name: null };

/** PHP prints an empty dictionary as `[]`. */
const authorAt: FieldReader<Author> = (value, name) => {
  if (value === undefined || value === null) return NOBODY;
  if (Array.isArray(value) && value.length === 0) return NOBODY;
  const author = asObject(value, name);
  return {
    id: asIntegerOrNull(author['id'], `${name}.id`),
    email: asTextOrNull(author['email'], `${name}.email`),
    name: asTextOrNull(author['name'], `${name}.name`),
  };
};

/** The broken links of a version. */
export const decodeBrokenLinks = (json: unknown): BrokenLink[] =>
  asList(json, 'links', (item, name) => {
    const broken = asObject(item, name);
    const page = asObject(broken['page'], `${name}.page`);
    const link = asObject(broken['link'], `${name}.link`);
    const target = asObject(broken['target'] ?? {}, `${name}.target`);
    return {
      severity: asText(broken['severity'], `${name}.severity`),
      issue: asText(broken['issue'], `${name}.issue`),
      message: asTextOrEmpty(broken['message'], `${name}.message`),
      isDraft: asFlag(broken['isDraft'], `${name}.isDraft`),
      page: {
        id: asInteger(page['id'], `${name}.page.id`) as PageId,
        title: asText(page['title'], `${name}.page.title`),
      },
      link: {
        text: asTextOrNull(link['text'], `${name}.link.text`),
        href: asTextOrNull(link['href'], `${name}.link.href`),
        type: asTextOrEmpty(link['type'], `${name}.link.type`),
        fragment: asTextOrNull(link['fragment'], `${name}.link.fragment`),
        targetId: asIntegerOrNull(link['targetId'], `${name}.link.targetId`),
      },
      target: {
        title: asTextOrNull(target['title'], `${name}.target.title`),
        section: asTextOrNull(target['section'], `${name}.target.section`),
      },
    };
  });
