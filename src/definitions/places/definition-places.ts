/** Lines and columns of values in a definition and the files beside it. */
import { loadLibrary } from '../library.ts';
import type { TextPosition } from '../../findings/place.ts';
import type { Definition } from '../read.ts';
import { withLineFeeds, type ReferencedFiles } from '../referenced-files.ts';
import { sourceOf, type LibrarySource } from '../resolver.ts';

export class DefinitionPlaces {
  readonly #definition: Definition;
  readonly #files: Pick<ReferencedFiles, 'loaded'>;
  readonly #sources = new Map<string, LibrarySource>();

  constructor(definition: Definition, files: Pick<ReferencedFiles, 'loaded'>) {
    this.#definition = definition;
    this.#files = files;
  }

  /** The place of `pointer` in `document`, which was read: that of the key, or of the value. */
  async of(document: string, pointer: string, onKey: boolean): Promise<TextPosition> {
    const library = await loadLibrary();
    let source = this.#sources.get(document);
    if (source === undefined) {
      const isOwn = document === this.#definition.file;
      const file = isOwn ? undefined : this.#files.loaded.get(document);
      const text = file?.text ?? withLineFeeds(this.#definition.text);
      source = sourceOf(library, document, text, file?.value ?? this.#definition.content);
      this.#sources.set(document, source);
    }
    const { start } = library.getLineColLocation({ source, pointer, reportOnKey: onKey });
    return { line: start.line, column: start.col };
  }
}
