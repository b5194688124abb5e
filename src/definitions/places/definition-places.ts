/** Lines and columns of findings and changes in the files of definitions. */
import { groupBy } from '../../model/group-by.ts';
import type { Place } from '../../system/findings/place.ts';
import type { DefinitionChange } from '../diff/changes.ts';
import type { Definition } from '../read-definition.ts';
import { withLineFeeds, type ReferencedFiles } from '../referenced-files.ts';
import { Origins, type BundleParts } from './origins.ts';
import { placesInText, type WantedValue } from './text-places.ts';

/** What a definition was read from. */
export interface DefinitionSource {
  readonly definition: Definition;
  /** The parts that it was bundled from, and how to read them again; `null` if it is one file. */
  readonly bundle: { readonly parts: BundleParts; readonly files: ReferencedFiles } | null;
}

/** A value of a document that was read: by its path or URL. */
export interface WantedPlace extends WantedValue {
  readonly document: string;
}

/** Adds its place to each item: that of its key, or of its value. Files are paths and URLs as given. */
export function withPlaces<T extends WantedPlace>(
  items: readonly T[],
  definition: Definition,
  { loaded }: Pick<ReferencedFiles, 'loaded'>,
): (T & { readonly place: Place })[] {
  return Array.from(groupBy(items, ({ document }) => document)).flatMap(([file, group]) => {
    const read = file === definition.file ? definition : loaded.get(file);
    const { text = '', format = 'yaml' } = read ?? {};
    const places = placesInText({ text: withLineFeeds(text), format }, group);
    return group.map((item, at) => {
      const { line, column } = places[at] ?? { line: 1, column: 1 };
      return { ...item, place: { file, line, column } };
    });
  });
}

export interface PlacedChange extends DefinitionChange {
  /** The place in the old definition; `null` for additions, or if that definition is not a file. */
  readonly oldPlace: Place | null;
  /** The place in the new definition. For something removed, that of the nearest parent that still exists. `null` if that definition is not a file. */
  readonly newPlace: Place | null;
}

/** Adds the places of changes in both definitions; a definition that is not a file has no source. */
export async function placeChanges(
  changes: readonly DefinitionChange[],
  before: DefinitionSource | undefined,
  after: DefinitionSource | undefined,
): Promise<PlacedChange[]> {
  const old = await placesOf(
    before,
    changes.map(({ oldPointer }) => oldPointer),
  );
  const now = await placesOf(
    after,
    changes.map(({ oldPointer, newPointer }) => newPointer ?? oldPointer),
  );
  return changes.map((change) => {
    const { oldPointer, newPointer } = change;
    return {
      ...change,
      oldPlace: old.get(oldPointer ?? '') ?? null,
      newPlace: now.get(newPointer ?? oldPointer ?? '') ?? null,
    };
  });
}

/** The place of the key or item that each pointer ends with. */
async function placesOf(
  source: DefinitionSource | undefined,
  pointers: readonly (string | null)[],
): Promise<ReadonlyMap<string, Place>> {
  const wanted = new Set(pointers.filter((pointer) => pointer !== null));
  if (source === undefined || wanted.size === 0) return new Map();
  const { definition, bundle } = source;
  const again = await bundle?.files.readAgain();
  const origins = again && bundle && new Origins(definition.file, bundle.parts, again.files);
  const items: (WantedPlace & { readonly of: string })[] = [];
  for (const of of wanted) {
    const origin = (await origins?.of(of)) ?? { document: definition.file, pointer: of };
    items.push({ ...origin, of, onKey: true });
  }
  const placed = withPlaces(items, definition, again?.files ?? { loaded: new Map() });
  return new Map(placed.map(({ of, place }) => [of, place]));
}
