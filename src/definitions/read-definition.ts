/** Parses the bytes of a definition file, or gives the one reason why they cannot be parsed. */
import { grouped, shorten } from '../model/text/sentences.ts';
import { tryJson } from '../model/fields.ts';
import { visit } from 'jsonc-parser';
import { decodeText } from './decode.ts';
import { extentOfJson } from './json-text.ts';
import { longNumbersInYaml, withValuesOf, type WrittenNumber } from './long-numbers.ts';
import { loadLibrary, type Library } from './library.ts';
import {
  MAX_DEFINITION_DEPTH,
  MAX_VALUES,
  outOfBounds,
  outOfBoundsInJson,
  type OutOfBounds,
} from './bounds.ts';
import { placeAt, type TextPosition } from '../system/findings/place.ts';
import type { Finding } from '../system/findings/finding.ts';
import { problemIn } from './problem.ts';
import { isTree, textAt, child, type Tree } from './definition-tree.ts';

export type DefinitionFormat = 'json' | 'yaml';

export interface Definition {
  /** Absolute path, or another name for the origin of the text. */
  readonly file: string;
  /** Without byte order mark. */
  readonly text: string;
  readonly format: DefinitionFormat;
  readonly content: Tree;
  readonly longNumbers: readonly WrittenNumber[];
  /** The value of `openapi` or `swagger`: `2.0`, `3.1.0`. */
  readonly specification: string;
  /** `info.title`: identifies a reference within its version (docs/service.md, "References"). */
  readonly title: string;
}

/** A definition, or the problem that prevented parsing. */
export type ReadResult =
  | { readonly ok: true; readonly definition: Definition }
  | { readonly ok: false; readonly problem: Finding };

type Parsed =
  | {
      readonly ok: true;
      readonly format: DefinitionFormat;
      readonly value: unknown;
      readonly longNumbers: readonly WrittenNumber[];
    }
  | { readonly ok: false; readonly problem: Finding };

/** The most aliases in one YAML file. `bounds.ts` limits what they expand to. */
const MAX_ALIASES = 10_000;
/** How many characters of a definition a message quotes. */
export const MAX_QUOTED = 60;

/** Parses a whole definition: OpenAPI 2.0 to 3.2 with a title. Does not follow references. Never throws because of the content of `bytes`. */
export async function readDefinition(bytes: Uint8Array, file: string): Promise<ReadResult> {
  const decoded = decodeText(bytes);
  if (!decoded.ok) {
    return refuse(
      file,
      'encoding',
      decoded.message,
      placeAt(decoded.before, decoded.before.length),
    );
  }
  const { text } = decoded;
  const parsed = await parseText(text, file);
  if (!parsed.ok) return parsed;
  const { value: content, format, longNumbers } = parsed;

  const specification = textAt(content, 'openapi') ?? textAt(content, 'swagger') ?? '';
  if (!isTree(content) || !SPECIFICATIONS.test(specification)) {
    return refuse(file, 'not-openapi', whyNotOpenApi(content), placeOfVersion(text));
  }
  const stated = child(child(content, 'info'), 'title');
  const title = typeof stated === 'string' ? stated.trim() : '';
  if (title === '') {
    const what = typeof stated === 'number' ? 'is a number and must be in quotes' : 'is missing';
    const message = `\`info.title\` ${what}: the platform identifies a reference by its title`;
    return refuse(file, 'not-openapi', message);
  }
  return {
    ok: true,
    definition: { file, text, format, content, longNumbers, specification, title },
  };
}

/** Parses any part of a definition: JSON as JSON, everything else as YAML 1.2 without dates. Refuses duplicate keys, deep nesting and YAML bombs. */
export async function parseText(text: string, file: string): Promise<Parsed> {
  return /^\s*[[{]/.test(text) ? parseBraced(text, file) : parseYaml(text, file);
}

/** YAML may begin with a brace, so only a file named `.json` has to be JSON. */
async function parseBraced(text: string, file: string): Promise<Parsed> {
  const value = tryJson(text);
  if (value === undefined) {
    if (!file.toLowerCase().endsWith('.json')) return parseYaml(text, file);
    return refuseJson(text, file);
  }
  const extent = extentOfJson(text);
  const { duplicate, numbers } = extent;
  if (duplicate !== undefined) {
    const message = `the key "${shorten(duplicate.key, MAX_QUOTED)}" appears twice`;
    return refuse(file, 'duplicate-key', message, placeAt(text, duplicate.offset));
  }
  const reason = outOfBoundsInJson(extent);
  const many = `more than ${grouped(MAX_VALUES)} values`;
  if (reason !== undefined) return refuseBounds(file, reason, many);
  const longNumbers = withValuesOf(numbers, (choose) => extentOfJson(text, choose).numbers);
  return { ok: true, format: 'json', value, longNumbers };
}

function refuseBounds(
  file: string,
  reason: OutOfBounds,
  many: string,
): Extract<ReadResult, { ok: false }> {
  const message =
    reason === 'nesting' ? `nested more than ${MAX_DEFINITION_DEPTH} levels deep` : many;
  return refuse(file, reason, message);
}

/** Says where a text stops to be JSON. */
function refuseJson(text: string, file: string): Extract<ReadResult, { ok: false }> {
  let offset = text.length;
  const onError = (_: number, at: number): void => {
    offset = Math.min(offset, at);
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuseBounds(file, 'nesting', '');
  }
  const char = text.codePointAt(offset);
  const reason =
    char === undefined
      ? 'it ends too early'
      : `unexpected ${JSON.stringify(String.fromCodePoint(char))}`;
  return refuse(file, 'syntax', `not JSON: ${reason}`, placeAt(text, offset));
}

async function parseYaml(text: string, file: string): Promise<Parsed> {
  const library = await loadLibrary();
  try {
    const value = library.parseYaml(text, {
      filename: file,
      maxAliases: MAX_ALIASES,
      maxDepth: MAX_DEFINITION_DEPTH,
    });
    const reason = outOfBounds(value);
    const many = 'its YAML aliases contain themselves, or stand for millions of values';
    return reason === undefined
      ? { ok: true, format: 'yaml', value, longNumbers: await longNumbersInYaml(text) }
      : refuseBounds(file, reason, many);
  } catch (error) {
    const { reason, place } = yamlError(error);
    if (/maxDepth/.test(reason)) {
      return refuse(file, 'nesting', `nested more than ${MAX_DEFINITION_DEPTH} levels deep`, place);
    }
    if (/maxAliases|maxTotalMergeKeys/.test(reason)) {
      return refuse(file, 'aliases', `more than ${MAX_ALIASES} YAML aliases or merged keys`, place);
    }
    if (/duplicated mapping key/.test(reason)) {
      const key = keyAt(text, place);
      const twice = `the key "${shorten(key.name, MAX_QUOTED)}" appears twice`;
      const message = isMergedNumber(library, text, key)
        ? `${twice}: write it in quotes, '${key.name}', because it is a number and \`<<\` merges it too`
        : twice;
      return refuse(file, 'duplicate-key', message, key.place);
    }
    return refuse(file, 'syntax', `not YAML: ${reason}`, place);
  }
}

/** The key of a YAML map at `place`, as it is written, and its beginning: the library's place is after an opening quote. */
function keyAt(
  text: string,
  { line, column }: TextPosition,
): { name: string; place: TextPosition } {
  const whole = text.split(/\r\n?|\n/, line)[line - 1] ?? '';
  const start = /["']/.test(whole.charAt(column - 2)) ? column - 1 : column;
  const rest = whole.slice(start - 1);
  const found = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|(.+?))\s*(?::(?:\s|$)|$)/.exec(rest);
  const name = found?.[1] ?? found?.[2] ?? found?.[3] ?? rest.trim();
  return { name, place: { line, column: start } };
}

/** Whether the parser only takes a key for the second one because it is a number that `<<` merges as well: in quotes it is not. */
function isMergedNumber(
  library: Library,
  text: string,
  { name, place }: { readonly name: string; readonly place: TextPosition },
): boolean {
  if (!/^\d+$/.test(name)) return false;
  const lines = text.split(/\r\n?|\n/);
  const line = lines[place.line - 1] ?? '';
  const before = line.slice(0, place.column - 1);
  lines[place.line - 1] = `${before}'${name}'${line.slice(place.column - 1 + name.length)}`;
  try {
    library.parseYaml(lines.join('\n'), {
      maxAliases: MAX_ALIASES,
      maxDepth: MAX_DEFINITION_DEPTH,
    });
    return true;
  } catch (error) {
    const { reason, place: other } = yamlError(error);
    return !/duplicated mapping key/.test(reason) || other.line !== place.line;
  }
}

/** js-yaml's `YAMLException`: a reason and a mark whose line and column count from 0. */
function yamlError(error: unknown): { reason: string; place: TextPosition } {
  const { reason, message, mark } = error as {
    reason?: string;
    message?: string;
    mark?: { line?: number; column?: number };
  };
  return {
    reason: reason ?? message ?? 'unreadable',
    place: { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 },
  };
}

/** The versions for which the library has rules. */
const SPECIFICATIONS = /^(?:2\.0|3\.[012]\.\S+)$/;

function whyNotOpenApi(content: unknown): string {
  const key = child(content, 'openapi') === undefined ? 'swagger' : 'openapi';
  const stated = child(content, key);
  if (typeof stated === 'number') {
    const example = key === 'swagger' ? '2.0' : '3.1.0';
    return `\`${key}\` is a number: write it in full and in quotes, such as "${example}"`;
  }
  return typeof stated === 'string'
    ? `OpenAPI "${shorten(stated, MAX_QUOTED)}" is not supported: use 2.0, 3.0.x, 3.1.x or 3.2.x`
    : 'neither `openapi: 3.x` nor `swagger: "2.0"` at the top: this is not an OpenAPI definition';
}

/** The place of the version; the beginning of the text if there is none. */
function placeOfVersion(text: string): TextPosition {
  const found = /^(?:\{\s*)?["']?(?:openapi|swagger)["']?[ \t]*:/m.exec(text);
  return placeAt(text, found?.index ?? 0);
}

const refuse = (
  file: string,
  rule: string,
  message: string,
  place?: TextPosition,
): Extract<ReadResult, { ok: false }> => ({
  ok: false,
  problem: problemIn(file, rule, message, place),
});
