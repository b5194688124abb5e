import { isTree } from '../tree.ts';

/** One text for all ways to write a value: keys sorted. For comparing small values, not whole documents. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isTree(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${entries.join(',')}}`;
}
