/** The texts from which a definition was read, for finding places in them. */
import type { Comparable } from '../long-numbers.ts';
import { parseText, type Definition, type DefinitionFormat } from '../read.ts';
import { withLineFeeds } from '../referenced-files.ts';
import type { BundleParts } from './origins.ts';

/** A definition as one document, and its source texts. */
export interface ComparableDefinition extends Comparable {
  readonly texts: DefinitionTexts;
}

/** A document of a definition, as it was read. */
export interface ReadDocument {
  /** With line feeds only. */
  readonly text: string;
  readonly format: DefinitionFormat;
  readonly value: unknown;
}

/** The documents of a definition: its own, and the files that it refers to. */
export interface DefinitionTexts {
  /** The definition's own document: an absolute path. */
  readonly own: string;
  /** The parts that it was bundled from; `null` if it is one file. */
  readonly parts: BundleParts | null;
  /** Returns a document of the definition; undefined if the definition does not have it. */
  readonly read: (document: string) => Promise<ReadDocument | undefined>;
}

/** The texts of a definition that was just read. */
export function loadedTexts(
  definition: Definition,
  loaded: ReadonlyMap<string, { readonly text: string }>,
  parts: BundleParts | null,
): DefinitionTexts {
  const { file, format, content } = definition;
  const read = async (document: string): Promise<ReadDocument | undefined> => {
    if (document !== file) return parsed(loaded.get(document)?.text, document);
    const text = withLineFeeds(definition.text);
    // Bundling has changed the parsed values, so the text is parsed again.
    return parts === null ? { text, format, value: content } : parsed(text, document);
  };
  return { own: file, parts, read };
}

async function parsed(
  text: string | undefined,
  document: string,
): Promise<ReadDocument | undefined> {
  if (text === undefined) return undefined;
  const result = await parseText(text, document);
  return result.ok ? { text, format: result.format, value: result.value } : undefined;
}
