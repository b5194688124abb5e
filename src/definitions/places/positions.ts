/** Positions of a definition's values in its text, in the form that the library expects. */
import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Node } from 'yaml';

/** Kinds of nodes, as the library's own reader numbers them. */
const KIND = { scalar: 0, mapping: 1, map: 2, list: 3, alias: 4 } as const;

interface Position {
  readonly kind: (typeof KIND)[keyof typeof KIND];
  readonly startPosition: number;
  readonly endPosition: number;
  readonly parent: Position | undefined;
  value?: unknown;
  key?: Position;
  mappings?: readonly Position[];
  items?: readonly (Position | undefined)[];
}

/** From this many keys in one map, our reader is faster than the library's, which compares each key with all keys before it. */
const WIDE = 5000;

/** Whether some map has so many keys that the library's own reader would take seconds to minutes. */
export function isWide(content: unknown): boolean {
  const open: unknown[] = [content];
  const seen = new Set<unknown>();
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const inside = Object.values(value);
    if (!Array.isArray(value) && inside.length > WIDE) return true;
    for (const each of inside) open.push(each);
  }
  return false;
}

/** The tree of positions of a YAML or JSON text, in time proportional to its length. Returns undefined if it is nested too deeply. */
export function positionsOf(text: string): Position | undefined {
  try {
    const { contents } = parseDocument(text, { uniqueKeys: false });
    return contents === null ? undefined : toPosition(contents, undefined);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function toPosition(node: Node, parent: Position | undefined): Position {
  const [startPosition, endPosition] = node.range ?? [0, 0];
  const place = { startPosition, endPosition, parent };
  if (isMap<Node, Node | null>(node)) {
    const map: Position = { kind: KIND.map, ...place };
    map.mappings = node.items.map(({ key, value }) => {
      const [start, keyEnd] = key.range ?? [0, 0];
      const end = value?.range?.[1] ?? keyEnd;
      const span = { startPosition: start, endPosition: end };
      const mapping: Position = { kind: KIND.mapping, ...span, parent: map };
      mapping.key = toPosition(key, mapping);
      if (value !== null) mapping.value = toPosition(value, mapping);
      return mapping;
    });
    return map;
  }
  if (isSeq<Node>(node)) {
    const list: Position = { kind: KIND.list, ...place };
    list.items = node.items.map((item) => toPosition(item, list));
    return list;
  }
  if (isAlias(node)) return { kind: KIND.alias, ...place };
  return { kind: KIND.scalar, ...place, value: isScalar(node) ? String(node.value) : '' };
}
