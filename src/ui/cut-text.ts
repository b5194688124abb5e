/** Cuts a text, but not within a surrogate pair. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]$/.test(text.slice(0, most)) ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}
