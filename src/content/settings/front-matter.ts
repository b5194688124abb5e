/** A text whose header, unlike a page's, is YAML: changelog posts and synced blocks. */

/** A file, split at its front matter. */
export interface FrontMatter {
  /** The text between the fences; null: the file has no front matter, or it is not closed. Its first line is the second of the file. */
  readonly header: string | null;
  /** What follows; without front matter, the whole text. */
  readonly body: string;
}

/** The fences are lines of `---`, and the first one is the file's first line. Takes time proportional to the length. */
export function splitFrontMatter(text: string): FrontMatter {
  const source = text.replace(/^\u{feff}/u, '');
  const open = /^---[ \t]*\r?\n/.exec(source);
  const rest = source.slice(open?.[0].length ?? 0);
  const close = open && /(?<![^\n])---[ \t]*\r?(?:\n|$)/.exec(rest);
  if (!close) return { header: null, body: source };
  return { header: rest.slice(0, close.index), body: rest.slice(close.index + close[0].length) };
}
