/** Lines and columns of values in JSON and YAML texts. Takes time in proportion to the text, however wide its maps are. */
import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import { placed, type TextPosition } from '../../system/findings/place.ts';
import { parseYaml } from '../../system/yaml/parse-yaml.ts';
import { textOfString, visitJson } from '../json-text.ts';
import type { DefinitionFormat } from '../read.ts';
import { keysFrom } from '../tree.ts';

/** A value by its JSON pointer: its key, if it has one, or the value. */
export interface WantedValue {
  readonly pointer: string;
  readonly onKey: boolean;
}

/** What to look for below one value. */
interface Branch {
  readonly wanted: { readonly at: number; readonly onKey: boolean }[];
  readonly inside: Map<string, Branch>;
}

/** A text that was parsed, and as what. */
export interface ParsedText {
  readonly text: string;
  readonly format: DefinitionFormat;
}

/** The place of each value, in the order of `wanted`. If the text does not have the value, the place of its nearest parent. */
export function placesInText(
  { text, format }: ParsedText,
  wanted: readonly WantedValue[],
): TextPosition[] {
  const offsets = new Offsets(wanted);
  if (format === 'json') offsets.findInJson(text);
  else offsets.findInYaml(text);
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

  constructor(wanted: readonly WantedValue[]) {
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

  findInJson(text: string): void {
    const open: { readonly branch: Branch | undefined; index: number }[] = [];
    let key: { readonly name: string; readonly offset: number } | undefined;
    const value = (offset: number): Branch | undefined => {
      const parent = open.at(-1);
      const branch =
        parent === undefined
          ? this.#root
          : parent.branch?.inside.get(key?.name ?? String(parent.index));
      if (branch !== undefined) this.#mark(branch, key?.offset ?? offset, offset);
      if (parent !== undefined) parent.index += 1;
      key = undefined;
      return branch;
    };
    visitJson(text, {
      begin: (offset) => {
        open.push({ branch: value(offset), index: 0 });
      },
      end: () => {
        open.pop();
      },
      key: (start, end) => {
        // Nothing is wanted in most maps.
        if (open.at(-1)?.branch !== undefined)
          key = { name: textOfString(text, start, end), offset: start };
      },
      scalar: value,
    });
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

  /** Sets the offset for everything below this branch; a match further down replaces it. */
  #mark(branch: Branch, key: number, value: number): void {
    for (const { at, onKey } of branch.wanted) this.found[at] = onKey ? key : value;
    for (const inside of branch.inside.values()) this.#mark(inside, key, value);
  }
}
