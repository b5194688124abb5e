/** YAML whose values know their place in the file. */
import type { Document, Node, Pair, YAMLMap } from 'yaml';
import { sizeProblem, type InputKind } from '../../model/input-limits.ts';
import type { TextPosition } from '../../system/findings/place.ts';

/** Keys and indexes, from the top of a document. */
export type YamlPath = readonly (string | number)[];

/** Scalars stay text as written: `2.10`, `true` and `2023-03-20` are names as often as values. */
export type SettingsValue =
  | string
  | null
  | readonly SettingsValue[]
  | { readonly [key: string]: SettingsValue };

/** A well-formed document. */
export interface PlacedYaml {
  /** Scalars as they are written; empty ones are null. */
  readonly value: SettingsValue;
  /** Where the value at a path begins. */
  valueAt(path: YamlPath): TextPosition;
  /** Where the key at the end of a path begins. */
  keyAt(path: YamlPath): TextPosition;
}

/** Why a text is not YAML, and where. */
export interface YamlProblem extends TextPosition {
  readonly problem: string;
}

/** Reads a text without a byte order mark. Loads the YAML library on the first call. */
export async function placedYaml(
  text: string,
  kind: InputKind = 'settings',
): Promise<PlacedYaml | YamlProblem> {
  const tooLarge = sizeProblem(kind, text.length);
  if (tooLarge !== undefined) return { problem: `${tooLarge}.`, line: 1, column: 1 };
  const [{ isMap, isNode, isScalar, isSeq, LineCounter, visit }, { parseYaml }] = await Promise.all(
    [import('yaml'), import('../../system/yaml/parse-yaml.ts')],
  );
  const lineCounter = new LineCounter();
  const options = { schema: 'failsafe', prettyErrors: false, lineCounter } as const;
  const document: Document.Parsed = parseYaml(text, options);
  const placeAt = (offset: number): TextPosition => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  const [error] = document.errors;
  if (error) return { problem: sentence(error.message), ...placeAt(error.pos[0]) };
  visit(document, {
    Scalar: (key, node) => {
      const isEmpty = node.type === 'PLAIN' && /^(?:null|~)?$/i.test(String(node.value));
      if (key !== 'key' && isEmpty) node.value = null;
    },
  });
  let value: SettingsValue;
  try {
    value = document.toJS({ maxAliasCount: 100 }) as SettingsValue;
  } catch (failed) {
    const problem = failed instanceof Error ? failed.message : 'This is not valid YAML.';
    return { problem: sentence(problem), line: 1, column: 1 };
  }
  // A file may have 10,000s of invalid keys, and the library searches for each from the start.
  const pairsOf = new WeakMap<YAMLMap, ReadonlyMap<unknown, Pair>>();
  const pairAt = (map: YAMLMap, key: unknown): Pair | undefined => {
    const known =
      pairsOf.get(map) ??
      new Map(map.items.map((pair) => [isScalar(pair.key) ? pair.key.value : pair.key, pair]));
    pairsOf.set(map, known);
    return known.get(key);
  };
  const childOf = (node: unknown, part: string | number): unknown => {
    if (isMap(node)) return pairAt(node, part)?.value;
    return isSeq(node) ? node.items[Number(part)] : undefined;
  };
  const nodeAt = (path: YamlPath): Node | undefined => {
    let node: unknown = document.contents;
    for (const part of path) node = childOf(node, part);
    return isNode(node) ? node : undefined;
  };
  const placeOf = (node: Node | undefined): TextPosition => placeAt(node?.range?.[0] ?? 0);
  return {
    value,
    valueAt: (path) => placeOf(nodeAt(path)),
    keyAt(path) {
      const parent = nodeAt(path.slice(0, -1));
      const pair = isMap(parent) ? pairAt(parent, path.at(-1)) : undefined;
      return placeOf(isNode(pair?.key) ? pair.key : parent);
    },
  };
}

const sentence = (text: string): string => {
  const [first = ''] = text.split('\n', 1);
  return `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/[.:]?$/, '')}.`;
};
