/** What both definitions say alike: each part is compared once, and who asks again need not look inside. */
import { isTree, type Tree } from '../tree.ts';

/** `settled`: they say the same, and refer to nothing else that may have changed. */
type Likeness = 'other' | 'same' | 'settled';

/** Their values lead to other parts of a definition. */
const LEADS_ON = new Set(['$ref', '$dynamicRef', 'discriminator']);

/** Tells which parts of two definitions are equal. */
export class Likewise {
  /** By the values of the new definition, the old one that each was compared with last. */
  readonly #compared = new Map<object, object>();
  /** Those of the compared that are no more than the same; all others are settled. */
  readonly #other = new Set<object>();
  readonly #same = new Set<object>();

  /** Whether both say the same: keys of maps in any order, lists in theirs. What their references lead to may differ. */
  isSame(before: unknown, after: unknown): boolean {
    return this.#compare(before, after) !== 'other';
  }

  /** Whether both say the same and refer to nothing else: there is nothing to compare. */
  isSettled(before: unknown, after: unknown): boolean {
    return this.#compare(before, after) === 'settled';
  }

  #compare(before: unknown, after: unknown): Likeness {
    if (!isObject(before) || !isObject(after)) return before === after ? 'settled' : 'other';
    if (this.#compared.get(after) !== before) return this.#compareObjects(before, after);
    if (this.#other.has(after)) return 'other';
    return this.#same.has(after) ? 'same' : 'settled';
  }

  #compareObjects(before: object, after: object): Likeness {
    const likeness = Array.isArray(after)
      ? this.#compareLists(before, after)
      : this.#compareMaps(before, after as Tree);
    if (this.#compared.has(after)) {
      this.#other.delete(after);
      this.#same.delete(after);
    }
    this.#compared.set(after, before);
    if (likeness === 'other') this.#other.add(after);
    if (likeness === 'same') this.#same.add(after);
    return likeness;
  }

  #compareMaps(before: object, after: Tree): Likeness {
    if (!isTree(before)) return 'other';
    let likeness: Likeness = 'settled';
    let more = 0;
    for (const key in after) {
      if (!Object.hasOwn(before, key)) return 'other';
      const each = this.#compare(before[key], after[key]);
      if (each === 'other') return 'other';
      if (each === 'same' || LEADS_ON.has(key)) likeness = 'same';
      more -= 1;
    }
    for (const _ in before) more += 1;
    return more === 0 ? likeness : 'other';
  }

  #compareLists(before: object, after: readonly unknown[]): Likeness {
    if (!Array.isArray(before) || before.length !== after.length) return 'other';
    let likeness: Likeness = 'settled';
    for (const [at, value] of after.entries()) {
      const each = this.#compare(before[at], value);
      if (each === 'other') return 'other';
      if (each === 'same') likeness = 'same';
    }
    return likeness;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
