/**
 * The size limits of the tool's inputs, for every reader of files. Real inputs are smaller by
 * orders of magnitude. Larger ones are refused, so no other code has to be fast for them.
 */
import { MAX_DEFINITION_BYTES } from './operations.ts';

const KB = 1024;
const MB = 1024 * KB;

/** The name of each kind of input in messages, and the most bytes that one may have. */
const INPUTS = {
  configuration: ['a configuration', 256 * KB],
  settings: ['a settings file', MB],
  navigation: ['a navigation', MB],
  ruleset: ['a ruleset', MB],
  header: ['a header', 64 * KB],
  page: ['a page', 2 * MB],
  definition: ['a definition', MAX_DEFINITION_BYTES],
  source: ['a file of another tool', 8 * MB],
  'source-page': ['a page of another tool', MB],
  sample: ['a file with samples', MB],
  copy: ['a file to copy', 64 * MB],
  gitfile: ['a file that names a repository', 64 * KB],
  addresses: ['a list of addresses', 16 * MB],
  export: ['an export', 2048 * MB],
  body: ['the body of a request', 64 * MB],
  key: ['a key', 64 * KB],
} as const;

export type InputKind = keyof typeof INPUTS;

/** What kind of input a file of a content folder is, by its name alone. */
export function inputKindOf(file: string): InputKind {
  if (file.endsWith('.md')) return 'page';
  if (/(?:^|\/)_nav\.yaml$/.test(file)) return 'navigation';
  const isSettings = /(?:^|[/._])settings\.(?:yaml|json)$|(?:^|\/)developerhub\.yaml$/.test(file);
  return isSettings ? 'settings' : 'definition';
}

/** The most content folders of a configuration. */
export const MAX_CONTENT_FOLDERS = 200;

/** The most globs of a configuration, after their braces are expanded. */
export const MAX_GLOBS = 200;

/** The most findings in a definition that are placed and listed. */
export const MAX_FINDINGS = 10_000;

/** The most wildcards in one path segment of a glob. */
export const MAX_WILDCARDS = 4;

/** The most rules that one part of a ruleset sets. */
export const MAX_RULES = 1000;

/** The most entries of a navigation, at all its levels together. */
export const MAX_NAVIGATION_ENTRIES = 20_000;

export const mostBytes = (kind: InputKind): number => INPUTS[kind][1];

/** Why this size is refused: `1.2 MB; a navigation has at most 1 MB`. Undefined if it is not. */
export function sizeProblem(kind: InputKind, bytes: number): string | undefined {
  const [name, most] = INPUTS[kind];
  return bytes > most ? `${size(bytes)}; ${name} has at most ${size(most)}` : undefined;
}

/** Rounded up, so that a size over a limit is never printed as the limit. */
const size = (bytes: number): string =>
  bytes < MB ? `${Math.ceil(bytes / KB)} kB` : `${Math.ceil((bytes / MB) * 10) / 10} MB`;
