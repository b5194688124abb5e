/** Line and column of offsets. */

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Gives each its place, all in one pass over the text. The result is in order of offset. */
export function placed<T extends { readonly offset: number }>(
  text: string,
  items: readonly T[],
): (T & Place)[] {
  let line = 1;
  let lineStart = 0;
  const result: (T & Place)[] = [];
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
