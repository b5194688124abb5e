/** Lines and columns of values in JSON and YAML texts. Takes time in proportion to the text, however wide its maps are. */
import { visit, type JSONVisitor } from 'jsonc-parser';
import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import { placed, type TextPosition } from '../../findings/place.ts';
import { parseYaml } from '../../yaml/parse-yaml.ts';
import { keysFrom } from '../tree.ts';

/** A value by its JSON pointer: its key, if it has one, or the value. */
export interface WantedPlace {
  readonly pointer: string;
  readonly onKey: boolean;
}

/** What to look for below one value. */
interface Branch {
  readonly wanted: { readonly at: number; readonly onKey: boolean }[];
  readonly inside: Map<string, Branch>;
}

/** The place of each value, in the order of `wanted`. Of one that the text does not have, that of its nearest parent. */
export function placesInText(text: string, wanted: readonly WantedPlace[]): TextPosition[] {
  const offsets = new Offsets(wanted);
  if (!/^\s*[[{]/.test(text) || !offsets.findInJson(text)) offsets.findInYaml(text);
  const found = placed(
    text,
    offsets.found.map((offset, at) => ({ offset, at })),
  );
  const result: TextPosition[] = [];
  for (const { at, line, column } of found) result[at] = { line, column };
  return result;
}

class Offsets {
  readonly found: number[];
  readonly #root: Branch = { wanted: [], inside: new Map() };

  constructor(wanted: readonly WantedPlace[]) {
    this.found = wanted.map(() => 0);
    for (const [at, { pointer, onKey }] of wanted.entries()) {
      let branch = this.#root;
      for (const key of keysFrom(pointer)) {
        let next = branch.inside.get(key);
        if (next === undefined) branch.inside.set(key, (next = { wanted: [], inside: new Map() }));
        branch = next;
      }
      branch.wanted.push({ at, onKey });
    }
  }

  /** Whether it is JSON: YAML may begin with a brace, too. */
  findInJson(text: string): boolean {
    let isJson = true;
    const open: { branch: Branch | undefined; index: number }[] = [];
    let key: { readonly name: string; readonly offset: number } | undefined;
    const value = (offset: number): Branch | undefined => {
      const parent = open.at(-1);
      const name = key?.name ?? String(parent?.index ?? '');
      const branch = parent === undefined ? this.#root : parent.branch?.inside.get(name);
      if (branch !== undefined) this.#mark(branch, key?.offset ?? offset, offset);
      if (parent !== undefined) parent.index += 1;
      key = undefined;
      return branch;
    };
    const begin = (offset: number): boolean => {
      const branch = value(offset);
      open.push({ branch, index: 0 });
      return branch !== undefined && branch.inside.size > 0;
    };
    const end = (): void => {
      open.pop();
    };
    const visitor: JSONVisitor = {
      onError: () => {
        isJson = false;
      },
      onObjectBegin: begin,
      onArrayBegin: begin,
      onObjectEnd: end,
      onArrayEnd: end,
      onObjectProperty: (name, offset) => {
        key = { name, offset };
      },
      onLiteralValue: (_, offset) => {
        value(offset);
      },
    };
    visit(text, visitor, { disallowComments: true });
    return isJson;
  }

  findInYaml(text: string): void {
    const { contents } = parseYaml(text);
    if (contents !== null) this.#inYaml(contents, this.#root, undefined);
  }

  #inYaml(node: Node, branch: Branch, key: number | undefined): void {
    const [start, end] = node.range ?? [0, 0];
    // An empty value is where its key is.
    const offset = start === end && key !== undefined ? key : start;
    this.#mark(branch, key ?? offset, offset);
    if (branch.inside.size === 0 || isAlias(node)) return;
    if (isSeq<Node>(node)) {
      for (const [index, item] of node.items.entries()) {
        const inside = branch.inside.get(String(index));
        if (inside !== undefined) this.#inYaml(item, inside, undefined);
      }
    } else if (isMap<Node, Node | null>(node)) {
      for (const { key: name, value } of node.items) {
        const inside = isScalar(name) ? branch.inside.get(String(name.value)) : undefined;
        if (inside === undefined) continue;
        const at = name.range?.[0] ?? offset;
        if (value === null) this.#mark(inside, at, at);
        else this.#inYaml(value, inside, at);
      }
    }
  }

  /** Sets the offset for all that is below; a match further down replaces it. */
  #mark(branch: Branch, key: number, value: number): void {
    for (const { at, onKey } of branch.wanted) this.found[at] = onKey ? key : value;
    for (const inside of branch.inside.values()) this.#mark(inside, key, value);
  }
}
