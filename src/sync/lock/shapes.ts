/** What the values in lock and journal look like: either may be damaged, or somebody else's. */
import type { Digest, PageKey } from '../../model/ids.ts';
import type { Merging, Unproven } from '../../model/sides.ts';

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isDigest = (value: unknown): value is Digest =>
  isText(value) && /^[\w-]{43}$/.test(value);

export const areDigests = (value: unknown): value is Digest[] =>
  Array.isArray(value) && value.every(isDigest);

export function isMerging(value: unknown): value is Merging {
  if (typeof value !== 'object' || value === null) return false;
  const { title, theirs, undone }: { readonly [field in keyof Merging]?: unknown } = value;
  return isText(title) && isDigest(theirs) && areDigests(undone);
}

/** Three slugs. */
export function isKey(text: string): text is PageKey {
  const first = text.indexOf('/');
  const second = text.indexOf('/', first + 1);
  return (
    first > 0 && second > first + 1 && second + 1 < text.length && !text.includes('/', second + 1)
  );
}

export const isUnproven = (value: unknown): value is Unproven =>
  value === 'fresh' || value === 'still' || value === 'drift' || value === 'over';
