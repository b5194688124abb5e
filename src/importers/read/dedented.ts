/** Removes indentation without meaning. Pure. */

const FENCE = /^\s*(`{3,}|~{3,})(.*)$/;

/** Removes the indentation that all lines share. Ignores fences and an unindented first line. */
export function dedented(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^[\t ]+/, (space) => space.replaceAll('\t', '    ')));
  const least = [...indents(lines)].reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(least) || least === 0) return lines.join('\n');
  return lines
    .map((line) => (line.slice(0, least).trim() === '' ? line.slice(least) : line.trimStart()))
    .join('\n');
}

function* indents(lines: readonly string[]): Generator<number> {
  let fence: string | null = null;
  for (const [index, line] of lines.entries()) {
    const [, mark, info = ''] = FENCE.exec(line) ?? [];
    const isEnd = fence !== null && mark?.startsWith(fence) === true && info.trim() === '';
    const isMeasured = fence === null || isEnd;
    if (isEnd) fence = null;
    else if (fence === null && mark !== undefined) fence = mark;
    if (!isMeasured || line.trim() === '') continue;
    if (index > 0 || /^\s/.test(line)) yield line.length - line.trimStart().length;
  }
}
