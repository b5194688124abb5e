import { under, type Located } from './located.ts';
import { SchemaNames } from './schema-names.ts';
import { keysOf, textAt, type Tree } from '../tree.ts';

/** One definition, its references looked up once each. */
export class Definition {
  readonly root: Located;
  /** References may have siblings that count: JSON Schema 2020-12, OpenAPI 3.1 and later. */
  readonly siblingsCount: boolean;
  /** Of nodes that `follow` and `target` were asked for. */
  referencesMet = 0;
  readonly #targets = new Map<string, Located | undefined>();
  #names: SchemaNames | undefined;

  constructor(content: Tree) {
    this.root = { value: content, pointer: '#' };
    this.siblingsCount = /^3\.[1-9]/.test(textAt(content, 'openapi') ?? '');
  }

  /** Whether the place of a reference alone tells where it leads: no schema has an address or name of its own. */
  get hasPlainReferences(): boolean {
    return !this.siblingsCount || !this.#schemaNames().some;
  }

  /** `node` itself, or the end of its chain of references; if that is not in this document, the last reference. */
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

  /** What a node's own reference names in this document; `undefined` without one. */
  target(node: Located, keyword: '$ref' | '$dynamicRef' = '$ref'): Located | undefined {
    const ref = textAt(node.value, keyword);
    if (ref === undefined) return undefined;
    this.referencesMet += 1;
    if (!ref.startsWith('#') && !this.siblingsCount) return undefined;
    const key = this.siblingsCount ? this.#schemaNames().absolute(node.value, ref) : ref;
    if (!this.#targets.has(key)) this.#targets.set(key, this.#lookUp(key));
    return this.#targets.get(key);
  }

  /** Only JSON Schema 2020-12 has names of its own for schemas; most definitions have none even so. */
  #schemaNames(): SchemaNames {
    return (this.#names ??= new SchemaNames(this.root));
  }

  #lookUp(ref: string): Located | undefined {
    if (this.siblingsCount && !ref.startsWith('#')) return this.#schemaNames().find(ref);
    const keys = keysOf(ref);
    if (keys.length === 0 && this.siblingsCount) return this.#schemaNames().find(ref);
    if (keys.length === 0) return undefined;
    const target = under(this.root, ...keys);
    return target.value === undefined ? undefined : target;
  }
}
