/** A text whose header, unlike a page's, is YAML: changelog posts, synced blocks, and pages of other tools. */

/** A file, split at its front matter. */
export interface FrontMatter {
  /** The text between the fences; null: the file has no front matter, or it is not closed. Its first line is the second of the file. */
  readonly header: string | null;
  /** What follows; without front matter, the whole text. */
  readonly body: string;
  /** Whether the header is TOML, which only other tools have. */
  readonly isToml: boolean;
}

const YAML = /(?<![^\n])---[ \t]*\r?(?:\n|$)/;
const FOREIGN_YAML = /(?<![^\n])(?:---|\.\.\.)[ \t]*\r?(?:\n|$)/;
const TOML = /(?<![^\n])\+\+\+[ \t]*\r?(?:\n|$)/;

/**
 * The fences are lines of `---`, and the first one is the file's first line. `isForeign`: another tool's page, whose header may be TOML between lines
 * of `+++`, or end with a line of `...`. Takes time proportional to the length.
 */
export function splitFrontMatter(text: string, isForeign = false): FrontMatter {
  const source = text.replace(/^\u{feff}/u, '');
  const open = (isForeign ? /^(?:---|\+\+\+)[ \t]*\r?\n/ : /^---[ \t]*\r?\n/).exec(source);
  const isToml = source.startsWith('+');
  const end = isToml ? TOML : isForeign ? FOREIGN_YAML : YAML;
  const rest = source.slice(open?.[0].length ?? 0);
  const close = open && end.exec(rest);
  if (!close) return { header: null, body: source, isToml: false };
  const body = rest.slice(close.index + close[0].length);
  return { header: rest.slice(0, close.index), body, isToml };
}
