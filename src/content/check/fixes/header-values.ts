/** Converts header values written as YAML to the form of headers. Pure. */

/** Keys whose values are lists separated by commas. */
export const LIST_KEYS: ReadonlySet<string> = new Set(['keywords', 'tags']);

/** A value without its quotes; null if its content means something else in YAML. */
export function plainValue(value: string): string | null {
  const text = value.trim();
  if (!/^["']/.test(text)) return text;
  const inner = /^"([^"\\\n]*)"$/.exec(text)?.[1] ?? /^'([^'\n]*)'$/.exec(text)?.[1];
  return inner === undefined || inner.trim() === '' ? null : inner.trim();
}

/** A YAML list as text with commas. Null if it is not a list of plain texts without commas. */
export function listValue(key: string, value: string): string | null {
  if (!LIST_KEYS.has(key)) return null;
  const flow = /^\[([^[\]\n]*)\]$/.exec(value.trim())?.[1];
  const items = flow === undefined ? blockItems(value) : flow.split(',');
  if (items === null) return null;
  const plain = items.map(plainValue);
  return plain.some((item) => item === null || item === '' || /[,{}[\]#&*]/.test(item))
    ? null
    : plain.join(', ');
}

function blockItems(value: string): string[] | null {
  const [first = '', ...rest] = value.split('\n').map((line) => line.replace(/\r$/, ''));
  if (first.trim() !== '' || rest.length === 0) return null;
  const items = rest.map((line) => /^[ \t]*- +(\S.*)$/.exec(line)?.[1]);
  return items.includes(undefined) ? null : (items as string[]);
}
