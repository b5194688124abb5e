/** Proposes where the pages of folders go, by names alone. Pure. */
import { posix } from 'node:path';
import { slugOfName } from '../../content/slug.ts';
import type { ContentChoice, ContentPlace } from './document.ts';
import { looksLikeVersion, USUAL, type PageFolder } from './survey.ts';

/** What the platform has, in the order for readers. */
export interface There {
  /** Whether it was asked. */
  readonly isKnown: boolean;
  /** Its address. Left out: the service. */
  readonly baseUrl?: string | undefined;
  /** Slugs. */
  readonly versions: readonly string[];
  readonly places: readonly ContentPlace[];
}

/**
 * A way to understand folders. `paths`: they name versions and documentations; `one`: all of it is
 * one documentation; else each folder is a documentation, or a version with one.
 */
export interface Proposal {
  readonly kind: 'paths' | 'one' | 'documentations' | 'versions';
  readonly content: readonly ContentChoice[];
}

export type Folders = readonly [PageFolder, ...PageFolder[]];

export interface Proposals {
  /** The likeliest first. */
  readonly proposals: readonly [Proposal, ...Proposal[]];
  /**
   * Whether the first one needs no question: settings files or names prove it, or the platform has
   * its places and no others that could be meant.
   */
  readonly isCertain: boolean;
}

/** The ways to understand these folders. Several are documentations. */
export function propose(folders: Folders, there: There): Proposals {
  const [folder, ...others] = folders;
  const usual = asDocumentations(folders, there);
  if (others.length > 0) {
    const content = usual.map((row, at) => (folders[at]?.versions.length ? inPaths(row) : row));
    const isCertain = content.every(({ place }) => place === null);
    return { proposals: [{ kind: 'documentations', content }], isCertain };
  }
  const { hasOwn, versions, isSure } = folder;
  const whole = usual.map(({ path, place }) => ({ path, place: there.places[0] ?? place }));
  const one: Proposal = { kind: 'one', content: whole };
  const paths: Proposal = { kind: 'paths', content: whole.map(inPaths) };
  const each = eachFolder(folder, hasOwn ? whole : [], there);
  const fitting = hasOwn ? [] : each.filter((way) => isOnlyWay(way, there));
  const isProven = isSure || there.versions.some((slug) => versions.includes(slug));
  const sure =
    versions.length > 0 && isProven
      ? paths
      : there.places.length === 1
        ? one
        : fitting.length === 1
          ? fitting[0]
          : undefined;
  const ways = [
    ...(versions.length > 0 ? [paths] : []),
    ...(hasOwn ? [one, ...each] : [...each.slice(0, 1), one, ...each.slice(1)]),
  ];
  const first = sure ?? ways[0] ?? one;
  const proposals = [first, ...ways.filter((way) => way !== first)] as const;
  return { proposals, isCertain: sure !== undefined };
}

/** Each folder below is a documentation or a version, the likelier first. Pages beside them go with `beside`. */
function eachFolder(
  { path, parts }: PageFolder,
  beside: readonly ContentChoice[],
  there: There,
): readonly Proposal[] {
  if (parts.length === 0) return [];
  const below = parts.map((name) => ({ path: posix.join(path, name) }));
  const each: readonly Proposal[] = [
    { kind: 'documentations', content: [...beside, ...asDocumentations(below, there)] },
    { kind: 'versions', content: [...beside, ...asVersions(below, there)] },
  ];
  return parts.every(looksLikeVersion) ? each.toReversed() : each;
}

/** Whether every folder has its place on the platform, and could have no other one. */
function isOnlyWay({ kind, content }: Proposal, { places }: There): boolean {
  const by = kind === 'versions' ? 'version' : 'documentation';
  return content.every(({ place }) => {
    const [same, other] = places.filter((one) => one[by] === place?.[by]);
    return other === undefined && same !== undefined && isSamePlace(same, place);
  });
}

export const isSamePlace = (one: ContentPlace, other: ContentPlace | null): boolean =>
  one.version === other?.version && one.documentation === other.documentation;

const inPaths = ({ path }: ContentChoice): ContentChoice => ({ path, place: null });

type InFolder = Pick<ContentChoice, 'path'>;

/** Each folder is a documentation of the version that has most of them, or of the first one. */
function asDocumentations(
  folders: readonly InFolder[],
  { versions, places }: There,
): readonly ContentChoice[] {
  const names = new Set(folders.map(({ path }) => documentationOf(path)));
  const fits = (slug: string): number =>
    places.filter((place) => place.version === slug && names.has(place.documentation)).length;
  const [version = 'v1.0'] = versions.toSorted((a, b) => fits(b) - fits(a));
  return folders.map(({ path }) => ({
    path,
    place: { version, documentation: documentationOf(path) },
  }));
}

/** Each folder is a version, and its pages are the version's first documentation. */
const asVersions = (folders: readonly InFolder[], { places }: There): readonly ContentChoice[] =>
  folders.map(({ path }) => {
    const version = slugOfName(posix.basename(path).toLowerCase());
    const found = places.find((place) => place.version === version);
    return { path, place: found ?? { version, documentation: 'guide' } };
  });

/** The name of a folder or, if that is a usual one, of the folder around it: its package. */
function documentationOf(path: string): string {
  const name = path.split('/').findLast((part) => !USUAL.has(part) && part !== '.');
  return name === undefined ? 'guide' : slugOfName(name.toLowerCase());
}
