import { compareDefinitions } from '../../../definitions/diff/diff.ts';
import type { Comparable } from '../../../definitions/long-numbers.ts';
import {
  placeChanges,
  type DefinitionSource,
  type PlacedChange,
} from '../../../definitions/places/definition-places.ts';
import type { Place } from '../../../system/findings/place.ts';
import type { Judged } from './accepted.ts';
import type { DiffReport } from './document.ts';

/** A definition that is compared. */
export interface Side extends Comparable {
  /** For people. */
  readonly name: string;
  /** Only if it is on the platform. */
  readonly version?: string;
  /** Only if it is a file. */
  readonly source?: DefinitionSource;
}

/** What changed between two definitions. Files are named by their absolute paths. */
export async function reportOnSides(
  older: Side,
  newer: Side,
  judge: (changes: readonly PlacedChange[]) => Judged<PlacedChange>[],
): Promise<DiffReport> {
  const diff = compareDefinitions(older, newer);
  const changes = judge(await placeChanges(diff.changes, older.source, newer.source));
  return { old: older.name, new: newer.name, ...diff, changes };
}

/** The same report with other names of files. */
export function withFileNames(report: DiffReport, nameOf: (file: string) => string): DiffReport {
  const named = (place: Place | null): Place | null =>
    place === null ? null : { ...place, file: nameOf(place.file) };
  const changes = report.changes.map((change) => {
    const { oldPlace, newPlace } = change;
    return { ...change, oldPlace: named(oldPlace), newPlace: named(newPlace) };
  });
  return { ...report, changes };
}
