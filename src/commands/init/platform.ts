/** Facts from the platform for the answers: versions and documentations, with their slugs. */
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { wayToCreate } from '../../model/own-platform.ts';
import type { AllResources, Version } from '../../model/resources.ts';
import {
  chooseDocumentation,
  withDocumentationSlugs,
} from '../shared/names/documentation-names.ts';
import { chooseVersion, versionsInOrder } from '../shared/names/version-names.ts';
import type { ContentPlace } from './document.ts';

export interface KnownPlatform {
  readonly versions: readonly Version[];
  readonly all: AllResources;
  /** Its address. */
  readonly baseUrl: string;
}

/** Two requests. Resolves to undefined if there is no key. */
export async function askPlatform(context: Context): Promise<KnownPlatform | undefined> {
  try {
    const api = await context.api();
    const [versions, all] = await Promise.all([api.versions.list(), api.project.all()]);
    const { baseUrl } = await context.config();
    return { versions: versionsInOrder(versions), all, baseUrl: baseUrl.value };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'auth-required' && error.status === undefined) return undefined;
    if (error.code !== 'unreachable') throw error;
    throw new Failure(error.code, error.message, {
      hint: `${error.hint ?? 'Check the address'}; --no-check asks no platform`,
      cause: error,
    });
  }
}

/**
 * The version that identifies the project in the settings: the first of these slugs that exists,
 * else the first version.
 */
export const projectIn = (
  known: Pick<KnownPlatform, 'versions'> | undefined,
  slugs: readonly string[],
): Version | null =>
  known?.versions.find(({ slug }) => slugs.includes(slug)) ?? known?.versions[0] ?? null;

/**
 * The place as slugs, whatever names were used. Rejects with `not-found`, and lists the existing
 * ones.
 *
 * @param isAsked whether a prompt is waiting for the place, where options do not help
 */
export async function confirmPlace(
  context: Context,
  { versions, all, baseUrl }: KnownPlatform,
  typed: ContentPlace,
  isAsked: boolean,
): Promise<ContentPlace> {
  const withoutCheck = (version: string, documentation: string): string =>
    isAsked
      ? `press Ctrl-C and run docs init --no-check --in ${version}/${documentation}`
      : `write the settings all the same with --no-check --in ${version}/${documentation}`;
  try {
    const version = chooseVersion(versions, typed.version);
    const told = await withDocumentationSlugs(context, all, [version.id]);
    const { slug, title } = chooseDocumentation(told, version.id, typed.documentation);
    if (slug !== undefined) return { version: version.slug, documentation: slug };
    throw new Failure('usage', `The platform reports no slug for the documentation "${title}".`, {
      hint: `Take it from the address of its pages, and ${withoutCheck(version.slug, '<slug>')}`,
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not-found') throw error;
    // No request can create versions and documentations.
    const way = `${wayToCreate('it', baseUrl)}, or`;
    const near = error.hint?.startsWith('Did you mean')
      ? `${error.hint} Otherwise ${way}`
      : way.replace('create', 'Create');
    throw new Failure(error.code, error.message, {
      hint: `${near} ${withoutCheck(typed.version, typed.documentation)}`,
      cause: error,
    });
  }
}

/** The documentations of a version, if the platform returns their slugs. */
export async function placesIn(
  context: Context,
  project: AllResources,
  version: Version,
): Promise<ContentPlace[]> {
  const all = await withDocumentationSlugs(context, project, [version.id]);
  return [...all.documentations.values()].flatMap(({ versionId, slug }) =>
    versionId === version.id && slug !== undefined
      ? [{ version: version.slug, documentation: slug }]
      : [],
  );
}
