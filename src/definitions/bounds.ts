import type { JsonExtent } from './json-text.ts';

/** Deeper than any definition that people wrote, and shallow enough for every recursion of the library. */
export const MAX_DEFINITION_DEPTH = 200;

/** The most values that a definition may have after its YAML aliases are expanded. GitHub's own, 14 MB, has 0.8 million. */
export const MAX_VALUES = 2_000_000;

interface Extent {
  readonly values: number;
  readonly height: number;
}

/** Why a document is refused for its structure. */
export type OutOfBounds = 'nesting' | 'aliases';

/**
 * Why a parsed document is dangerous to walk: it nests too deep, or its aliases multiply (a "YAML
 * bomb") or contain themselves. Returns undefined if it is not. Takes time in proportion to the
 * text, not to what it would expand to.
 */
export function outOfBounds(root: unknown): OutOfBounds | undefined {
  const known = new Map<object, Extent>();
  const open = new Set<object>();
  let found: OutOfBounds | undefined;

  const measure = (value: unknown, depth: number): Extent => {
    if (found !== undefined || typeof value !== 'object' || value === null) return LEAF;
    const seen = known.get(value);
    if (seen !== undefined) {
      if (depth + seen.height > MAX_DEFINITION_DEPTH) found = 'nesting';
      return seen;
    }
    if (open.has(value)) found = 'aliases';
    else if (depth >= MAX_DEFINITION_DEPTH) found = 'nesting';
    if (found !== undefined) return LEAF;

    open.add(value);
    let values = 1;
    let height = 0;
    for (const each of Object.values(value)) {
      const extent = measure(each, depth + 1);
      values += extent.values;
      height = Math.max(height, extent.height);
    }
    open.delete(value);
    if (values > MAX_VALUES) found = 'aliases';
    const extent = { values, height: height + 1 };
    known.set(value, extent);
    return extent;
  };

  measure(root, 0);
  return found;
}

/** The same for a JSON text, which has no aliases, without walking its values. */
export const outOfBoundsInJson = ({ depth, values }: JsonExtent): OutOfBounds | undefined =>
  depth > MAX_DEFINITION_DEPTH ? 'nesting' : values > MAX_VALUES ? 'aliases' : undefined;

const LEAF: Extent = { values: 1, height: 0 };
