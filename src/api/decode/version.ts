import type { VersionId } from '../../model/ids.ts';
import type { Version } from '../../model/resources.ts';
import { asFlag, asInteger, asList, asObject, asSlug, asText, asInstantOrEmpty } from './shape.ts';

/** Contract, section 2, "Version". */
export const decodeVersion = (json: unknown): Version => versionAt(json, 'version');

/** The same for the list of all versions. */
export const decodeVersions = (json: unknown): Version[] => asList(json, 'versions', versionAt);

function versionAt(json: unknown, name: string): Version {
  const version = asObject(json, name);
  return {
    id: asInteger(version['id'], `${name}.id`) as VersionId,
    published: asFlag(version['published'], `${name}.published`),
    name: asText(version['name'], `${name}.name`),
    created: asInstantOrEmpty(version['created'], `${name}.created`),
    updated: asInstantOrEmpty(version['updated'], `${name}.updated`),
    slug: asSlug(version['slug'], `${name}.slug`),
    ordr: asInteger(version['ordr'], `${name}.ordr`),
  };
}
