/** Why a page is not published, by its file and by what the platform says of its place. Pure. */
import type { HeldPlace, LocalPage, Restriction } from '../../model/local.ts';
import type { Placement, PublishedPlaces } from '../../model/sides.ts';

/**
 * What holds the page back, the weightiest reason. Settings of a place do so unless the platform
 * says that this place is unpublished: there, pages are published before the place is.
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
  // What nobody has to ask the platform about comes first.
  return holding.find(({ there }) => there === 'published') ?? holding[0] ?? restriction;
}
