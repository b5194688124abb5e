/** Places in a file, and how to find them from offsets in its text. */

/** A place in a file. Lines and columns count from 1; columns are in UTF-16 units. */
export interface Place<File extends string = string> {
  readonly file: File;
  readonly line: number;
  readonly column: number;
}

/** A place in a text of which the caller has the file. */
export type TextPosition = Omit<Place, 'file'>;

/** The place of one offset. Line ends may be of any kind. */
export function placeAt(text: string, offset: number): TextPosition {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Adds a place to each item, in one pass over the text. The result is in order of offset. */
export function placed<T extends { readonly offset: number }>(
  text: string,
  items: readonly T[],
): (T & TextPosition)[] {
  let line = 1;
  let lineStart = 0;
  const result: (T & TextPosition)[] = [];
  for (const item of items.toSorted((a, b) => a.offset - b.offset)) {
    let next = text.indexOf('\n', lineStart);
    while (next !== -1 && next < item.offset) {
      lineStart = next + 1;
      line += 1;
      next = text.indexOf('\n', lineStart);
    }
    result.push({ ...item, line, column: item.offset - lineStart + 1 });
  }
  return result;
}
