/** The place of one change: `file:line`, or the pointer if it is not in a file. */
import type { FilePlace, PlacedChange } from '../../../definitions/places/change-places.ts';

/** The old place, then the new one, each with its side; only one if both are the same. */
export function placesOfChange(change: PlacedChange): string[] {
  const { oldPlace, newPlace, oldPointer, newPointer } = change;
  const isSame = oldPointer === newPointer && oldPlace === null && newPlace === null;
  if (isSame && oldPointer !== null) return [oldPointer];
  return [
    ...(oldPointer === null ? [] : [`old ${fileAndLine(oldPlace) ?? oldPointer}`]),
    ...(newPointer === null ? [] : [`new ${fileAndLine(newPlace) ?? newPointer}`]),
  ];
}

/** The line to look at: the new one, or the old one of a removed part. Undefined if it is not in a file. */
export const placeOfChange = ({
  oldPlace,
  newPlace,
  newPointer,
}: PlacedChange): string | undefined =>
  fileAndLine(newPointer === null ? (oldPlace ?? newPlace) : (newPlace ?? oldPlace));

/** `openapi/pets.yaml:12:5`, a form that editors open. */
const fileAndLine = (place: FilePlace | null): string | undefined =>
  place === null ? undefined : `${place.file}:${place.line}:${place.column}`;
