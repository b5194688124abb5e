/** YAML in time proportional to its length, whatever its shape. */
import { isCollection, isMap, isScalar, parseDocument, visit, YAMLParseError } from 'yaml';
import type { Document, DocumentOptions, Node, ParseOptions, SchemaOptions, YAMLMap } from 'yaml';

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
