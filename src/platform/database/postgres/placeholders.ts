/** Quoted text, a quoted name, or a placeholder. */
const PARTS = /'[^']*'|"[^"]*"|\?/g;

const known = new Map<string, string>();

/** The statement with `$1`, `$2` and so on for each `?` outside quotes, computed once per statement. */
export function numbered(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  let count = 0;
  const translated = text.replace(PARTS, (part) => {
    if (part !== '?') return part;
    count += 1;
    return `$${count}`;
  });
  known.set(text, translated);
  return translated;
}
