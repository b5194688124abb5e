/** Access to parsed definitions that makes no assumptions about their shape. */

import { hasFields, type Fields } from '../model/fields.ts';

export type Tree = Fields;

/** Whether a value is a map, not a list or a scalar. */
export const isTree: (value: unknown) => value is Tree = hasFields;

/** The value under `key`; `undefined` if `node` is not a map or has no such key of its own. */
export const child = (node: unknown, key: string): unknown =>
  isTree(node) && Object.hasOwn(node, key) ? node[key] : undefined;

/** The same, or an item of a list: one step of a pointer. */
export const step = (node: unknown, key: string | number): unknown =>
  Array.isArray(node) ? node[Number(key)] : child(node, String(key));

/** The value under a string key, if it is a string. */
export function textAt(node: unknown, key: string): string | undefined {
  const value = child(node, key);
  return typeof value === 'string' ? value : undefined;
}

/** The items under `key`; none if the value is not a list. */
export function listAt(node: unknown, key: string): readonly unknown[] {
  const value = child(node, key);
  return Array.isArray(value) ? value : [];
}

/** The strings among the items under `key`. */
export const textsAt = (node: unknown, key: string): readonly string[] =>
  listAt(node, key).filter((item) => typeof item === 'string');

/** The entries under `key`; none if the value is not a map. */
export function entriesAt(node: unknown, key: string): readonly (readonly [string, unknown])[] {
  const value = child(node, key);
  return isTree(value) ? Object.entries(value) : [];
}

/** A JSON pointer, in a URI fragment, with further keys: RFC 6901, section 6. The root is `#`. */
export function pointTo(pointer: string, ...keys: readonly (string | number)[]): string {
  let at = pointer;
  for (const key of keys) at += `/${typeof key === 'string' ? escaped(key) : key}`;
  return at;
}

const escaped = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

/** The keys of a pointer that `pointTo` returned; the root has none. */
export const keysFrom = (pointer: string): string[] => pointer.split('/').slice(1).map(unescaped);

/**
 * The keys of a pointer from a reference; the root has none. Decodes percent-encoding where it is
 * valid.
 */
export function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => unescaped(withoutEncoding(part)));
}

const unescaped = (part: string): string =>
  part.includes('~') ? part.replaceAll('~1', '/').replaceAll('~0', '~') : part;

/** A part of a URI reference without its percent-encoding, if that is valid. */
export function withoutEncoding(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
