/** Why a page is not published, according to its file and to its place on the platform. Pure. */
import type { HeldPlace, LocalPage, Restriction } from '../../model/local.ts';
import type { Placement, PublishedPlaces } from '../../model/sides.ts';

/**
 * The most important reason to hold the page back. Settings of a place hold it back unless the
 * platform says that the place is unpublished: pages may be published before their place is.
 */
export function restrictionOf(
  { restriction, heldPlaces }: Pick<LocalPage, 'restriction' | 'heldPlaces'>,
  placement: Placement,
  published: PublishedPlaces,
): Restriction | undefined {
  if (heldPlaces === undefined || restriction?.kind === 'not-yet') return restriction;
  const isThere = (what: HeldPlace['what']): boolean | undefined => {
    if (placement.kind === 'hidden') return undefined;
    const { version, documentation } = placement;
    return what === 'version'
      ? published.versions.get(version)?.published
      : published.documentations.get(documentation);
  };
  const holding = heldPlaces.flatMap((place): readonly Restriction[] => {
    const is = isThere(place.what);
    if (is === false) return [];
    return [{ ...place, there: is === undefined ? 'unknown' : 'published' }];
  });
  // Reasons that need no further request come first.
  return holding.find(({ there }) => there === 'published') ?? holding[0] ?? restriction;
}
