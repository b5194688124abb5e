/**
 * A YAML text: parsed in time proportional to its length, whatever its shape, with the positions of its
 * values. Loads the YAML library, so import this lazily.
 */
import {
  isCollection,
  isMap,
  isScalar,
  parseDocument,
  visit,
  YAMLParseError,
  isNode,
  isSeq,
  LineCounter,
} from 'yaml';
import type {
  Document,
  DocumentOptions,
  Node,
  ParseOptions,
  SchemaOptions,
  YAMLMap,
  Pair,
} from 'yaml';
import type { Finding } from '../findings/finding.ts';
import type { TextPosition } from '../findings/place.ts';

/**
 * Settings written by people have few levels. Much deeper ones would overflow the stack of code
 * that visits them.
 */
const MAX_LEVELS = 200;

/**
 * Parses `text` like `parseDocument` of the library, but never throws: all problems are in the
 * document's `errors`. The library compares each key of a map with all keys before it, which takes
 * minutes for 100,000 keys. Here, one pass finds duplicates and reports them in the same words.
 * More than 200 levels of nesting are also an error.
 */
export function parseYaml(
  text: string,
  options: ParseOptions & DocumentOptions & SchemaOptions = {},
): Document.Parsed {
  try {
    const document = parseDocument(text, { ...options, uniqueKeys: false });
    // The library reports a stack overflow with the message of V8.
    const overflow = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
    const shape = overflow === undefined ? shapeErrors(document) : [tooDeep(overflow.pos)];
    document.errors = [...shape, ...document.errors];
    return document;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const empty = parseDocument('', options);
    empty.errors.push(tooDeep([0, 1]));
    return empty;
  }
}

/**
 * Errors that the parser does not report: the first duplicate key, and the first value that is too
 * deep.
 */
function shapeErrors(document: Document.Parsed): readonly YAMLParseError[] {
  let duplicate: YAMLParseError | undefined;
  let deep: YAMLParseError | undefined;
  visit(document, {
    Collection: (_key, node, path) => {
      if (path.filter(isCollection).length >= MAX_LEVELS) {
        deep = tooDeep(rangeOf(node));
        return visit.BREAK;
      }
      if (isMap(node)) duplicate ??= duplicateIn(node);
      return undefined;
    },
  });
  return [deep, duplicate].filter((error) => error !== undefined);
}

function duplicateIn(map: YAMLMap): YAMLParseError | undefined {
  const seen = new Set<unknown>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) {
      return new YAMLParseError(rangeOf(key), 'DUPLICATE_KEY', 'Map keys must be unique');
    }
    seen.add(key.value);
  }
  return undefined;
}

const rangeOf = ({ range }: Node): [number, number] => (range ? [range[0], range[1]] : [0, 1]);

const tooDeep = (range: [number, number]): YAMLParseError =>
  new YAMLParseError(
    range,
    'RESOURCE_EXHAUSTION',
    `This is nested more than ${MAX_LEVELS} levels deep`,
  );

/** Keys and indexes, from the top of a document. */
export type YamlPath = readonly (string | number)[];

/** Why a text is not valid YAML, with the position. */
export type YamlProblem = Pick<Finding, 'message'> & TextPosition;

/** A scalar with its position. */
export interface YamlScalar {
  readonly value: unknown;
  /** The text as written, without quotes. */
  readonly source: string;
  readonly start: number;
  readonly end: number;
  /**
   * The path of a value; null for a key. Keys on the path that are not scalars are undefined in it.
   */
  readonly path: readonly (string | number | undefined)[] | null;
}

/** Parses a text without a byte order mark. Never throws. */
export class YamlText {
  /** The first problem; null if the text is valid YAML. */
  readonly problem: YamlProblem | null;
  readonly #document: Document.Parsed;
  readonly #schema: 'failsafe' | 'core';
  readonly #lines = new LineCounter();
  // A text may contain 10,000s of requested keys, and the library searches for each from the start.
  readonly #pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

  /** `failsafe`: scalars are texts, empty ones are null. `core`: numbers and booleans as well. */
  constructor(text: string, schema: 'failsafe' | 'core') {
    this.#document = parseYaml(text, {
      schema,
      prettyErrors: false,
      // Prints nothing. With 'silent', the library drops all documents but the first without an error.
      logLevel: 'error',
      lineCounter: this.#lines,
    });
    const [error] = this.#document.errors;
    this.problem = error ? { message: messageOf(error), ...this.placeAt(error.pos[0]) } : null;
    this.#schema = schema;
  }

  /**
   * The value at a path as a JavaScript value, or a problem if its aliases would expand to too
   * much.
   */
  value(path: YamlPath = []): { readonly value: unknown } | YamlProblem {
    if (this.#schema === 'failsafe') emptyToNull(this.#document);
    try {
      const node: unknown = this.#document.getIn(path, true);
      return { value: isNode(node) ? node.toJS(this.#document, { maxAliasCount: 100 }) : node };
    } catch (error) {
      const message = error instanceof Error ? error.message : 'This is not valid YAML.';
      return { message: sentence(message), line: 1, column: 1 };
    }
  }

  /** The position of the value at a path, or of its nearest parent. */
  valueAt(path: YamlPath): TextPosition {
    return this.placeAt(this.#find(path).value);
  }

  /**
   * The position of the key at the end of a path, or of that of its nearest parent. An item of a
   * list has no key, so this is the position of its value.
   */
  keyAt(path: YamlPath): TextPosition {
    const { key, value } = this.#find(path);
    return this.placeAt(key ?? value);
  }

  /** The position of the value at a path. For an empty value, that of its key. */
  entryAt(path: YamlPath): TextPosition {
    const { key, value, isEmpty } = this.#find(path);
    return this.placeAt(isEmpty ? (key ?? value) : value);
  }

  /** All scalars, in the order of the text. */
  scalars(): readonly YamlScalar[] {
    const found: YamlScalar[] = [];
    const add = (node: unknown, path: YamlScalar['path']): void => {
      if (!isScalar(node) || !node.range) return;
      const [start, end] = node.range;
      found.push({ value: node.value, source: node.source ?? '', start, end, path });
    };
    const walk = (node: unknown, path: NonNullable<YamlScalar['path']>): void => {
      if (isMap(node)) {
        for (const { key, value } of node.items) {
          if (isScalar(key)) add(key, null);
          else walk(key, [...path, undefined]);
          walk(value, [...path, isScalar(key) ? String(key.value) : undefined]);
        }
      } else if (isSeq(node)) {
        for (const [index, item] of node.items.entries()) walk(item, [...path, index]);
      } else add(node, path);
    };
    walk(this.#document.contents, []);
    return found;
  }

  placeAt(offset: number): TextPosition {
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: col };
  }

  #find(path: YamlPath): {
    readonly key: number | undefined;
    readonly value: number;
    readonly isEmpty: boolean;
  } {
    let node: Node | null = this.#document.contents;
    let key: number | undefined;
    for (const part of path) {
      if (isMap(node)) {
        const pair = this.#pairAt(node, part);
        if (!pair) break;
        key = isNode(pair.key) ? pair.key.range?.[0] : undefined;
        node = isNode(pair.value) ? pair.value : null;
      } else {
        const item: unknown = isSeq(node) ? node.items[part as number] : undefined;
        if (!isNode(item)) break;
        key = undefined;
        node = item;
      }
    }
    const [start, end] = node?.range ?? [key ?? 0, key ?? 0];
    return { key, value: start, isEmpty: start === end };
  }

  #pairAt(map: YAMLMap, key: string | number): Pair | undefined {
    let pairs = this.#pairs.get(map);
    if (!pairs) {
      const named = map.items.flatMap((pair) =>
        isScalar(pair.key) ? [[String(pair.key.value), pair] as const] : [],
      );
      this.#pairs.set(map, (pairs = new Map(named)));
    }
    return pairs.get(String(key));
  }
}

function emptyToNull(document: Document.Parsed): void {
  visit(document, {
    Scalar: (key, node) => {
      const isEmpty = node.type === 'PLAIN' && /^(?:null|~)?$/i.test(String(node.value));
      if (key !== 'key' && isEmpty) node.value = null;
    },
  });
}

const messageOf = ({ code, message }: YAMLParseError): string =>
  code === 'MULTIPLE_DOCS'
    ? 'A second YAML document begins here, and only the first one is read.'
    : sentence(message);

const sentence = (text: string): string => {
  const [first = ''] = text.split('\n', 1);
  return `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/[.:]?$/, '')}.`;
};
