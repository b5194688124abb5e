/** Parts that are identical in both definitions. Compares each part once, so that callers can skip identical parts. */
import { isTree, type Tree } from '../definition-tree.ts';

/** `unchanged`: identical, and without anything whose meaning might have changed, such as references to other parts. */
type Likeness = 'other' | 'same' | 'unchanged';

/** Keywords that refer to other parts of a definition. */
const LEADS_ON = ['$ref', '$dynamicRef', 'discriminator'];

/** Tells which parts of two definitions are identical. */
export class IdenticalParts {
  readonly #leadsOn: ReadonlySet<string>;
  /** By likeness: for each value of the new definition, the old value of this likeness that it was last compared with. */
  readonly #known: Readonly<Record<Likeness, Map<object, object>>> = {
    unchanged: new Map(),
    same: new Map(),
    other: new Map(),
  };

  /** @param other keywords that do not mean the same in both definitions */
  constructor(other: readonly string[] = []) {
    this.#leadsOn = new Set([...LEADS_ON, ...other]);
  }

  /** Whether both are identical: maps in any order of keys, lists in the same order. The targets of their references may differ. */
  isSame(before: unknown, after: unknown): boolean {
    return this.#compare(before, after) !== 'other';
  }

  /** Whether both are identical and refer to nothing else: then there is nothing to compare. */
  isUnchanged(before: unknown, after: unknown): boolean {
    return this.#compare(before, after) === 'unchanged';
  }

  #compare(before: unknown, after: unknown): Likeness {
    if (!isObject(before) || !isObject(after)) return before === after ? 'unchanged' : 'other';
    const { unchanged, same, other } = this.#known;
    if (unchanged.get(after) === before) return 'unchanged';
    if (same.get(after) === before) return 'same';
    if (other.get(after) === before) return 'other';
    const likeness = Array.isArray(after)
      ? this.#compareLists(before, after)
      : this.#compareMaps(before, after as Tree);
    this.#known[likeness].set(after, before);
    return likeness;
  }

  #compareMaps(before: object, after: Tree): Likeness {
    if (!isTree(before)) return 'other';
    let likeness: Likeness = 'unchanged';
    let more = 0;
    for (const key in after) {
      if (!Object.hasOwn(before, key)) return 'other';
      const each = this.#compare(before[key], after[key]);
      if (each === 'other') return 'other';
      if (each === 'same' || this.#leadsOn.has(key)) likeness = 'same';
      more -= 1;
    }
    for (const _ in before) more += 1;
    return more === 0 ? likeness : 'other';
  }

  #compareLists(before: object, after: readonly unknown[]): Likeness {
    if (!Array.isArray(before) || before.length !== after.length) return 'other';
    let likeness: Likeness = 'unchanged';
    for (let at = 0; at < after.length; at += 1) {
      const each = this.#compare(before[at], after[at]);
      if (each === 'other') return 'other';
      if (each === 'same') likeness = 'same';
    }
    return likeness;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
