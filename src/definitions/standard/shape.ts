/** Shapes of the standard's objects, as data. */
import type { Tree } from '../tree.ts';

/** The versions of the standard that differ. Patch releases only change wording. */
export type Standard = '2.0' | '3.0' | '3.1' | '3.2';

/** The shape of one value. */
export type FieldShape =
  | { readonly kind: 'any' }
  /** `among`: the allowed values. */
  | { readonly kind: 'text'; readonly among?: readonly string[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly whole: boolean; readonly from?: 'zero' | 'above-zero' }
  | { readonly kind: 'list'; readonly items: FieldShape }
  /** `values` returns undefined for a key that is not allowed. */
  | { readonly kind: 'map'; readonly values: (key: string) => FieldShape | undefined }
  | { readonly kind: 'object'; readonly type: string }
  /** The expected shape depends on the value. */
  | { readonly kind: 'either'; readonly pick: (value: unknown) => FieldShape };

/** An object of the standard, such as the Parameter Object. */
export interface ObjectShape {
  /** Its name in messages, with an article. */
  readonly called: string;
  readonly fields: Readonly<Record<string, FieldShape>>;
  readonly required?: (node: Tree) => readonly string[];
  /** The shape of values under keys that are not fixed; undefined: the key is not allowed. */
  readonly others?: (key: string) => FieldShape | undefined;
  /** Whether a `$ref` may replace it, wherever it is allowed. */
  readonly referable?: boolean;
}

/** All objects of one version, by name. `Root` is the document. */
export type Shapes = Readonly<Record<string, ObjectShape>>;

export const any: FieldShape = { kind: 'any' };
export const text: FieldShape = { kind: 'text' };
export const flag: FieldShape = { kind: 'boolean' };
export const number: FieldShape = { kind: 'number', whole: false };
export const aboveZero: FieldShape = { kind: 'number', whole: false, from: 'above-zero' };
export const tally: FieldShape = { kind: 'number', whole: true, from: 'zero' };
export const among = (...values: readonly string[]): FieldShape => ({
  kind: 'text',
  among: values,
});
export const listOf = (items: FieldShape): FieldShape => ({ kind: 'list', items });
export const mapped = (values: FieldShape): FieldShape => ({ kind: 'map', values: () => values });
export const object = (type: string): FieldShape => ({ kind: 'object', type });
export const either = (pick: (value: unknown) => FieldShape): FieldShape => ({
  kind: 'either',
  pick,
});
export const needs =
  (...keys: readonly string[]) =>
  (): readonly string[] =>
    keys;
