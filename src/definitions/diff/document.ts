import { under, type Located } from './located.ts';
import { SchemaNames } from './schema-names.ts';
import { keysOf, textAt, type Tree } from '../tree.ts';

/** One definition. Looks up each reference once. */
export class LocatedDefinition {
  readonly root: Located;
  /** Whether it is written in OpenAPI 2.0, which was called Swagger. */
  readonly isSwagger: boolean;
  /** Whether siblings of a reference count: JSON Schema 2020-12, so OpenAPI 3.1 and later. */
  readonly siblingsCount: boolean;
  /** How many references `follow` and `target` have met. */
  referencesMet = 0;
  readonly #targets = new Map<string, Located | undefined>();
  #names: SchemaNames | undefined;

  constructor(content: Tree) {
    this.root = { value: content, pointer: '#' };
    this.isSwagger = textAt(content, 'swagger') !== undefined;
    this.siblingsCount = /^3\.[1-9]/.test(textAt(content, 'openapi') ?? '');
  }

  /** Whether the text of a reference alone tells its target: no schema has an `$id` or an anchor. */
  get hasPlainReferences(): boolean {
    return !this.siblingsCount || !this.#schemaNames().some;
  }

  /** `node` itself, or the end of its chain of references. If the end is not in this document, the last reference. */
  follow(node: Located): Located {
    const seen = new Set<string>();
    let current = node;
    for (;;) {
      const next = this.target(current);
      if (next === undefined || seen.has(next.pointer)) return current;
      seen.add(next.pointer);
      current = next;
    }
  }

  /** The target of a node's own reference in this document. Returns `undefined` if there is none. */
  target(node: Located, keyword: '$ref' | '$dynamicRef' = '$ref'): Located | undefined {
    const ref = textAt(node.value, keyword);
    if (ref === undefined) return undefined;
    this.referencesMet += 1;
    if (!ref.startsWith('#') && !this.siblingsCount) return undefined;
    const key = this.siblingsCount ? this.#schemaNames().absolute(node.value, ref) : ref;
    const known = this.#targets.get(key);
    if (known !== undefined || this.#targets.has(key)) return known;
    const target = this.#lookUp(key);
    this.#targets.set(key, target);
    return target;
  }

  /** Only JSON Schema 2020-12 lets schemas name themselves, and few definitions use that. */
  #schemaNames(): SchemaNames {
    return (this.#names ??= new SchemaNames(this.root));
  }

  #lookUp(ref: string): Located | undefined {
    if (this.siblingsCount && !ref.startsWith('#')) return this.#schemaNames().find(ref);
    const keys = keysOf(ref);
    if (keys.length === 0 && this.siblingsCount) return this.#schemaNames().find(ref);
    if (keys.length === 0) return undefined;
    const target = keys.reduce(under, this.root);
    return target.value === undefined ? undefined : target;
  }
}
