/** The places of changes in the files of both definitions. */
import { groupBy } from '../../model/group-by.ts';
import type { TextPosition } from '../../findings/place.ts';
import type { DefinitionChange } from '../diff/changes.ts';
import { resolveDocument } from '../referenced-files.ts';
import type { OpenedDocument, Reading } from '../refs.ts';
import type { DefinitionTexts, ReadDocument } from './definition-texts.ts';
import { Origins, type PartOrigin } from './origins.ts';
import { placesInText } from './text-places.ts';

/** A line of a file. */
export interface FilePlace extends TextPosition {
  /** Absolute path or URL. */
  readonly file: string;
}

export interface PlacedChange extends DefinitionChange {
  /** The place in the old definition; `null` for additions, or if that definition is not a file. */
  readonly oldPlace: FilePlace | null;
  /** The place in the new definition. For something removed, that of the nearest parent that still exists. `null` if that definition is not a file. */
  readonly newPlace: FilePlace | null;
}

/** The texts of both definitions; undefined for one that is not a file. */
export interface ComparedTexts {
  readonly before: DefinitionTexts | undefined;
  readonly after: DefinitionTexts | undefined;
}

export async function placeChanges(
  changes: readonly DefinitionChange[],
  { before, after }: ComparedTexts,
): Promise<PlacedChange[]> {
  const old = await placesOf(
    before,
    changes.map(({ oldPointer }) => oldPointer),
  );
  const now = await placesOf(
    after,
    changes.map((change) => change.newPointer ?? change.oldPointer),
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

async function placesOf(
  texts: DefinitionTexts | undefined,
  pointers: readonly (string | null)[],
): Promise<ReadonlyMap<string, FilePlace>> {
  const wanted = new Set(pointers.filter((pointer) => pointer !== null));
  return texts === undefined || wanted.size === 0 ? new Map() : placesIn(texts, wanted);
}

/** The place of the key or item that each pointer ends with. */
async function placesIn(
  texts: DefinitionTexts,
  pointers: ReadonlySet<string>,
): Promise<ReadonlyMap<string, FilePlace>> {
  const documents = new ReadDocuments(texts);
  const origins: { readonly pointer: string; readonly origin: PartOrigin }[] = [];
  for (const pointer of pointers) {
    origins.push({ pointer, origin: await documents.origin(pointer) });
  }
  const places = new Map<string, FilePlace>();
  for (const [file, each] of groupBy(origins, ({ origin }) => origin.document)) {
    const found = await documents.places(
      file,
      each.map(({ origin }) => origin.pointer),
    );
    for (const { pointer, origin } of each) {
      places.set(pointer, { file, ...(found.get(origin.pointer) ?? { line: 1, column: 1 }) });
    }
  }
  return places;
}

/** The documents of one definition. Each is read at most once, and only if something in it changed. */
class ReadDocuments implements Reading {
  readonly resolve = resolveDocument;
  readonly #texts: DefinitionTexts;
  readonly #read = new Map<string, ReadDocument | undefined>();
  readonly #origins: Origins | undefined;

  constructor(texts: DefinitionTexts) {
    this.#texts = texts;
    this.#origins = texts.parts === null ? undefined : new Origins(texts.own, texts.parts, this);
  }

  readonly open = async (document: string): Promise<void> => {
    if (!this.#read.has(document)) this.#read.set(document, await this.#texts.read(document));
  };

  readonly opened = (document: string): OpenedDocument | undefined => {
    const read = this.#read.get(document);
    if (read !== undefined) return { ok: true, value: read.value };
    return this.#read.has(document) ? { ok: false, why: 'it was not read' } : undefined;
  };

  async origin(pointer: string): Promise<PartOrigin> {
    return this.#origins?.of(pointer) ?? { document: this.#texts.own, pointer };
  }

  async places(
    document: string,
    pointers: readonly string[],
  ): Promise<ReadonlyMap<string, TextPosition>> {
    await this.open(document);
    const read = this.#read.get(document);
    if (read === undefined) return new Map();
    const wanted = pointers.map((pointer) => ({ pointer, onKey: true }));
    const places = placesInText(read, wanted);
    return new Map(pointers.flatMap((pointer, at) => (places[at] ? [[pointer, places[at]]] : [])));
  }
}
