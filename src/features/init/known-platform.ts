import type { ContentChoice } from '../../ui/documents/init.ts';
/** What of the answers the platform can confirm. */
import { posix } from 'node:path';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { AllResources, Version } from '../../model/resources.ts';
import { chooseDocumentation } from '../names/documentation-names.ts';
import { chooseVersion, versionsInOrder, listed } from '../names/version-names.ts';
import type { FolderCandidate } from './survey.ts';

export interface KnownPlatform {
  readonly versions: readonly Version[];
  readonly all: AllResources;
}

/** The versions and documentations that there are, in two requests; `undefined` if there is no key to ask with. */
export async function askPlatform(context: Context): Promise<KnownPlatform | undefined> {
  try {
    const api = await context.api();
    const [versions, all] = await Promise.all([api.versions.list(), api.project.all()]);
    return { versions: versionsInOrder(versions), all };
  } catch (error) {
    if (error instanceof Failure && error.code === 'auth-required' && error.status === undefined) {
      return undefined;
    }
    throw error;
  }
}

/** The choice in slugs, whatever names were used. Rejects with `not-found`, listing what there is. */
export function confirmPlace(
  { versions, all }: KnownPlatform,
  choice: ContentChoice,
): ContentChoice {
  if (choice.place === null) return choice;
  const version = chooseVersion(versions, choice.place.version);
  const { slug } = chooseDocumentation(all, version.id, choice.place.documentation);
  return {
    path: choice.path,
    place: { version: version.slug, documentation: slug ?? choice.place.documentation },
  };
}

/**
 * Where the pages of a folder go if there is nothing to choose: the only version, or the only published one, and in it the only
 * documentation, or the one of the folder's name.
 */
export function onlyPlace({ versions, all }: KnownPlatform, path: string): ContentChoice['place'] {
  const version = only(versions) ?? only(versions.filter(({ published }) => published));
  const inside = [...all.documentations.values()].filter(
    ({ versionId }) => versionId === version?.id,
  );
  const documentation = inside.find(({ slug }) => slug === posix.basename(path)) ?? only(inside);
  if (!version || !documentation) return null;
  return { version: version.slug, documentation: documentation.slug ?? documentation.title };
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

/** Version folders that the platform has no version for: their pages could not be placed. */
export const missingVersions = (
  { versions }: KnownPlatform,
  { versions: folders }: FolderCandidate,
): string[] => folders.filter((folder) => !versions.some(({ slug }) => slug === folder));

export const versionsThere = ({ versions }: KnownPlatform): string =>
  versions.length === 0 ? 'it has none' : `it has ${listed(versions)}`;
