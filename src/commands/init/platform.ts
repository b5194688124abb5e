/** Facts from the platform for the answers: versions and documentations, with their slugs. */
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { wayToCreate } from '../../model/address.ts';
import type { AllResources, Version } from '../../model/resources.ts';
import {
  chooseDocumentation,
  withDocumentationSlugs,
} from '../shared/names/documentation-names.ts';
import { chooseVersion, versionsInOrder } from '../shared/names/version-names.ts';
import type { ContentPlace } from './document.ts';
import { splitPlace } from './place.ts';
import type { There } from './proposals.ts';

export interface KnownPlatform {
  /** Its address. */
  readonly baseUrl: string;
  readonly versions: readonly Version[];
  readonly all: AllResources;
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
 * The place as slugs, whatever names were used. Rejects with `usage` if the text is not
 * version/documentation, and with `not-found`, listing the existing ones.
 */
export async function confirmPlace(
  context: Context,
  { versions, all, baseUrl }: KnownPlatform,
  text: string,
): Promise<ContentPlace> {
  const typed = splitPlace(text);
  const withoutCheck = (version: string, documentation: string): string =>
    `write the settings all the same with --no-check --in ${version}/${documentation}`;
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

/** The versions of the platform, without their documentations. Sends no request. */
export const versionsThere = (known: KnownPlatform | undefined): There => ({
  isKnown: known !== undefined,
  baseUrl: known?.baseUrl,
  versions: known?.versions.map(({ slug }) => slug) ?? [],
  places: [],
});

/** The same with documentations, as far as the platform tells their slugs. */
export async function thereOf(context: Context, known: KnownPlatform | undefined): Promise<There> {
  const there = versionsThere(known);
  if (known === undefined) return there;
  const ids = known.versions.map(({ id }) => id);
  const { documentations } = await withDocumentationSlugs(context, known.all, ids);
  const places = known.versions.flatMap(({ id, slug: version }) =>
    [...documentations.values()].flatMap(({ versionId, slug }) =>
      versionId === id && slug !== undefined ? [{ version, documentation: slug }] : [],
    ),
  );
  return { ...there, places };
}
