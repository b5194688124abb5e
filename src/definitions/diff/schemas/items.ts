/** Items of lists: those with a schema for their position, and all others. */
import type { SchemaComparison } from './scope.ts';

export function compareItems({ before, after, report, compare }: SchemaComparison): void {
  for (const [at, from] of before.prefixItems.entries()) {
    const to = after.prefixItems[at] ?? after.items;
    if (typeof to === 'object') compare(from, to);
    else report(to ? 'items-widened' : 'items-narrowed', `item ${at} is no longer described`);
  }
  for (const [at, to] of after.prefixItems.entries()) {
    if (at < before.prefixItems.length) continue;
    const { items: from } = before;
    if (typeof from === 'object') compare(from, to);
    else if (from) report('items-narrowed', `item ${at} now has its own schema`);
    else report('items-widened', `item ${at} is now allowed`);
  }
  const { items: from } = before;
  const { items: to } = after;
  if (typeof from === 'object' && typeof to === 'object') compare(from, to);
  else if (from !== to && (to === true || from === false))
    report('items-widened', 'other items are now allowed');
  else if (from !== to) report('items-narrowed', 'fewer other items are now allowed');
}
