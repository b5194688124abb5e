/**
 * Texts with YAML headers, which pages do not have: changelog posts, synced blocks, pages of other
 * tools.
 */
import type { Finding } from '../../system/findings/finding.ts';
import type { TextPosition } from '../../system/findings/place.ts';
import { mapOf } from './settings-file.ts';
import type { SettingsMap } from './settings-file.ts';

/** A file, split at its front matter. */
export interface FrontMatter {
  /** The text between the fences, from the file's second line; null: none, or it is not closed. */
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
 * Splits a text at its front matter, between lines of `---` that begin with the first line.
 * `isForeign`: the page of another tool, whose header may be TOML between lines of `+++`, or end
 * with `...`. Takes linear time.
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

/**
 * A front matter's values and their positions in the file. The position of a missing one is the
 * beginning of the front matter.
 */
export interface FrontMatterValues {
  readonly values: SettingsMap;
  keyAt(key: string): TextPosition;
  valueAt(key: string): TextPosition;
}

/** A problem of a front matter, with its position in the file. */
export type FrontMatterProblem = Pick<Finding, 'message' | 'hint'> & TextPosition;

/** What the front matter of a text must look like. `keys`: in words. */
export const frontMatterHint = (keys: string): string =>
  `It begins with a line of \`---\`, then ${keys}, then another line of \`---\``;

/** Reads a header. `what` and `keys`: words for the file and for what its front matter has. */
export async function frontMatterOf(
  header: string | null,
  what: string,
  keys: string,
): Promise<FrontMatterValues | FrontMatterProblem> {
  if (header === null) {
    const message = `The front matter of this ${what} is missing, or not closed.`;
    return { message, hint: frontMatterHint(keys), line: 1, column: 1 };
  }
  const { placedYaml } = await import('../../system/yaml/placed-yaml.ts');
  const yaml = await placedYaml(header, 'header');
  if ('message' in yaml) return { ...yaml, hint: null, line: yaml.line + 1 };
  const values = mapOf(yaml.value);
  if (values === null) {
    const message = 'The front matter is not a list of `key: value` lines.';
    return { message, hint: null, line: 2, column: 1 };
  }
  const inFile = (key: string, { line, column }: TextPosition): TextPosition =>
    Object.hasOwn(values, key) ? { line: line + 1, column } : { line: 1, column: 1 };
  return {
    values,
    keyAt: (key) => inFile(key, yaml.keyAt([key])),
    valueAt: (key) => inFile(key, yaml.valueAt([key])),
  };
}
