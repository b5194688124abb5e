/** Lines and columns of values in a definition and the files beside it. */
import { groupBy } from '../../model/group-by.ts';
import type { TextPosition } from '../../findings/place.ts';
import type { Definition } from '../read.ts';
import { withLineFeeds, type ReferencedFiles } from '../referenced-files.ts';
import { placesInText, type WantedPlace } from './text-places.ts';

/** Adds its place to each item: that of its key, or of its value, in a document that was read. */
export function withPlaces<T extends WantedPlace & { readonly document: string }>(
  items: readonly T[],
  definition: Definition,
  { loaded }: Pick<ReferencedFiles, 'loaded'>,
): (T & TextPosition)[] {
  return Array.from(groupBy(items, ({ document }) => document)).flatMap(([document, group]) => {
    const read = document === definition.file ? definition : loaded.get(document);
    const { text = '', format = 'yaml' } = read ?? {};
    const places = placesInText({ text: withLineFeeds(text), format }, group);
    return group.map((item, at) => ({ ...item, ...(places[at] ?? { line: 1, column: 1 }) }));
  });
}
