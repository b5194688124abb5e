/** Fenced code, as far as it must be known to leave what is inside alone. */

export interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
}

const isBlank = (code: number): boolean => code === 32 || code === 9;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const skipBlanks = (text: string, from: number): number => {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
};

/** After the bullet or number of a list item at `at`, where there is one; fences may stand in lists. */
function skipListMarker(text: string, at: number): number {
  const char = text[at];
  if ((char === '-' || char === '*' || char === '+') && isBlank(text.charCodeAt(at + 1))) {
    return skipBlanks(text, at + 1);
  }
  let end = at;
  while (end - at < 9 && isDigit(text.charCodeAt(end))) end += 1;
  const closed = text[end] === '.' || text[end] === ')';
  if (end === at || !closed || !isBlank(text.charCodeAt(end + 1))) return at;
  return skipBlanks(text, end + 1);
}

function runAt(text: string, at: number): Fence | null {
  const mark = text[at];
  if (mark !== '`' && mark !== '~') return null;
  let end = at;
  while (text[end] === mark) end += 1;
  return end - at >= 3 ? { mark, length: end - at } : null;
}

/** What a line with a fence begins with: most lines begin with a letter. */
const MAY_OPEN: ReadonlySet<number> = new Set(
  Array.from('`~-*+0123456789', (char) => char.charCodeAt(0)),
);

/** The fence that the line at `start` opens, or null. Any indentation counts: lists nest deeper than three blanks. */
export function fenceOpenedBy(text: string, start: number, end: number): Fence | null {
  const first = skipBlanks(text, start);
  if (!MAY_OPEN.has(text.charCodeAt(first))) return null;
  const at = skipListMarker(text, first);
  const fence = at < end ? runAt(text, at) : null;
  if (fence?.mark !== '`') return fence;
  const tick = text.indexOf('`', at + fence.length);
  return tick === -1 || tick >= end ? fence : null;
}

/** Whether the line from `start` to `end`, its line end not included, closes `fence`. */
export function fenceClosedBy(fence: Fence, text: string, start: number, end: number): boolean {
  const at = skipBlanks(text, start);
  const run = at < end ? runAt(text, at) : null;
  if (run?.mark !== fence.mark || run.length < fence.length) return false;
  const after = skipBlanks(text, at + run.length);
  return after >= end || (text[after] === '\r' && after + 1 >= end);
}
